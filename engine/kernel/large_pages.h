// Memory for data that grow to tens of megabytes and are accessed at random: records of requests, events.
#pragma once

#include <cstddef>
#include <memory_resource>

namespace headroom::kernel {

inline constexpr std::size_t largePage = std::size_t{2} << 20; ///< bytes, on x86-64 and usually on ARM

/// Blocks of 2 MiB and more begin at a multiple of 2 MiB, and the system is asked to back them by pages of that size
/// (madvise MADV_HUGEPAGE): otherwise a large model misses the address cache (TLB) with nearly every record it
/// accesses. Smaller blocks are ordinary ones. The resource exists as long as the program.
std::pmr::memory_resource& largePages();

} // namespace headroom::kernel
