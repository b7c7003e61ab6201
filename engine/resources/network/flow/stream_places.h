// Streams in a pool: the place of a stream id, and whether it is still the same stream.
#pragma once

#include "resources/network/flow/network.h"

#include <vector>

namespace headroom::resources {

/// `Record` has for each place: `open`, and `generation`, which distinguishes a closed stream from the one that reuses
/// its place.
template <typename Record>
struct StreamPlaces : std::vector<Record>
{
    static std::uint32_t placeOf(StreamId id) { return static_cast<std::uint32_t>(id & 0xffffffffU) - 1; }

    StreamId idOf(std::uint32_t place) const
    {
        return (static_cast<StreamId>((*this)[place].generation) << 32U) | (place + 1);
    }

    bool isOpen(StreamId id) const
    {
        const std::uint32_t place = placeOf(id);
        return place < this->size() && (*this)[place].open && (*this)[place].generation == id >> 32U;
    }
};

} // namespace headroom::resources
