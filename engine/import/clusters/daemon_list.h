// The storage daemons of a cluster, each with its drive, gathered from several files. Internal to import/.
#pragma once

#include "import/clusters/cluster_files.h"
#include "import/hosts/given.h"
#include "import/hosts/host.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom::import {

struct Daemon
{
    std::string host;
    std::string deviceClass; ///< "hdd", "ssd", "nvme" or a name of the operator's
    double bytes = 0;
    double usedBytes = 0;
    bool out = false;              ///< it holds no data: taken out, destroyed or down for good
    std::string store;             ///< "bluestore", "filestore"; empty: not stated
    DriveFacts drive;              ///< of its data; the name is that on its host
    std::vector<DriveFacts> apart; ///< of its metadata, log or journal, where they are not on `drive`
    bool journalApart = false;
    double allocUnit = 0; ///< bytes; 0: not stated
    std::string version;
};

/// The daemons, and their hosts as the daemons describe them.
struct DaemonHosts
{
    std::map<int, Daemon> daemons; ///< by number
    std::map<std::string, HostFacts> hosts;
    std::string version;
};

/// From a report, or its parts as separate files.
DaemonHosts daemonsIn(const ClusterFiles& files, Faults& faults);

/// The classes of drives that a placement rule takes; empty: any. `rule` is its number.
std::set<std::string> classesOfRule(const ClusterFiles& files, double rule);

/// A pool with what it stores and how it is used.
struct Pool
{
    double number = 0, rule = -1;
    std::string name, profile;
    bool erasureCoded = false;
    double copies = 0, groups = 0, storedBytes = 0;
    double reads = 0, writes = 0;         ///< a second
    double readBytes = 0, writeBytes = 0; ///< a second
    double seconds = 0;                   ///< over which these are means; 0: as the cluster says at that moment
};

/// `files` may hold the list of pools, their content and their rates.
std::vector<Pool> poolsIn(const ClusterFiles& files);

/// The tree of a report's part, which may also be a file of its own.
std::optional<Value> partOrFile(const ClusterFiles& files, const char* part, const char* kind);

} // namespace headroom::import
