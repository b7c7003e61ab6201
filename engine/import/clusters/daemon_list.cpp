#include "import/clusters/daemon_list.h"

#include <algorithm>
#include <cmath>

namespace headroom::import {

namespace {

constexpr double mostDaemons = 1e6;
constexpr double tebibyte = kibibyte * gibibyte; ///< unit of weights, unless the operator has set others
constexpr double fixedPoint = 65536;             ///< a report's weights have 16 bits behind the point

/// The number of a daemon; nothing, and a fault, if it has none.
std::optional<int> numberOf(const Value& number)
{
    if (!number.isThere()) {
        number.fault("The number of the daemon is missing.");
        return {};
    }
    const auto value = number.number();
    if (!value || *value > mostDaemons)
        return {};
    return static_cast<int>(*value);
}

/// Buckets of the placement hierarchy, as a list of nodes with children.
void readTree(const Value& nodes, DaemonHosts& all)
{
    std::map<double, std::string> hostOf;
    for (const Value& node : nodes.elements())
        if (node["type"].text() == "host")
            for (const Value& child : node["children"].elements())
                if (child.json()->is_number() && child.json()->get<double>() >= 0)
                    hostOf[child.json()->get<double>()] = node["name"].text();
    for (const Value& node : nodes.elements()) {
        if (node["type"].text() != "osd")
            continue;
        const auto number = numberOf(node["id"]);
        if (!number)
            continue;
        Daemon& daemon = all.daemons[*number];
        if (const auto host = hostOf.find(*number); host != hostOf.end() && daemon.host.empty())
            daemon.host = host->second;
        if (daemon.deviceClass.empty())
            daemon.deviceClass = node["device_class"].text();
        if (daemon.bytes == 0 && node["crush_weight"].isThere())
            daemon.bytes = node["crush_weight"].numberOr(0) * tebibyte;
        if (node["status"].text() == "destroyed" || (node["reweight"].isThere() && node["reweight"].numberOr(1) == 0))
            daemon.out = true;
    }
}

/// The same hierarchy as a report has it: buckets with items, devices apart.
void readBuckets(const Value& hierarchy, DaemonHosts& all)
{
    for (const Value& device : hierarchy["devices"].elements())
        if (const auto number = numberOf(device["id"]); number && device["name"].text().starts_with("osd."))
            all.daemons[*number].deviceClass = device["class"].text();
    for (const Value& bucket : hierarchy["buckets"].elements()) {
        const std::string name = bucket["name"].text();
        if (bucket["type_name"].text() != "host" || name.find('~') != std::string::npos) // shadows of a class
            continue;
        for (const Value& item : bucket["items"].elements()) {
            const Value id = item["id"];
            if (id.isThere() && id.json()->is_number() && id.json()->get<double>() >= 0)
                if (const auto number = numberOf(id); number && all.daemons[*number].host.empty()) {
                    all.daemons[*number].host = name;
                    all.daemons[*number].bytes = item["weight"].numberOr(0) / fixedPoint * tebibyte;
                }
        }
    }
}

void readUsage(const Value& nodes, DaemonHosts& all)
{
    for (const Value& node : nodes.elements()) {
        if (node["type"].text() != "osd" && node["type"].isThere())
            continue;
        const auto number = numberOf(node["id"]);
        if (!number)
            continue;
        Daemon& daemon = all.daemons[*number];
        if (const double bytes = node["kb"].numberOr(0) * kibibyte; bytes > 0)
            daemon.bytes = bytes;
        daemon.usedBytes = node["kb_used"].numberOr(0) * kibibyte;
        if (daemon.deviceClass.empty())
            daemon.deviceClass = node["device_class"].text();
        if (daemon.store.empty() && node["kb_used_omap"].isThere() && node["kb_used_meta"].numberOr(0) > 0)
            daemon.store = "bluestore"; // the older store does not count them
    }
}

void readMap(const Value& daemons, DaemonHosts& all)
{
    for (const Value& entry : daemons.elements())
        if (const auto number = numberOf(entry["osd"])) {
            Daemon& daemon = all.daemons[*number];
            daemon.out |= entry["in"].isThere() && !entry["in"].truth();
        }
}

/// Models by the names of drives: "sda=ATA_ST8000NM000A_ZA1B2C3D,nvme0n1=...". The last part is the serial number.
std::map<std::string, std::string> modelsOf(const std::string& ids)
{
    std::map<std::string, std::string> models;
    std::size_t from = 0;
    while (from < ids.size()) {
        const std::size_t to = std::min(ids.find(',', from), ids.size());
        const std::string one = ids.substr(from, to - from);
        if (const std::size_t sign = one.find('='); sign != std::string::npos) {
            std::string model = one.substr(sign + 1);
            if (const std::size_t serial = model.rfind('_'); serial != std::string::npos)
                model.resize(serial);
            std::ranges::replace(model, '_', ' ');
            models[one.substr(0, sign)] = model.starts_with("ATA ") ? model.substr(4) : model;
        }
        from = to + 1;
    }
    return models;
}

/// The first of "nvme0n1,sda"; a partition's drive.
std::string driveName(const std::string& names)
{
    std::string name = names.substr(0, names.find(','));
    const std::size_t digits = name.find_last_not_of("0123456789");
    if (name.starts_with("nvme")) {
        if (digits != std::string::npos && name[digits] == 'p' && digits > 4)
            name.resize(digits);
    } else if (name.starts_with("sd") && digits != std::string::npos) {
        name.resize(digits + 1);
    }
    return name;
}

/// A drive of a daemon whose keys begin with a prefix, as "bluestore_bdev_".
DriveFacts driveOf(const Value& entry, const std::string& prefix, const std::map<std::string, std::string>& models)
{
    DriveFacts drive;
    drive.name = driveName(entry[prefix + "devices"].text());
    if (drive.name.empty()) {
        const std::string node = entry[prefix + "dev_node"].text();
        drive.name =
            driveName(node.substr(node.find_last_of('/') == std::string::npos ? 0 : node.find_last_of('/') + 1));
        if (drive.name.starts_with("dm-"))
            drive.name.clear(); // a logical volume: which drive it lies on is not said
    }
    const auto model = models.find(drive.name);
    drive.model = model == models.end() ? entry[prefix + "model"].text() : model->second;
    drive.bytes = entry[prefix + "size"].numberOr(0);
    const std::string type = lowered(entry[prefix + "type"].text());
    if (entry[prefix + "rotational"].isThere())
        drive.rotates = entry[prefix + "rotational"].truth();
    else if (!type.empty())
        drive.rotates = type == "hdd";
    if (drive.name.starts_with("nvme") || type == "nvme")
        drive.interface = "nvme";
    return drive;
}

void readHost(const Value& entry, HostFacts& host)
{
    host.name = entry["hostname"].text();
    if (const std::string model = entry["cpu"].text(); !model.empty() && !host.processor)
        host.processor = ProcessorFacts{.model = model};
    if (host.memoryBytes == 0)
        host.memoryBytes = entry["mem_total_kb"].numberOr(0) * kibibyte;
}

std::string versionOf(const Value& entry)
{
    for (const std::string& key : entry.keys())
        if (key.ends_with("_version_short"))
            return entry[key].text();
    for (const std::string& key : entry.keys())
        if (key.ends_with("_version") && !key.starts_with("kernel") && !key.starts_with("distro")) {
            const std::vector<std::string> words = wordsOf(entry[key].text()); // "NAME version 14.2.22 (...) ..."
            for (std::size_t n = 0; n + 1 < words.size(); ++n)
                if (words[n] == "version")
                    return words[n + 1];
        }
    return {};
}

void readMetadata(const Value& list, DaemonHosts& all)
{
    for (const Value& entry : list.elements()) {
        if (!entry["id"].isThere() || !entry["hostname"].isThere())
            continue; // a daemon that never ran has its number alone
        const auto number = numberOf(entry["id"]);
        if (!number)
            continue;
        Daemon& daemon = all.daemons[*number];
        const std::string host = entry["hostname"].text();
        if (daemon.host.empty() || shortName(daemon.host) != shortName(host))
            daemon.host = host; // the hierarchy may call it otherwise; this is where it runs
        readHost(entry, all.hosts[shortName(host)]);
        daemon.store = lowered(entry["osd_objectstore"].text());
        daemon.version = versionOf(entry);
        if (all.version.empty())
            all.version = daemon.version;
        const auto models = modelsOf(entry["device_ids"].text());
        if (daemon.store == "filestore") {
            daemon.drive = driveOf(entry, "backend_filestore_", models);
            if (entry["rotational"].isThere())
                daemon.drive.rotates = entry["rotational"].truth();
            daemon.journalApart = daemon.drive.rotates.value_or(false) && entry["journal_rotational"].isThere() &&
                                  !entry["journal_rotational"].truth();
        } else {
            daemon.drive = driveOf(entry, "bluestore_bdev_", models);
            for (const char* part : {"db", "wal"})
                if (entry[std::string("bluefs_dedicated_") + part].truth())
                    daemon.apart.push_back(driveOf(entry, std::string("bluefs_") + part + "_", models));
        }
        if (daemon.drive.bytes > 0)
            daemon.bytes = daemon.drive.bytes;
        daemon.allocUnit = entry["bluestore_min_alloc_size"].numberOr(0);
        if (daemon.deviceClass.empty())
            daemon.deviceClass = entry["default_device_class"].text();
    }
}

} // namespace

std::optional<Value> partOrFile(const ClusterFiles& files, const char* part, const char* kind)
{
    if (const auto report = files.tree("report"); report && (*report)[part].isThere())
        return (*report)[part];
    return files.tree(kind);
}

DaemonHosts daemonsIn(const ClusterFiles& files, Faults&)
{
    DaemonHosts all;
    if (const auto report = files.tree("report")) {
        readBuckets((*report)["crushmap"], all);
        const std::vector<std::string> words = wordsOf((*report)["version"].text());
        if (!words.empty())
            all.version = words.front();
    }
    if (const auto tree = files.tree("tree"))
        readTree((*tree)["nodes"], all);
    if (const auto usage = files.tree("usage")) {
        readTree((*usage)["nodes"], all); // `osd df tree` has the hosts as well
        readUsage((*usage)["nodes"], all);
    }
    if (const auto map = partOrFile(files, "osdmap", "map"))
        readMap((*map)["osds"], all);
    if (const auto metadata = partOrFile(files, "osd_metadata", "metadata"))
        readMetadata(*metadata, all);
    return all;
}

std::set<std::string> classesOfRule(const ClusterFiles& files, double rule)
{
    std::set<std::string> classes;
    const auto report = files.tree("report");
    if (!report)
        return classes;
    for (const Value& one : (*report)["crushmap"]["rules"].elements())
        if (one["rule_id"].numberOr(-1) == rule)
            for (const Value& step : one["steps"].elements())
                if (step["op"].text() == "take") {
                    const std::string item = step["item_name"].text();
                    if (const std::size_t sign = item.find('~'); sign != std::string::npos)
                        classes.insert(item.substr(sign + 1));
                }
    return classes;
}

} // namespace headroom::import
