// The data rate of the interface of a storage device, a controller or an expander.
#pragma once

#include "project/library/components.h"

#include <optional>
#include <string>

namespace headroom::project {

/// The accepted forms of an interface's name, for findings.
inline constexpr const char* interfaceForms = "Write it as \"SATA 6Gb/s\", \"SAS 12Gb/s\" or \"PCIe 3.0 x4\".";

/// Data rate of a port in bytes per second, from the interface's name as in data sheets: "SATA 6Gb/s" (8b/10b: a tenth
/// of the bits), "SAS 12Gb/s", "PCIe 3.0 x4 NVMe" (128b/130b lanes). 0, which means unlimited, for an empty
/// name; nothing is returned if the name is not understood.
std::optional<double> interfaceRate(const std::string& interface);
/// The rate of a component's figure `interface`; 0, which means unlimited, if it is not stated or not understood.
double interfaceRate(const Component& component);

} // namespace headroom::project
