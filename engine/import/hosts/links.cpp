// The network as ip -j link and ethtool tell it, and memory as /proc/meminfo does.
#include "import/hosts/host_files.h"

#include <algorithm>
#include <optional>

namespace headroom::import {

void readLinks(const Value& tree, HostFacts& host)
{
    for (const Value& link : tree.elements()) {
        for (const Value& address : link["addr_info"].elements())
            host.addresses.push_back(address["local"].text());
        PortFacts port;
        port.name = link["ifname"].text();
        bool isPort =
            link["link_type"].text() == "ether" && !port.name.empty() && !link["linkinfo"]["info_kind"].isThere();
        // Without -d the kind of a virtual device is not stated; its name is what is left.
        for (const char* prefix : {"veth", "br-", "br", "bond", "docker", "virbr", "vxlan", "tap", "tun", "ifb",
                                   "dummy", "cali", "flannel", "cni", "ovs", "team", "vlan", "lxc", "wg"})
            isPort &= !port.name.starts_with(prefix);
        isPort &= port.name.find('.') == std::string::npos && port.name.find('@') == std::string::npos;
        if (!isPort)
            continue;
        port.mtu = static_cast<unsigned>(std::min(link["mtu"].numberOr(0), 65535.0));
        const std::string state = link["operstate"].text();
        port.up = state == "UP" || state == "UNKNOWN";
        host.ports.push_back(std::move(port));
    }
}

namespace {

/// The text behind the colon of a line "  Name: text" of that name; nothing for another line.
std::optional<std::string> fieldOf(const std::string& line, const std::string& name)
{
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos || line.compare(begin, name.size(), name) != 0)
        return {};
    const std::size_t colon = line.find_first_not_of(" \t", begin + name.size());
    if (colon == std::string::npos || line[colon] != ':')
        return {};
    const std::size_t from = line.find_first_not_of(" \t", colon + 1);
    return from == std::string::npos ? std::string() : line.substr(from);
}

const std::string settings = "Settings for ";

void readEthtool(const std::string& text, const std::string&, HostFacts& host, Faults&)
{
    PortFacts* port = nullptr;
    for (const std::string& line : linesOf(text)) {
        if (line.starts_with(settings)) {
            std::string name = line.substr(settings.size());
            if (name.ends_with(':'))
                name.pop_back();
            // A bond repeats the rates of its ports.
            port = name.starts_with("bond") || name.starts_with("team") || name.find('.') != std::string::npos
                       ? nullptr
                       : &host.ports.emplace_back(PortFacts{name, {}, 0, 0, 0, true});
        } else if (port) {
            if (const auto speed = fieldOf(line, "Speed"))
                port->rateBps = sizeIn(*speed).value_or(0); // "Unknown!" without a link
            if (const auto link = fieldOf(line, "Link detected"))
                port->up = link->starts_with("yes");
            if (const auto model = fieldOf(line, "Adapter")) // as collect.sh adds it
                port->model = *model;
        }
    }
}

void readMemory(const std::string& text, const std::string& file, HostFacts& host, Faults& faults)
{
    const std::vector<std::string> lines = linesOf(text);
    for (std::size_t n = 0; n < lines.size(); ++n)
        if (const auto field = fieldOf(lines[n], "MemTotal")) {
            if (const auto bytes = sizeIn(*field))
                host.memoryBytes = *bytes;
            else
                faults.add(file, "line " + std::to_string(n + 1), "MemTotal is no size.");
        }
}

const std::string daemonsHeading = "# daemons";

void readDaemons(const std::string& text, const std::string&, HostFacts& host, Faults&)
{
    for (const std::string& line : linesOf(text))
        if (!line.empty() && !line.starts_with('#'))
            host.daemons.push_back(wordsOf(line).empty() ? line : wordsOf(line).front());
}

constexpr HostTree trees[] = {
    {"lscpu -J", [](const Value& tree) { return tree["lscpu"].isArray(); }, readProcessorList},
    {"lsblk -J", [](const Value& tree) { return tree["blockdevices"].isArray(); }, readBlockDevices},
    {"lshw -json",
     [](const Value& tree) {
         const auto isNode = [](const Value& node) { return node["class"].isThere() && node["id"].isThere(); };
         return isNode(tree) || (tree.isArray() && !tree.elements().empty() && isNode(tree.elements().front()));
     },
     readHardwareTree},
    {"ip -j link",
     [](const Value& tree) {
         return tree.isArray() && !tree.elements().empty() && tree.elements().front()["ifname"].isThere();
     },
     readLinks},
};

const HostText texts[] = {
    {"ethtool", [](const std::string& text) { return text.starts_with(settings); }, readEthtool},
    {"/proc/meminfo", [](const std::string& text) { return text.starts_with("MemTotal:"); }, readMemory},
    {"the list of daemons", [](const std::string& text) { return text.starts_with(daemonsHeading); }, readDaemons},
};

} // namespace

const HostTree* hostTreeOf(const Value& tree)
{
    const auto found = std::ranges::find_if(trees, [&](const HostTree& kind) { return kind.is(tree); });
    return found == std::end(trees) ? nullptr : &*found;
}

const HostText* hostTextOf(const std::string& text)
{
    const auto found = std::ranges::find_if(texts, [&](const HostText& kind) { return kind.is(text); });
    return found == std::end(texts) ? nullptr : &*found;
}

} // namespace headroom::import
