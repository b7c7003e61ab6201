#include "resources/storage/solid_state.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headroom::resources {

namespace {

constexpr std::uint64_t ratedPageBytes = MediaCost::ratedBytes;
constexpr int programsBuffered = 2; // for each channel: the one in progress and the next

void require(bool holds, const SolidStateSpec& spec, const char* what)
{
    if (!holds)
        throw std::invalid_argument("solid-state device '" + spec.name + "': " + what);
}

SolidStateSpec checked(const SolidStateSpec& spec)
{
    require(spec.capacityBytes > 0, spec, "capacity must be positive");
    require(spec.readIops > 0, spec, "read IOPS must be positive");
    require(spec.writeIops > 0, spec, "write IOPS must be positive");
    require(spec.readIops8k >= 0, spec, "read IOPS with 8 KiB must not be negative");
    require(spec.writeIops8k >= 0, spec, "write IOPS with 8 KiB must not be negative");
    require(spec.mixedIops >= 0 && spec.mixedIops <= std::max(spec.readIops, spec.writeIops), spec,
            "IOPS of a mix must lie below those of reads or of writes");
    require(spec.sequentialReadBps > 0, spec, "sequential read rate must be positive");
    require(spec.sequentialWriteBps > 0, spec, "sequential write rate must be positive");
    require(spec.readLatencyS >= 0, spec, "read latency must not be negative");
    require(spec.writeLatencyS >= 0, spec, "write latency must not be negative");
    require(spec.sequentialReadLatencyS >= 0, spec, "sequential read latency must not be negative");
    require(spec.sequentialWriteLatencyS >= 0, spec, "sequential write latency must not be negative");
    require(spec.readLatencySpread >= 0, spec, "spread of the read latency must not be negative");
    require(spec.writeLatencySpread >= 0, spec, "spread of the write latency must not be negative");
    require(spec.fastCacheBytes == 0 || spec.sustainedWriteBps > 0, spec,
            "the write rate beyond its fast cache must be positive");
    require(spec.interfaceRateBps >= 0, spec, "interface rate must not be negative");
    require(spec.flushLatencyS >= 0, spec, "flush latency must not be negative");
    require(spec.saturationDepth > 0, spec, "queue depth must be at least 1");
    require(spec.parallelChannels > 0, spec, "there must be at least one channel");
    require(spec.programTimeS >= 0, spec, "program time must not be negative");
    return spec;
}

std::uint32_t partsOf(std::uint64_t bytes, std::uint32_t channels)
{
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>((bytes + ratedPageBytes - 1) / ratedPageBytes, 1, channels));
}

} // namespace

SolidState::SolidState(kernel::Calendar& calendar, const SolidStateSpec& spec, std::uint64_t seed)
    : Drive(calendar, "solid-state device '" + spec.name + "'", spec.parallelChannels), spec_(checked(spec)),
      read_{costOf(spec.readIops, spec.readIops8k, spec.sequentialReadBps),
            Latency(spec.readLatencyS, spec.sequentialReadLatencyS, spec.readLatencySpread, seed, 0)},
      write_{costOf(spec.writeIops, spec.writeIops8k, spec.sequentialWriteBps),
             Latency(spec.writeLatencyS, spec.sequentialWriteLatencyS, spec.writeLatencySpread, seed, 1)},
      fastCache_(spec.fastCacheBytes, spec.sustainedWriteBps, spec.fastCacheFull),
      mixed_({spec.readIops, spec.writeIops, spec.mixedIops}),
      programWork_(
          std::max(write_.cost.ofRandomPage() * spec.parallelChannels, kernel::fromSeconds(spec.programTimeS))),
      bufferWork_(Integral(programsBuffered) * spec.parallelChannels * programWork_), channels_(spec.parallelChannels)
{
}

MediaCost SolidState::costOf(double iops, double iops8k, double sequentialBps) const
{
    const double rate = spec_.interfaceRateBps > 0 ? std::min(sequentialBps, spec_.interfaceRateBps) : sequentialBps;
    return MediaCost({iops, iops8k, std::max(spec_.readIops, spec_.writeIops), rate});
}

// --- host side ---

void SolidState::submit(const DeviceRequest& request, kernel::Completion done)
{
    const std::uint32_t index = enter(request, done);
    if (failed())
        lose(index);
    else if (request.write)
        submitWrite(index, request.offset);
    else
        submitRead(index, request.offset);
}

