// A cluster that a ring describes: which devices of which nodes have partitions. Their sizes come from reconnaissance,
// or from the files of the nodes.
#include "import/clusters/cluster_files.h"
#include "import/import.h"
#include "import/rings/ring_file.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

namespace headroom::import {

namespace {

std::string fileName(const std::string& path)
{
    return path.substr(path.find_last_of('/') == std::string::npos ? 0 : path.find_last_of('/') + 1);
}

struct GivenRing
{
    std::string file;
    RingFile ring;
};

std::vector<GivenRing> ringsIn(const ClusterFiles& files, Faults& faults)
{
    std::vector<GivenRing> rings;
    if (const auto given = files.texts.find("ring"); given != files.texts.end())
        for (const ClusterFiles::Text& one : given->second)
            try {
                rings.push_back({one.file, readRingFile(one.text)});
            } catch (const ImportError& error) {
                faults.add(one.file, "", error.what());
            }
    return rings;
}

/// The ring of the objects: by its name, else that with the most devices.
const GivenRing& objectRing(const std::vector<GivenRing>& rings)
{
    for (const GivenRing& one : rings)
        if (fileName(one.file).starts_with("object.ring"))
            return one;
    return *std::ranges::max_element(rings, {}, [](const GivenRing& one) {
        return std::pair(!fileName(one.file).starts_with("container") && !fileName(one.file).starts_with("account"),
                         one.ring.devices.size());
    });
}

/// Bytes of the drives by "address/device", and use of all, as reconnaissance prints them.
struct Reconnaissance
{
    std::map<std::string, double> bytes;
    double used = 0, all = 0;
};

Reconnaissance reconnaissanceIn(const ClusterFiles& files)
{
    Reconnaissance found;
    const auto given = files.texts.find("reconnaissance");
    if (given == files.texts.end())
        return found;
    static const std::regex space(R"(space used: (\d+) of (\d+))");
    static const std::regex host(R"(-> https?://\[?([^/\]]+?)\]?:\d+/recon/diskusage: )");
    static const std::regex entry(R"(\{[^{}]*\})"), device(R"(["']device["']: ["']([^"']+)["'])"),
        size(R"(["']size["']: (\d+))");
    constexpr std::size_t longest = 100'000; // the regular expressions recurse
    for (const ClusterFiles::Text& one : given->second)
        for (const std::string& line : linesOf(one.text)) {
            std::smatch match;
            if (line.size() > longest)
                continue;
            if (std::regex_search(line, match, space)) {
                found.used = sizeIn(match[1].str()).value_or(0);
                found.all = sizeIn(match[2].str()).value_or(0);
            } else if (std::regex_search(line, match, host)) {
                const std::string address = match[1], rest = match.suffix();
                for (std::sregex_iterator at(rest.begin(), rest.end(), entry), end; at != end; ++at) {
                    const std::string text = at->str();
                    std::smatch name, bytes;
                    if (std::regex_search(text, name, device) && std::regex_search(text, bytes, size))
                        found.bytes[address + "/" + name[1].str()] = sizeIn(bytes[1].str()).value_or(0);
                }
            }
        }
    return found;
}

} // namespace

std::optional<ClusterFacts> ringCluster(const ClusterFiles& files, Faults& faults)
{
    const std::vector<GivenRing> rings = ringsIn(files, faults);
    if (rings.empty())
        return {};
    const GivenRing& objects = objectRing(rings);
    ClusterFacts facts;
    facts.system = "ring";
    const Reconnaissance recon = reconnaissanceIn(files);
    const double mean = objects.ring.devices.empty() ? 0 : recon.all / static_cast<double>(objects.ring.devices.size());
    std::map<std::string, StorageNode> nodes;
    for (const RingFile::Device& device : objects.ring.devices) {
        StorageNode& node = nodes[device.address];
        node.name = device.address;
        DriveFacts drive;
        drive.name = device.name;
        const auto known = recon.bytes.find(device.address + "/" + device.name);
        drive.bytes = known == recon.bytes.end() ? mean : known->second;
        node.facts.drives.push_back(std::move(drive));
    }
    for (auto& [address, node] : nodes) {
        node.drives = static_cast<unsigned>(node.facts.drives.size());
        facts.nodes.push_back(std::move(node));
    }
    if (facts.nodes.empty()) {
        faults.add(objects.file, "", "The ring has no devices.");
        return {};
    }
    facts.values["copies"] = objects.ring.replicas;
    facts.values["groups_power"] = objects.ring.power;
    if (recon.all > 0 && recon.used > 0)
        facts.values["filled"] = std::clamp(std::round(recon.used / recon.all * 1000) / 1000, 0.01, 1.0);
    else
        facts.assumed.push_back(
            "How full the drives are is not in the files (the disk usage of reconnaissance has it).");
    if (recon.bytes.empty() && mean > 0)
        facts.assumed.push_back("Reconnaissance states the sum of the capacities only (--verbose has each): all drives "
                                "are taken to have the mean.");
    facts.found.push_back("Ring " + objects.file + ": " + std::to_string(objects.ring.devices.size()) + " devices on " +
                          std::to_string(facts.nodes.size()) + " nodes, " + std::to_string(objects.ring.replicas) +
                          " copies, 2^" + std::to_string(objects.ring.power) + " partitions.");
    for (const GivenRing& other : rings)
        if (other.file != objects.file && fileName(other.file).starts_with("object"))
            facts.left.push_back("The ring " + other.file + ": the project has one storage policy.");
    facts.left.push_back("Which device holds which partition: headroom-engine import " + objects.file +
                         " --into PROJECT --ring objects takes the table over.");
    facts.assumed.push_back("The files have no rates of clients: the load is that of the shipped project.");
    return facts;
}

} // namespace headroom::import
