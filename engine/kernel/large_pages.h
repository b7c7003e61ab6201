// Memory for what grows to tens of megabytes and is touched all over: records of requests, events.
#pragma once

#include <cstddef>
#include <memory_resource>

namespace headroom::kernel {

inline constexpr std::size_t largePage = std::size_t{2} << 20; ///< bytes, on x86-64 and, as a rule, on ARM

/// Blocks of 2 MiB and more begin at a multiple of 2 MiB, and the system is asked to back them by pages of that size
/// (madvise MADV_HUGEPAGE): a large model otherwise misses the address cache with nearly every record it touches.
/// Smaller blocks are ordinary ones. Lives as long as the program.
std::pmr::memory_resource& largePages();

} // namespace headroom::kernel
