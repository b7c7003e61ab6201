#include "study/advice/offers.h"

#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "record/figures/figures.h"
#include "study/advice/parts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace headroom::study {

namespace {

using project::Component;
using project::Json;
using project::Parameter;

bool isDrive(const Component& part)
{
    return part.has("capacity_B") && (part.kind == "disk" || part.kind == "ssd" || part.kind == "nvme");
}

/// A whole number without a fraction.
Json asJson(double number)
{
    return number == std::round(number) ? Json(static_cast<std::int64_t>(number)) : Json(number);
}

class Finder
{
public:
    Finder(project::Project project, const project::ComponentLibrary& components)
        : components_(components), found_{std::move(project), {}}
    {
    }

    Offers find()
    {
        for (project::NodeGroup& group : found_.project.topology.groups)
            lookAt(group);
        if (project::Fabric* fabric = fabricInUse())
            lookAt(*fabric);
        offerParts();
        for (std::size_t p = 0; p < found_.project.parameters.size(); ++p) // the list grows
            if (found_.project.parameters[p].tunable.value_or(false))
                offerSettings(found_.project.parameters[p], found_.project.parameters[p].name);
        for (project::Behaviour& behaviour : found_.project.behaviours)
            for (const project::RoleParameter& knob : behaviour.role.parameters)
                if (knob.extra.value("tunable", Json(false)) == Json(true))
                    offerKnob(behaviour, knob);
        offerLoad();
        return std::move(found_);
    }

private:
    /// The parts that a parameter stands for.
    struct Place
    {
        std::string words;
        std::vector<std::string> concerns; ///< the resources, as in the summary
    };

    project::Fabric* fabricInUse()
    {
        project::Topology& topology = found_.project.topology;
        Json id = topology.fabric;
        if (id.is_string())
            if (const Parameter* parameter = findParameter(found_.project, id.get<std::string>()))
                id = parameter->value;
        const auto found = std::ranges::find_if(
            topology.fabrics, [&](const project::Fabric& fabric) { return id.is_null() || Json(fabric.id) == id; });
        return found == topology.fabrics.end() ? nullptr : &*found;
    }

    void lookAt(project::NodeGroup& group)
    {
        part(group.fields, "processor", {record::resourceInWords(group.id + ".processor"), {group.id + ".processor"}});
        part(group.fields, "nic", {"adapter of " + group.id, {group.id + ".network"}});
        for (project::DeviceGroup& devices : group.devices) {
            const std::string resource = group.id + ".disk " + devices.id;
            part(devices.fields, "component", {record::resourceInWords(resource), {resource}});
        }
    }

    void lookAt(project::Fabric& fabric)
    {
        std::set<std::string> groups;
        std::vector<std::string> networks;
        for (const project::NodeGroup& group : found_.project.topology.groups) {
            groups.insert(group.id);
            if (!group.fields.contains("nic"))
                networks.push_back(group.id + ".network");
        }
        part(fabric.fields, "nic", {"adapter of " + fabric.id, networks});
        std::set<std::string> ends; // of cables to nodes
        for (project::Link& link : fabric.links) {
            part(link.fields, "nic", {"adapter of " + link.id, {link.from + ".network", link.to + ".network"}});
            for (const auto& [one, other] : {std::pair(link.from, link.to), std::pair(link.to, link.from)})
                if (groups.contains(one))
                    ends.insert(other);
        }
        const auto isSwitch = [&](const project::Switch& each) { return ends.contains(each.id); };
        for (project::Switch& each : fabric.switches)
            if (isSwitch(each))
                addSwitch(each.fields, "component", each.id);
        addSwitch(fabric.fields, "leaf_switch", fabric.id + " switch");
    }

    void addSwitch(Json& fields, const char* key, const std::string& place)
    {
        if (const std::string name = parameterOf(fields, key, place); !name.empty())
            switches_.insert(name);
    }

