#include "resources/storage/written_before.h"

#include "kernel/random.h"
#include "resources/storage/dirty_extents.h"

namespace headroom::resources {

std::uint64_t addPieces(DirtyExtents& dirty, const WrittenBefore& before, std::uint64_t capacity, std::uint64_t room)
{
    const kernel::KeyedRandom random(before.seed);
    const auto places = static_cast<std::uint64_t>(static_cast<double>(capacity / before.pieceBytes) * before.share);
    std::uint64_t added = 0;
    // Pieces may meet the same place; where there are few places, some of the room stays free.
    const std::uint64_t most = 2 * (room / before.pieceBytes);
    for (std::uint64_t piece = 0; places > 0 && piece < most && added + before.pieceBytes <= room; ++piece) {
        const std::uint64_t begin = random.below(places, 0, piece) * before.pieceBytes;
        added += dirty.insert(begin, begin + before.pieceBytes, 0);
        if (before.each)
            before.each();
    }
    return added;
}

} // namespace headroom::resources
