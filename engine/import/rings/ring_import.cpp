#include "import/rings/ring_import.h"

#include "csv/csv.h"

#include "import/import.h"
#include "import/rings/ring_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace headroom::import {

namespace {

constexpr std::size_t mostListed = 12; ///< nodes in a list for the user

/// As people count: runs of digits by their value, runs of other letters by their length first (sdz before sdaa).
std::vector<std::pair<std::uint64_t, std::string>> countingOrder(const std::string& text)
{
    std::vector<std::pair<std::uint64_t, std::string>> parts;
    for (std::size_t at = 0; at < text.size();) {
        const auto isDigit = [&](std::size_t i) { return std::isdigit(static_cast<unsigned char>(text[i])) != 0; };
        std::size_t end = at;
        while (end < text.size() && isDigit(end) == isDigit(at))
            ++end;
        std::string run = text.substr(at, end - at);
        if (isDigit(at))
            run.erase(0, std::min(run.find_first_not_of('0'), run.size() - 1)); // zeros in front
        parts.emplace_back(run.size(), run);
        at = end;
    }
    return parts;
}

/// A node of the ring: its devices, as indices, in order.
struct RingNode
{
    std::uint64_t region = 0, zone = 0;
    std::string address;
    std::vector<std::uint32_t> devices;
    std::set<std::uint64_t> zones; ///< of its devices; mostly one
    auto order() const { return std::tuple(region, zone, countingOrder(address)); }
    std::string name() const
    {
        std::string all;
        for (const std::uint64_t each : zones)
            all += (all.empty() ? "" : ", ") + std::to_string(each);
        return address + " (region " + std::to_string(region) + ", zone" + (zones.size() > 1 ? "s " : " ") + all + ")";
    }
};

std::vector<RingNode> nodesOf(const RingFile& ring)
{
    std::vector<RingNode> nodes;
    std::map<std::pair<std::uint64_t, std::string>, std::size_t> known; // an address is a node, also of several zones
    for (std::uint32_t d = 0; d < ring.devices.size(); ++d) {
        const RingFile::Device& device = ring.devices[d];
        const auto [place, fresh] = known.try_emplace({device.region, device.address}, nodes.size());
        if (fresh)
            nodes.push_back({device.region, device.zone, device.address, {}, {}});
        RingNode& node = nodes[place->second];
        node.zone = std::min(node.zone, device.zone);
        node.zones.insert(device.zone);
        node.devices.push_back(d);
    }
    std::sort(nodes.begin(), nodes.end(), [](const RingNode& a, const RingNode& b) { return a.order() < b.order(); });
    for (RingNode& node : nodes)
        std::sort(node.devices.begin(), node.devices.end(), [&](std::uint32_t a, std::uint32_t b) {
            return countingOrder(ring.devices[a].name) < countingOrder(ring.devices[b].name);
        });
    return nodes;
}

std::string counted(std::uint64_t number, const std::string& what)
{
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// The first and the last device by name.
std::string namesOf(const RingFile& ring, const RingNode& node)
{
    const std::string first = ring.devices[node.devices.front()].name, last = ring.devices[node.devices.back()].name;
    return node.devices.size() == 1 ? first : first + " to " + last;
}

std::vector<std::string> shortened(std::vector<std::string> sentences)
{
    if (sentences.size() > mostListed) {
        const std::size_t more = sentences.size() - mostListed;
        sentences.resize(mostListed);
        sentences.push_back("and " + std::to_string(more) + " more");
    }
    return sentences;
}

void checkCounterparts(const RingFile& ring, const std::vector<RingNode>& nodes,
                       const std::vector<project::NodeWithVolume>& places)
{
    std::vector<std::string> faults;
    for (std::size_t n = 0; n < std::max(nodes.size(), places.size()); ++n)
        if (n >= places.size())
            faults.push_back(nodes[n].name() + " has no counterpart in the project");
        else if (n >= nodes.size())
            faults.push_back(places[n].node + " of the project has no counterpart in the ring");
        else if (nodes[n].devices.size() != places[n].devices)
            faults.push_back(nodes[n].name() + " has " + counted(nodes[n].devices.size(), "device") + " (" +
                             namesOf(ring, nodes[n]) + "), its counterpart " + places[n].node + " " +
                             std::to_string(places[n].devices));
    if (faults.empty())
        return;
    std::string text = "The devices of the ring and of the project do not correspond. The ring has " +
                       counted(nodes.size(), "node") + ", the project " + std::to_string(places.size()) + ":";
    for (const std::string& fault : shortened(faults))
        text += "\n  - " + fault;
    throw ImportError(text + "\nLet the node groups of the project have the nodes and devices of the ring.");
}

std::string formatted(const char* form, double value)
{
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, form, value);
    return buffer;
}

/// Reports how far the devices' contents differ from their weights.
void tellBalance(const RingFile& ring, const std::vector<RingNode>& nodes, ImportedRing& imported)
{
    std::vector<std::uint64_t> held(ring.devices.size(), 0);
    for (const std::uint32_t device : ring.placed)
        ++held[device];
    double weight = 0;
    std::set<double> weights;
    for (const RingFile::Device& device : ring.devices) {
        weight += device.weight;
        weights.insert(device.weight);
    }
    const double perWeight = static_cast<double>(ring.placed.size()) / weight;
    double most = 0, least = 0;
    std::uint64_t weightless = 0, heldByThem = 0;
    std::string fullest, emptiest;
    for (const RingNode& node : nodes)
        for (const std::uint32_t d : node.devices) {
            const std::string name = node.address + " " + ring.devices[d].name;
            if (ring.devices[d].weight <= 0) {
                ++weightless;
                heldByThem += held[d];
                continue;
            }
            const double excess = static_cast<double>(held[d]) / (perWeight * ring.devices[d].weight) - 1;
            if (fullest.empty() || excess > most) {
                most = excess;
                fullest = name;
            }
            if (emptiest.empty() || excess < least) {
                least = excess;
                emptiest = name;
            }
        }
    if (weightless > 0)
        imported.facts.push_back(counted(weightless, "device") +
                                 " with the weight 0: " + counted(heldByThem, "replica") + " on them.");
    if (fullest.empty())
        return;
    imported.facts.push_back((weights.size() == 1 ? std::string("All weights are alike.")
                                                  : "Weights are from " + formatted("%g", *weights.begin()) + " to " +
                                                        formatted("%g", *weights.rbegin()) + ".") +
                             " Against them " + fullest + " holds " + formatted("%+.1f", most * 100) + " % and " +
                             emptiest + " " + formatted("%+.1f", least * 100) + " %.");
}

template <typename PlaceOf>
std::uint64_t partitionsTwiceIn(const RingFile& ring, PlaceOf placeOf)
{
    std::uint64_t count = 0;
    for (std::uint64_t partition = 0; partition < ring.partitions(); ++partition) {
        std::set<decltype(placeOf(0u))> places;
        for (std::uint32_t replica = 0; replica < ring.replicasOf(partition); ++replica)
            places.insert(placeOf(ring.placed[replica * ring.partitions() + partition]));
        count += places.size() < ring.replicasOf(partition);
    }
    return count;
}

void tellDispersion(const RingFile& ring, ImportedRing& imported)
{
    const auto zone = [&](std::uint32_t d) { return std::pair(ring.devices[d].region, ring.devices[d].zone); };
    const auto node = [&](std::uint32_t d) { return std::pair(ring.devices[d].region, ring.devices[d].address); };
    const auto told = [&](std::uint64_t count, const char* where) {
        return (count == 0 ? std::string("No partition has") : std::to_string(count) + " partitions have") +
               " two replicas " + where;
    };
    imported.facts.push_back(told(partitionsTwiceIn(ring, zone), "in one zone") + "; " +
                             told(partitionsTwiceIn(ring, node), "on one node") + ".");
}

void tellSize(const RingFile& ring, const std::vector<RingNode>& nodes, ImportedRing& imported)
{
    std::set<std::uint64_t> regions;
    std::set<std::pair<std::uint64_t, std::uint64_t>> zones;
    for (const RingNode& node : nodes) {
        regions.insert(node.region);
        for (const std::uint64_t zone : node.zones)
            zones.insert({node.region, zone});
    }
    const std::string replicas =
        ring.extraReplicas > 0 ? formatted("%g", ring.meanReplicas()) + " replicas" : counted(ring.replicas, "replica");
    imported.facts.push_back("2^" + std::to_string(ring.power) + " partitions, " + replicas + ", " +
                             counted(ring.devices.size(), "device") + " on " + counted(nodes.size(), "node") + " in " +
                             counted(zones.size(), "zone") + " of " + counted(regions.size(), "region") + ".");
    if (ring.extraReplicas > 0)
        imported.facts.push_back(std::to_string(ring.extraReplicas) + " of the partitions have " +
                                 counted(ring.rows(), "replica") + ", the others " + std::to_string(ring.replicas) +
                                 ".");
    if (ring.growing)
        imported.left.push_back("The partitions of the ring are being divided in two; they are as they are now.");
    imported.left.push_back("The order of hand-offs, and which partition the name of an object has: both are the "
                            "model's own.");
}

void writeTable(const RingFile& ring, const std::vector<std::uint32_t>& numberOf, ImportedRing& imported)
{
    csv::Writer text("\n");
    text.text("partition");
    for (std::uint32_t replica = 1; replica <= ring.rows(); ++replica)
        text.text("copy " + std::to_string(replica));
    text.endRow();
    std::set<std::uint32_t> used;
    for (std::uint64_t partition = 0; partition < ring.partitions(); ++partition) {
        text.text(std::to_string(partition));
        used.clear();
        for (std::uint32_t replica = 0; replica < ring.replicasOf(partition); ++replica) {
            const std::uint32_t number = numberOf[ring.placed[replica * ring.partitions() + partition]];
            if (!used.insert(number).second)
                throw ImportError("A device has two replicas of partition " + std::to_string(partition) +
                                  ": the ring has fewer devices than replicas, or was dealt while devices were "
                                  "missing. Deal it again (rebalance).");
            text.text(std::to_string(number));
        }
        if (ring.replicasOf(partition) < ring.rows())
            text.text("");
        text.endRow();
    }
    imported.table = text.written();
}

} // namespace

