#include "resources/storage/hard_disk.h"

#include "kernel/random.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

namespace {

// A write larger than the cache streams through it.
constexpr std::uint64_t piecesPerCache = 8;

// Linux' limit for its choice of nr_requests (BLKDEV_DEFAULT_RQ).
constexpr std::uint32_t mostDepthOfDefault = 128;

void require(bool holds, const HardDiskSpec& spec, const char* what)
{
    if (!holds)
        throw std::invalid_argument("disk '" + spec.name + "': " + what);
}

HardDiskSpec checked(const HardDiskSpec& spec)
{
    require(spec.capacityBytes > 0, spec, "capacity must be positive");
    require(spec.revolutionsPerMinute > 0, spec, "revolutions per minute must be positive");
    require(spec.outerRateBps > 0, spec, "media rate must be positive");
    require(spec.innerRateBps >= 0, spec, "inner media rate must not be negative");
    require(spec.interfaceRateBps >= 0, spec, "interface rate must not be negative");
    require(spec.trackToTrackSeekS >= 0, spec, "track-to-track seek must not be negative");
    require(spec.averageSeekReadS >= 0, spec, "average read seek must not be negative");
    require(spec.averageSeekWriteS >= 0, spec, "average write seek must not be negative");
    require(spec.queueDepth > 0, spec, "queue depth must be at least 1");
    require(!spec.scheduler || spec.scheduler->fifoBatch > 0, spec, "a batch must have at least 1 request");
    return spec;
}

} // namespace

HardDisk::HardDisk(kernel::Calendar& calendar, const HardDiskSpec& spec, std::uint64_t seed)
    : Drive(calendar, "disk '" + spec.name + "'"), spec_(checked(spec)),
      geometry_(spec_, static_cast<Time>(kernel::KeyedRandom(seed).below(
                           static_cast<std::uint64_t>(DiskGeometry::turnOf(spec_)), 0, 0))),
      buffer_(geometry_, spec_.cacheBytes, spec_.capacityBytes), dirty_(calendar.records()),
      writeCache_(spec_.writeCache && spec_.cacheBytes >= piecesPerCache),
      pieceBytes_(spec_.cacheBytes / piecesPerCache)
{
    queue_.reserve(spec_.queueDepth);
    if (spec_.scheduler) {
        scheduler_ = std::make_unique<DeadlineScheduler>(*spec_.scheduler);
        nrRequests_ = spec_.scheduler->nrRequests > 0 ? spec_.scheduler->nrRequests
                                                      : 2 * std::min(spec_.queueDepth, mostDepthOfDefault);
    }
}

void HardDisk::fillWriteCache(const WrittenBefore& before)
{
    if (!writeCache_)
        return;
    dirtyBytes_ += addPieces(dirty_, before, spec_.capacityBytes, spec_.cacheBytes - dirtyBytes_);
    startArm();
}

// --- host side ---

void HardDisk::submit(const DeviceRequest& request, kernel::Completion done)
{
    const std::uint32_t index = enter(request, done);
    requests_[index].offset = request.offset;
    requests_[index].write = request.write;
    if (failed()) {
        lose(index);
        return;
    }
    host_.append(requests_, index);
    admitFromHost();
    startArm();
}

void HardDisk::flush(kernel::Completion done)
{
    if (dirtyBytes_ == 0 && !failed()) {
        calendar_.schedule(calendar_.now(), done);
        return;
    }
    const std::uint32_t index = enterFlush(done);
    if (failed()) {
        lose(index);
        return;
    }
    requests_[index].epoch = epoch_++;
    flushes_.append(requests_, index);
    startArm();
}

void HardDisk::admitFromHost()
{
    if (!scheduler_) {
        while (inDevice_ < spec_.queueDepth && !host_.empty())
            admit(host_.popFirst(requests_));
        return;
    }
    schedule();
    while (inDevice_ < spec_.queueDepth && !scheduler_->empty())
        admit(scheduler_->next(calendar_.now()));
}

void HardDisk::schedule()
{
    while (inDevice_ + scheduler_->size() < nrRequests_ && !host_.empty()) {
        const std::uint32_t index = host_.popFirst(requests_);
        scheduler_->add(index, requests_[index].write, requests_[index].offset, calendar_.now());
    }
}

void HardDisk::admit(std::uint32_t index)
{
    ++inDevice_;
    Request& entry = requests_[index];
    if (!entry.write) {
        admitRead(index);
    } else if (writeCache_) {
        writesWithoutRoom_.append(requests_, index);
        admitWaitingWrites();
    } else {
        usePort(index, entry.bytes);
    }
}