    /// The parameter that a field names, or one that takes the place of the component there; empty if it names neither.
    std::string parameterOf(Json& fields, const char* key, const std::string& place)
    {
        const auto field = fields.find(key);
        if (field == fields.end() || !field->is_string())
            return {};
        std::string name = field->get<std::string>();
        if (const Component* present = components_.find(name); present && !findParameter(found_.project, name)) {
            Parameter parameter;
            parameter.name = nameFor(place);
            parameter.type = project::ParameterType::component;
            parameter.value = name;
            parameter.kinds = {present->kind};
            if (isDrive(*present))
                parameter.kinds = {"disk", "ssd", "nvme"};
            name = parameter.name;
            *field = name;
            found_.project.parameters.push_back(std::move(parameter));
        }
        const Parameter* parameter = findParameter(found_.project, name);
        return parameter && parameter->type == project::ParameterType::component ? name : std::string();
    }

    void part(Json& fields, const char* key, const Place& place)
    {
        if (place.concerns.empty())
            return;
        const std::string name = parameterOf(fields, key, place.words);
        if (name.empty())
            return;
        const auto [entry, isNew] = places_.try_emplace(name);
        Place& known = entry->second;
        known.words += (isNew ? "" : ", ") + place.words;
        known.concerns.insert(known.concerns.end(), place.concerns.begin(), place.concerns.end());
    }

    std::string nameFor(const std::string& place)
    {
        std::string name = "ADVICE_";
        for (const char each : place)
            name += std::isalnum(static_cast<unsigned char>(each)) != 0
                        ? static_cast<char>(std::toupper(static_cast<unsigned char>(each)))
                        : '_';
        while (findParameter(found_.project, name))
            name += '_';
        return name;
    }

    static bool isOwn(const std::string& parameter) { return parameter.starts_with("ADVICE_"); }

    const Component* presentOf(const std::string& parameter) const
    {
        const Json& value = findParameter(found_.project, parameter)->value;
        return value.is_string() ? components_.find(value.get<std::string>()) : nullptr;
    }

    void offerParts()
    {
        for (const auto& [name, place] : places_) {
            const Parameter& parameter = *findParameter(found_.project, name);
            const Component* present = presentOf(name);
            if (!present)
                continue;
            std::vector<Replacement> better;
            if (isDrive(*present))
                better = betterDrives(*present, parameter, components_);
            else if (present->kind == "processor")
                better = betterProcessors(*present, parameter, components_);
            else if (present->kind == "nic")
                better = betterAdapters(*present, parameter, components_);
            for (const Replacement& one : better)
                if (!project::faultOf(parameter, one.part->id, components_))
                    offer(parameter, place, *present, one);
        }
    }

    void offer(const Parameter& parameter, const Place& place, const Component& present, const Replacement& one)
    {
        const std::string& id = one.part->id;
        const bool own = isOwn(parameter.name);
        Offer offered{WhatIf::Kind::part,
                      (own ? place.words : parameter.name) + ": " + id,
                      id + " as " + place.words + (own ? "" : " [" + parameter.name + ']'),
                      {parameter.name + '=' + id},
                      place.concerns,
                      one.alone,
                      one.together,
                      one.flushed};
        if (one.part->kind == "nic" && !addSwitches(offered, present, *one.part))
            return;
        found_.all.push_back(std::move(offered));
    }

    /// Adds other switches where the present ones have no ports for the adapter. False if there are none for it.
    bool addSwitches(Offer& offered, const Component& present, const Component& adapter) const
    {
        std::set<std::string> others;
        for (const std::string& name : switches_) {
            const Component* theSwitch = presentOf(name);
            if (!theSwitch || hasPortsFor(*theSwitch, present, adapter))
                continue;
            const Component* other = switchFor(adapter, *theSwitch, components_);
            if (!other || project::faultOf(*findParameter(found_.project, name), other->id, components_))
                return false;
            offered.settings.push_back(name + '=' + other->id);
            others.insert(other->id);
        }
        for (const std::string& other : others) {
            offered.name += " and " + other;
            offered.words += " and " + other + " as its switch";
        }
        return true;
    }

