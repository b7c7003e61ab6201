// What the interface of a storage device, a controller or an expander moves.
#pragma once

#include "project/library/components.h"

#include <optional>
#include <string>

namespace headroom::project {

/// How an interface is written, for findings.
inline constexpr const char* interfaceForms = "Write it as \"SATA 6Gb/s\", \"SAS 12Gb/s\" or \"PCIe 3.0 x4\".";

/// What a port moves, bytes per second, from the interface's name as data sheets write it: "SATA 6Gb/s" (8b/10b: a
/// tenth of the bits), "SAS 12Gb/s", "PCIe 3.0 x4 NVMe" (128b/130b lanes). Without a name that of SATA 6 Gb/s, what
/// nearly every drive has; empty if the name is not understood.
std::optional<double> interfaceRate(const std::string& interface);
/// Of a component's figure `interface`; 0, that is no bound, if it is not understood.
double interfaceRate(const Component& component);

} // namespace headroom::project
