// A solid-state device: parallel channels behind a write buffer, from the figures of a data sheet.
#pragma once

#include "resources/storage/booked_device.h"
#include "resources/storage/mixed_cost.h"

#include <vector>

namespace headroom::resources {

/// An I/O as its parts and its write's place in the buffer have it.
struct SolidStateRequest : BookedRequest
{
    kernel::Time work = 0; ///< read: channel time of a part
    kernel::Time end = 0;  ///< read: when its last part that has begun ends; write: when it is over the port
    monitoring::Meter::Integral mark = 0; ///< write, flush: the work that has entered with it and before it
    std::uint32_t parts = 0;              ///< read: parts in all
    std::uint32_t waiting = 0;            ///< read: parts that have not begun
};

/// The media are `parallelChannels` servers. An I/O is worth
///     cost = 1 / IOPS                                   up to 4 KiB,
///     cost = max(1 / IOPS, bytes / sequential rate)     above,
/// of the whole device, with the figures of its direction and the rate bounded by the port; that is channels × cost of
/// channel time.
///
/// - A read is cut into pages of 4 KiB, at most one part for each channel; parts go to the channels in turn, as the
///   controller picks from its queue what keeps them evenly loaded. It is complete when its last part ends, plus what
///   the latency figure is longer than the channel time of a page; where that is negative (channel time that goes on
///   behind the answer) it is complete so much earlier.
/// - A write passes the port and is complete its latency figure after the buffer has room for it: the buffer holds two
///   page programs for each channel. A page program holds a channel for `programTimeS`, however much of it is the
///   host's: the better a device sustains random writes, the more of them it programs at a time. Programs begin when
///   there is enough for a whole one, or for a flush, on any channel that is free, as a flash translation layer writes
///   where there is room.
/// - A channel serves reads first; but one program is not passed over by more than `saturationDepth` reads, and what is
///   under way is not interrupted. So a read may meet a page program and wait for it.
///
/// A lone 4 KiB I/O takes exactly the latency figure. Reads alone and writes alone reach exactly the IOPS figures from
/// depth IOPS × latency (Little's law) on. A mix with a share r of reads comes to 1 / (r / R + (1 - r) / W) at depth,
/// where the channels never idle, and to less below, where reads that wait for programs keep the host from asking for
/// more. Published 70/30 mixes at depth 128 lie within a fifth of that on both sides (P3700 -14 %, P3600 +11 %): where
/// such a figure is known, channel times are stretched by what it deviates, see MixedCost.
///
/// Random and sequential I/O are not told apart: above 4 KiB a random write is as cheap as a sequential one.
///
/// The meter has a server for each channel: utilisation is the share of channel time in use. Present from submit to
/// completion; bytes count at completion.
///
/// Flush with power-loss protection: nothing to do. Without: the writes before it are programmed, then all channels are
/// taken for `flushLatencyS`; flushes that have not begun are done together if they wait for the same writes.
///
/// A speed factor stretches channel times, latencies and flushes.
class SolidState final : public Drive<SolidStateRequest>
{
public:
    SolidState(kernel::Calendar& calendar, const SolidStateSpec& spec);

    void submit(const DeviceRequest& request, kernel::Completion done) override;
    void flush(kernel::Completion done) override;
    Integral serviceTimeSum() const override;
    std::uint64_t capacityBytes() const override { return spec_.capacityBytes; }

private:
    using Request = SolidStateRequest;

    /// Ticks and ticks per byte of one direction.
    struct Direction
    {
        Time perOperation = 0;
        double perByte = 0;
        Time latency = 0;
        Time cost(std::uint64_t bytes) const;
    };

    /// A read's part that waits for a channel.
    struct Part
    {
        std::uint32_t request = none;
        std::uint32_t next = none;
    };

    struct Channel
    {
        Chain parts;
        Time start = 0;
        Time program = 0; ///< worth of the page program under way; 0: a read
        kernel::EventId end = kernel::noEvent;
        std::uint32_t readsInARow = 0; ///< while programs wait
        bool busy = false;
    };

    Direction direction(double iops, double sequentialBps, double latencyS) const;

    void submitRead(std::uint32_t index);
    void submitWrite(std::uint32_t index);
    void admitWrites();
    void answerAt(Time at, std::uint32_t index);
    void complete(std::uint32_t index);

    void startIdleChannels();
    void start(std::uint32_t channel);
    void startRead(std::uint32_t channel);
    void startProgram(std::uint32_t channel, Integral pending);
    /// What a channel needs for it: another time than it is worth while reads and writes meet.
    Time stretched(Time work) const;
    void occupy(std::uint32_t channel, Time time);
    void channelDone(std::uint32_t channel);
    Integral pendingPrograms() const;
    bool flushIsNext() const;
    void startFlush();
    void flushDone();

    void stop() override;

    SolidStateSpec spec_;
    Direction read_;
    Direction write_;
    MixedCost mixed_;
    Time programWork_; ///< channel time of a whole page program
    Integral bufferWork_;
    WindowSum service_;

    // Channel time that writes are worth, summed from the beginning.
    Integral entered_ = 0;
    Integral started_ = 0;
    Integral programmed_ = 0;
    Integral completed_ = 0; ///< of the writes that were reported complete
    Time portFreeAt_ = 0;

    std::vector<Channel> channels_;
    std::uint32_t nextChannel_ = 0;
    std::uint32_t busyChannels_ = 0;
    Chain writes_; ///< that wait for room
    Chain flushes_;
    Chain flushesUnderWay_;
    Chain flushesEnded_; ///< whose completions are being called
    bool inFlush_ = false;
    kernel::EventId flushEnd_ = kernel::noEvent;

    RecordPool<Part> parts_;
};

} // namespace headroom::resources
