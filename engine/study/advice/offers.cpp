#include "study/advice/offers.h"

#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "project/vocabulary/component_kinds.h"
#include "record/figures/figures.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace headroom::study {

namespace {

using project::Component;
using project::Json;
using project::Parameter;

constexpr double better = 1.2, hardlyWorse = 0.8; ///< speed over that of the present part
constexpr double largeEnough = 0.9;               ///< capacity over that of the present part
constexpr std::size_t mostOfPart = 3;

/// I/Os in a second of a hard disk whose head moves by the average seek each time.
double turnsPerSecond(const Component& disk, const char* seek)
{
    const double halfTurnMs = 30000 / disk.figure("rpm", 7200);
    return 1000 / (disk.figure(seek, disk.figure("avg_seek_read_ms", 8)) + halfTurnMs);
}

/// Compares parts that can stand for each other: not what a run computes, but an order by data sheet. 0: no figure.
double speedOf(const Component& part)
{
    if (part.kind == "processor")
        return part.figure("cores") * part.figure("all_core_turbo_clock_Hz", part.figure("base_clock_Hz")) *
               part.figure("instructions_per_cycle", 1);
    if (part.kind == "nic")
        return part.figure("link_rate_bps");
    const double read = part.figure("seq_read_Bps"), write = part.figure("seq_write_Bps", read);
    const bool disk = part.kind == "disk";
    const double reads = disk ? turnsPerSecond(part, "avg_seek_read_ms") : part.figure("rand_read_4k_iops");
    const double writes = disk ? turnsPerSecond(part, "avg_seek_write_ms") : part.figure("rand_write_4k_iops");
    return std::pow(read * write * reads * writes, 0.25);
}

bool keepsItsBuffer(const Component& part)
{
    const auto found = part.parameters.find("power_loss_protection");
    return found != part.parameters.end() && found->is_boolean() && found->get<bool>();
}

bool isStorage(const Component& part)
{
    return part.has("capacity_B") && (part.kind == "disk" || part.kind == "ssd" || part.kind == "nvme");
}

/// The ids of better parts, the nearest of each way first.
std::vector<std::string> betterParts(const Component& present, const Parameter& parameter,
                                     const project::ComponentLibrary& components)
{
    std::vector<std::pair<double, const Component*>> offered, catalogue;
    const double speed = speedOf(present);
    const auto add = [&](auto& list, const Component* part) {
        if (!part || part->id == present.id)
            return;
        if (const double its = speedOf(*part); its > 0)
            list.emplace_back(its, part);
    };
    for (const Json& alternative : parameter.alternatives)
        if (alternative.is_string())
            add(offered, components.find(alternative.get<std::string>()));
    for (const Component* part : components.ofKinds({present.kind}))
        if (!isStorage(present) || part->figure("capacity_B") >= largeEnough * present.figure("capacity_B"))
            add(catalogue, part);
    std::ranges::sort(offered);
    std::ranges::sort(catalogue);
    std::vector<std::string> ids;
    const auto take = [&](const Component* part) {
        if (ids.size() < mostOfPart && std::ranges::find(ids, part->id) == ids.end())
            ids.push_back(part->id);
    };
    if (isStorage(present) && present.kind != "disk" && !keepsItsBuffer(present))
        for (const auto* list : {&offered, &catalogue}) {
            const auto found = std::ranges::find_if(*list, [&](const auto& each) {
                return keepsItsBuffer(*each.second) && each.first >= hardlyWorse * speed;
            });
            if (found != list->end()) {
                take(found->second);
                break;
            }
        }
    const auto nearest = [&](const auto& list) {
        return std::ranges::find_if(list, [&](const auto& each) { return each.first >= better * speed; });
    };
    for (auto each = nearest(offered); each != offered.end() && ids.size() + 1 < mostOfPart; ++each)
        take(each->second);
    if (const auto found = nearest(catalogue); found != catalogue.end())
        take(found->second);
    if (!offered.empty() && offered.back().first >= better * speed)
        take(offered.back().second);
    return ids;
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
        for (project::Fabric& fabric : found_.project.topology.fabrics)
            lookAt(fabric);
        offerParts();
        for (std::size_t p = 0; p < found_.project.parameters.size(); ++p) // the list grows
            if (found_.project.parameters[p].tunable.value_or(false))
                offerSettings(found_.project.parameters[p]);
        offerLoad();
        return std::move(found_);
    }

private:
    void lookAt(project::NodeGroup& group)
    {
        part(group.fields, "processor", group.id + " processor", {group.id + ".processor"});
        part(group.fields, "nic", group.id + " adapter", {group.id + ".network"});
        for (project::DeviceGroup& devices : group.devices)
            part(devices.fields, "component", group.id + ' ' + devices.id, {group.id + ".disk " + devices.id});
    }

    void lookAt(project::Fabric& fabric)
    {
        std::vector<std::string> networks;
        for (const project::NodeGroup& group : found_.project.topology.groups)
            if (!group.fields.contains("nic"))
                networks.push_back(group.id + ".network");
        part(fabric.fields, "nic", fabric.id + " adapter", networks);
        for (project::Link& link : fabric.links)
            part(link.fields, "nic", link.id + " adapter", {link.from + ".network", link.to + ".network"});
    }

    /// A field that names a component, or a parameter whose value is one. A name becomes a parameter.
    void part(Json& fields, const char* key, const std::string& place, const std::vector<std::string>& concerns)
    {
        const auto field = fields.find(key);
        if (field == fields.end() || !field->is_string() || concerns.empty())
            return;
        std::string name = field->get<std::string>();
        if (const Component* present = components_.find(name); present && !findParameter(found_.project, name)) {
            Parameter parameter;
            parameter.name = nameFor(place);
            parameter.type = project::ParameterType::component;
            parameter.value = name;
            parameter.kinds = {present->kind};
            name = parameter.name;
            *field = name;
            found_.project.parameters.push_back(std::move(parameter));
        }
        const Parameter* parameter = findParameter(found_.project, name);
        if (!parameter || parameter->type != project::ParameterType::component)
            return;
        std::vector<std::string>& known = parts_[name];
        known.insert(known.end(), concerns.begin(), concerns.end());
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

    void offerParts()
    {
        for (const auto& [name, concerns] : parts_) {
            const Parameter& parameter = *findParameter(found_.project, name);
            const Component* present =
                parameter.value.is_string() ? components_.find(parameter.value.get<std::string>()) : nullptr;
            if (!present)
                continue;
            for (const std::string& id : betterParts(*present, parameter, components_))
                if (!project::faultOf(parameter, id, components_)) {
                    const bool own = name.starts_with("ADVICE_");
                    const std::string as = own ? record::resourceInWords(concerns.front()) : name;
                    found_.all.push_back(
                        {WhatIf::Kind::part, as + ": " + id, id + " as " + as, {name + '=' + id}, concerns});
                }
        }
    }

    void offerSettings(const Parameter& parameter)
    {
        for (const Json& value : neighboursOf(parameter)) {
            if (project::faultOf(parameter, value, components_))
                continue;
            const std::string text = project::settingText(value);
            found_.all.push_back(
                {WhatIf::Kind::setting,
                 parameter.name + '=' + text,
                 parameter.name + " = " + text + " instead of " + project::settingText(parameter.value),
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
            return {Json(std::max(1.0, std::round(*present / 2))), Json(*present * 2)};
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
    std::map<std::string, std::vector<std::string>> parts_; ///< by parameter: the resources
};

} // namespace

Offers offersOf(project::Project project, const project::ComponentLibrary& components)
{
    return Finder(std::move(project), components).find();
}

} // namespace headroom::study
