// Memory for what grows to tens of megabytes and is touched all over: records of requests, events.
#pragma once

#include <memory_resource>

namespace headroom::kernel {

/// Blocks of 2 MiB and more begin at a multiple of 2 MiB, and the system is asked to back them by pages of that size
/// (madvise MADV_HUGEPAGE): a large model otherwise misses the address cache with nearly every record it touches.
/// Smaller blocks are ordinary ones. Lives as long as the program.
std::pmr::memory_resource& largePages();

/// The same for the heap of the C library, as far as it is GNU's: what is allocated from now on in small pieces, the
/// devices of thousands of nodes, lies in the first hundreds of megabytes of it, one behind the other. To be called
/// once, at the beginning of the program. Nothing is taken from the system that is not used.
void useLargePagesForHeap();

} // namespace headroom::kernel