void SolidState::submitRead(std::uint32_t index, std::uint64_t offset)
{
    Request& entry = requests_[index];
    const bool sequential = read_.runs.add(offset, entry.bytes) > entry.bytes;
    entry.parts = entry.waiting = partsOf(entry.bytes, spec_.parallelChannels);
    entry.latency = read_.latency.next(sequential);
    const Time cost = read_.cost.of(entry.bytes, sequential);
    mixed_.arrive(false, static_cast<double>(cost) / static_cast<double>(read_.cost.ofRandomPage()));
    entry.work = cost * spec_.parallelChannels / entry.parts;
    entry.workOfPage = read_.cost.of(ratedPageBytes, sequential) * spec_.parallelChannels / entry.parts;
    for (std::uint32_t i = entry.parts; i > 0; --i) {
        channels_[nextChannel_].parts.append(parts_, parts_.take({.request = index}));
        start(nextChannel_);
        nextChannel_ = nextChannel_ + 1 == channels_.size() ? 0 : nextChannel_ + 1;
    }
}

void SolidState::submitWrite(std::uint32_t index, std::uint64_t offset)
{
    Request& entry = requests_[index];
    const bool sequential = write_.runs.add(offset, entry.bytes) > entry.bytes;
    entry.latency = write_.latency.next(sequential);
    const Time cost = std::max(write_.cost.of(entry.bytes, sequential), fastCache_.take(entry.bytes, calendar_.now()));
    mixed_.arrive(true, static_cast<double>(cost) / static_cast<double>(write_.cost.ofRandomPage()));
    entered_ += Integral(cost) * spec_.parallelChannels;
    entry.mark = entered_;
    entry.end = std::max(portFreeAt_, calendar_.now());
    if (spec_.interfaceRateBps > 0)
        portFreeAt_ = entry.end + kernel::fromSeconds(static_cast<double>(entry.bytes) / spec_.interfaceRateBps);
    writes_.append(requests_, index);
    admitWrites();
    startIdleChannels();
}

void SolidState::admitWrites()
{
    while (!writes_.empty() && requests_[writes_.first].mark - programmed_ <= bufferWork_) {
        const std::uint32_t index = writes_.popFirst(requests_);
        const Request& entry = requests_[index];
        const std::uint64_t beyondPage = entry.bytes > ratedPageBytes ? entry.bytes - ratedPageBytes : 0;
        const Time transfer = kernel::fromTicks(static_cast<double>(beyondPage) * write_.cost.perByte());
        // It has come in as the buffer had room, since there was some for its beginning.
        const Time begin = std::max(roomAt_, entry.end);
        roomAt_ = calendar_.now();
        answerAt(kernel::later(std::max(kernel::later(begin, transfer), roomAt_), slowed(entry.latency)), index);
    }
}

void SolidState::answerAt(Time at, std::uint32_t index)
{
    requests_[index].event = calendar_.schedule(
        at,
        [](void* self, std::uint64_t context) {
            static_cast<SolidState*>(self)->complete(static_cast<std::uint32_t>(context));
        },
        this, index);
}

void SolidState::complete(std::uint32_t index)
{
    completed_ = std::max(completed_, requests_[index].mark);
    leave(index);
}

// --- the channels ---

SolidState::Integral SolidState::pendingPrograms() const
{
    return (flushes_.empty() ? entered_ : requests_[flushes_.first].mark) - started_;
}

void SolidState::startIdleChannels()
{
    for (std::uint32_t channel = 0; channel < channels_.size() && busyChannels_ < channels_.size(); ++channel) {
        if (flushes_.empty() && entered_ - started_ < programWork_)
            return;
        start(channel);
    }
}

void SolidState::start(std::uint32_t index)
{
    Channel& channel = channels_[index];
    if (channel.busy || inFlush_ || flushIsNext())
        return;
    const Integral pending = pendingPrograms();
    const bool program = pending >= programWork_ || (pending > 0 && !flushes_.empty());
    if (!program)
        channel.readsInARow = 0;
    if (!channel.parts.empty() && channel.readsInARow < spec_.saturationDepth)
        startRead(index);
    else if (program)
        startProgram(index, pending);
}

void SolidState::startRead(std::uint32_t index)
{
    Channel& channel = channels_[index];
    const std::uint32_t part = channel.parts.popFirst(parts_);
    const std::uint32_t request = parts_[part].request;
    parts_.give(part);
    ++channel.readsInARow;
    channel.program = 0;
    Request& entry = requests_[request];
    const Time now = calendar_.now();
    const Time time = stretched(entry.work);
    occupy(index, time);
    entry.end = std::max(entry.end, kernel::later(now, time));
    if (--entry.waiting == 0) {
        const Time ofPage = stretched(entry.workOfPage);
        answerAt(std::max(now, kernel::later(entry.end, slowed(entry.latency)) - ofPage), request);
    }
}

void SolidState::startProgram(std::uint32_t index, Integral pending)
{
    // Whole programs; for a flush, the rest is distributed over the free channels.
    const auto idle = static_cast<std::uint32_t>(channels_.size()) - busyChannels_;
    const Integral share = pending >= programWork_ ? Integral(programWork_) : std::max<Integral>(1, pending / idle);
    channels_[index].program = static_cast<Time>(share);
    channels_[index].readsInARow = 0;
    started_ += channels_[index].program;
    occupy(index, stretched(channels_[index].program));
}

