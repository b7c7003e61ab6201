// Takes over the ring of a cluster that exists into a project: its table of partitions on the project's devices.
#pragma once

#include "project/document/document.h"
#include "project/resolve/role_instances.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::import {

/// True if the content of a file may be that of a ring file: it is compressed with gzip.
bool isRingFile(const std::string& content);

/// The parts of a ring file that a project's ring takes over. The sentences are for the user.
struct ImportedRing
{
    std::string table; ///< CSV, as mapping/ring_table.h reads it
    std::uint32_t power = 0;
    double replicas = 0;              ///< 3.25: a quarter of the partitions has a fourth
    std::vector<std::string> facts;   ///< size, zones, balance
    std::vector<std::string> binding; ///< which node of the ring became which of the project
    std::vector<std::string> left;    ///< parts that the project's ring does not contain
};

/// `places` are the nodes of the project that hold the ring's data. The rule of binding: the nodes of the ring by
/// region, zone and address, and the devices of a node by name, each in the order in which people count (10 after 9,
/// sdaa after sdz), become the project's in their order. Throws ImportError, which names every node and device that
/// has no counterpart.
ImportedRing importRing(const std::string& content, const std::vector<project::NodeWithVolume>& places);

/// Lets the selector of the project place its partitions as the table in `file` does. Where a figure of the ring is the
/// value of a parameter, that parameter gets it. The number of answers that a role waits for, where it is a plain
/// number, follows the replicas. Returns a sentence for each value that changed.
std::vector<std::string> useRing(project::Project& project, project::Selector& selector, const ImportedRing& ring,
                                 const std::string& file);

} // namespace headroom::import
