// The operating system's page cache on a node. Its units are files (volume, key) and pieces of files after a gap.
#pragma once

#include <cstdint>
#include <memory>

namespace headroom::resources {

/// Which bytes of which file are in memory. Exact LRU by file; capacity in bytes. The cache does not model time: the
/// caller accounts for memory traffic and device I/O. WriteBack decides when dirty bytes are written.
///
/// For each file the cache stores an id and how many bytes from its beginning are cached. The caller gives a piece that
/// is read after a gap an id of its own (Storage::rangeIn in behaviour/); here it is treated as another file.
///
/// To make room, the cache evicts clean bytes from the least recently used files; the last of these may keep a part. A
/// completely dirty file met on the way becomes most recently used, as Linux rotates dirty pages met in reclaim. Dirty
/// bytes may exceed the capacity; WriteBack also keeps writers below a dirty limit.
class PageCache
{
public:
    explicit PageCache(std::uint64_t capacityBytes);
    ~PageCache();
    PageCache(const PageCache&) = delete;
    PageCache& operator=(const PageCache&) = delete;

    /// Cached bytes of `file` (a hash of volume, device and key, and of the range if it is after a gap); makes it the
    /// most recently used.
    std::uint64_t lookup(std::uint64_t file);
    /// The same without changing the order of use.
    std::uint64_t cachedOf(std::uint64_t file) const;
    /// After a read or write: the file's cached bytes become at least `bytes`, and it becomes most recently used.
    /// Others are evicted as needed; a file larger than the available room keeps what fits.
    void insert(std::uint64_t file, std::uint64_t bytes);
    /// Marks `bytes` more of the file dirty (dirty bytes are not evicted) and makes it the most recently used. They are
    /// cached too: a file has at least as many cached bytes as dirty ones.
    void dirty(std::uint64_t file, std::uint64_t bytes);
    /// Marks this many of the file's dirty bytes clean: they were written or discarded.
    void clean(std::uint64_t file, std::uint64_t bytes);
    /// posix_fadvise(DONTNEED): clean pages are dropped, dirty ones stay.
    void drop(std::uint64_t file);

    /// Drops all clean pages.
    void dropAll();

    /// Memory that software takes for itself (heap, its own caches) is not available for pages: clean ones are evicted,
    /// and the dirty limits, which are shares of the available memory, decrease. Software may hold more than the
    /// capacity; then nothing is available until enough is released.
    void hold(std::uint64_t bytes);
    /// Releases at most what is held.
    void giveBack(std::uint64_t bytes);

    std::uint64_t cachedBytes() const;
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