void HardDisk::admitRead(std::uint32_t index)
{
    Request& entry = requests_[index];
    const Time now = calendar_.now();
    const std::uint64_t end = entry.offset + entry.bytes;
    const bool beingDestaged =
        arm_.busy && arm_.request == none && arm_.offset <= entry.offset && end <= arm_.offset + arm_.bytes;
    const std::uint64_t available = std::min(end, buffer_.availableTo(entry.offset, now));
    if (beingDestaged || available == end || dirty_.covers(entry.offset, end)) {
        buffer_.consumed(entry.offset, end, now);
        countReadAhead();
        usePort(index, entry.bytes);
        return;
    }
    entry.moved = available - entry.offset;
    queue_.push_back(index);
}

void HardDisk::admitWaitingWrites()
{
    while (!writesWithoutRoom_.empty()) {
        const Request& first = requests_[writesWithoutRoom_.first];
        const std::uint64_t piece = std::min(first.bytes - first.moved, pieceBytes_);
        if (dirtyBytes_ + reservedBytes_ + piece > spec_.cacheBytes)
            return;
        reservedBytes_ += piece;
        usePort(writesWithoutRoom_.popFirst(requests_), piece);
    }
}

void HardDisk::usePort(std::uint32_t index, std::uint64_t bytes)
{
    Request& entry = requests_[index];
    entry.piece = bytes;
    const Time begin = std::max(portFreeAt_, calendar_.now());
    // However fast the port, what the host writes when the one before it is on the media comes too late for the next
    // sector; by more than positions are rounded.
    constexpr Time atLeast = 1000; // ps
    const Time duration =
        spec_.interfaceRateBps > 0 ? kernel::fromSeconds(static_cast<double>(bytes) / spec_.interfaceRateBps) : atLeast;
    portFreeAt_ = kernel::later(begin, duration);
    entry.event = calendar_.schedule(
        portFreeAt_,
        [](void* self, std::uint64_t context) {
            static_cast<HardDisk*>(self)->portDone(static_cast<std::uint32_t>(context));
        },
        this, index);
}

void HardDisk::portDone(std::uint32_t index)
{
    Request& entry = requests_[index];
    if (!entry.write) {
        complete(index);
    } else if (writeCache_) {
        received(index);
    } else {
        buffer_.invalidate(entry.offset, entry.offset + entry.bytes, calendar_.now());
        countReadAhead();
        entry.moved = 0;
        queue_.push_back(index);
    }
    admitFromHost();
    startArm();
}

void HardDisk::received(std::uint32_t index)
{
    Request& entry = requests_[index];
    const std::uint64_t begin = entry.offset + entry.moved;
    const std::uint64_t end = begin + entry.piece;
    reservedBytes_ -= entry.piece;
    dirtyBytes_ += dirty_.insert(begin, end, epoch_);
    buffer_.invalidate(begin, end, calendar_.now());
    countReadAhead();
    entry.moved += entry.piece;
    const bool whole = entry.moved == entry.bytes;
    if (!whole)
        writesWithoutRoom_.append(requests_, index);
    admitWaitingWrites();
    if (whole)
        complete(index);
}

void HardDisk::complete(std::uint32_t index)
{
    --inDevice_;
    leave(index);
}

void HardDisk::completeFlushes()
{
    while (!flushes_.empty()) {
        const std::uint64_t epoch = requests_[flushes_.first].epoch;
        const bool onArm = arm_.busy && arm_.request == none && arm_.epoch <= epoch;
        const bool inCache = !dirty_.empty() && dirty_[dirty_.oldest()].epoch <= epoch;
        if (onArm || inCache)
            return;
        leave(flushes_.popFirst(requests_));
    }
}

// --- failing ---

void HardDisk::stop()
{
    if (arm_.busy) {
        const Time now = calendar_.now();
        calendar_.cancel(arm_.end);
        meter_.end(now);
        service_.add(arm_.start, now, meter_);
        arm_.busy = false;
        head_ = {arm_.offset, now};
    }
    forgetData();
}

void HardDisk::forgetData()
{
    host_ = writesWithoutRoom_ = flushes_ = {};
    if (scheduler_)
        scheduler_->clear();
    queue_.clear();
    inDevice_ = timesOldestCommandPassed_ = timesOldestExtentPassed_ = 0;
    while (!dirty_.empty())
        dirty_.takeFront(dirty_.oldest(), dirty_[dirty_.oldest()].end - dirty_[dirty_.oldest()].begin);
    dirtyBytes_ = reservedBytes_ = 0;
    stopReadingAhead(calendar_.now());
    buffer_.invalidate(0, spec_.capacityBytes, calendar_.now());
    portFreeAt_ = calendar_.now();
}

