// Small clusters for tests: components with round figures, groups and fabrics put together in a line each.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"
#include "project/resolve/resolver.h"
#include "topology/expanded_topology.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace headroom::test {

using project::Json;

/// A 10 Gb/s adapter with 24 µs of the round trip, a switch with 8 × 10 and 2 × 40 Gb/s and 2 µs, and some others.
inline Json components()
{
    const auto component = [](const char* id, const char* kind, Json parameters) {
        return Json{{"id", id},
                    {"kind", kind},
                    {"vendor", "test"},
                    {"model", id},
                    {"source", "test"},
                    {"confidence", "estimated"},
                    {"parameters", parameters}};
    };
    const auto ports = [](std::vector<std::pair<int, double>> list) {
        Json result = Json::array();
        for (const auto& [count, rate] : list)
            result.push_back({{"count", count}, {"rate_bps", rate}});
        return result;
    };
    return Json::array({
        component("cpu", "processor", {{"cores", 8}, {"base_clock_Hz", 2e9}}),
        component("Intel_Xeon_Processor_E5_2695_v3", "processor", // work is stated for it, so it is always there
                  {{"cores", 14}, {"base_clock_Hz", 2.3e9}, {"passmark_single_thread_points", 1739}}),
        component("hdd", "disk", {{"capacity_B", 1e12}, {"rpm", 7200}, {"seq_read_Bps", 1e8}, {"seq_write_Bps", 1e8}}),
        component("ssd", "ssd",
                  {{"capacity_B", 1e11},
                   {"rand_read_4k_iops", 1e5},
                   {"rand_write_4k_iops", 5e4},
                   {"seq_read_Bps", 5e8},
                   {"seq_write_Bps", 4e8}}),
        component("nic10", "nic", {{"link_rate_bps", 10e9}, {"data_rate_bps", 10e9}, {"latency_64B_us", 24}}),
        component("nic25", "nic", {{"link_rate_bps", 25e9}, {"data_rate_bps", 25e9}, {"latency_64B_us", 18}}),
        component("ib", "nic", {{"link_rate_bps", 40e9}, {"data_rate_bps", 32e9}, {"latency_64B_us", 2}}),
        component("tor", "switch", {{"ports", ports({{8, 10e9}, {2, 40e9}})}, {"forwarding_latency_us", 2.0}}),
        component("any", "switch", {{"ports", ports({{400, 100e9}})}, {"forwarding_latency_us", 1.0}}),
        component("spine", "switch", {{"ports", ports({{16, 40e9}})}, {"forwarding_latency_us", 1.0}}),
        component("narrow", "switch",
                  {{"ports", ports({{8, 10e9}})}, {"switching_capacity_bps", 40e9}, {"forwarding_latency_us", 2.0}}),
        component("wide", "switch",
                  {{"ports", ports({{8, 10e9}})}, {"switching_capacity_bps", 160e9}, {"forwarding_latency_us", 2.0}}),
    });
}

inline project::NodeGroup group(const std::string& id, int count)
{
    project::NodeGroup result;
    result.id = id;
    result.fields = {{"count", count}, {"processor", "cpu"}};
    return result;
}

inline project::Switch switchOf(const std::string& id, const std::string& component)
{
    return {.id = id, .name = id, .fields = {{"component", component}}};
}

inline project::Link cable(const std::string& from, const std::string& to, Json fields = Json::object())
{
    return {.id = from + "-" + to, .from = from, .to = to, .fields = std::move(fields)};
}

inline project::Fabric fabric(const std::string& id, std::vector<project::Switch> switches,
                              std::vector<project::Link> links, const std::string& nic = "nic10")
{
    project::Fabric result;
    result.id = id;
    result.fields = {{"nic", nic}};
    result.switches = std::move(switches);
    result.links = std::move(links);
    return result;
}

struct Cluster
{
    project::Project project;
    project::ComponentLibrary library;
    project::Findings findings;

    Cluster(std::vector<project::NodeGroup> groups, std::vector<project::Fabric> fabrics)
    {
        project.name = "test";
        project.topology.groups = std::move(groups);
        project.topology.fabrics = std::move(fabrics);
    }

    topology::ExpandedTopology expand()
    {
        findings.clear();
        library.add(components(), "/components", findings);
        project::Resolver resolver(project, library, findings);
        return topology::ExpandedTopology(project, resolver);
    }

    bool found(const std::string& key) const
    {
        return std::any_of(findings.begin(), findings.end(), [&](const auto& f) { return f.key == key; });
    }
};

inline std::vector<std::string> route(const topology::ExpandedTopology& topology, std::uint32_t from, std::uint32_t to,
                                      std::uint64_t flow = 0)
{
    std::vector<std::uint32_t> links;
    topology.route(from, to, flow, links);
    std::vector<std::string> names;
    for (const std::uint32_t l : links)
        names.push_back(topology.links()[l].name);
    return names;
}

inline double latency(const topology::ExpandedTopology& topology, std::uint32_t from, std::uint32_t to)
{
    std::vector<std::uint32_t> links;
    topology.route(from, to, 0, links);
    double sum = 0;
    for (const std::uint32_t l : links)
        sum += topology.links()[l].latencyS;
    return sum;
}

/// All routes that the flow hash can pick.
inline std::set<std::vector<std::string>> routes(const topology::ExpandedTopology& topology, std::uint32_t from,
                                                 std::uint32_t to)
{
    std::set<std::vector<std::string>> all;
    for (std::uint64_t flow = 0; flow < 500; ++flow)
        all.insert(route(topology, from, to, flow));
    return all;
}

} // namespace headroom::test
