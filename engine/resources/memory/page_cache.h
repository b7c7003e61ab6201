// The operating system's page cache on a node: which pages of which file are in memory.
#pragma once

#include "resources/memory/page_range.h"
#include "resources/memory/warm_files.h"

#include <cstdint>
#include <memory>

namespace headroom::resources {

/// Pages are kept as extents: ranges of a file that are in the same state. The cache does not model time: PageReader
/// reads missing pages from the devices, WriteBack writes dirty ones, and the caller accounts for memory traffic.
///
/// A page is present, on its way from the device, or absent. A present page can be dirty; it counts once for each
/// write that it still needs, so a page that is written to while it is being written counts twice.
///
/// Extents are evicted in the order of their last use (LRU), each from its front. An extent is used as a whole: one
/// that grows by adjacent pages does so up to `largestGrown`, and one that is longer is cut around the pages used, so
/// the order is exact for ranges of that size and larger ones. Dirty pages and pages on their way stay; extents of such
/// pages met while room is made become the most recently used, as Linux rotates them in reclaim. They may exceed the
/// capacity.
class PageCache
{
public:
    /// In pages: 4 MiB.
    static constexpr std::uint64_t largestGrown = 1024;

    explicit PageCache(std::uint64_t capacityBytes);
    ~PageCache();
    PageCache(const PageCache&) = delete;
    PageCache& operator=(const PageCache&) = delete;

    /// The files in memory at the start, sealed. The cache must be empty, and they must fit. They are evicted in their
    /// order; one that is dropped in part, or read at its end, counts as used later than those that nothing has
    /// touched.
    void startWith(WarmFiles files);

    /// The first pages of a range that are in one state.
    struct Stretch
    {
        enum State : std::uint8_t
        {
            absent,
            onTheWay,
            present
        } state = absent;
        std::uint64_t count = 0;
        std::uint32_t read = 0; ///< onTheWay: the caller's number of the read
    };
    /// `file` is a hash of what identifies the file. The range must not be empty. Present pages become the most
    /// recently used.
    Stretch use(std::uint64_t file, PageRange pages);
    /// Number of pages directly before `page` that are in memory or on their way, at most `most`.
    std::uint64_t countBefore(std::uint64_t file, std::uint64_t page, std::uint64_t most) const;

    /// The range becomes present and the most recently used. Others are evicted as needed; of a range larger than the
    /// available room the last pages remain.
    void insert(std::uint64_t file, PageRange pages);
    /// The absent pages of the range are on their way, by read number `read`.
    void expect(std::uint64_t file, PageRange pages, std::uint32_t read);
    /// The pages of the range that are on their way by this read are present.
    void arrive(std::uint64_t file, PageRange pages, std::uint32_t read);
    /// They will not come: the device has failed.
    void giveUp(std::uint64_t file, PageRange pages, std::uint32_t read);

    /// The range is present and needs one more write.
    void dirty(std::uint64_t file, PageRange pages);
    /// It needs one write less: it was written or discarded.
    void clean(std::uint64_t file, PageRange pages);
    /// posix_fadvise(DONTNEED): clean present pages of the range or of the file are dropped, others stay.
    void drop(std::uint64_t file, PageRange pages);
    void drop(std::uint64_t file);
    /// Drops all clean pages.
    void dropAll();

    /// Memory that software takes for itself (heap, its own caches) is not available for pages: clean ones are evicted,
    /// and the dirty limits, which are shares of the available memory, decrease. Software may hold more than the
    /// capacity; then nothing is available until enough is released.
    void hold(std::uint64_t bytes);
    /// Releases at most what is held.
    void giveBack(std::uint64_t bytes);

    /// Bytes of whole pages, including those on their way.
    std::uint64_t cachedBytes() const;
    /// Each page counts once for each write that it needs.
    std::uint64_t dirtyBytes() const;
    std::uint64_t capacityBytes() const;
    std::uint64_t heldBytes() const;
    /// Capacity minus held bytes: free memory and pages, which Linux counts as available.
    std::uint64_t availableBytes() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headroom::resources
