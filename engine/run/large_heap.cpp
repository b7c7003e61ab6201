#include "run/large_heap.h"

#include "kernel/large_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace headroom::run {

void useLargePagesForHeap()
{
#if defined(__GLIBC__)
    constexpr int room = 256 << 20, most = 32 << 20;
    mallopt(M_TOP_PAD, room);
    mallopt(M_TRIM_THRESHOLD, 2 * room);
    mallopt(M_MMAP_THRESHOLD, most); // larger blocks are mapped separately
    const auto begin = reinterpret_cast<std::uintptr_t>(sbrk(0));
    void* volatile more = std::malloc(kernel::largePage); // more than the rest of the heap, so the heap grows by `room`
    std::free(more);
    const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
    const std::uintptr_t first = (begin + kernel::largePage - 1) / kernel::largePage * kernel::largePage;
    const std::uintptr_t last = end / kernel::largePage * kernel::largePage;
    if (first < last)
        madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

} // namespace headroom::run
