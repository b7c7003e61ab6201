// Large pages for the heap of a large model.
#pragma once

namespace headroom::run {

/// Asks the system to back the heap of the C library, if it is GNU's, by large pages (see kernel/large_pages.h). Small
/// pieces allocated after this call, such as the devices of thousands of nodes, are placed one after another in the
/// first hundreds of megabytes of it. Call it once, at the start of the program. Unused memory is not taken from the
/// system.
void useLargePagesForHeap();

} // namespace headroom::run
