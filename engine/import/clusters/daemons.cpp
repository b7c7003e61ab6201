// A cluster of storage daemons with a drive each: what its report, or the parts of it, make of a project.
#include "import/clusters/daemon_list.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom::import {

using project::Json;

namespace {

std::string namesOf(const std::set<std::string>& names)
{
    constexpr std::size_t most = 5;
    std::string text;
    std::size_t n = 0;
    for (const std::string& name : names) {
        if (n == most)
            return text + " and " + std::to_string(names.size() - most) + " more";
        text += (n++ == 0 ? "" : ", ") + name;
    }
    return text;
}

bool isBusier(const Pool& a, const Pool& b)
{
    const double first = a.reads + a.writes, second = b.reads + b.writes;
    if (first != second)
        return first < second;
    if (a.storedBytes != b.storedBytes)
        return a.storedBytes < b.storedBytes;
    return a.groups * a.copies < b.groups * b.copies;
}

/// Shards of an erasure-coded pool, from its profile.
void takeShards(const ClusterFiles& files, const Pool& pool, ClusterFacts& facts)
{
    double data = 0, coding = 0;
    if (const auto map = partOrFile(files, "osdmap", "map")) {
        const Value profile = (*map)["erasure_code_profiles"][pool.profile];
        data = profile["k"].numberOr(0);
        coding = profile["m"].numberOr(0);
    }
    if (data < 1 || coding < 1 || data + coding != pool.copies) {
        data = std::max(1.0, std::round(pool.copies * 2 / 3));
        coding = std::max(1.0, pool.copies - data);
        facts.assumed.push_back("The profile of the erasure-coded pool \"" + pool.name + "\" is not in the files: " +
                                project::formatNumber(data) + " + " + project::formatNumber(coding) +
                                " shards are assumed for its " + project::formatNumber(pool.copies) + ".");
    }
    facts.values["pool_kind"] = "erasure coded";
    facts.values["data_shards"] = static_cast<int>(data);
    facts.values["coding_shards"] = static_cast<int>(coding);
}

/// Load of the pool, in the project's terms.
void takeLoad(const Pool& pool, ClusterFacts& facts)
{
    constexpr double least = 0.5; // a second: less is no load to size for
    if (pool.reads + pool.writes < least) {
        facts.assumed.push_back(
            "The files have no rates of clients (osd pool stats -f json has them): the load is that "
            "of the shipped project.");
        return;
    }
    constexpr double sector = 512, largest = 67108864;
    const auto sizeOf = [&](double bytes, double count) {
        const double size = count > 0 ? std::round(bytes / count / sector) * sector : 4096;
        return Json(std::to_string(static_cast<long long>(std::clamp(size, sector, largest))) + " B");
    };
    const bool writes = pool.writes >= pool.reads;
    facts.values["load"] = "measured";
    facts.values["reads_per_s"] = std::round(pool.reads * 10) / 10;
    facts.values["writes_per_s"] = std::round(pool.writes * 10) / 10;
    facts.values["read_size"] = sizeOf(pool.readBytes, pool.reads);
    facts.values["write_size"] = sizeOf(pool.writeBytes, pool.writes);
    facts.values["io_size"] = facts.values[writes ? "write_size" : "read_size"];
    facts.values["operation"] = pool.reads < least ? "write" : pool.writes < least ? "read" : "mixed";
    facts.values["read_share"] = std::round(pool.reads / (pool.reads + pool.writes) * 1000) / 1000;
    const std::string span = pool.seconds > 0 ? "mean of the " + project::formatNumber(pool.seconds / 86400) +
                                                    " days since the pool began, "
                                                    "which hides the peaks"
                                              : "as it was when the file was made";
    facts.found.push_back("Load: " + project::formatNumber(pool.reads) + " reads and " +
                          project::formatNumber(pool.writes) + " writes a second of pool \"" + pool.name + "\", " +
                          span + ".");
}

/// The pool that is simulated; the model has one.
void takePool(const ClusterFiles& files, std::vector<Pool> pools, ClusterFacts& facts, std::set<std::string>& classes)
{
    std::erase_if(pools, [](const Pool& pool) { return pool.copies < 1; });
    if (pools.empty()) {
        facts.assumed.push_back(
            "The files name no pools (osd dump -f json does): copies and placement groups are those "
            "of the shipped project.");
        return;
    }
    const Pool pool = *std::ranges::max_element(pools, isBusier);
    classes = classesOfRule(files, pool.rule);
    std::set<std::string> others;
    for (const Pool& other : pools)
        if (other.number != pool.number)
            others.insert("\"" + other.name + "\"");
    if (!others.empty())
        facts.left.push_back("The model has one pool, which is the busiest, \"" + pool.name +
                             "\". Not in it: " + namesOf(others) + ".");
    if (pool.erasureCoded) {
        takeShards(files, pool, facts);
    } else {
        facts.values["pool_kind"] = "copies";
        facts.values["copies"] = static_cast<int>(pool.copies);
    }
    constexpr double mostPower = 18;
    if (pool.groups >= 1)
        facts.values["groups_power"] = static_cast<int>(std::clamp(std::round(std::log2(pool.groups)), 0.0, mostPower));
    if (pool.storedBytes > 0)
        facts.values["stored_bytes"] = pool.storedBytes;
    facts.found.push_back(
        "Pool \"" + pool.name + "\": " +
        (pool.erasureCoded
             ? facts.values["data_shards"].dump() + " + " + facts.values["coding_shards"].dump() + " shards"
             : project::formatNumber(pool.copies) + " copies") +
        ", " + project::formatNumber(pool.groups) + " placement groups" +
        (pool.storedBytes > 0 ? ", " + project::formatQuantity(pool.storedBytes, "B") + " stored" : "") + ".");
    takeLoad(pool, facts);
}

std::string classOf(const Daemon& daemon)
{
    if (!daemon.deviceClass.empty())
        return daemon.deviceClass;
    if (daemon.drive.interface == "nvme")
        return "nvme";
    return daemon.drive.rotates ? (*daemon.drive.rotates ? "hdd" : "ssd") : "";
}

/// Leaves the daemons of one class of drives, that of the pool, since the model has one pool.
void keepClass(DaemonHosts& all, std::set<std::string> wanted, ClusterFacts& facts)
{
    std::map<std::string, std::pair<std::size_t, double>> classes; // number, bytes
    for (const auto& [number, daemon] : all.daemons) {
        auto& [count, bytes] = classes[classOf(daemon)];
        ++count;
        bytes += daemon.bytes;
    }
    std::erase_if(wanted, [&](const std::string& name) { return !classes.contains(name); });
    if (classes.size() < 2)
        return;
    if (wanted.empty()) {
        const auto largest = std::ranges::max_element(classes, {}, [](const auto& one) { return one.second.second; });
        wanted = {largest->first};
        facts.assumed.push_back(
            "The pool's rule names no class of drives, or is not in the files: it is taken to lie on "
            "the class with the most capacity, \"" +
            largest->first + "\".");
    }
    for (const auto& [name, sum] : classes)
        if (!wanted.contains(name))
            facts.left.push_back(numbered(sum.first, "daemon") + " of class \"" + name + "\" (" +
                                 project::formatQuantity(sum.second, "B") + "), which the pool does not use.");
    std::erase_if(all.daemons, [&](const auto& one) { return !wanted.contains(classOf(one.second)); });
}

/// A drive may carry several daemons, and then has the sum of their capacities.
void addDaemon(StorageNode& node, const Daemon& daemon)
{
    DriveFacts drive = daemon.drive;
    drive.bytes = daemon.bytes;
    if (!drive.rotates && !daemon.deviceClass.empty())
        drive.rotates = daemon.deviceClass == "hdd";
    if (drive.interface.empty() && daemon.deviceClass == "nvme")
        drive.interface = "nvme";
    const auto same = std::ranges::find_if(
        node.facts.drives, [&](const DriveFacts& other) { return !drive.name.empty() && other.name == drive.name; });
    if (same != node.facts.drives.end())
        same->bytes += drive.bytes;
    else
        node.facts.drives.push_back(drive);
    for (const DriveFacts& helper : daemon.apart)
        if (std::ranges::find(node.helpers, helper.name, &DriveFacts::name) == node.helpers.end()) {
            DriveFacts whole = helper;
            whole.bytes = 0; // that of the share of this daemon, not of the drive
            node.helpers.push_back(whole);
        }
}

void takeDaemons(const DaemonHosts& all, ClusterFacts& facts)
{
    std::map<std::string, StorageNode> nodes;
    std::size_t daemons = 0, apart = 0, journals = 0, drives = 0;
    double bytes = 0, used = 0;
    std::map<std::string, std::size_t> stores;
    std::map<double, std::size_t> units;
    for (const auto& [number, daemon] : all.daemons) {
        StorageNode& node = nodes[shortName(daemon.host)];
        if (node.name.empty()) {
            node.name = daemon.host;
            if (const auto known = all.hosts.find(shortName(daemon.host)); known != all.hosts.end())
                node.facts = known->second;
        }
        addDaemon(node, daemon);
        ++daemons;
        apart += !daemon.apart.empty();
        journals += daemon.journalApart;
        bytes += daemon.bytes;
        used += daemon.usedBytes;
        if (!daemon.store.empty())
            ++stores[daemon.store];
        if (daemon.allocUnit > 0)
            ++units[daemon.allocUnit];
    }
    const auto commonest = [](const auto& counts) {
        return std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; })->first;
    };
    if (!stores.empty())
        facts.variant = commonest(stores);
    if (stores.size() > 1)
        facts.left.push_back("Daemons have different stores; all are taken to have that of the most, " + facts.variant +
                             ".");
    for (auto& [name, node] : nodes) {
        node.drives = static_cast<unsigned>(node.facts.drives.size());
        drives += node.drives;
        facts.nodes.push_back(std::move(node));
    }
    if (drives > 0)
        facts.values["daemons_per_drive"] =
            std::max(1, static_cast<int>(std::round(static_cast<double>(daemons) / static_cast<double>(drives))));
    facts.values["metadata_apart"] = apart * 2 > daemons || journals * 2 > daemons;
    if (apart > 0 && apart < daemons)
        facts.assumed.push_back("The metadata of " + std::to_string(apart) + " of " + std::to_string(daemons) +
                                " daemons lie on drives apart; it is taken for " +
                                (apart * 2 > daemons ? "all." : "none."));
    if (!units.empty())
        facts.values["alloc_unit"] = std::to_string(static_cast<long long>(commonest(units))) + " B";
    if (bytes > 0 && used > 0)
        facts.values["filled"] = std::clamp(std::round(used / bytes * 1000) / 1000, 0.01, 1.0);
    facts.found.push_back(numbered(daemons, "daemon") + " on " + numbered(drives, "drive") + " of " +
                          numbered(facts.nodes.size(), "node") +
                          (bytes > 0 ? ", " + project::formatQuantity(bytes, "B") : "") +
                          (used > 0 ? ", " + project::formatNumber(used / bytes * 100) + " % full" : "") + ".");
}

