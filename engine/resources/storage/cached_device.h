// A slow device with a part of a fast one as its cache.
#pragma once

#include "resources/storage/block_lru.h"
#include "resources/storage/composite_device.h"

namespace headroom::resources {

struct CachePolicy
{
    bool writeBack = false;   ///< a write is complete in the cache; else also on the slow device
    std::uint64_t offset = 0; ///< of the cache on the fast device
    std::uint64_t bytes = 0;  ///< size of the cache
    double highWater = 0.5;   ///< share of dirty blocks above which they are written although the device is busy
};

/// Least recently used blocks, in the manner of Linux' block caches.
///
/// - A read takes what is in the cache from there, the rest from the slow device; that is then put into the cache.
/// - A write through goes to both, a write back to the cache alone, unless the block that would have to go is dirty:
///   then it goes to the slow device.
/// - Dirty blocks are written to the slow device, oldest first and one at a time, when no request is there or when
///   there are more than `highWater` of them.
/// - A flush goes to both devices: the cache is persistent.
/// - What the fast device answers with an error is asked of the slow one. Dirty data lost with it are not modelled.
///
/// Memory is bounded: at most 2^18 blocks are told apart, of 64 KiB or, in a larger cache, of the next power of two
/// that does. A block counts as held once any part of it is, while only the part that was read or written is copied.
/// Exact if requests are as large as blocks; else what lies beside a request is found in the cache too early.
class CachedDevice final : public CompositeDevice
{
public:
    /// The devices belong to the caller and outlive this one. Throws std::invalid_argument if the cache is smaller than
    /// a block or does not fit on the fast device.
    CachedDevice(kernel::Calendar& calendar, StorageDevice& fast, StorageDevice& slow, const CachePolicy& policy);

    void submit(const DeviceRequest& request, kernel::Completion done) override;
    void flush(kernel::Completion done) override;
    std::uint64_t capacityBytes() const override { return slow_.capacityBytes(); }
    /// Of the slow device.
    void setSpeedFactor(double factor) override { slow_.setSpeedFactor(factor); }
    void fail() override { slow_.fail(); }
    void restore() override { slow_.restore(); }
    bool failed() const override { return slow_.failed(); }

    std::uint64_t blockBytes() const { return blockBytes_; }
    /// Blocks that reads found and did not find.
    std::uint64_t hits() const { return hits_; }
    std::uint64_t misses() const { return misses_; }
    std::uint32_t dirtyBlocks() const { return table_.dirtyBlocks(); }

private:
    enum class Kind : std::uint8_t
    {
        read,
        write,
        promotion, ///< a copy into the cache that nobody waits for
        destageRead,
        destageWrite
    };

    /// An I/O to one of the two devices.
    struct Part
    {
        DeviceRequest io; ///< as the slow device has it
        std::uint32_t request = none;
        Kind kind = Kind::read;
        bool fast = false;
    };

    void readBlock(std::uint32_t request, std::uint64_t offset, std::uint64_t bytes);
    void writeBlock(std::uint32_t request, std::uint64_t offset, std::uint64_t bytes);
    void startPart(Part part, std::uint32_t slot);
    void partDone(std::uint32_t index);
    void promote(const DeviceRequest& io);
    void destageIfDue();
    void requestPartDone(std::uint32_t request, bool error);
    void flushed(std::uint32_t request, bool error);

    StorageDevice& fast_;
    StorageDevice& slow_;
    CachePolicy policy_;
    std::uint64_t blockBytes_;
    BlockLru table_;
    std::uint64_t hits_ = 0;
    std::uint64_t misses_ = 0;
    bool destaging_ = false;
    RecordPool<Part> parts_;
};

} // namespace headroom::resources
