// Writes spans to a file that Perfetto (ui.perfetto.dev) and chrome://tracing can open.
#pragma once

#include "record/stream/series.h"
#include "record/stream/span.h"
#include "record/summary/summary.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace headroom::record {

/// Writes the Trace Event Format's JSON array ("Trace Event Format", Google, 2016): a process for each node, a thread
/// for each of its lanes, a complete event (X) for each span, a flow (s, f) for each call, a counter (C) for each
/// sample. Times are in microseconds. The data go to a temporary file, which `finish` renames; a device is written
/// directly. Throws std::runtime_error naming the path and the reason.
class TraceFile
{
public:
    explicit TraceFile(const std::filesystem::path& path);
    ~TraceFile(); ///< removes an unfinished file
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    void add(const Span& span);
    /// Adds the value of a series at an instant, as a counter (C) in a track of its own, beside the nodes.
    void add(const SeriesInfo& series, double time, double value);
    /// Adds where the mean request of each operation spends its time, in rows beside the nodes: one divided by
    /// resources, one by blocks, the longest part first.
    void addTimes(const Summary& summary);
    void finish();

private:
    std::uint32_t processOf(const std::string& node);
    void nameLane(std::uint32_t process, std::uint32_t lane);
    template <class Part>
    void addTimes(const std::vector<Part>& parts, const char* dividedBy);
    void addEvent(const std::string& event);
    void write(const std::string& text);
    [[noreturn]] void fail() const;

    std::filesystem::path path_, partial_;
    std::ofstream file_;
    bool first_ = true;
    std::map<std::string, std::uint32_t> processes_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> lanes_;
    std::uint32_t timeRows_ = 0;
};

} // namespace headroom::record
