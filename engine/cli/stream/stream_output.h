// Records on their way to standard output: which series are sent and how often.
#pragma once

#include "record/stream.h"

#include <chrono>
#include <cstdint>
#include <set>
#include <vector>

namespace headroom::cli {

/// Samples are gathered and written in batches, so that a fast run does not wake its reader for each of them; all other
/// records are written at once, after the samples before them. When the reader is slow the run waits for it.
class StreamOutput
{
public:
    explicit StreamOutput(int descriptor) : descriptor_(descriptor) {}

    /// The header and what is watched at first: all series but those of single nodes and blocks if that are at most
    /// `watchedAtFirst`, else none.
    void begin(const record::Header& header);
    void send(const record::Record& record);
    /// All series; those that are watched are kept for the next batch.
    void add(const record::Sample& sample);
    /// Writes the batch if its time has come.
    void flushIfDue();
    void flush();

    void watch(const std::vector<std::uint32_t>& series);
    /// At most so many, those that tell most (record::mostTelling).
    void watchMost(std::size_t most);
    void unwatch(const std::vector<std::uint32_t>& series);
    /// Batches in a second of real time, at most.
    void setRate(double perSecond);

    /// Nobody reads any more: what is written goes nowhere.
    bool readerGone();

    static constexpr std::size_t watchedAtFirst = 200;
    /// A batch that grows beyond this is thinned out: every second sample goes. Whole data are in the result file.
    static constexpr std::size_t maxBatch = 2000;

private:
    using Clock = std::chrono::steady_clock;

    void sendWatching();
    void warnOfUnknown(const std::vector<std::uint32_t>& series);
    void write(const std::string& text);

    int descriptor_;
    bool gone_ = false;
    std::vector<record::SeriesInfo> series_;
    std::vector<std::uint32_t> ids_; ///< of the series, in the order of the samples' values
    std::set<std::uint32_t> known_;
    std::set<std::uint32_t> watched_;
    std::vector<std::size_t> positions_; ///< of the watched series in a sample
    std::vector<record::Sample> batch_;
    std::uint64_t stride_ = 1; ///< every how many-th sample of this batch is kept
    std::uint64_t count_ = 0;  ///< samples since the last batch
    std::chrono::duration<double> interval_{1.0 / 30.0};
    Clock::time_point lastBatch_ = Clock::now();
};

} // namespace headroom::cli
