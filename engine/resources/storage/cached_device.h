// A slow device with a part of a fast one as its cache.
#pragma once

#include "resources/storage/composite_device.h"
#include "resources/storage/tables/block_lru.h"
#include "resources/storage/tables/sequential_runs.h"

namespace headroom::resources {

/// The use of the fast device as a cache.
struct CachePolicy
{
    bool writeBack = false;   ///< a write is complete in the cache; otherwise it must be on the slow device too
    std::uint64_t offset = 0; ///< start of the cache on the fast device
    std::uint64_t bytes = 0;  ///< size of the cache
    std::uint64_t sequentialCutoff = std::uint64_t{4} << 20U; ///< bytes of a sequential run from which on it passes the
                                                              ///< cache by; 0: none does
    std::uint64_t warmBytes = 0; ///< of the slow device, from its start: they are in the cache at the start, clean, as
                                 ///< many as fit, evenly of all
    double highWater = 0.5;      ///< share of dirty blocks above which they are written even while the device is busy
};

/// An LRU cache of blocks, similar to Linux' block caches.
///
/// - A read takes cached data from the fast device and the rest from the slow one; the rest is then put into the cache.
/// - A write-through goes to both devices, a write-back only to the cache. If the block to be evicted is dirty, the
///   write goes to the slow device.
/// - An I/O with which a sequential run (see SequentialRuns) reaches `sequentialCutoff` bytes, and those that continue
///   it, pass the cache by, as with Linux' bcache (drivers/md/bcache/request.c, check_should_bypass; 4 MiB by default):
///   a read still takes what is cached, but the rest is not put into the cache; a write goes to the slow device alone
///   and removes clean blocks that it touches, while dirty ones take it as usual.
/// - Dirty blocks are written to the slow device, oldest first and one at a time, when there has been no request for a
///   second, as in dm-cache (drivers/md/dm-cache-target.c, spare_migration_bandwidth()), or more than `highWater` of
///   the blocks are dirty.
/// - A flush goes to both devices: the cache is persistent.
/// - A read that the fast device answers with an error is repeated on the slow one. The loss of dirty data is not
///   modelled.
///
/// Memory is bounded: there are at most 2^18 blocks, of 64 KiB each or, in a larger cache, of the smallest power of two
/// that suffices. A block counts as cached once any part of it is, while only the part that was read or written is
/// copied. This is exact if requests are as large as blocks; otherwise data beside a request are found in the cache too
/// early.
class CachedDevice final : public CompositeDevice
{
public:
    /// The devices belong to the caller and outlive this one. Throws std::invalid_argument if the cache is smaller than
    /// a block or does not fit on the fast device.
    CachedDevice(kernel::Calendar& calendar, StorageDevice& fast, StorageDevice& slow, const CachePolicy& policy);

    void submit(const DeviceRequest& request, kernel::Completion done) override;
    void flush(kernel::Completion done) override;
    std::uint64_t capacityBytes() const override { return slow_.capacityBytes(); }
    std::uint64_t optimalIoBytes() const override { return slow_.optimalIoBytes(); }
    /// Applies to the slow device.
    void setSpeedFactor(double factor) override { slow_.setSpeedFactor(factor); }
    void fail() override { slow_.fail(); }
    void restore() override { slow_.restore(); }
    bool failed() const override { return slow_.failed(); }

    std::uint64_t blockBytes() const { return blockBytes_; }
    /// Number of blocks that reads found in the cache, and that they did not find.
    std::uint64_t hits() const { return hits_; }
    std::uint64_t misses() const { return misses_; }
    std::uint32_t dirtyBlocks() const { return table_.dirtyBlocks(); }

private:
    enum class Kind : std::uint8_t
    {
        read,
        write,
        promotion, ///< a copy into the cache; no request waits for it
        destageRead,
        destageWrite
    };

    /// An I/O to one of the two devices.
    struct Part
    {
        DeviceRequest io; ///< offset and bytes on the slow device
        std::uint32_t request = none;
        Kind kind = Kind::read;
        bool passesBy = false; ///< read: it is not put into the cache
        bool fast = false;
    };

    void warm(std::uint64_t blocks);
    void readBlock(std::uint32_t request, const DeviceRequest& io, bool passesBy);
    void writeBlock(std::uint32_t request, const DeviceRequest& io, bool passesBy);
    std::uint32_t slotForWrite(std::uint64_t block, bool passesBy);
    void startPart(Part part, std::uint32_t slot);
    void partDone(std::uint32_t index);
    void promote(const DeviceRequest& io);
    void destageIfDue();
    bool hasRested();
    void requestPartDone(std::uint32_t request, bool error);
    void flushed(std::uint32_t request, bool error);

    StorageDevice& fast_;
    StorageDevice& slow_;
    CachePolicy policy_;
    std::uint64_t blockBytes_;
    BlockLru table_;
    SequentialRuns runs_;
    std::uint64_t hits_ = 0;
    std::uint64_t misses_ = 0;
    bool destaging_ = false;
    Time lastAnswer_ = 0;
    kernel::EventId rest_ = kernel::noEvent; ///< looks whether it has rested
    RecordPool<Part> parts_;
};

} // namespace headroom::resources
