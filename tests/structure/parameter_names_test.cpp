// Shipped projects name the same thing alike, so that what one has learned on one system holds for the next.
#include "tests/structure/source_files.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace fs = std::filesystem;
using headroom::structure::contentOf;
using Json = nlohmann::json;
using Names = std::set<std::string>;

namespace {

/// Projects that teach a mechanism are about customers and threads, not about a storage system.
const Names lessons{"first-queue", "first-steps", "open-loop", "idioms"};

struct Shipped
{
    std::string name;
    Json project;
};

std::vector<Shipped> systems()
{
    std::vector<Shipped> all;
    for (const auto& folder : fs::directory_iterator(headroom::structure::root / "projects")) {
        const std::string name = folder.path().filename().string();
        if (const fs::path file = folder.path() / (name + ".headroom"); fs::exists(file) && !lessons.contains(name))
            all.push_back({name, Json::parse(contentOf(file))});
    }
    std::ranges::sort(all, {}, &Shipped::name);
    return all;
}

/// The parameters of the project that a field names, by itself or in an expression. Texts in quotes are none.
Names parametersIn(const Json& field, const Json& project)
{
    static const std::regex quoted("\"[^\"]*\""), word("[A-Za-z_][A-Za-z_0-9]*");
    Names found;
    if (!field.is_string())
        return found;
    const std::string text = std::regex_replace(field.get<std::string>(), quoted, "");
    for (std::sregex_iterator each(text.begin(), text.end(), word); each != std::sregex_iterator(); ++each)
        for (const Json& parameter : project["parameters"])
            if (parameter["name"] == each->str())
                found.insert(each->str());
    return found;
}

/// For a field of the model: the parameters that may stand in it, in all projects. A new one needs a reason why none of
/// these says it.
const std::map<std::string, Names> namesFor{
    {"count of a node group",
     {"NODES", "CLIENT_NODES", "CLIENTS_ON", "PROXIES", "PROXIES_ON",
      "CLIENTS",                                                                 // with a machine for each
      "PRODUCERS", "PRODUCER_NODES", "CONSUMERS", "CONSUMER_NODES", "LAGGING"}}, // clients of two kinds
    {"processor", {"PROCESSOR", "CLIENT_PROCESSOR", "CLIENT_MACHINES"}},
    {"sockets", {"SOCKETS", "CLIENT_SOCKETS", "CLIENT_MACHINES", "CORES"}},
    {"cores", {"CORES", "CLIENT_CORES"}},
    {"memory", {"MEMORY", "CLIENT_MEMORY", "CLIENT_MACHINES"}},
    {"adapter", {"ADAPTER", "CLIENT_ADAPTER", "CLIENT_MACHINES", "INFINIBAND"}},
    {"drives", {"DRIVE", "JOURNAL_SSD", "DB_DRIVE", "WAL_DRIVE", "OS_DEVICE"}},
    {"count of drives", {"DRIVES", "RAID", "JOURNALS", "DB_ON", "DB_DRIVES", "WAL_ON"}},
    {"MTU", {"MTU"}},
    {"switch", {"SWITCH", "CORE_SWITCH"}},
    {"servers of a rack", {"RACK_NODES"}},
    {"rate of a link", {"LINK_RATE", "UPLINK_RATE", "NODES", "OVERSUBSCRIPTION", "ADAPTER"}},
    {"cables of a link", {"CABLES", "UPLINKS"}},
    {"replicas", {"COPIES", "POOL", "K", "M", "NODES"}},
    {"requests of a closed loop",
     {"CLIENTS", "DEPTH",
      "WORKERS",                     // clients times depth, as COSBench counts
      "READERS", "WRITERS", "SLOTS", // of two kinds, and of a scheduler
      "PRODUCERS", "CONSUMERS", "LAGGING", "NODES"}},
};

/// Each field of the project that the table above is about, with the key of its row.
std::vector<std::pair<std::string, Json>> fieldsOf(const Json& project)
{
    std::vector<std::pair<std::string, Json>> fields;
    const auto add = [&fields](const Json& element, const char* key, const char* row) {
        if (element.contains(key))
            fields.emplace_back(row, element[key]);
    };
    for (const Json& group : project["topology"]["groups"]) {
        add(group, "count", "count of a node group");
        add(group, "processor", "processor");
        add(group, "sockets", "sockets");
        add(group, "cores", "cores");
        add(group, "memory", "memory");
        add(group, "nic", "adapter");
        for (const Json& device : group["devices"]) {
            add(device, "component", "drives");
            add(device, "count", "count of drives");
        }
    }
    for (const Json& fabric : project["topology"]["fabrics"]) {
        add(fabric, "nic", "adapter");
        add(fabric, "mtu", "MTU");
        add(fabric, "leaf_switch", "switch");
        add(fabric, "spine_switch", "switch");
        add(fabric, "leaf_nodes", "servers of a rack");
        add(fabric, "uplink_rate", "rate of a link");
        add(fabric, "uplinks", "cables of a link");
        for (const Json& each : fabric["switches"])
            add(each, "component", "switch");
        for (const Json& link : fabric["links"]) {
            add(link, "nic", "adapter");
            add(link, "rate", "rate of a link");
            add(link, "count", "cables of a link");
        }
    }
    for (const Json& selector : project["selectors"])
        add(selector, "replicas", "replicas");
    for (const Json& workload : project["workloads"])
        if (workload["type"] == "closed loop")
            add(workload, "workers", "requests of a closed loop");
    return fields;
}

} // namespace

TEST_CASE("shipped projects name the same thing alike")
{
    const auto projects = systems();
    REQUIRE(projects.size() > 15);
    for (const auto& [name, project] : projects)
        for (const auto& [row, field] : fieldsOf(project))
            for (const std::string& parameter : parametersIn(field, project)) {
                INFO(name << ": " << parameter << " stands for the " << row);
                CHECK(namesFor.at(row).contains(parameter));
            }
}

TEST_CASE("a parameter of many projects is of one kind and unit")
{
    std::map<std::string, std::pair<std::string, std::string>> kinds; // by name: kind, and the first project with it
    std::set<std::string> shared;
    for (const auto& [row, names] : namesFor)
        shared.insert(names.begin(), names.end());
    for (const auto& [name, project] : systems())
        for (const Json& parameter : project["parameters"]) {
            const auto word = parameter["name"].get<std::string>();
            if (!shared.contains(word))
                continue;
            const std::string kind = parameter["type"].get<std::string>() + ' ' +
                                     (parameter["type"] == "quantity" ? parameter.value("unit", "") : "");
            const auto& [first, where] = kinds.try_emplace(word, kind, name).first->second;
            INFO(word << " of " << name << " and of " << where);
            CHECK(kind == first);
        }
}

TEST_CASE("whoever runs a storage system chooses its nodes, processor, drives and clients")
{
    for (const auto& [name, project] : systems()) {
        // Measured on a virtual machine; a comparison of processors; an example of a fabric; a load for the engine.
        if (Names{"swift-measured", "casl", "leaf-spine-700", "mini-object-store"}.contains(name))
            continue;
        Names names;
        for (const Json& parameter : project["parameters"])
            names.insert(parameter["name"]);
        for (const char* wanted : {"NODES", "PROCESSOR", "SOCKETS", "MEMORY", "DRIVE", "MTU"}) {
            INFO(name << " has no " << wanted);
            CHECK(names.contains(wanted));
        }
    }
}
