// Files that are in a page cache from the start of a run and that nothing has used yet.
#pragma once

#include "resources/memory/page_range.h"

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// A warm cache may begin with tens of millions of small files, of which a run uses few. Each takes some 16 bytes here,
/// a sixth of what an extent takes, until it is used. A file has the pages from 0 on.
class WarmFiles
{
public:
    /// Adds a file that was used less recently than all files before it. Before `seal` only.
    void add(std::uint64_t file, std::uint64_t pages);
    /// To be called once, when all are added. Of a file that was added twice, the first one stays.
    void seal();

    bool empty() const { return files_.empty(); }
    /// The sum over all files that are left.
    std::uint64_t pages() const { return pages_; }
    /// The pages of a file; none if it is not among these.
    PageRange find(std::uint64_t file) const;
    /// Takes a file out, and returns its pages; none if it is not among these.
    PageRange take(std::uint64_t file);
    /// Removes at most so many pages from the front of the least recently used file; returns their number. There must
    /// be a file.
    std::uint64_t evict(std::uint64_t most);
    void clear() { *this = WarmFiles(); }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t taken = ~std::uint64_t{0}; ///< in the place of a file

    /// Files of the same size that follow each other.
    struct Run
    {
        std::size_t end;
        std::uint64_t pages;
    };
    std::size_t bucketOf(std::uint64_t file) const { return (file * 0x9e3779b97f4a7c15ULL) >> shift_; }
    std::uint32_t indexOf(std::uint64_t file) const;
    std::uint64_t sizeOf(std::size_t index) const;
    PageRange rangeOf(std::size_t index) const;
    void removeLast();

    std::vector<std::uint64_t> files_; ///< in the order of use, the most recent first; the last one is not `taken`
    std::vector<Run> runs_;
    std::vector<std::uint32_t> table_; ///< open addressing: indices into files_; an index behind its end is void
    unsigned shift_ = 63;
    std::uint64_t pages_ = 0;
    std::uint64_t evicted_ = 0; ///< pages at the front of the last file
};

} // namespace headroom::resources
