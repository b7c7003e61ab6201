#include "kernel/reserved_memory.h"

#include "kernel/large_pages.h"

#include <memory>
#include <new>
#include <sys/mman.h>

namespace headroom::kernel {

ReservedMemory::ReservedMemory(std::size_t bytes) : bytes_(bytes)
{
    for (;; bytes_ /= 2) {
        if (bytes_ < largePage)
            throw std::bad_alloc();
        mapped_ = mmap(nullptr, bytes_ + largePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                       -1, 0);
        if (mapped_ != MAP_FAILED)
            break;
    }
    data_ = mapped_;
    std::size_t room = bytes_ + largePage;
    std::align(largePage, bytes_, data_, room);
    madvise(data_, bytes_, MADV_HUGEPAGE); // only a request: without large pages, small ones are used
}

ReservedMemory::~ReservedMemory()
{
    munmap(mapped_, bytes_ + largePage);
}

} // namespace headroom::kernel
