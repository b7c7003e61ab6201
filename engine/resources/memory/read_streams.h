// Read-ahead as Linux does it: how far ahead of its readers a file is read.
#pragma once

#include "resources/memory/page_range.h"
#include "resources/record_pool.h"

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <unordered_map>

namespace headroom::resources {

/// One call of read(), or several of the same size one after the other, through the page cache.
struct ReadRange
{
    std::uint64_t file = 0;      ///< its id in the page cache
    PageRange pages;             ///< still to be read
    std::uint64_t callPages = 0; ///< that one call asks for
    std::uint64_t asked = 0;     ///< of the present call, from the first page on
    std::uint64_t ahead = 0;     ///< read_ahead_kb in pages: the largest window; 0: only what is asked for is read
    /// The file ends here; nothing is known: it ends with the range, unless it is read on from there.
    std::uint64_t fileEnd = 0;
    bool endIsKnown = false;
    bool begins = false; ///< nothing of the range has been read yet
};

/// Sizes of windows in pages (get_init_ra_size(), get_next_ra_size() in mm/readahead.c of Linux 5.x).
std::uint64_t firstWindow(std::uint64_t asked, std::uint64_t most);
std::uint64_t nextWindow(std::uint64_t present, std::uint64_t most);

/// The sequential readers of files (struct file_ra_state; ondemand_readahead() in mm/readahead.c). A reader's last
/// window has a marked page; when the reader comes to it, the next window is read without the reader waiting for it.
/// Windows double up to the largest; a call that asks for more is read in windows up to `largestIo`.
///
/// Linux keeps this for each open file. Here a file's readers are told apart by the page at which each of them has
/// stopped; a file has at most `mostOfFile`, and of all of them at most `mostStreams`, the most recent ones, are kept.
class ReadStreams
{
public:
    static constexpr std::uint64_t largestIo = 256; ///< pages: 1 MiB (max_sectors_kb is usually 1280)
    static constexpr std::uint32_t mostOfFile = 4;
    static constexpr std::size_t mostStreams = 4096;

    ReadStreams() : index_(&memory_) {}
    ReadStreams(const ReadStreams&) = delete;
    ReadStreams& operator=(const ReadStreams&) = delete;

    /// The first page of the range is absent: returns the pages to read now. They may lie behind the first page only.
    /// `before`: how many pages directly before it are in memory, counted up to `largestIo`.
    PageRange onMiss(const ReadRange& range, std::uint64_t before);
    /// The reader takes `pages`, the first ones of the range. If it passes the marked page, returns the next window; it
    /// may pass another one, so call again until there is none.
    std::optional<PageRange> onPages(const ReadRange& range, std::uint64_t pages);
    /// Ends the reader's turn: it has read so many pages.
    void stop(const ReadRange& range, std::uint64_t pages);

    std::size_t count() const { return count_; }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct Stream
    {
        std::uint64_t file = 0;
        std::uint64_t next = 0;                   ///< the page after the last one read
        std::uint64_t start = 0, size = 0;        ///< the last window
        std::uint64_t async = 0;                  ///< of its pages, those from the marked one on; 0: none is marked
        bool readOn = false;                      ///< by more than one range
        std::uint32_t following = none;           ///< of the same file, less recently used
        std::uint32_t older = none, newer = none; ///< of all
    };

    std::uint32_t find(const ReadRange& range, std::uint64_t page) const;
    std::uint32_t take(std::uint64_t file);
    void remove(std::uint32_t stream);
    void touch(std::uint32_t stream);
    void link(std::uint32_t stream);
    void unlink(std::uint32_t stream);
    static PageRange clipped(const ReadRange& range, const Stream& stream);

    std::pmr::unsynchronized_pool_resource memory_;
    std::pmr::unordered_map<std::uint64_t, std::uint32_t> index_; ///< by file
    RecordPool<Stream> streams_;
    std::size_t count_ = 0;
    std::uint32_t newest_ = none, oldest_ = none;
};

} // namespace headroom::resources
