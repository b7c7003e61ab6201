// Selects the parts of the catalogue that may take the place of one, by their data sheets.
#pragma once

#include "project/document/parameter.h"
#include "project/library/components.h"

#include <string>
#include <vector>

namespace headroom::study {

/// A part with its data-sheet speeds over those of the present one. They order candidates; a run computes with more.
struct Replacement
{
    const project::Component* part = nullptr;
    double alone = 1;    ///< speed of one piece of work at a time
    double together = 1; ///< of as many as it can do at once
    double flushed = 1;  ///< of one write that is flushed, for drives
};

/// Drives that may take the place of `present`: better alternatives of the parameter, the nearest better one of its
/// kind, one of each faster medium (disk, SATA SSD, NVMe SSD), and where a flush of the present one takes time, the
/// nearest with power-loss protection. Those of the catalogue hold at least nine tenths as much.
std::vector<Replacement> betterDrives(const project::Component& present, const project::Parameter& parameter,
                                      const project::ComponentLibrary& components);

/// Better alternatives of the parameter, and of the catalogue the nearest by all cores together and the nearest whose
/// single thread is faster.
std::vector<Replacement> betterProcessors(const project::Component& present, const project::Parameter& parameter,
                                          const project::ComponentLibrary& components);

/// Faster adapters of the same technology, as Ethernet: better alternatives of the parameter, and the
/// nearest of the catalogue.
std::vector<Replacement> betterAdapters(const project::Component& present, const project::Parameter& parameter,
                                        const project::ComponentLibrary& components);

/// True if the switch has ports for the adapter: of its technology, and of those that the present adapter is connected
/// to at least as fast as the new one.
bool hasPortsFor(const project::Component& theSwitch, const project::Component& present,
                 const project::Component& adapter);

/// The slowest and cheapest switch with as many ports as the present one, as fast as the adapter; null if there is
/// none.
const project::Component* switchFor(const project::Component& adapter, const project::Component& present,
                                    const project::ComponentLibrary& components);

} // namespace headroom::study
