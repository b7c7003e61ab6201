// Memory for an array that grows in place.
#pragma once

#include <cstddef>

namespace headroom::kernel {

/// Reserves far more addresses than are needed, so that elements never move and are found from their index alone. A
/// page takes memory once something is written to it. The system is asked for large pages (large_pages.h).
class ReservedMemory
{
public:
    /// If the process may not reserve that many addresses (ulimit -v), it reserves half of them, and so on. Throws
    /// std::bad_alloc if not even one large page is available.
    explicit ReservedMemory(std::size_t bytes);
    ReservedMemory(const ReservedMemory&) = delete;
    ReservedMemory& operator=(const ReservedMemory&) = delete;
    ~ReservedMemory();

    /// The start of the memory, aligned to a large page.
    void* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }

private:
    void* mapped_ = nullptr; ///< address returned by the system, for one large page more than `bytes_`
    void* data_ = nullptr;
    std::size_t bytes_;
};

} // namespace headroom::kernel
