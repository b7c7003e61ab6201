#include "resources/storage/cached_device.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

namespace {

constexpr std::uint64_t smallestBlock = 64 * 1024;
constexpr std::uint64_t mostBlocks = std::uint64_t{1} << 18U;
constexpr double restS = 1;

std::uint64_t blockFor(std::uint64_t cacheBytes)
{
    std::uint64_t block = smallestBlock;
    while (cacheBytes / block > mostBlocks)
        block *= 2;
    return block;
}

} // namespace

CachedDevice::CachedDevice(kernel::Calendar& calendar, StorageDevice& fast, StorageDevice& slow,
                           const CachePolicy& policy)
    : CompositeDevice(calendar, "cached device"), fast_(fast), slow_(slow), policy_(policy),
      blockBytes_(blockFor(policy.bytes)), table_(static_cast<std::uint32_t>(policy.bytes / blockBytes_))
{
    if (policy.offset > fast.capacityBytes() || policy.bytes > fast.capacityBytes() - policy.offset)
        throw std::invalid_argument("cache: it does not fit on the fast device");
    warm((std::min(policy.warmBytes, slow.capacityBytes()) + blockBytes_ - 1) / blockBytes_);
}

/// If there are more blocks than slots, it takes blocks at equal distances: every part of the range has the same share
/// in the cache.
void CachedDevice::warm(std::uint64_t blocks)
{
    const std::uint64_t held = std::min<std::uint64_t>(blocks, table_.slots());
    for (std::uint64_t slot = 0; slot < held; ++slot)
        table_.insert(slot * blocks / held);
}

void CachedDevice::submit(const DeviceRequest& io, kernel::Completion done)
{
    const std::uint32_t index = take(io, done);
    if (io.bytes == 0) {
        answerSoon(index);
        return;
    }
    if (fast_.failed())
        table_.clear();
    const bool passesBy = runs_.add(io.offset, io.bytes) >= policy_.sequentialCutoff && policy_.sequentialCutoff > 0;
    const std::uint64_t end = io.offset + io.bytes;
    for (std::uint64_t at = io.offset; at < end;) {
        const std::uint64_t here = std::min(end, (at / blockBytes_ + 1) * blockBytes_) - at;
        if (io.write)
            writeBlock(index, {true, at, here}, passesBy);
        else
            readBlock(index, {false, at, here}, passesBy);
        at += here;
    }
}

void CachedDevice::readBlock(std::uint32_t index, const DeviceRequest& io, bool passesBy)
{
    const std::uint32_t slot = table_.find(io.offset / blockBytes_);
    ++(slot == BlockLru::none ? misses_ : hits_);
    if (slot != BlockLru::none)
        table_.touch(slot);
    ++request(index).pending;
    startPart({.io = io, .request = index, .kind = Kind::read, .passesBy = passesBy}, slot);
}

std::uint32_t CachedDevice::slotForWrite(std::uint64_t block, bool passesBy)
{
    const std::uint32_t slot = table_.find(block);
    if (slot == BlockLru::none)
        return passesBy || fast_.failed() ? BlockLru::none : table_.insert(block);
    if (passesBy && table_.dirtyBytes(slot) == 0) {
        table_.forget(slot);
        return BlockLru::none;
    }
    table_.touch(slot);
    return slot;
}

void CachedDevice::writeBlock(std::uint32_t index, const DeviceRequest& io, bool passesBy)
{
    const std::uint32_t slot = slotForWrite(io.offset / blockBytes_, passesBy);
    const Part part{.io = io, .request = index, .kind = Kind::write};
    if (slot != BlockLru::none) {
        ++request(index).pending;
        startPart(part, slot);
        if (policy_.writeBack)
            table_.addDirty(slot, io.bytes, blockBytes_);
    }
    if (slot == BlockLru::none || !policy_.writeBack) {
        ++request(index).pending;
        startPart(part, BlockLru::none);
    }
}

