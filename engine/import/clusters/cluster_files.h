// The kinds of files that describe a cluster, and what each kind of cluster makes of them. Internal to import/.
#pragma once

#include "import/clusters/cluster.h"
#include "import/hosts/given.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::import {

/// The files of a cluster by their kinds, in the order in which they were given.
struct ClusterFiles
{
    std::map<std::string, std::vector<Value>> trees;
    struct Text
    {
        std::string file, text;
    };
    std::map<std::string, std::vector<Text>> texts;

    /// The first tree of a kind; one without a value if there is none.
    std::optional<Value> tree(const std::string& kind) const;
};

/// The kind of a tree ("report", "tree", "usage" ...); empty if it is none of them.
std::string clusterTreeKind(const Value& tree);
/// The kind of a text ("topics", "properties", "ring", "reconnaissance"); empty if it is none of them.
std::string clusterTextKind(const std::string& text);

/// The cluster, if the files are of one that has storage daemons with a drive each. `faults` gets what is wrong.
std::optional<ClusterFacts> daemonCluster(const ClusterFiles& files, Faults& faults);
/// The same for a ring with devices on nodes.
std::optional<ClusterFacts> ringCluster(const ClusterFiles& files, Faults& faults);
/// The same for topics with partitions on brokers.
std::optional<ClusterFacts> topicCluster(const ClusterFiles& files, Faults& faults);

/// The name without its domain; addresses stay whole.
std::string shortName(const std::string& name);
/// The number in a text such as "17.2.6 (…)"; 0 if there is none.
unsigned majorVersion(const std::string& version);

} // namespace headroom::import
