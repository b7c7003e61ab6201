// Sorts files by their kind. Internal to import/.
#pragma once

#include "import/adopt/adopt.h"
#include "import/clusters/cluster_files.h"
#include "import/hosts/host.h"

#include <list>
#include <string>
#include <vector>

namespace headroom::import {

/// The files of a cluster and of its machines. The trees stay where they are.
struct Intake
{
    std::list<project::Json> trees;
    std::list<std::string> names;
    ClusterFiles cluster;
    std::vector<HostFacts> hosts;
    std::vector<std::string> unknown; ///< files of no kind that is read
    Faults faults;

    void take(const std::vector<GivenFile>& files);
};

} // namespace headroom::import
