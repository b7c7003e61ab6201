// The operating system's page cache on a node, at the granularity of files (volume, key) and of pieces of them that lie
// behind a gap.
#pragma once

#include <cstdint>
#include <memory>

namespace headroom::resources {

/// Which bytes of which file are in memory. True least-recently-used by file; capacity in bytes. Knows nothing of
/// time: the caller charges memory traffic and device I/O. When dirty bytes are written is WriteBack's part.
///
/// A file is a name and how many bytes are there, from its beginning on. What is read behind a gap the caller gives a
/// name of its own (Storage::rangeIn in behaviour/), and here it is as good as another file.
///
/// Room is made by taking clean bytes from the file that was unused longest; the last one to give may keep a part.
/// Wholly dirty files it meets on the way become most recently used, as Linux rotates dirty pages it meets in reclaim.
/// Dirty bytes may exceed the capacity; keeping writers below a dirty limit is WriteBack's part too.
class PageCache
{
public:
    explicit PageCache(std::uint64_t capacityBytes);
    ~PageCache();
    PageCache(const PageCache&) = delete;
    PageCache& operator=(const PageCache&) = delete;

    /// Bytes of `file` (a hash of volume, device and key, and of the range if it lies behind a gap) that are cached;
    /// touches it as most recently used.
    std::uint64_t lookup(std::uint64_t file);
    /// The same without touching it.
    std::uint64_t cachedOf(std::uint64_t file) const;
    /// After a read or write: the file's cached bytes become at least `bytes` and it most recently used; others are
    /// evicted as needed, and a file larger than the room there is keeps what fits.
    void insert(std::uint64_t file, std::uint64_t bytes);
    /// Marks `bytes` more of the file dirty (dirty bytes are not evicted) and touches it. They are cached too: a file
    /// has at least as many cached bytes as dirty ones.
    void dirty(std::uint64_t file, std::uint64_t bytes);
    /// So many of the file's dirty bytes have been written, or thrown away: they are clean.
    void clean(std::uint64_t file, std::uint64_t bytes);
    /// posix_fadvise(DONTNEED): clean pages leave, dirty ones stay.
    void drop(std::uint64_t file);

    /// All clean pages leave.
    void dropAll();

    /// Memory that software takes for itself (heap, its own caches) is not there for pages: clean ones are evicted, and
    /// the dirty limits, which are shares of what is available, sink. More may be held than there is; then nothing is
    /// available until enough is given back.
    void hold(std::uint64_t bytes);
    /// At most what is held.
    void giveBack(std::uint64_t bytes);

    std::uint64_t cachedBytes() const;
    std::uint64_t dirtyBytes() const;
    std::uint64_t capacityBytes() const;
    std::uint64_t heldBytes() const;
    /// Capacity less what is held: free memory and pages, what Linux counts as available.
    std::uint64_t availableBytes() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headroom::resources
