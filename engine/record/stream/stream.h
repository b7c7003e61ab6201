// The stream: newline-delimited JSON that a run writes as it proceeds, and the commands it reads.
//
//   {"record":"header","format":"headroom-stream","version":1,"project":"…","seed":1,"duration_s":60.0,
//    "warm_up_s":10.0,"interval_s":0.1,"series":[{"id":0,"path":["operation","PUT","throughput"],"unit":"1/s"},…]}
//   {"record":"building","what":"files in warm page caches","made":4096,"of":24414062}   while a large model is built
//   {"record":"watching","series":[0,1,2]}               which series the samples contain from here on, in order
//   {"record":"sample","t":1.1,"wall_s":0.02,"events":123456,"requests":4820,"v":[4820.0,null,…]}
//   {"record":"span","id":7,"parent":3,"trace":1,"kind":"block","name":"md5","role":"proxy","operation":"PUT",
//    "node":"proxy-1","lane":0,"begin_s":1.02,"end_s":1.03}   of a traced request, written when the span ends
//   {"record":"state","state":"running"|"paused"|"stopped"}
//   {"record":"log","level":"info"|"warning"|"error","text":"…"}
//   {"record":"summary","summary":{…},"result":"path of the result file or empty"}    the last record
//
// Commands, one JSON object per line: {"command":"pause"} resume, stop, {"command":"step","seconds":0.1}, until, pace,
// {"command":"watch","series":[…]} unwatch, {"command":"rate","per_second":20} (maximum number of sample batches per
// second of real time).
#pragma once

#include "record/stream/series.h"
#include "record/stream/span.h"
#include "record/summary/summary.h"

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom::record {

inline constexpr int streamVersion = 1;

/// The first record of a stream.
struct Header
{
    std::string project;
    std::uint64_t seed = 0;
    double durationS = 0, warmUpS = 0, intervalS = 0;
    std::vector<SeriesInfo> series;
};
struct Watching
{
    std::vector<std::uint32_t> series;
};
struct State
{
    std::string state;
};
struct LogLine
{
    std::string level, text;
};
/// The last record of a stream.
struct Finished
{
    Summary summary;
    std::string resultFile;
};
/// A large model is being built: comes before the header, a few times per second.
struct Building
{
    std::string what;       ///< "files in warm page caches"
    std::uint64_t made = 0; ///< so far
    std::uint64_t of = 0;   ///< at the end; 0: not known
};
/// "building the model: 40 % of 24.4 M files in warm page caches".
std::string sentenceOf(const Building& building);

/// A line that is not a record of this version, with the problem; reading continues after it.
struct MalformedRecord
{
    std::string problem;
};

using Record = std::variant<Header, Watching, Sample, State, LogLine, Finished, MalformedRecord, Span, Building>;

/// Takes bytes in pieces of any size and returns complete records. Never throws on invalid input.
class StreamReader
{
public:
    /// Appends bytes; returns the records completed by them.
    std::vector<Record> feed(std::string_view bytes);
    /// Bytes of an unfinished last line.
    std::size_t pendingBytes() const { return pending_.size(); }
    /// Maximum length of a line; a longer one becomes MalformedRecord.
    static constexpr std::size_t maxLineBytes = 64u << 20;

private:
    std::string pending_;
    bool skipping_ = false;
};

/// Writes records as lines. Numbers are read back unchanged; NaN becomes null.
std::string toLine(const Record& record);

enum class CommandKind
{
    pause,
    resume,
    stop,
    step,
    watch,
    unwatch,
    rate,
    pace,
    until
};
/// A command to a run; the members that its kind does not use keep their defaults.
struct Command
{
    CommandKind kind = CommandKind::pause;
    double seconds = 0; ///< step: simulated time to advance, 0: to the next sample; until: an instant
    double perSecond = 0;
    std::vector<std::uint32_t> series;
    std::uint64_t most = 0; ///< watch: instead of series, at most this many of the most informative ones
    double factor = 0;      ///< pace: maximum number of simulated seconds in a real one; 0: no limit
    // The condition of until, one of: `seconds`, a number of answered requests, a series that passes a threshold.
    std::uint64_t requests = 0;
    std::vector<std::string> path = {};           ///< of the series
    std::optional<double> above = {}, below = {}; ///< in the unit of the series
};
/// Parses a command; throws std::runtime_error with the problem.
Command parseCommand(std::string_view line);
std::string toLine(const Command& command);

} // namespace headroom::record