// --- the arm ---

void HardDisk::startArm()
{
    if (arm_.busy)
        return;
    const bool urgent = !writesWithoutRoom_.empty() || !flushes_.empty();
    const bool destaging = !dirty_.empty() && (queue_.empty() || urgent);
    if (queue_.empty() && !destaging)
        return;
    const Time now = calendar_.now();
    stopReadingAhead(now);
    const Choice choice = choose(destaging, now);
    if (choice.destage) {
        startDestage(choice.extent, choice.positioning, now);
    } else {
        timesOldestExtentPassed_ += destaging;
        startRequest(choice.queued, choice.positioning, now);
    }
}

HardDisk::Choice HardDisk::choose(bool destaging, Time now) const
{
    Choice best;
    if (!queue_.empty() && timesOldestCommandPassed_ >= spec_.queueDepth) {
        const Request& oldest = requests_[queue_.front()];
        best.positioning = geometry_.positioning(head_, oldest.offset + oldest.moved, oldest.write, now);
        return best;
    }
    if (destaging && timesOldestExtentPassed_ >= spec_.queueDepth) {
        weigh(best, dirty_.oldest(), now);
        return best;
    }
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        const Request& entry = requests_[queue_[i]];
        const Time positioning = geometry_.positioning(head_, entry.offset + entry.moved, entry.write, now);
        if (positioning < best.positioning) {
            best.positioning = positioning;
            best.queued = i;
        }
    }
    if (destaging) {
        std::uint32_t extent = dirty_.oldest();
        for (std::uint32_t i = 0; i < spec_.queueDepth && extent != DirtyExtents::none; ++i) {
            weigh(best, extent, now);
            extent = dirty_[extent].younger;
        }
    }
    if (!best.destage)
        keepOrderOfStream(best, now);
    return best;
}

/// The first read of the stream instead of one in its middle: the arm would have to come back for what it leaves out.
void HardDisk::keepOrderOfStream(Choice& best, Time now) const
{
    std::size_t first = best.queued;
    for (std::size_t before = first; before != queue_.size(); before = readBefore(first))
        first = before;
    const Request& entry = requests_[queue_[first]];
    const std::uint64_t from = entry.offset + entry.moved;
    if (first == best.queued || !buffer_.continuesStream(from))
        return;
    best.queued = first;
    best.positioning = geometry_.positioning(head_, from, false, now);
}

/// The nearest read in the queue that lies before this one, less than a track away; `queue_.size()` if none does.
std::size_t HardDisk::readBefore(std::size_t place) const
{
    const Request& behind = requests_[queue_[place]];
    std::size_t nearest = queue_.size();
    std::uint64_t gap = geometry_.trackBytes(behind.offset);
    for (std::size_t i = 0; i < queue_.size() && !behind.write; ++i) {
        const Request& entry = requests_[queue_[i]];
        const std::uint64_t end = entry.offset + entry.bytes;
        if (!entry.write && entry.offset < behind.offset && behind.offset - std::min(end, behind.offset) < gap) {
            gap = behind.offset - std::min(end, behind.offset);
            nearest = i;
        }
    }
    return nearest;
}

void HardDisk::weigh(Choice& best, std::uint32_t extent, Time now) const
{
    const Time positioning = geometry_.positioning(head_, dirty_[extent].begin, true, now);
    if (positioning < best.positioning) {
        best.positioning = positioning;
        best.extent = extent;
        best.destage = true;
    }
}

void HardDisk::startRequest(std::size_t place, Time positioning, Time now)
{
    const std::uint32_t index = queue_[place];
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(place));
    timesOldestCommandPassed_ = place == 0 ? 0 : timesOldestCommandPassed_ + 1;
    const Request& entry = requests_[index];
    arm_.request = index;
    arm_.offset = entry.offset + entry.moved;
    arm_.bytes = entry.bytes - entry.moved;
    arm_.from = readsThrough(arm_.offset, now) ? head_.offset : arm_.offset;
    Time transfer = geometry_.transfer(arm_.offset, arm_.bytes);
    if (!entry.write && spec_.interfaceRateBps > 0)
        transfer = std::max(transfer, kernel::fromSeconds(static_cast<double>(arm_.bytes) / spec_.interfaceRateBps));
    occupyArm(positioning + transfer, now);
}

