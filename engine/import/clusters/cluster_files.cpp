#include "import/clusters/cluster_files.h"

#include "import/rings/ring_import.h"

#include <algorithm>
#include <array>

namespace headroom::import {

namespace {

Value firstOf(const Value& tree)
{
    const auto all = tree.isArray() ? tree.elements() : std::vector<Value>{};
    return all.empty() ? Value(nullptr, tree.file(), tree.pointer(), tree.faults()) : all.front();
}

struct Kind
{
    const char* name;
    bool (*is)(const Value& tree);
};

/// By the keys that only this kind has. The first that fits holds.
constexpr std::array kinds = {
    Kind{"report", [](const Value& tree) { return tree["osdmap"].isObject() && tree["osdmap"]["osds"].isThere(); }},
    Kind{"usage", [](const Value& tree) { return firstOf(tree["nodes"])["kb"].isThere() && tree["nodes"].isArray(); }},
    Kind{"tree",
         [](const Value& tree) { return tree["nodes"].isArray() && firstOf(tree["nodes"])["type_id"].isThere(); }},
    Kind{"map", [](const Value& tree) { return tree["osds"].isArray() && tree["pools"].isArray(); }},
    Kind{"metadata",
         [](const Value& tree) { return firstOf(tree)["hostname"].isThere() && firstOf(tree)["osd_data"].isThere(); }},
    Kind{"options",
         [](const Value& tree) {
             return firstOf(tree)["section"].isThere() && firstOf(tree)["name"].isThere() &&
                    firstOf(tree)["value"].isThere();
         }},
    Kind{"rates", [](const Value& tree) { return firstOf(tree)["client_io_rate"].isThere(); }},
    Kind{"pools", [](const Value& tree) { return tree["pools"].isArray() && tree["stats"].isObject(); }},
    Kind{"status", [](const Value& tree) { return tree["pgmap"].isObject() && tree["health"].isThere(); }},
};

} // namespace

std::optional<Value> ClusterFiles::tree(const std::string& kind) const
{
    const auto found = trees.find(kind);
    return found == trees.end() ? std::nullopt : std::optional(found->second.front());
}

std::string clusterTreeKind(const Value& tree)
{
    const auto found = std::ranges::find_if(kinds, [&](const Kind& kind) { return kind.is(tree); });
    return found == kinds.end() ? "" : found->name;
}

std::string clusterTextKind(const std::string& text)
{
    if (isRingFile(text))
        return "ring";
    if (text.find("Starting reconnaissance on") != std::string::npos)
        return "reconnaissance";
    for (const std::string& line : linesOf(text)) {
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string::npos || line[begin] == '#')
            continue;
        if (line.find("PartitionCount:") != std::string::npos ||
            (line.find("Topic:") != std::string::npos && line.find("Replicas:") != std::string::npos))
            return "topics";
        for (const char* key : {"broker.id=", "node.id=", "log.dirs=", "log.dir=", "zookeeper.connect=", "listeners=",
                                "process.roles=", "num.network.threads="})
            if (line.compare(begin, std::string(key).size(), key) == 0)
                return "properties";
    }
    return {};
}

std::string shortName(const std::string& name)
{
    const bool isAddress =
        name.find_first_not_of("0123456789.:") == std::string::npos || name.find(':') != std::string::npos;
    return isAddress ? name : lowered(name.substr(0, name.find('.')));
}

unsigned majorVersion(const std::string& version)
{
    const std::size_t begin = version.find_first_of("0123456789");
    unsigned number = 0;
    constexpr unsigned most = 10000;
    for (std::size_t n = begin; n < version.size() && version[n] >= '0' && version[n] <= '9' && number < most; ++n)
        number = number * 10 + static_cast<unsigned>(version[n] - '0');
    return number;
}

} // namespace headroom::import
