// Result files in SQLite format, readable by any tool. The schema is documented in RESULT.md beside this file.
#pragma once

#include "record/stream/series.h"
#include "record/stream/span.h"
#include "record/summary/summary.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headroom::record {

/// Writes a result file. Everything is written to a temporary file beside it, which `finish` renames: a result file is
/// complete or does not exist. Throws std::runtime_error naming the path and the reason.
class ResultWriter
{
public:
    ResultWriter(const std::filesystem::path& path, const std::string& projectText,
                 const std::vector<SeriesInfo>& series);
    ~ResultWriter(); ///< removes the temporary file if finish was not called
    /// All series, in the order given to the constructor.
    void add(const Sample& sample);
    void addSpan(const Span& span);
    /// Adds one of several runs, in order; the `summary` of finish is then over all of them.
    void addReplication(const Summary& summary);
    void finish(const Summary& summary);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Reads a result file. Throws std::runtime_error naming the path and the reason if it cannot be read.
class ResultReader
{
public:
    explicit ResultReader(const std::filesystem::path& path);
    ~ResultReader();
    std::string projectText() const;
    Summary summary() const;
    std::vector<SeriesInfo> series() const;
    struct Points
    {
        std::vector<double> times, values;
    };
    Points points(std::uint32_t series) const; ///< without the NaNs
    /// Only those from `begin` to `end`, and a few on either side: fast, however long the run is.
    Points points(std::uint32_t series, double begin, double end) const;
    /// The sampling instants, in order.
    const std::vector<double>& instants() const;
    /// In the order in which they ended; none from older files without spans.
    std::vector<Span> spans() const;
    /// Calls `take` with each span until it returns false: the spans may not fit into memory.
    void eachSpan(const std::function<bool(const Span&)>& take) const;
    std::vector<Summary> replications() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headroom::record
