// Pages of files, and where they lie on a device.
#pragma once

#include <algorithm>
#include <cstdint>

namespace headroom::resources {

inline constexpr std::uint64_t pageBytes = 4096;

/// A range of pages of a file, counted from its beginning.
struct PageRange
{
    std::uint64_t first = 0;
    std::uint64_t count = 0;

    std::uint64_t end() const { return first + count; }
    bool operator==(const PageRange&) const = default;
};

/// Files have at most this many pages: 256 TiB.
inline constexpr int pageBits = 36;
inline constexpr std::uint64_t mostPages = std::uint64_t{1} << pageBits;

/// The pages that contain bytes [offset, offset + bytes). A range that would exceed the largest file is moved before
/// its end.
inline PageRange pagesOf(std::uint64_t offset, std::uint64_t bytes)
{
    const std::uint64_t first = offset / pageBytes;
    const std::uint64_t count = std::min(mostPages, (offset + bytes + pageBytes - 1) / pageBytes - first);
    return {std::min(first, mostPages - count), count};
}

/// Returns the start of `bytes` at this place on a device of this capacity: a range that would exceed the end of the
/// device begins at its start instead.
inline std::uint64_t placeOnDevice(std::uint64_t place, std::uint64_t bytes, std::uint64_t capacity)
{
    const std::uint64_t places = (capacity - std::min(bytes, capacity)) / pageBytes + 1;
    return place / pageBytes % places * pageBytes;
}

} // namespace headroom::resources
