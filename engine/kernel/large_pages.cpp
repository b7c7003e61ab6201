#include "kernel/large_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace headroom::kernel {

namespace {

constexpr std::size_t pageBytes = std::size_t{2} << 20; ///< of a large page on x86-64 and, as a rule, on ARM

class LargePages final : public std::pmr::memory_resource
{
    static std::align_val_t alignmentOf(std::size_t bytes, std::size_t alignment)
    {
        return std::align_val_t{bytes >= pageBytes && alignment < pageBytes ? pageBytes : alignment};
    }

    void* do_allocate(std::size_t bytes, std::size_t alignment) override
    {
        void* block = ::operator new(bytes, alignmentOf(bytes, alignment));
        if (bytes >= pageBytes) // only asked for: where there are none, small pages do
            madvise(block, bytes / pageBytes * pageBytes, MADV_HUGEPAGE);
        return block;
    }
    void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override
    {
        ::operator delete(block, alignmentOf(bytes, alignment));
    }
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

} // namespace

std::pmr::memory_resource& largePages()
{
    static LargePages pages;
    return pages;
}

void useLargePagesForHeap()
{
#if defined(__GLIBC__)
    constexpr int room = 256 << 20, most = 32 << 20;
    mallopt(M_TOP_PAD, room);
    mallopt(M_TRIM_THRESHOLD, 2 * room);
    mallopt(M_MMAP_THRESHOLD, most); // blocks from there on are mapped by themselves
    const auto begin = reinterpret_cast<std::uintptr_t>(sbrk(0));
    void* volatile more = std::malloc(pageBytes); // than is left of the heap: it is extended, by the room
    std::free(more);
    const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
    const std::uintptr_t first = (begin + pageBytes - 1) / pageBytes * pageBytes, last = end / pageBytes * pageBytes;
    if (first < last)
        madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

} // namespace headroom::kernel