    /// Tries the generic parameter that a role's parameter is bound to, or one that takes the place of its value.
    void offerKnob(project::Behaviour& behaviour, const project::RoleParameter& knob)
    {
        const Json bound = behaviour.bindings.value(knob.name, knob.value);
        if (bound.is_string())
            if (const Parameter* parameter = findParameter(found_.project, bound.get<std::string>())) {
                if (!parameter->tunable.value_or(false))
                    offerSettings(*parameter, parameter->name);
                return;
            }
        Parameter parameter;
        parameter.name = nameFor(behaviour.role.id + ' ' + knob.name);
        parameter.type = knob.unit.empty() ? project::ParameterType::number : project::ParameterType::quantity;
        parameter.unit = knob.unit;
        parameter.value = bound;
        const std::optional<double> present = project::numberOf(parameter, bound);
        if (!present || project::faultOf(parameter, bound, components_))
            return; // an expression
        if (const auto values = knob.extra.find("alternatives"); values != knob.extra.end() && values->is_array())
            parameter.alternatives = values->get<std::vector<Json>>();
        else if (!knob.unit.empty())
            parameter.alternatives = {project::formatQuantity(*present / 2, knob.unit), bound,
                                      project::formatQuantity(*present * 2, knob.unit)};
        behaviour.bindings[knob.name] = parameter.name;
        offerSettings(parameter, knob.name + " of " + behaviour.role.id);
        found_.project.parameters.push_back(std::move(parameter));
    }

    void offerSettings(const Parameter& parameter, const std::string& words)
    {
        for (const Json& value : neighboursOf(parameter)) {
            if (project::faultOf(parameter, value, components_))
                continue;
            const std::string text = project::settingText(value);
            found_.all.push_back({WhatIf::Kind::setting,
                                  words + '=' + text,
                                  words + " = " + text + " instead of " + project::settingText(parameter.value),
                                  {parameter.name + '=' + text},
                                  {}});
        }
    }

    static std::vector<Json> neighboursOf(const Parameter& parameter)
    {
        const std::optional<double> present = project::numberOf(parameter, parameter.value);
        if (parameter.type == project::ParameterType::flag)
            return {Json(!(present.value_or(0) != 0))};
        if (!present) { // a choice
            std::vector<Json> others;
            for (const Json& alternative : parameter.alternatives)
                if (alternative != parameter.value)
                    others.push_back(alternative);
            return others;
        }
        if (parameter.alternatives.empty()) {
            if (parameter.type == project::ParameterType::quantity || *present == 0)
                return {};
            return {asJson(std::max(1.0, std::round(*present / 2))), asJson(*present * 2)};
        }
        const Json *below = nullptr, *above = nullptr;
        const auto number = [&](const Json* value) { return project::numberOf(parameter, *value).value_or(*present); };
        for (const Json& alternative : parameter.alternatives) {
            const double value = number(&alternative);
            if (value < *present && (!below || value > number(below)))
                below = &alternative;
            if (value > *present && (!above || value < number(above)))
                above = &alternative;
        }
        std::vector<Json> neighbours;
        for (const Json* neighbour : {above, below})
            if (neighbour)
                neighbours.push_back(*neighbour);
        return neighbours;
    }

    /// All closed loops together, by a parameter that multiplies their workers.
    void offerLoad()
    {
        Parameter parameter;
        parameter.name = nameFor("load");
        parameter.type = project::ParameterType::integer;
        parameter.value = 1;
        bool any = false;
        for (project::Workload& workload : found_.project.workloads) {
            const Json background = workload.fields.value("background", Json(false));
            if (workload.fields.contains("stages") || background == Json(true) ||
                (workload.fields.contains("type") && workload.fields["type"] != "closed loop"))
                continue;
            const Json workers = workload.fields.value("workers", Json(1));
            workload.fields["workers"] =
                '(' + (workers.is_string() ? workers.get<std::string>() : workers.dump()) + ") * " + parameter.name;
            any = true;
        }
        if (!any)
            return;
        found_.all.push_back({WhatIf::Kind::load,
                              "requests at a time",
                              "twice as many requests at a time",
                              {parameter.name + "=2"},
                              {}});
        found_.project.parameters.push_back(std::move(parameter));
    }

    const project::ComponentLibrary& components_;
    Offers found_;
    std::map<std::string, Place> places_; ///< by parameter
    std::set<std::string> switches_;      ///< parameters: those to which nodes are connected
};

} // namespace

Offers offersOf(project::Project project, const project::ComponentLibrary& components)
{
    return Finder(std::move(project), components).find();
}

} // namespace headroom::study
