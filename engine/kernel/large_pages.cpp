#include "kernel/large_pages.h"

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace headroom::kernel {

namespace {

class LargePages final : public std::pmr::memory_resource
{
    static std::align_val_t alignmentOf(std::size_t bytes, std::size_t alignment)
    {
        return std::align_val_t{bytes >= largePage && alignment < largePage ? largePage : alignment};
    }

    void* do_allocate(std::size_t bytes, std::size_t alignment) override
    {
        void* block = ::operator new(bytes, alignmentOf(bytes, alignment));
        if (bytes >= largePage) // only a request: without large pages, small ones are used
            madvise(block, bytes / largePage * largePage, MADV_HUGEPAGE);
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

} // namespace headroom::kernel
