// Reads of files through the page cache of a node: what is missing comes from the devices, with read-ahead.
#pragma once

#include "kernel/calendar.h"
#include "resources/memory/page_cache.h"
#include "resources/memory/read_streams.h"
#include "resources/record_pool.h"
#include "resources/storage/storage_device.h"

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// A page that is on its way is read once: all its readers wait for the same I/O. I/Os have at most 1 MiB and contain
/// only absent pages.
class PageReader
{
public:
    explicit PageReader(PageCache& cache) : cache_(cache) {}
    PageReader(const PageReader&) = delete;
    PageReader& operator=(const PageReader&) = delete;

    /// Devices are numbered from 0 in the order they are added; the caller keeps them alive.
    void addDevice(StorageDevice& device) { devices_.push_back(&device); }

    /// A range of a file with the position of the file's first byte on its device.
    struct Request : ReadRange
    {
        std::uint32_t device = 0;
        std::uint64_t place = 0;
    };
    struct Pages
    {
        std::uint64_t count = 0; ///< the first ones of the range, at least 1
        bool wait = false;       ///< they are not in memory yet
    };
    /// The range must not be empty. If the caller has to wait, `done` is called when the I/O that brings the pages is
    /// complete, never from within this call; then `taken` must be called. The device's answersWithError() is valid
    /// during that call. Afterwards the caller has the pages, even if the cache has no room to keep them.
    Pages read(const Request& request, const kernel::Completion& done);
    /// The caller continues with `count` pages for which it has waited.
    void taken(const Request& request, std::uint64_t count);

    /// Brings a page for a write of a part of it, which belongs to no stream of reads. Returns false if it is in
    /// memory; otherwise `done` is called as for `read`.
    bool bringForWrite(const Request& request, const kernel::Completion& done);

    /// Number of I/Os under way.
    std::uint32_t underWay() const { return underWay_; }

    /// Pages that reads have asked for since the start, and those of them that were in memory.
    struct LookUps
    {
        std::uint64_t pages = 0, hits = 0;
    };
    const LookUps& lookUps() const { return lookUps_; }

private:
    struct Read
    {
        std::uint64_t file = 0;
        std::uint32_t device = 0;
        PageRange pages;
        Chain waiters;
    };
    struct Waiter
    {
        kernel::Completion done;
        std::uint32_t next = Chain::none;
    };

    void await(std::uint32_t read, const kernel::Completion& done);
    void bring(const Request& request, PageRange pages);
    void submit(const Request& request, PageRange pages);
    void passMarks(const Request& request, std::uint64_t pages);
    static void onRead(void* self, std::uint64_t read);
    void finish(std::uint32_t read);

    PageCache& cache_;
    std::vector<StorageDevice*> devices_;
    ReadStreams streams_;
    RecordPool<Read> reads_;
    RecordPool<Waiter> waiters_;
    std::uint32_t underWay_ = 0;
    LookUps lookUps_;
};

} // namespace headroom::resources
