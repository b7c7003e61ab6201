// Which pages of which files on one device are dirty, and in what order the flusher comes to them.
#pragma once

#include "kernel/time.h"
#include "resources/storage/dirty_extents.h"

#include <cstdint>
#include <memory_resource>
#include <unordered_map>

namespace headroom::resources {

inline constexpr std::uint64_t pageBytes = 4096;

/// Pages of a file, counted from its beginning.
struct PageRange
{
    std::uint64_t first = 0;
    std::uint64_t count = 0;
};

/// The pages that bytes [offset, offset + bytes) touch.
PageRange pagesOf(std::uint64_t offset, std::uint64_t bytes);

/// Files with dirty pages, or with pages that are being written. A page written over while still dirty counts once.
///
/// The flusher takes files in rounds, as Linux does (b_dirty, b_io, b_more_io in fs/fs-writeback.c): a round is what
/// the last one left unfinished and then every file that is old enough, the longest dirty first; a file that is not
/// done after its share of a round waits for the next one, so that one large file does not hold up the others.
///
/// At most `mostRanges` separate ranges are kept beyond one for each file; after that, what is written apart counts as
/// written behind the file's last dirty page: the number of bytes stays exact, their place does not.
class DirtyFiles
{
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::size_t mostRanges = std::size_t{1} << 20;

    struct File
    {
        std::uint64_t id = 0;
        std::uint64_t place = 0; ///< of its first byte on the device
        std::uint64_t dirtyPages = 0;
        std::uint64_t roundPages = 0; ///< written of it in this round
        kernel::Time dirtySince = 0;
        // Writes under way: those begun since the last sync, and those that syncs wait for.
        std::uint32_t writes = 0;
        std::uint32_t writesSinceSync = 0;
        std::uint32_t syncs = 0; ///< counted, to tell them apart
        std::uint32_t firstWaiter = none, lastWaiter = none;
        std::uint32_t previous = none, following = none; ///< in its list
        std::uint8_t list = 0;
    };

    /// `memory` should keep what is given back: files come and go.
    explicit DirtyFiles(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
        : index_(memory), extents_(memory)
    {
    }

    std::uint32_t find(std::uint64_t id) const;
    std::uint32_t findOrAdd(std::uint64_t id, std::uint64_t place);
    File& operator[](std::uint32_t file) { return files_[file]; }

    /// Marks pages dirty; returns how many were not so before.
    std::uint64_t mark(std::uint32_t file, PageRange pages, kernel::Time now);
    /// Takes out the file's first dirty range, at most so many pages of it. None are left: the file leaves its list.
    PageRange take(std::uint32_t file, std::uint64_t most);
    /// The file that the flusher has to go on with: of the current round or, when that is over, of the next one, which
    /// files enter that are dirty since `before` or earlier.
    std::uint32_t next(kernel::Time before);
    /// The file has had its share of this round.
    void endTurn(std::uint32_t file);
    /// Forgets a file of which nothing is dirty, being written or waited for.
    void forgetIfDone(std::uint32_t file);

    /// Whether any file has dirty pages.
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
    static constexpr int pageBits = 36; ///< of an address: files up to 256 TiB

    static std::uint64_t address(std::uint32_t file, std::uint64_t page)
    {
        return (static_cast<std::uint64_t>(file) << pageBits) | page;
    }
    PageRange placed(std::uint32_t file, PageRange pages) const;
    void append(std::uint32_t file, List list);
    void remove(std::uint32_t file);

    std::pmr::unordered_map<std::uint64_t, std::uint32_t> index_;
    RecordPool<File> files_;
    DirtyExtents extents_; ///< in pages; each file has addresses of its own
    Ends ends_[lists];
};

} // namespace headroom::resources
