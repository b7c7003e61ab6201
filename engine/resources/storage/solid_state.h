// A solid-state device: parallel channels with a write buffer, from the figures of a data sheet.
#pragma once

#include "resources/storage/booked_device.h"
#include "resources/storage/cost/fast_cache.h"
#include "resources/storage/cost/media_cost.h"
#include "resources/storage/cost/mixed_cost.h"
#include "resources/storage/tables/sequential_runs.h"

#include <vector>

namespace headroom::resources {

/// An I/O with the state of its parts or of its place in the write buffer.
struct SolidStateRequest : BookedRequest
{
    kernel::Time work = 0;       ///< read: channel time of a part
    kernel::Time workOfPage = 0; ///< read: the same if it had a single page
    kernel::Time latency = 0;
    kernel::Time end = 0; ///< read: end of its last part that has begun; write: when it has passed the port
    monitoring::Meter::Integral mark = 0; ///< write, flush: sum of the work that has entered up to and including it
    std::uint32_t parts = 0;              ///< read: total number of parts
    std::uint32_t waiting = 0;            ///< read: number of parts that have not begun
};

/// The media are `parallelChannels` servers. An I/O costs the whole device what MediaCost says, with the figures of its
/// direction and the rate limited by the port; it takes channels × cost of channel time. An I/O that begins where one
/// of the last of its direction ended is sequential (see SequentialRuns), any other random.
///
/// Data sheets state sequential figures for streams without gaps, and how a controller recognises a stream is in none
/// of them. A member of a RAID set reads with gaps, where it has parities, and writes a little out of order. Assumed:
/// an I/O behind a gap is sequential if the stream has had as many bytes as the gap, which may have 1 MiB (two strips
/// of Linux' md). For reads, because flash is read ahead of a stream by pages of all channels at once, and the gap does
/// not pass the port; for writes, because what is written at the same time goes into the same erase blocks, whatever
/// its order, and becomes obsolete at the same time.
///
/// - A read is divided into pages of 4 KiB, with at most one part for each channel. Parts go to the channels in turn,
///   as the controller picks commands from its queue that load them evenly. The read is complete when its last part
///   ends, plus the difference between its latency and the channel time of a page. If that difference is negative
///   (channel time that continues after the answer), it is complete earlier by as much.
/// - A write passes the port and is complete its latency after the buffer has room for it. A large one comes in at the
///   sequential rate while others of its pages are programmed: Linux cuts it into I/Os of max_sectors_kb
///   (bio_split_rw() in block/blk-merge.c), on which the device works at once. The buffer has room for two page
///   programs for each channel. A page program takes a channel for `programTimeS`, however much of it is the host's
///   data: the better a device sustains random writes, the more of them one program contains. Programs begin when there
///   is enough data for a whole one, or for a flush, on any free channel, as a flash translation layer writes where
///   there is room.
/// - Writes beyond a fast cache cost the time that the rest of the flash needs for them, if that is more (FastCache).
/// - A channel serves reads first, but at most `saturationDepth` reads pass over one program, and work in progress is
///   not interrupted. So a read may meet a page program and wait for it.
///
/// The latency of a random I/O is drawn, from the device's own stream of random numbers, from the log-normal
/// distribution with the mean and the coefficient of variation of the figures; that of a sequential one, which a buffer
/// answers, is the figure. A single 4 KiB I/O takes exactly its latency. Reads alone and writes alone reach exactly the
/// IOPS figures from depth IOPS × latency (Little's law) on. A mix with a share r of reads reaches 1 / (r / R + (1 - r)
/// / W) at depth, where the channels never idle, and less below, where reads that wait for programs keep the host from
/// issuing more: with N requests under way the rate is N / (r L + (1 - r) × write latency), where a read takes L = its
/// latency + the rest of a program that it meets / (1 - share of reads in the channel time), the wait at a server with
/// two classes of priority and no interruption (Cobham, "Priority assignment in waiting line problems", 1954).
/// Published 70/30 mixes of 2014 to 2018 at depth 128 differ from the former by less than a fifth in both directions
/// (P3700 -14 %, P3600 +11 %), those of a drive of 2024 are 0.49 to 0.6 of it (9550 MAX, depth 256): if such a figure
/// is known, channel times are stretched by the deviation, see MixedCost.
///
/// The meter has a server for each channel: utilisation is the share of channel time in use. An I/O is present from
/// submit to completion; bytes count at completion.
///
/// A flush with power-loss protection has nothing to do. Without it, the writes before it are programmed, then all
/// channels are taken for `flushLatencyS`; flushes that have not begun are done together if they wait for the same
/// writes.
///
/// A speed factor stretches channel times, latencies and flushes.
class SolidState final : public Drive<SolidStateRequest>
{
public:
    SolidState(kernel::Calendar& calendar, const SolidStateSpec& spec, std::uint64_t seed = 0);

    void submit(const DeviceRequest& request, kernel::Completion done) override;
    void flush(kernel::Completion done) override;
    Integral serviceTimeSum() const override;
    std::uint64_t capacityBytes() const override { return spec_.capacityBytes; }

private:
    using Request = SolidStateRequest;

    struct Direction
    {
        MediaCost cost;
        Latency latency;
        SequentialRuns runs = SequentialRuns(SequentialRuns::largestGap);
    };

    /// A part of a read that waits for a channel.
    struct Part
    {
        std::uint32_t request = none;
        std::uint32_t next = none;
    };

    struct Channel
    {
        Chain parts;
        Time start = 0;
        Time program = 0; ///< work of the page program in progress; 0: a read
        kernel::EventId end = kernel::noEvent;
        std::uint32_t readsInARow = 0; ///< number of reads served while programs wait
        bool busy = false;
    };

    MediaCost costOf(double iops, double iops8k, double sequentialBps) const;

    void submitRead(std::uint32_t index, std::uint64_t offset);
    void submitWrite(std::uint32_t index, std::uint64_t offset);
    void admitWrites();
    void answerAt(Time at, std::uint32_t index);
    void complete(std::uint32_t index);

    void startIdleChannels();
    void start(std::uint32_t channel);
    void startRead(std::uint32_t channel);
    void startProgram(std::uint32_t channel, Integral pending);
    /// The time that a channel takes for this work: it differs from `work` while reads and writes interfere.
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
    FastCache fastCache_;
    MixedCost mixed_;
    Time programWork_; ///< channel time of a whole page program
    Integral bufferWork_;
    WindowSum service_;

    // Channel time of writes, summed since the start.
    Integral entered_ = 0;
    Integral started_ = 0;
    Integral programmed_ = 0;
    Integral completed_ = 0; ///< of the writes reported complete
    Time portFreeAt_ = 0;
    Time roomAt_ = 0; ///< when the buffer had room for all of the last write

    std::vector<Channel> channels_;
    std::uint32_t nextChannel_ = 0;
    std::uint32_t busyChannels_ = 0;
    Chain writes_; ///< waiting for room
    Chain flushes_;
    Chain flushesUnderWay_;
    Chain flushesEnded_; ///< their completions are being called
    bool inFlush_ = false;
    kernel::EventId flushEnd_ = kernel::noEvent;

    RecordPool<Part> parts_;
};

} // namespace headroom::resources
