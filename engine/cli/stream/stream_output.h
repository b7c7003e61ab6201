// Writes records to standard output; selects which series are sent and how often.
#pragma once

#include "record/stream/stream.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace headroom::cli {

/// Samples are written in batches, so that a fast run does not wake its reader for each of them. All other records are
/// written at once, after the samples before them. If the reader is slow, the run waits for it.
class StreamOutput
{
public:
    explicit StreamOutput(int descriptor) : descriptor_(descriptor) {}

    /// Sends the header and selects the series watched at first: all except those of single nodes and blocks, if these
    /// are at most `watchedAtFirst`, else none.
    void begin(const record::Header& header);
    void send(const record::Record& record);
    /// Takes a sample of all series and keeps the watched values for the next batch.
    void add(const record::Sample& sample);
    /// Writes the batch if it is due.
    void flushIfDue();
    void flush();

    void watch(const std::vector<std::uint32_t>& series);
    /// Watches at most `most` series, the most informative ones (record::mostTelling).
    void watchMost(std::size_t most);
    void unwatch(const std::vector<std::uint32_t>& series);
    /// Maximum number of batches per second of real time.
    void setRate(double perSecond);

    /// True if the reader has closed the stream; further output is dropped.
    bool readerGone();

    static constexpr std::size_t watchedAtFirst = 200;
    /// A longer batch is thinned out: every second sample is dropped. The result file contains all samples.
    static constexpr std::size_t maxBatch = 2000;

private:
    using Clock = std::chrono::steady_clock;

    void sendWatching();
    void warnOfUnknown(const std::vector<std::uint32_t>& series);
    void write(const std::string& text);

    int descriptor_;
    bool gone_ = false;
    std::vector<record::SeriesInfo> series_;
    std::vector<std::uint32_t> ids_; ///< of all series, in the order of the samples' values
    std::set<std::uint32_t> known_;
    std::set<std::uint32_t> watched_;
    std::vector<std::size_t> positions_; ///< indices of the watched series in a sample
    std::vector<record::Sample> batch_;
    std::uint64_t stride_ = 1; ///< every how many-th sample of this batch is kept
    std::uint64_t count_ = 0;  ///< samples since the last batch
    std::chrono::duration<double> interval_{1.0 / 30.0};
    std::optional<Clock::time_point> lastBatch_; ///< none yet: the first sample is sent at once
};

} // namespace headroom::cli
