// Machines that are alike, as groups. Internal to import/.
#pragma once

#include "import/adopt/parts.h"
#include "import/clusters/cluster.h"
#include "import/hosts/host.h"

#include <string>
#include <vector>

namespace headroom::import {

/// Equal machines. A figure that no file states is 0 or empty.
struct Generation
{
    unsigned nodes = 0;
    std::string processor;
    unsigned sockets = 0;
    double memoryBytes = 0;
    std::string drive; ///< of the data
    unsigned drives = 0;
    std::string helper; ///< drives of metadata or journals
    unsigned helpers = 0;
    std::string adapter;
    unsigned cables = 0;
    double linkBps = 0; ///< bit/s of a cable, where it is less than the adapter's
    unsigned mtu = 0;
    std::string examples; ///< names of some of its machines

    bool isLike(const Generation& other, bool withDrives = true) const;
};

struct Sentences
{
    std::vector<std::string> found, assumed, left;
};

/// The generations of a cluster, the largest first, at most `most`: others are counted to the one that is most like
/// them, and said. `hosts` are the machines' own files.
std::vector<Generation> generationsOf(const std::vector<StorageNode>& nodes, const std::vector<HostFacts>& hosts,
                                      Parts& parts, std::size_t most, Sentences& said);

/// True if the host is one of these nodes.
bool isNode(const HostFacts& host, const std::vector<StorageNode>& nodes);

} // namespace headroom::import
