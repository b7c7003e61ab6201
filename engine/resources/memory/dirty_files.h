// The dirty pages of the files on one device, and the order in which the flusher writes them.
#pragma once

#include "kernel/time.h"
#include "resources/memory/page_range.h"
#include "resources/record_index.h"
#include "resources/storage/dirty_extents.h"

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace headroom::resources {

/// Files with dirty pages, or with pages that are being written. A page overwritten while still dirty counts once.
///
/// The flusher processes files in rounds, as Linux does (b_dirty, b_io, b_more_io in fs/fs-writeback.c): a round
/// contains the files that the last one left unfinished and then every file that is old enough, the longest dirty
/// first. A file that is not finished after its share of a round waits for the next one, so that one large file does
/// not delay the others.
///
/// At most `mostRanges` separate ranges are kept in addition to one for each file. Beyond that, a separate range counts
/// as written directly after the file's last dirty page: the number of bytes stays exact, their position does not.
class DirtyFiles
{
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::size_t mostRanges = std::size_t{1} << 20;

    struct File
    {
        std::uint64_t id = 0;
        std::uint64_t place = 0; ///< position of its first byte on the device
        std::uint64_t dirtyPages = 0;
        std::uint64_t roundPages = 0; ///< pages of it written in this round
        kernel::Time dirtySince = 0;
        // Writes in progress: those begun since the last sync, and those that syncs wait for.
        std::uint32_t writes = 0;
        std::uint32_t writesSinceSync = 0;
        std::uint32_t syncs = 0; ///< number of syncs so far, to distinguish them
        std::uint32_t firstWaiter = none, lastWaiter = none;
        std::uint32_t previous = none, following = none; ///< in its list
        std::uint32_t chain = none;                      ///< in `index_`
        std::uint8_t list = 0;
    };

    /// `memory` should reuse what is released: files come and go.
    explicit DirtyFiles(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) : extents_(memory) {}

    std::uint32_t find(std::uint64_t id) const;
    std::uint32_t findOrAdd(std::uint64_t id, std::uint64_t place);
    File& operator[](std::uint32_t file) { return files_[file]; }

    /// Marks pages dirty, and calls `added(range)` for those of them that were clean before; returns their number.
    template <typename Added>
    std::uint64_t mark(std::uint32_t file, PageRange pages, kernel::Time now, const Added& added)
    {
        const PageRange range = placed(file, pages);
        if (files_[file].dirtyPages == 0)
            added(range);
        else
            forEachGap(file, range, added);
        return markPlaced(file, range, now);
    }
    /// Removes at most `most` pages of the file's first dirty range that ends behind page `from` and returns them. If
    /// no dirty page remains, the file leaves its list. A part of a longer range ends at a multiple of `stripe` pages
    /// on the device, if it reaches one.
    PageRange take(std::uint32_t file, std::uint64_t most, std::uint64_t stripe = 1, std::uint64_t from = 0);
    bool anyDirty(std::uint32_t file, PageRange pages) const;
    /// The next file for the flusher: from the current round or, when that is over, from the next one, which contains
    /// files that are dirty since `before` or earlier.
    std::uint32_t next(kernel::Time before);
    /// Ends the file's share of this round.
    void endTurn(std::uint32_t file);
    /// Removes a file that has no dirty pages, no writes in progress and no waiters.
    void forgetIfDone(std::uint32_t file);

    /// All files, in the order of their places on the device.
    std::vector<std::uint64_t> idsByPlace() const;
    /// True if any file has dirty pages.
    bool anyDirty() const { return !extents_.empty(); }

private:
    enum List : std::uint8_t
    {
        unlisted,
        fresh,
        thisRound,
        nextRound,
        lists
    };
    struct Ends
    {
        std::uint32_t first = none, last = none;
    };
    static std::uint64_t address(std::uint32_t file, std::uint64_t page)
    {
        return (static_cast<std::uint64_t>(file) << pageBits) | page;
    }
    std::uint32_t extentAt(std::uint32_t file, std::uint64_t page) const;
    PageRange placed(std::uint32_t file, PageRange pages) const;
    std::uint64_t markPlaced(std::uint32_t file, PageRange range, kernel::Time now);
    template <typename Added>
    void forEachGap(std::uint32_t file, PageRange range, const Added& added) const
    {
        const std::uint64_t base = address(file, 0), end = base + range.end();
        std::uint64_t at = base + range.first;
        if (const std::uint32_t before = extents_.lastBefore(at + 1); before != DirtyExtents::none)
            at = std::max(at, extents_[before].end);
        while (at < end) {
            const std::uint32_t next = extents_.firstFrom(at);
            const std::uint64_t gapEnd = next == DirtyExtents::none ? end : std::min(end, extents_[next].begin);
            if (gapEnd > at)
                added(PageRange{at - base, gapEnd - at});
            at = next == DirtyExtents::none ? end : extents_[next].end;
        }
    }
    void append(std::uint32_t file, List list);
    void remove(std::uint32_t file);

    RecordPool<File> files_;
    RecordIndex<File> index_;
    DirtyExtents extents_; ///< in pages; each file has its own range of addresses
    Ends ends_[lists];
};

} // namespace headroom::resources