void takeOptions(const ClusterFiles& files, ClusterFacts& facts)
{
    const auto list = files.tree("options");
    if (!list) {
        facts.assumed.push_back("The files have no settings (config dump -f json): those that no file states are the "
                                "defaults.");
        return;
    }
    // Settings for all, then for the daemons; those for single ones cannot be taken over.
    std::set<std::string> single;
    for (const char* section : {"global", "osd"})
        for (const Value& entry : list->elements())
            if (entry["section"].text() == section && entry["mask"].text().empty())
                facts.options[entry["name"].text()] = entry["value"].text();
    for (const Value& entry : list->elements())
        if (entry["section"].text().starts_with("osd.") || !entry["mask"].text().empty())
            single.insert(entry["name"].text());
    if (!single.empty())
        facts.left.push_back("Settings of single daemons or hosts: " + namesOf(single) + ".");
}

} // namespace

std::optional<ClusterFacts> daemonCluster(const ClusterFiles& files, Faults& faults)
{
    DaemonHosts all = daemonsIn(files, faults);
    if (all.daemons.empty()) {
        for (const char* kind : {"report", "tree", "usage", "map", "metadata"})
            if (const auto tree = files.tree(kind))
                tree->fault("There are no daemons in it.");
        return {};
    }
    ClusterFacts facts;
    facts.system = "daemons";
    facts.version = all.version;
    std::size_t out = 0, homeless = 0;
    for (const auto& [number, daemon] : all.daemons) {
        out += daemon.out;
        homeless += !daemon.out && daemon.host.empty();
    }
    if (homeless > 0) {
        const auto any = files.tree("usage") ? files.tree("usage") : files.tree("map");
        faults.add(any ? any->file() : "The files", "",
                   numbered(homeless, "daemon") +
                       " without a host. Add the output of `osd tree -f json` or `osd metadata "
                       "-f json`.");
        return {};
    }
    if (out > 0)
        facts.left.push_back(numbered(out, "daemon") + (out == 1 ? " that holds" : " that hold") +
                             " no data: out, or destroyed.");
    std::erase_if(all.daemons, [](const auto& one) { return one.second.out; });
    if (all.daemons.empty()) {
        faults.add("The files", "", "All daemons are out of the cluster: nothing is left to simulate.");
        return {};
    }
    std::set<std::string> classes;
    takePool(files, poolsIn(files), facts, classes);
    keepClass(all, classes, facts);
    takeDaemons(all, facts);
    takeOptions(files, facts);
    return facts;
}

} // namespace headroom::import