/// True if the arm, which has just read, reads on until it comes to this place.
bool HardDisk::readsThrough(std::uint64_t offset, Time now) const
{
    return now == head_.freeAt && geometry_.seek(head_.offset, offset, false) == 0 && buffer_.endsAt(head_.offset);
}

/// As how many commands the destage under way counts for one of so many bytes that it passes over: by their bytes,
/// but in between the arm may write four tracks.
std::uint32_t HardDisk::passesOver(std::uint64_t bytes) const
{
    const std::uint64_t most = std::max(1U, spec_.queueDepth / 4);
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(arm_.bytes / std::max<std::uint64_t>(1, bytes), 1, most));
}

void HardDisk::startDestage(std::uint32_t extent, Time positioning, Time now)
{
    timesOldestExtentPassed_ = extent == dirty_.oldest() ? 0 : timesOldestExtentPassed_ + 1;
    const DirtyExtents::Extent& range = dirty_[extent];
    arm_.request = none;
    arm_.offset = range.begin;
    arm_.bytes = std::min(range.end - range.begin, geometry_.trackBytes(range.begin));
    arm_.epoch = range.epoch;
    dirty_.takeFront(extent, arm_.bytes);
    if (!queue_.empty())
        timesOldestCommandPassed_ += passesOver(requests_[queue_.front()].bytes);
    occupyArm(positioning + geometry_.transfer(arm_.offset, arm_.bytes), now);
}

void HardDisk::occupyArm(Time duration, Time now)
{
    arm_.busy = true;
    arm_.start = now;
    meter_.begin(now);
    arm_.end = calendar_.schedule(
        kernel::later(now, slowed(duration)),
        [](void* self, std::uint64_t) { static_cast<HardDisk*>(self)->armDone(); }, this);
}

void HardDisk::armDone()
{
    const Time now = calendar_.now();
    meter_.end(now);
    service_.add(arm_.start, now, meter_);
    arm_.busy = false;
    head_ = {arm_.offset + arm_.bytes, now};
    // Completions may submit, and so start the arm again: arm_ must not be used after the first of them.
    const std::uint32_t index = arm_.request;
    const bool wasRead = index != none && !requests_[index].write;
    if (wasRead)
        buffer_.filled(arm_.from, head_.offset);
    if (index != none) {
        complete(index);
    } else {
        dirtyBytes_ -= arm_.bytes;
        admitWaitingWrites();
        completeFlushes();
    }
    admitFromHost();
    startArm();
    if (wasRead && !arm_.busy) {
        buffer_.startReadingAhead(head_);
        countReadAhead();
    }
}

// --- reading ahead ---

void HardDisk::countReadAhead()
{
    const Time now = calendar_.now();
    const Time end = buffer_.servesStream() ? buffer_.readAheadEnd() : now;
    if (end <= now) {
        endReadAhead(now);
        return;
    }
    if (!ahead_.busy) {
        ahead_.busy = true;
        ahead_.start = now;
        meter_.begin(now);
    } else if (end >= ahead_.until) {
        return; // its event looks again
    } else {
        calendar_.cancel(ahead_.event);
    }
    ahead_.until = end;
    ahead_.event = calendar_.schedule(
        end,
        [](void* self, std::uint64_t) {
            auto* disk = static_cast<HardDisk*>(self);
            disk->ahead_.until = kernel::never;
            disk->ahead_.event = kernel::noEvent;
            disk->countReadAhead();
        },
        this);
}

void HardDisk::endReadAhead(Time now)
{
    if (!ahead_.busy)
        return;
    calendar_.cancel(ahead_.event);
    meter_.end(now);
    service_.add(ahead_.start, now, meter_);
    ahead_ = {};
}

void HardDisk::stopReadingAhead(Time now)
{
    endReadAhead(now);
    head_ = buffer_.stopReadingAhead(head_, now);
}

// --- operational laws ---

HardDisk::Integral HardDisk::serviceTimeSum() const
{
    Integral sum = service_.ended(meter_);
    if (arm_.busy)
        sum += WindowSum::underway(arm_.start, meter_);
    if (ahead_.busy)
        sum += WindowSum::underway(ahead_.start, meter_);
    return sum;
}

std::unique_ptr<StorageDevice> makeHardDisk(kernel::Calendar& calendar, const HardDiskSpec& spec, std::uint64_t seed)
{
    return std::make_unique<HardDisk>(calendar, spec, seed);
}

} // namespace headroom::resources
