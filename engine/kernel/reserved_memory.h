// Memory for an array that grows in its place.
#pragma once

#include <cstddef>

namespace headroom::kernel {

/// Addresses for far more than is needed, so that what lies there never moves and is found from its number alone; a
/// page takes memory once something is written to it. The system is asked for large pages (large_pages.h).
class ReservedMemory
{
public:
    /// Where the process may not have so many addresses (ulimit -v) it has half of them, and so on. Throws
    /// std::bad_alloc if not even a large page can be had.
    explicit ReservedMemory(std::size_t bytes);
    ReservedMemory(const ReservedMemory&) = delete;
    ReservedMemory& operator=(const ReservedMemory&) = delete;
    ~ReservedMemory();

    /// Begins at a large page.
    void* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }

private:
    void* mapped_ = nullptr; ///< what the system gave, a large page longer
    void* data_ = nullptr;
    std::size_t bytes_;
};

} // namespace headroom::kernel
