#include "record/file/trace_file.h"

#include "record/structure/json_reading.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <unistd.h>

namespace headroom::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr double toMicroseconds = 1e6;

} // namespace

TraceFile::TraceFile(const std::filesystem::path& path) : path_(path), partial_(path)
{
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    // A device or a pipe is written directly: a file cannot replace it.
    if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status))
        partial_ += ".partial-" + std::to_string(::getpid());
    file_.open(partial_, std::ios::binary);
    write("[\n");
}

/// Called as soon as the file fails, while the reason is known.
void TraceFile::fail() const
{
    throw std::runtime_error(path_.string() + " cannot be written: " + std::strerror(errno));
}

void TraceFile::write(const std::string& text)
{
    if (!(file_ << text))
        fail();
}

TraceFile::~TraceFile()
{
    std::error_code ignored;
    if (partial_ != path_)
        std::filesystem::remove(partial_, ignored);
}

void TraceFile::addEvent(const std::string& event)
{
    if (!first_)
        write(",\n");
    first_ = false;
    write(event);
}

std::uint32_t TraceFile::processOf(const std::string& node)
{
    const auto [known, fresh] = processes_.try_emplace(node, static_cast<std::uint32_t>(processes_.size() + 1));
    if (fresh)
        addEvent(dump(Json{{"ph", "M"}, {"name", "process_name"}, {"pid", known->second}, {"args", {{"name", node}}}}));
    return known->second;
}

void TraceFile::nameLane(std::uint32_t process, std::uint32_t lane)
{
    if (lanes_.insert({process, lane}).second)
        addEvent(dump(Json{{"ph", "M"},
                           {"name", "thread_name"},
                           {"pid", process},
                           {"tid", lane + 1},
                           {"args", {{"name", "requests, row " + std::to_string(lane + 1)}}}}));
}

void TraceFile::add(const Span& span)
{
    const std::uint32_t process = processOf(span.node);
    nameLane(process, span.lane);
    Json arguments{{"request", span.trace},
                   {"role", span.role},
                   {"operation", span.operation},
                   {"span", span.id},
                   {"parent", span.parent}};
    if (span.acceptWaitS > 0)
        arguments["waited_to_be_accepted_s"] = span.acceptWaitS;
    if (span.unfinished)
        arguments["unfinished"] = true;
    addEvent(dump(Json{{"ph", "X"},
                       {"name", span.name},
                       {"cat", span.kind},
                       {"pid", process},
                       {"tid", span.lane + 1},
                       {"ts", span.beginS * toMicroseconds},
                       {"dur", (span.endS - span.beginS) * toMicroseconds},
                       {"args", std::move(arguments)}}));
    if (span.callerNode.empty())
        return;
    const std::uint32_t caller = processOf(span.callerNode);
    const auto flow = [&](const char* phase, std::uint32_t pid, std::uint32_t lane, double atS) {
        Json event{{"ph", phase},     {"name", span.operation},    {"cat", "call"}, {"id", span.id}, {"pid", pid},
                   {"tid", lane + 1}, {"ts", atS * toMicroseconds}};
        if (*phase == 'f')
            event["bp"] = "e";
        addEvent(dump(event));
    };
    flow("s", caller, span.callerLane, span.calledS);
    flow("f", process, span.lane, span.beginS);
}

void TraceFile::add(const SeriesInfo& series, double time, double value)
{
    addEvent(dump(Json{{"ph", "C"},
                       {"name", seriesName(series)},
                       {"pid", processOf("series")},
                       {"ts", time * toMicroseconds},
                       {"args", {{series.unit, value}}}}));
}

namespace {

std::string nameOf(const TimePart& part)
{
    return (part.nodeGroup.empty() ? "" : part.nodeGroup + ' ') + part.resource +
           (part.activity.empty() ? "" : " (" + part.activity + ')');
}

std::string nameOf(const TimeAtBlock& part)
{
    return part.diagram.empty() ? "to be accepted" : part.diagram + ' ' + part.block;
}

} // namespace

template <class Part>
void TraceFile::addTimes(const std::vector<Part>& parts, const char* dividedBy)
{
    std::map<std::pair<std::string, std::string>, std::vector<const Part*>> operations;
    for (const Part& part : parts)
        operations[{part.workload, part.operation}].push_back(&part);
    for (auto& [key, those] : operations) {
        const std::uint32_t process = processOf("mean request"), row = ++timeRows_;
        addEvent(dump(Json{{"ph", "M"},
                           {"name", "thread_name"},
                           {"pid", process},
                           {"tid", row},
                           {"args", {{"name", key.second + " of " + key.first + ", by " + dividedBy}}}}));
        std::ranges::stable_sort(those, std::greater(), [](const Part* part) { return part->seconds(); });
        double atS = 0;
        for (const Part* part : those) {
            Json arguments{{"served_s", part->servedS}};
            if (part->waitingS)
                arguments["waiting_s"] = *part->waitingS;
            addEvent(dump(Json{{"ph", "X"},
                               {"name", nameOf(*part)},
                               {"cat", "time"},
                               {"pid", process},
                               {"tid", row},
                               {"ts", atS * toMicroseconds},
                               {"dur", part->seconds() * toMicroseconds},
                               {"args", std::move(arguments)}}));
            atS += part->seconds();
        }
    }
}

void TraceFile::addTimes(const Summary& summary)
{
    addTimes(summary.timeParts, "resource");
    addTimes(summary.timeAtBlocks, "block");
}

void TraceFile::finish()
{
    write("\n]\n");
    file_.close();
    if (!file_)
        fail();
    if (partial_ != path_)
        std::filesystem::rename(partial_, path_);
}

} // namespace headroom::record
