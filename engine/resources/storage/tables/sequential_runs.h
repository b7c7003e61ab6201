// Which of a device's I/Os continue an earlier one.
#pragma once

#include "resources/storage/tables/block_lru.h"

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// The last runs of I/Os in which each begins where the one before it ended. A new run takes the place of the one that
/// has gone on least recently. There are 128 of them, as many as Linux' bcache remembers (drivers/md/bcache/bcache.h,
/// RECENT_IO), and as deep as the queues for which data sheets state figures.
class SequentialRuns
{
public:
    SequentialRuns();

    /// Counts an I/O. Returns the bytes of its run up to its end: more than `bytes` if it continues one. An I/O of no
    /// bytes belongs to no run.
    std::uint64_t add(std::uint64_t offset, std::uint64_t bytes);

private:
    static constexpr std::uint32_t runs = 128;

    BlockLru ends_;                      ///< by the offset at which a run ends
    std::vector<std::uint64_t> lengths_; ///< by slot
};

} // namespace headroom::resources