/// On the fast device if there is a slot, else on the slow one.
void CachedDevice::startPart(Part part, std::uint32_t slot)
{
    part.fast = slot != BlockLru::none;
    const std::uint32_t index = parts_.take(part);
    DeviceRequest io = part.io;
    if (part.fast)
        io.offset = policy_.offset + slot * blockBytes_ + part.io.offset % blockBytes_;
    (part.fast ? fast_ : slow_)
        .submit(io, {[](void* self, std::uint64_t context) {
                         static_cast<CachedDevice*>(self)->partDone(static_cast<std::uint32_t>(context));
                     },
                     this, index});
}

void CachedDevice::partDone(std::uint32_t index)
{
    const Part part = parts_[index];
    parts_.give(index);
    const bool error = (part.fast ? fast_ : slow_).answersWithError();
    switch (part.kind) {
    case Kind::read:
    case Kind::write:
        if (error && part.fast) {
            startPart(part, BlockLru::none);
            return;
        }
        if (part.kind == Kind::read && !part.fast && !error && !part.passesBy)
            promote(part.io);
        requestPartDone(part.request, error);
        return;
    case Kind::promotion:
        return;
    case Kind::destageRead:
        if (!error) {
            startPart({.io = {true, part.io.offset, part.io.bytes}, .kind = Kind::destageWrite}, BlockLru::none);
            return;
        }
        break;
    case Kind::destageWrite:
        break;
    }
    destaging_ = false;
    destageIfDue();
}

void CachedDevice::promote(const DeviceRequest& io)
{
    if (fast_.failed())
        return;
    std::uint32_t slot = table_.find(io.offset / blockBytes_);
    if (slot == BlockLru::none)
        slot = table_.insert(io.offset / blockBytes_);
    if (slot != BlockLru::none)
        startPart({.io = {true, io.offset, io.bytes}, .kind = Kind::promotion}, slot);
}

void CachedDevice::requestPartDone(std::uint32_t index, bool error)
{
    request(index).error = request(index).error || error;
    if (--request(index).pending > 0)
        return;
    lastAnswer_ = calendar_.now();
    answerNow(index);
    destageIfDue();
}

/// If there is no request but was one a short time ago, it looks again when it has rested.
bool CachedDevice::hasRested()
{
    if (meter().present() > 0)
        return false;
    const Time at = kernel::later(lastAnswer_, kernel::fromSeconds(restS));
    if (calendar_.now() >= at)
        return true;
    if (rest_ == kernel::noEvent)
        rest_ = calendar_.scheduleBackground(
            at,
            [](void* self, std::uint64_t) {
                auto* cached = static_cast<CachedDevice*>(self);
                cached->rest_ = kernel::noEvent;
                cached->destageIfDue();
            },
            this);
    return false;
}

void CachedDevice::destageIfDue()
{
    const std::uint32_t slot = table_.oldestDirty();
    const bool pressed = table_.dirtyBlocks() > policy_.highWater * table_.slots();
    if (destaging_ || slot == BlockLru::none || failed() || (!pressed && !hasRested()))
        return;
    destaging_ = true;
    const std::uint64_t bytes = table_.dirtyBytes(slot);
    const std::uint64_t offset = table_.blockIn(slot) * blockBytes_;
    table_.clean(slot); // writes from now on make it dirty again
    startPart({.io = {false, offset, std::min(bytes, capacityBytes() - offset)}, .kind = Kind::destageRead}, slot);
}

void CachedDevice::flush(kernel::Completion done)
{
    const std::uint32_t index = enterFlush(done);
    request(index).pending = 2;
    const auto flushOn = [&](StorageDevice& device, kernel::Handler handler) { device.flush({handler, this, index}); };
    flushOn(fast_, [](void* self, std::uint64_t context) {
        static_cast<CachedDevice*>(self)->flushed(static_cast<std::uint32_t>(context), false);
    });
    flushOn(slow_, [](void* self, std::uint64_t context) {
        auto* cached = static_cast<CachedDevice*>(self);
        cached->flushed(static_cast<std::uint32_t>(context), cached->slow_.answersWithError());
    });
}

void CachedDevice::flushed(std::uint32_t index, bool error)
{
    request(index).error = request(index).error || error;
    if (--request(index).pending == 0)
        answerNow(index);
}

} // namespace headroom::resources
