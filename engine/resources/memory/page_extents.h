// Extents of cached pages: by file and place, and in the order of use.
#pragma once

#include "resources/memory/page_range.h"
#include "resources/record_index.h"
#include "resources/record_pool.h"

#include <cstdint>
#include <map>
#include <memory_resource>

namespace headroom::resources {

/// Disjoint extents of files. Most files have one, which is found with one look into a hash table; the extents of a
/// file that has several are found in a tree.
class PageExtents
{
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint32_t present = ~std::uint32_t{0}; ///< as `read`

    struct Extent
    {
        std::uint32_t file = none;
        std::uint32_t writes = 0;     ///< that each of its pages needs; 0: clean
        std::uint32_t read = present; ///< number of the read that brings it
        std::uint32_t older = none, newer = none;
        std::uint32_t before = none, after = none; ///< neighbours in the file, whether adjacent or not
        std::uint64_t begin = 0, end = 0;

        std::uint64_t pages() const { return end - begin; }
        bool clean() const { return writes == 0 && read == present; }
    };

    PageExtents() : places_(&memory_) {}
    PageExtents(const PageExtents&) = delete;
    PageExtents& operator=(const PageExtents&) = delete;

    Extent& operator[](std::uint32_t extent) { return extents_[extent]; }
    const Extent& operator[](std::uint32_t extent) const { return extents_[extent]; }

    std::uint32_t findFile(std::uint64_t id) const;
    std::uint32_t findOrAddFile(std::uint64_t id);
    std::uint32_t firstOf(std::uint32_t file) const { return files_[file].first; }

    /// The extent of the file that contains the page or, if none does, the next one after it; `none` if there is none.
    std::uint32_t at(std::uint32_t file, std::uint64_t page) const;
    /// The last extent of the file that begins before the page.
    std::uint32_t lastBefore(std::uint32_t file, std::uint64_t page) const;

    /// Adds an extent, the most recently used; `next` is the one after it in the file. The caller sees to it that they
    /// are disjoint.
    std::uint32_t add(std::uint32_t file, PageRange pages, std::uint32_t next);
    /// Adds the only extent of a file, the least recently used.
    void addOldest(std::uint32_t file, PageRange pages);
    /// Removes the extent, and its file if it was the last.
    void remove(std::uint32_t extent);
    void removeFront(std::uint32_t extent, std::uint64_t pages);
    /// Divides the extent at a page inside it; returns the second part, which is evicted after the first.
    std::uint32_t cut(std::uint32_t extent, std::uint64_t page);
    /// Joins the extent with the adjacent ones in the same state, if they have at most `most` pages together; the
    /// result is as recently used as the extent. Returns the result.
    std::uint32_t join(std::uint32_t extent, std::uint64_t most);
    void touch(std::uint32_t extent);

    std::uint32_t oldest() const { return oldest_; }

private:
    struct File
    {
        std::uint64_t id = 0;
        std::uint32_t first = none; ///< lowest extent
        std::uint32_t count = 0;    ///< of extents; if there are several, they are in `places_`
        std::uint32_t chain = none; ///< in `index_`
    };
    static std::uint64_t address(std::uint32_t file, std::uint64_t page)
    {
        return (static_cast<std::uint64_t>(file) << pageBits) | page;
    }
    void link(std::uint32_t extent, std::uint32_t olderOne);
    void unlink(std::uint32_t extent);
    std::uint32_t addRecord(std::uint32_t file, PageRange pages, std::uint32_t next);
    void absorb(std::uint32_t extent, std::uint32_t neighbour);
    void moveBegin(std::uint32_t extent, std::uint64_t begin);
    void takeOut(std::uint32_t extent);
    bool canJoin(std::uint32_t left, std::uint32_t right, std::uint64_t most) const;

    std::pmr::unsynchronized_pool_resource memory_; ///< keeps freed nodes: no allocation once warm
    std::pmr::map<std::uint64_t, std::uint32_t> places_;
    RecordPool<File> files_;
    RecordIndex<File> index_;
    RecordPool<Extent> extents_;
    std::uint32_t newest_ = none, oldest_ = none;
};

} // namespace headroom::resources
