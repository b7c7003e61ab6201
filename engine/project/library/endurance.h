// Bytes that may be written to a solid-state device before it is worn out.
#pragma once

#include "project/library/components.h"

#include <optional>

namespace headroom::project {

/// Bytes that the host may write to a device in its life: `endurance_written_B`, or drive writes a day
/// (`endurance_dwpd`) × capacity × 365 days × the years for which they hold (`endurance_years`). Nothing if neither is
/// stated. Both are figures of the host's writes under the workload of the data sheet (JEDEC JESD218 and JESD219: of
/// drives for servers mostly small random writes), so that its write amplification is in them.
std::optional<double> enduranceBytes(const Component& component);

} // namespace headroom::project
