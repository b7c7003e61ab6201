#include "import/adopt/recipe.h"

#include "import/clusters/cluster_files.h"
#include "import/import.h"
#include "import/library_files.h"
#include "import/starting_point.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace headroom::import {

namespace fs = std::filesystem;
using project::Json;

namespace {

/// The shipped project: projects/NAME/NAME.headroom beside the libraries.
Json shipped(const std::string& name, const std::vector<fs::path>& libraries)
{
    for (const fs::path& library : libraries) {
        const fs::path path = (library / ".." / "projects").lexically_normal() / name / (name + ".headroom");
        if (Json tree = treeOf(path); tree.is_object())
            return tree;
    }
    throw ImportError("The project \"" + name +
                      "\", from which the software would be taken, is not beside the "
                      "libraries.");
}

/// The text as the value of a parameter of this type; nothing if it cannot be one.
std::optional<Json> valueFor(const Json& parameter, const std::string& text, const Json& rule)
{
    const std::string type = parameter.value("type", std::string());
    if (type == "switch") {
        const std::string word = lowered(text);
        if (word == "true" || word == "1" || word == "yes")
            return Json(true);
        if (word == "false" || word == "0" || word == "no")
            return Json(false);
        return {};
    }
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || (end != text.data() + text.size() && *end != ' '))
        return {};
    number *= rule.value("factor", 1.0);
    if (number < parameter.value("minimum", 0.0) || number > parameter.value("maximum", 1e300))
        return {};
    if (type == "integer")
        return Json(static_cast<long long>(number));
    if (type == "number")
        return Json(number);
    const std::string unit = parameter.value("unit", std::string());
    if (unit == "B") {
        double amount = number;
        const char* name = "B";
        for (const char* larger : {"KiB", "MiB", "GiB", "TiB"}) {
            if (amount < kibibyte || std::fmod(amount, kibibyte) != 0)
                break;
            amount /= kibibyte;
            name = larger;
        }
        return Json(plain(amount) + " " + name);
    }
    return Json(plain(number) + " " + unit);
}

Json* parameterOf(Json& project, const std::string& name)
{
    for (Json& parameter : project["parameters"])
        if (parameter.value("name", Json()) == name)
            return &parameter;
    return nullptr;
}

/// True if the parameter has got the value.
bool setOption(Json& project, const Json& rule, const std::string& text, Sentences& said)
{
    const std::string name = rule.at("parameter").get<std::string>();
    const std::string option = rule.at("option").get<std::string>();
    const Json* parameter = parameterOf(project, name);
    if (!parameter || text == rule.value("ignore", std::string("\n")))
        return false;
    std::optional<Json> value;
    if (rule.contains("words")) {
        if (rule["words"].contains(text))
            value = rule["words"][text];
    } else {
        value = valueFor(*parameter, text, rule);
    }
    if (value) {
        setValue(project, name, *value);
        said.found.push_back(name + " = " + (value->is_string() ? value->get<std::string>() : value->dump()) + " (" +
                             option + ").");
    } else {
        said.left.push_back(option + " = " + text.substr(0, 40) + ": the parameter " + name +
                            " cannot have this value.");
    }
    return value.has_value();
}

} // namespace

std::vector<PartFamily> partFamilies(const std::vector<fs::path>& libraries)
{
    std::vector<PartFamily> families;
    for (const Json& tree : libraryFiles(libraries, "headroom-part-numbers"))
        for (const Json& entry : tree.value("families", Json::array()))
            if (entry.is_object())
                families.push_back({entry.value("begins", std::string()), entry.value("ends", std::string()),
                                    entry.value("family", std::string())});
    std::erase_if(families, [](const PartFamily& one) { return one.begins.empty() || one.family.empty(); });
    return families;
}

Recipe Recipe::find(const ClusterFacts& cluster, const std::vector<fs::path>& libraries)
{
    for (Json& rules : libraryFiles(libraries, "headroom-adopt")) {
        const std::string variant = rules.value("variant", std::string());
        if (rules.value("for", std::string()) != cluster.system ||
            (!variant.empty() && !cluster.variant.empty() && variant != cluster.variant))
            continue;
        try {
            Recipe recipe;
            recipe.project = shipped(rules.at("project").get<std::string>(), libraries);
            recipe.rules = std::move(rules);
            return recipe;
        } catch (const Json::exception& fault) {
            throw ImportError(std::string("The description of the system cannot be used: ") + fault.what());
        }
    }
    throw ImportError("The libraries have no project for such a cluster (imports/adopt-*.json)" +
                      (cluster.variant.empty() ? "." : ", whose daemons have the store " + cluster.variant + "."));
}

bool setValue(Json& project, const std::string& name, const Json& value)
{
    Json* parameter = parameterOf(project, name);
    if (!parameter)
        return false;
    (*parameter)["value"] = value;
    if (const auto all = parameter->find("alternatives");
        all != parameter->end() && std::ranges::find(*all, value) == all->end())
        all->insert(all->begin(), value);
    // A shipped project's bound is what its study needs; a cluster that exists is what it is.
    if (value.is_number() && parameter->contains("maximum") && (*parameter)["maximum"] < value)
        (*parameter)["maximum"] = value;
    return true;
}

void setValues(Recipe& recipe, const ClusterFacts& cluster, bool onDisks, Sentences& said)
{
    const Json values = recipe.rules.value("values", Json::object());
    for (const auto& [fact, value] : cluster.values)
        if (const auto rule = values.find(fact); rule != values.end()) {
            if (rule->is_string())
                setValue(recipe.project, rule->get<std::string>(), value);
            else if (const std::string word = value.is_string() ? value.get<std::string>() : value.dump();
                     rule->at("words").contains(word))
                setValue(recipe.project, rule->at("parameter").get<std::string>(), rule->at("words")[word]);
        }
    std::set<std::string> stated;
    for (const Json& rule : recipe.rules.value("options", Json::array()))
        if (const auto option = cluster.options.find(rule.at("option").get<std::string>());
            option != cluster.options.end() && (!rule.contains("disks") || rule["disks"] == onDisks))
            if (setOption(recipe.project, rule, option->second, said))
                stated.insert(rule.at("parameter").get<std::string>());
    const unsigned version = majorVersion(cluster.version);
    for (const Json& rule : recipe.rules.value("versions", Json::array())) {
        const bool holds = version > 0 && version >= rule.value("from", 0U) && version <= rule.value("to", 10000U) &&
                           (!rule.contains("disks") || rule["disks"] == onDisks);
        if (!holds)
            continue;
        for (const auto& [name, value] : rule.at("set").items())
            if (!stated.contains(name) && setValue(recipe.project, name, value))
                said.assumed.push_back(name + " = " + (value.is_string() ? value.get<std::string>() : value.dump()) +
                                       ", the default of version " + std::to_string(version) + " (" +
                                       rule.at("what").get<std::string>() + ").");
    }
}

} // namespace headroom::import
