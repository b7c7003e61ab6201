// A cluster as its own files describe it, whatever its software is. Internal to import/.
#pragma once

#include "import/hosts/host.h"
#include "project/document/json.h"

#include <map>
#include <string>
#include <vector>

namespace headroom::import {

/// A machine that stores data of the cluster.
struct StorageNode
{
    std::string name;
    std::vector<std::string> otherNames; ///< addresses, or the same name with its domain
    /// As the cluster's own files describe it. Its drives are those with data, one for each that is used.
    HostFacts facts;
    /// Drives with metadata or journals of the others.
    std::vector<DriveFacts> helpers;
    unsigned drives = 0; ///< that hold data
};

/// Figures that a project's parameters may take over, by the names that libraries/imports/adopt-*.json uses.
struct ClusterFacts
{
    std::string system;  ///< which of libraries/imports/adopt-*.json: its key "for"
    std::string variant; ///< distinguishes several of them, as kinds of stores; empty: any
    std::string version; ///< "17.2.6"; empty: not stated
    std::vector<StorageNode> nodes;
    std::map<std::string, project::Json> values;
    std::map<std::string, std::string> options; ///< settings of the software by their own names
    std::vector<std::string> found;             ///< what the values rest on
    std::vector<std::string> assumed;
    std::vector<std::string> left; ///< what the files say and a project cannot have
};

} // namespace headroom::import