bool isRingFile(const std::string& content)
{
    return content.starts_with("\x1f\x8b");
}

ImportedRing importRing(const std::string& content, const std::vector<project::NodeWithVolume>& places)
{
    const RingFile ring = readRingFile(content);
    const std::vector<RingNode> nodes = nodesOf(ring);
    checkCounterparts(ring, nodes, places);
    ImportedRing imported;
    imported.power = ring.power;
    imported.replicas = ring.meanReplicas();
    std::vector<std::uint32_t> numberOf(ring.devices.size());
    std::uint32_t next = 0;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        for (const std::uint32_t device : nodes[n].devices)
            numberOf[device] = ++next;
        imported.binding.push_back(nodes[n].name() + ", " + namesOf(ring, nodes[n]) + ": " + places[n].node);
    }
    imported.binding = shortened(std::move(imported.binding));
    writeTable(ring, numberOf, imported);
    tellSize(ring, nodes, imported);
    tellBalance(ring, nodes, imported);
    tellDispersion(ring, imported);
    return imported;
}

namespace {

/// The role parameter whose value many of the replicas of this ring have to answer, as the first join of the diagram
/// says; empty if there is none.
std::string quorumIn(const project::Diagram& diagram, const project::Role& role, const std::string& ring)
{
    for (const project::Block& join : diagram.blocks) {
        if (join.type != "join" || !join.fields.value("k", project::Json()).is_string())
            continue;
        const std::string k = join.fields["k"].get<std::string>();
        if (std::ranges::find(role.parameters, k, &project::RoleParameter::name) == role.parameters.end())
            continue;
        const auto each = std::ranges::find_if(diagram.blocks, [&](const project::Block& block) {
            return project::Json(block.id) == join.fields.value("of", project::Json()) &&
                   block.fields.value("ring", project::Json()) == ring;
        });
        if (each != diagram.blocks.end())
            return k;
    }
    for (const project::Block& group : diagram.blocks)
        for (const project::Diagram& inner : group.inner)
            if (const std::string found = quorumIn(inner, role, ring); !found.empty())
                return found;
    return {};
}

/// The quorums of roles that ask the replicas of the ring follow their number, where they are plain numbers:
/// (replicas + 1) / 2, rounded down, of the most that a partition has (as the object store computes it: quorum_size()
/// of the ring's replica_count, which counts rows that are not full).
void setQuorums(project::Project& project, const project::Selector& selector, double replicas,
                std::vector<std::string>& changes)
{
    const std::uint32_t quorum = (static_cast<std::uint32_t>(std::ceil(replicas)) + 1) / 2;
    for (project::Behaviour& behaviour : project.behaviours) {
        std::string parameter;
        for (const project::Operation& operation : behaviour.role.operations)
            for (const project::Diagram& diagram : operation.diagrams)
                if (parameter.empty())
                    parameter = quorumIn(diagram, behaviour.role, selector.id);
        const auto declared = std::ranges::find(behaviour.role.parameters, parameter, &project::RoleParameter::name);
        if (declared == behaviour.role.parameters.end())
            continue;
        const project::Json present = behaviour.bindings.value(parameter, declared->value);
        if (!present.is_number() || present == quorum)
            continue;
        behaviour.bindings[parameter] = quorum;
        changes.push_back(parameter + " of " + behaviour.role.id + " = " + std::to_string(quorum) + ", before " +
                          present.dump());
    }
}

} // namespace

std::vector<std::string> useRing(project::Project& project, project::Selector& selector, const ImportedRing& ring,
                                 const std::string& file)
{
    std::vector<std::string> changes;
    const auto set = [&](const char* name, const project::Json& value) {
        project::Json& field = selector.fields[name];
        const auto named = std::ranges::find_if(
            project.parameters, [&](const project::Parameter& parameter) { return field == parameter.name; });
        project::Json& place = named == project.parameters.end() ? field : named->value;
        const std::string what = named == project.parameters.end() ? name : named->name;
        if (place != value) {
            changes.push_back(what + " = " + value.dump() +
                              (place.is_null() ? std::string() : ", before " + place.dump()));
            place = value;
            if (named != project.parameters.end() && value.is_number_float() &&
                named->type == project::ParameterType::integer)
                named->type = project::ParameterType::number;
        }
    };
    set("partition_power", ring.power);
    if (ring.replicas == std::floor(ring.replicas))
        set("replicas", static_cast<std::uint32_t>(ring.replicas));
    else
        set("replicas", ring.replicas);
    setQuorums(project, selector, ring.replicas, changes);
    selector.fields["placement"] = "table";
    selector.fields["table"] = file;
    return changes;
}

} // namespace headroom::import