SolidState::Time SolidState::stretched(Time work) const
{
    return slowed(mixed_.factor() == 1 ? work : kernel::fromTicks(static_cast<double>(work) * mixed_.factor()));
}

void SolidState::occupy(std::uint32_t index, Time time)
{
    Channel& channel = channels_[index];
    const Time now = calendar_.now();
    channel.busy = true;
    channel.start = now;
    ++busyChannels_;
    meter_.begin(now);
    channel.end = calendar_.schedule(
        kernel::later(now, time),
        [](void* self, std::uint64_t context) {
            static_cast<SolidState*>(self)->channelDone(static_cast<std::uint32_t>(context));
        },
        this, index);
}

void SolidState::channelDone(std::uint32_t index)
{
    Channel& channel = channels_[index];
    const Time now = calendar_.now();
    meter_.end(now);
    service_.add(channel.start, now, meter_);
    channel.busy = false;
    --busyChannels_;
    if (channel.program > 0) {
        programmed_ += channel.program;
        admitWrites();
    }
    if (flushIsNext())
        startFlush();
    else
        start(index);
}

// --- flush ---

void SolidState::flush(kernel::Completion done)
{
    if (spec_.powerLossProtection && !failed()) {
        calendar_.schedule(calendar_.now(), done);
        return;
    }
    const std::uint32_t index = enterFlush(done);
    if (failed()) {
        lose(index);
        return;
    }
    // A waiting flush covers this one too if it waits for the same completed writes.
    const bool covered = !flushes_.empty() && completed_ <= requests_[flushes_.last].mark;
    requests_[index].mark = covered ? requests_[flushes_.last].mark : entered_;
    flushes_.append(requests_, index);
    if (flushIsNext())
        startFlush();
    else
        startIdleChannels(); // the rest of less than a program is programmed now
}

bool SolidState::flushIsNext() const
{
    return !inFlush_ && !flushes_.empty() && programmed_ >= requests_[flushes_.first].mark;
}

void SolidState::startFlush()
{
    if (busyChannels_ > 0)
        return; // the last of them calls this function again
    const Time now = calendar_.now();
    const Integral mark = requests_[flushes_.first].mark;
    while (!flushes_.empty() && requests_[flushes_.first].mark == mark)
        flushesUnderWay_.append(requests_, flushes_.popFirst(requests_));
    inFlush_ = true;
    for (Channel& channel : channels_) {
        channel.start = now;
        meter_.begin(now);
    }
    flushEnd_ = calendar_.schedule(
        kernel::later(now, slowed(kernel::fromSeconds(spec_.flushLatencyS))),
        [](void* self, std::uint64_t) { static_cast<SolidState*>(self)->flushDone(); }, this);
}

void SolidState::flushDone()
{
    const Time now = calendar_.now();
    for (Channel& channel : channels_) {
        meter_.end(now);
        service_.add(channel.start, now, meter_);
    }
    inFlush_ = false;
    flushesEnded_ = flushesUnderWay_;
    flushesUnderWay_ = {};
    if (flushIsNext())
        startFlush();
    else
        for (std::uint32_t channel = 0; channel < channels_.size(); ++channel)
            start(channel);
    while (!flushesEnded_.empty())
        leave(flushesEnded_.popFirst(requests_));
}

// --- failing ---

void SolidState::stop()
{
    const Time now = calendar_.now();
    for (Channel& channel : channels_) {
        if (channel.busy || inFlush_) {
            meter_.end(now);
            service_.add(channel.start, now, meter_);
        }
        if (channel.busy)
            calendar_.cancel(channel.end);
        while (!channel.parts.empty())
            parts_.give(channel.parts.popFirst(parts_));
        channel = {};
    }
    if (inFlush_)
        calendar_.cancel(flushEnd_);
    inFlush_ = false;
    busyChannels_ = 0;
    writes_ = flushes_ = flushesUnderWay_ = flushesEnded_ = {};
    entered_ = started_ = programmed_ = completed_ = 0;
    portFreeAt_ = now;
}

// --- operational laws ---

SolidState::Integral SolidState::serviceTimeSum() const
{
    Integral sum = service_.ended(meter_);
    for (const Channel& channel : channels_)
        if (channel.busy || inFlush_)
            sum += WindowSum::underway(channel.start, meter_);
    return sum;
}

std::unique_ptr<StorageDevice> makeSolidState(kernel::Calendar& calendar, const SolidStateSpec& spec,
                                              std::uint64_t seed)
{
    return std::make_unique<SolidState>(calendar, spec, seed);
}

} // namespace headroom::resources
