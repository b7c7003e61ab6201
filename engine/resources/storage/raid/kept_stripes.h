// Stripes of a set with parity that stay in memory after a read or write.
#pragma once

#include "resources/storage/tables/block_lru.h"

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// The stripe cache of Linux' md (drivers/md/raid5.c): 256 stripes (NR_STRIPES, stripe_cache_size), each with a page of
/// every member. One that is in no use keeps its pages until another place needs it, the longest unused one first
/// (do_release_stripe() appends to the inactive list, get_free_stripe() takes its first one), so a write soon after
/// another one to the same row reads less. md adds stripes while all are in use, so that writes hardly wait for one. In
/// the model no write waits for one.
///
/// Reads of working sets pass it by (chunk_aligned_read()).
class KeptStripes
{
public:
    static constexpr std::uint32_t mostStripes = 256;
    static constexpr std::uint64_t pageBytes = 4096;

    explicit KeptStripes(std::uint32_t members) : members_(members), table_(mostStripes) {}

    /// A range of every member.
    struct Range
    {
        std::uint64_t offset = 0, bytes = 0;
    };
    /// A write uses the range: others are evicted for it. Sets in `known` the pages that are in memory, by column.
    void use(const Range& range, std::vector<bool>& known);
    /// The write has ended: these are in memory now, and the most recently used.
    void keep(const Range& range, const std::vector<bool>& known);
    void clear() { table_.clear(); }

private:
    static std::uint64_t firstPage(const Range& range) { return range.offset / pageBytes; }
    static std::uint64_t behind(const Range& range) { return (range.offset + range.bytes + pageBytes - 1) / pageBytes; }
    std::uint32_t slotFor(std::uint64_t page);

    std::uint32_t members_;
    BlockLru table_;
    std::vector<std::vector<bool>> pages_; ///< by slot, then by column: whether the page is in memory
};

} // namespace headroom::resources
