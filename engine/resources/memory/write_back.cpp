#include "resources/memory/write_back.h"

#include <algorithm>
#include <limits>

namespace headroom::resources {

namespace {

/// The share of a file in a round: what the device writes in half a second, in steps of 4 MiB and at least one of them
/// (writeback_chunk_size() in fs/fs-writeback.c, MIN_WRITEBACK_PAGES).
constexpr std::uint64_t leastTurnPages = 1024;
constexpr double turnS = 0.5;
/// The flusher keeps the larger depth for so long after a writer has waited (wb_recent_wait() in block/blk-wbt.c).
constexpr double recentlyS = 1;

} // namespace

WriteBack::WriteBack(kernel::Calendar& calendar, PageCache& cache, const WriteBackSettings& settings)
    : calendar_(calendar), cache_(cache), settings_(settings)
{
}

std::uint32_t WriteBack::addDevice(StorageDevice& device)
{
    devices_.emplace_back(device, calendar_.records());
    return static_cast<std::uint32_t>(devices_.size() - 1);
}

void WriteBack::write(const File& file, std::uint64_t offset, std::uint64_t bytes)
{
    if (bytes == 0)
        return;
    Device& device = devices_[file.device];
    const std::uint32_t number = device.files.findOrAdd(file.id, file.place);
    const std::uint64_t added = pageBytes * device.files.mark(number, pagesOf(offset, bytes), calendar_.now(),
                                                              [&](PageRange range) { cache_.dirty(file.id, range); });
    if (added == 0)
        cache_.use(file.id, pagesOf(offset, bytes));
    dirty_ += added;
    device.unwritten += added;
    totals_.dirtied += added;
    armTimer(file.device);
    if (static_cast<double>(dirty_) > limits().background && !device.background) {
        device.background = true;
        pump(file.device);
    }
}

void WriteBack::armTimer(std::uint32_t number)
{
    Device& device = devices_[number];
    const kernel::Time interval = kernel::fromSeconds(settings_.intervalS);
    if (device.timer == kernel::noEvent && interval > 0 && device.files.anyDirty())
        device.timer =
            calendar_.scheduleBackground(kernel::later(calendar_.now(), interval), &WriteBack::onTimer, this, number);
}

void WriteBack::onTimer(void* self, std::uint64_t number)
{
    WriteBack& w = *static_cast<WriteBack*>(self);
    const auto device = static_cast<std::uint32_t>(number);
    Device& d = w.devices_[device];
    d.timer = kernel::noEvent;
    if (!d.files.anyDirty())
        return;
    const kernel::Time expiry = kernel::fromSeconds(w.settings_.expireS);
    if (w.calendar_.now() >= expiry) {
        d.periodic = true;
        d.before = w.calendar_.now() - expiry;
    }
    d.background = d.background || static_cast<double>(w.dirty_) > w.limits().background;
    w.pump(device);
    w.armTimer(device);
}

std::uint32_t WriteBack::depth(const Device& device) const
{
    const bool recently = device.everHeld && calendar_.now() - device.lastHeld < kernel::fromSeconds(recentlyS);
    return device.held > 0 || recently ? waitedForDepth : backgroundDepth;
}

std::uint64_t WriteBack::turnPages(const Device& device) const
{
    const auto pages = static_cast<std::uint64_t>(turnS * device.rate.bytesPerSecond()) / pageBytes;
    return (pages + leastTurnPages) / leastTurnPages * leastTurnPages;
}

bool WriteBack::hasWork(Device& device) const
{
    device.background = device.background && static_cast<double>(dirty_) > limits().background;
    return device.background || device.periodic;
}

void WriteBack::pump(std::uint32_t number)
{
    Device& device = devices_[number];
    while (device.flushing < depth(device) && hasWork(device)) {
        const std::uint32_t file = device.files.next(device.background ? calendar_.now() : device.before);
        if (file == DirtyFiles::none) {
            device.background = device.periodic = false;
            return;
        }
        issue(number, file, Issuer::flusher);
        if (device.files[file].dirtyPages > 0 && device.files[file].roundPages >= turnPages(device))
            device.files.endTurn(file);
    }
}

/// Writes on what syncAll has to write.
void WriteBack::pumpPending(std::uint32_t number)
{
    Device& device = devices_[number];
    while (device.syncing < waitedForDepth && !device.pending.empty()) {
        const Pending next = device.pending.front();
        const std::uint32_t file = device.files.find(next.file);
        if (file != DirtyFiles::none && device.files[file].dirtyPages > 0) {
            issue(number, file, Issuer::syncAll);
            if (device.files[file].dirtyPages > 0)
                continue;
        }
        device.pending.pop_front();
        if (file != DirtyFiles::none)
            await(device, file, next.done);
        else
            next.done(); // it was written or deleted meanwhile
    }
}

/// The first dirty pages of the file that end behind page `from`.
void WriteBack::issue(std::uint32_t number, std::uint32_t file, Issuer issuer, std::uint64_t from)
{
    Device& device = devices_[number];
    const std::uint64_t stripe = std::max<std::uint64_t>(1, device.storage->fullStripeBytes() / pageBytes);
    const PageRange pages = device.files.take(file, std::max(largestWrite / pageBytes, stripe), stripe, from);
    DirtyFiles::File& f = device.files[file];
    const std::uint64_t bytes = pages.count * pageBytes;
    dirty_ -= bytes;
    writing_ += bytes;
    ++f.writes;
    ++f.writesSinceSync;
    device.rate.begin(now(), device.writes == 0);
    ++device.writes;
    device.flushing += issuer == Issuer::flusher;
    device.syncing += issuer == Issuer::syncAll;
    const std::uint32_t write = writes_.take({number, file, pages, f.syncs, issuer});
    device.storage->submit(
        {true, placeOnDevice(f.place + pages.first * pageBytes, bytes, device.storage->capacityBytes()), bytes},
        {&WriteBack::onWritten, this, write});
}

void WriteBack::onWritten(void* self, std::uint64_t write)
{
    static_cast<WriteBack*>(self)->finishWrite(static_cast<std::uint32_t>(write));
}

void WriteBack::finishWrite(std::uint32_t number)
{
    const Write write = writes_[number];
    writes_.give(number);
    Device& device = devices_[write.device];
    DirtyFiles::File& file = device.files[write.file];
    const std::uint64_t bytes = write.pages.count * pageBytes;
    cache_.clean(file.id, write.pages);
    writing_ -= bytes;
    device.unwritten -= bytes;
    (device.storage->answersWithError() ? totals_.dropped : totals_.written) += bytes;
    device.rate.finish(now(), bytes);
    device.recent.add(now(), bytes);
    recent_.add(now(), bytes);
    --device.writes;
    device.flushing -= write.issuer == Issuer::flusher;
    device.syncing -= write.issuer == Issuer::syncAll;
    --file.writes;
    if (write.syncs == file.syncs) {
        --file.writesSinceSync;
    } else {
        std::uint32_t waiter = file.firstWaiter;
        while (waiters_[waiter].syncs != write.syncs)
            waiter = waiters_[waiter].following;
        --waiters_[waiter].writes;
    }
    pump(write.device);
    tellWaiters(write.device, write.file);
    pumpPending(write.device);
}

/// Calls the syncs whose writes, and those of the syncs before them, are all done. Their completions may sync or write
/// again.
void WriteBack::tellWaiters(std::uint32_t number, std::uint32_t file)
{
    DirtyFiles& files = devices_[number].files;
    std::uint32_t waiter = files[file].firstWaiter;
    if (waiter == DirtyFiles::none)
        files.forgetIfDone(file);
    while (waiter != DirtyFiles::none && waiters_[waiter].writes == 0) {
        const Waiter told = waiters_[waiter];
        files[file].firstWaiter = told.following;
        if (told.following == DirtyFiles::none)
            files[file].lastWaiter = DirtyFiles::none;
        waiters_.give(waiter);
        waiter = told.following;
        if (waiter == DirtyFiles::none)
            files.forgetIfDone(file);
        told.done();
    }
}

bool WriteBack::sync(std::uint32_t number, std::uint64_t id, kernel::Completion done)
{
    Device& device = devices_[number];
    const std::uint32_t file = device.files.find(id);
    if (file == DirtyFiles::none)
        return false;
    while (device.files[file].dirtyPages > 0)
        issue(number, file, Issuer::sync);
    await(device, file, done);
    return true;
}

bool WriteBack::syncRange(std::uint32_t number, std::uint64_t id, PageRange pages, kernel::Completion done)
{
    Device& device = devices_[number];
    const std::uint32_t file = device.files.find(id);
    if (file == DirtyFiles::none || !device.files.anyDirty(file, pages))
        return false;
    while (device.files.anyDirty(file, pages))
        issue(number, file, Issuer::sync, pages.first);
    await(device, file, done);
    return true;
}

/// Lets a sync wait for all writes of the file begun so far.
void WriteBack::await(Device& device, std::uint32_t file, const kernel::Completion& done)
{
    DirtyFiles::File& f = device.files[file];
    const std::uint32_t waiter = waiters_.take({f.syncs++, f.writesSinceSync, DirtyFiles::none, done});
    f.writesSinceSync = 0;
    (f.lastWaiter == DirtyFiles::none ? f.firstWaiter : waiters_[f.lastWaiter].following) = waiter;
    f.lastWaiter = waiter;
}

std::uint32_t WriteBack::syncAll(std::uint32_t number, const kernel::Completion& done)
{
    Device& device = devices_[number];
    const bool idle = device.pending.empty();
    const auto ids = device.files.idsByPlace();
    for (const std::uint64_t id : ids)
        device.pending.push_back({id, done});
    if (idle)
        pumpPending(number);
    return static_cast<std::uint32_t>(ids.size());
}

void WriteBack::discard(std::uint32_t number, std::uint64_t id)
{
    Device& device = devices_[number];
    const std::uint32_t file = device.files.find(id);
    if (file == DirtyFiles::none)
        return;
    while (device.files[file].dirtyPages > 0) {
        const PageRange pages = device.files.take(file, std::numeric_limits<std::uint64_t>::max());
        const std::uint64_t bytes = pages.count * pageBytes;
        dirty_ -= bytes;
        device.unwritten -= bytes;
        totals_.dropped += bytes;
        cache_.clean(id, pages);
    }
    cache_.drop(id);
    device.files.forgetIfDone(file);
}

void WriteBack::loseAll()
{
    for (std::uint32_t number = 0; number < devices_.size(); ++number) {
        DirtyFiles& files = devices_[number].files;
        for (std::uint32_t f = files.next(calendar_.now()); f != DirtyFiles::none; f = files.next(calendar_.now()))
            discard(number, files[f].id);
    }
}

std::uint64_t WriteBack::piece() const
{
    const double part = limits().hard / 8;
    if (part < pageBytes)
        return largestPiece; // each waits for the device, whatever its size
    return std::clamp(static_cast<std::uint64_t>(part) / pageBytes * pageBytes, smallestPiece, largestPiece);
}

bool WriteBack::throttle(std::uint32_t device, std::uint64_t bytes, kernel::Completion done)
{
    const auto pages = static_cast<double>((bytes / pageBytes + 2) * pageBytes); // that it may touch
    if (dirtyAndWriting() + pages <= limits().free)
        return false;
    ++devices_[device].held;
    devices_[device].everHeld = true;
    pause(writers_.take({device, pages, static_cast<double>(bytes), 0, calendar_.now(), done}));
    return true;
}

/// A writer that has paused for its bytes continues if they fit below the hard limit. Otherwise, and at the limit, it
/// continues if hardly anything of its device is dirty.
bool WriteBack::mayContinue(const Writer& writer) const
{
    const bool paid = writer.left < 1;
    if (dirtyAndWriting() + writer.bytes <= (paid ? limits().hard : limits().free))
        return true;
    return (paid || writer.rate == 0) && devices_[writer.device].unwritten <= few;
}

/// One pause at the present rate; the flushers continue meanwhile.
void WriteBack::pause(std::uint32_t number)
{
    Writer& writer = writers_[number];
    Device& device = devices_[writer.device];
    device.lastHeld = writer.since = calendar_.now();
    writer.rate = device.rate.bytesPerSecond() * ratio(device) / device.held;
    double left = writer.rate > 0 ? writer.left / writer.rate : longestPause;
    if (writer.left < 1)
        left = pauseForRoom;
    calendar_.schedule(calendar_.now() + std::max<kernel::Time>(1, kernel::fromSeconds(std::min(left, longestPause))),
                       &WriteBack::onPaused, this, number);
    startBackground();
}

/// Ratio of the rate at which the device's pages may become dirty to the rate at which they are written.
double WriteBack::ratio(const Device& device) const
{
    const double all = recent_.at(now());
    const double share = all > 0 ? device.recent.at(now()) / all : 0;
    return positionRatio(limits(), dirtyAndWriting()) *
           reserveRatio(limits(), dirtyAndWriting(), share, static_cast<double>(device.unwritten));
}

void WriteBack::startBackground()
{
    if (static_cast<double>(dirty_) <= limits().background)
        return;
    for (std::uint32_t number = 0; number < devices_.size(); ++number)
        if (devices_[number].files.anyDirty()) {
            devices_[number].background = true;
            pump(number);
        }
}

void WriteBack::onPaused(void* self, std::uint64_t context)
{
    WriteBack& w = *static_cast<WriteBack*>(self);
    const auto number = static_cast<std::uint32_t>(context);
    Writer& writer = w.writers_[number];
    writer.left -= writer.rate * kernel::toSeconds(w.calendar_.now() - writer.since);
    if (!w.mayContinue(writer)) {
        w.pause(number);
        return;
    }
    --w.devices_[writer.device].held;
    const kernel::Completion done = writer.done;
    w.writers_.give(number);
    done();
}

} // namespace headroom::resources
