#include "record/stream/stream.h"
#include "record/structure/json_reading.h"
#include "record/structure/summary_json.h"

namespace headroom::record {

namespace {

Json toJson(const Header& header)
{
    Json series = Json::array();
    for (const SeriesInfo& info : header.series)
        series.push_back(Json{{"id", info.id}, {"path", info.path}, {"unit", info.unit}});
    return Json{{"record", "header"},          {"format", "headroom-stream"},
                {"version", streamVersion},    {"project", header.project},
                {"seed", header.seed},         {"duration_s", header.durationS},
                {"warm_up_s", header.warmUpS}, {"interval_s", header.intervalS},
                {"series", std::move(series)}};
}

Json toJson(const Watching& watching)
{
    return Json{{"record", "watching"}, {"series", watching.series}};
}

Json toJson(const Sample& sample)
{
    return Json{{"record", "sample"},          {"t", sample.time},  {"wall_s", sample.wall}, {"events", sample.events},
                {"requests", sample.requests}, {"v", sample.values}};
}

Json toJson(const State& state)
{
    return Json{{"record", "state"}, {"state", state.state}};
}

Json toJson(const LogLine& line)
{
    return Json{{"record", "log"}, {"level", line.level}, {"text", line.text}};
}

Json toJson(const Finished& finished)
{
    return Json{{"record", "summary"}, {"summary", record::toJson(finished.summary)}, {"result", finished.resultFile}};
}

Json toJson(const Span& span)
{
    Json json{{"record", "span"},  {"id", span.id},     {"parent", span.parent},  {"trace", span.trace},
              {"kind", span.kind}, {"name", span.name}, {"role", span.role},      {"operation", span.operation},
              {"node", span.node}, {"lane", span.lane}, {"begin_s", span.beginS}, {"end_s", span.endS}};
    if (span.unfinished)
        json["unfinished"] = true;
    if (span.callerNode.empty())
        return json;
    json["accept_wait_s"] = span.acceptWaitS;
    json["caller_node"] = span.callerNode;
    json["caller_lane"] = span.callerLane;
    json["called_s"] = span.calledS;
    return json;
}

/// An unreadable record is only reported.
Json toJson(const MalformedRecord& malformed)
{
    return toJson(LogLine{"warning", malformed.problem});
}

const char* commandName(CommandKind kind)
{
    switch (kind) {
    case CommandKind::pause:
        return "pause";
    case CommandKind::resume:
        return "resume";
    case CommandKind::stop:
        return "stop";
    case CommandKind::step:
        return "step";
    case CommandKind::watch:
        return "watch";
    case CommandKind::unwatch:
        return "unwatch";
    case CommandKind::rate:
        return "rate";
    case CommandKind::pace:
        return "pace";
    case CommandKind::until:
        return "until";
    }
    return "";
}

void writeGoal(const Command& command, Json& json)
{
    if (command.requests > 0)
        json["requests"] = command.requests;
    else if (command.path.empty())
        json["seconds"] = command.seconds;
    else
        json["path"] = command.path;
    if (command.above)
        json["above"] = *command.above;
    if (command.below)
        json["below"] = *command.below;
}

} // namespace

std::string toLine(const Record& record)
{
    return std::visit([](const auto& value) { return dump(toJson(value)); }, record) + "\n";
}

std::string toLine(const Command& command)
{
    Json json{{"command", commandName(command.kind)}};
    if (command.kind == CommandKind::step && command.seconds > 0)
        json["seconds"] = command.seconds;
    if (command.kind == CommandKind::until)
        writeGoal(command, json);
    if (command.kind == CommandKind::pace)
        json["factor"] = command.factor > 0 ? Json(command.factor) : Json();
    if (command.kind == CommandKind::watch && command.most > 0)
        json["most"] = command.most;
    else if (command.kind == CommandKind::watch || command.kind == CommandKind::unwatch)
        json["series"] = command.series;
    if (command.kind == CommandKind::rate)
        json["per_second"] = command.perSecond;
    return dump(json) + "\n";
}

} // namespace headroom::record
