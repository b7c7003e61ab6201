// Content of a device's own write cache at the start of a run.
#pragma once

#include <cstdint>
#include <functional>

namespace headroom::resources {

class DirtyExtents;

/// Writes of one size to random places: a write cache that starts full of them takes new data only as fast as it writes
/// old ones, as it does after a long load of such writes.
struct WrittenBefore
{
    std::uint64_t pieceBytes = 0;
    double share = 1; ///< of the capacity, from its beginning, over which they are scattered
    std::uint64_t seed = 0;
    std::function<void()> each = {}; ///< called for each piece
};

/// Adds pieces on a device of this capacity until no other one fits into `room` bytes; returns the sum of their bytes.
std::uint64_t addPieces(DirtyExtents& dirty, const WrittenBefore& before, std::uint64_t capacity, std::uint64_t room);

} // namespace headroom::resources
