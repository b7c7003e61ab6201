#include "record/stream/describe_stream.h"
#include "record/stream/stream.h"
#include "record/structure/describe.h"
#include "record/structure/json.h"
#include "record/structure/json_out.h"
#include "record/structure/json_reading.h"

#include <type_traits>

namespace headroom::record {

namespace {

template <class T>
std::string lineOf(const char* kind, const T& content)
{
    Json json;
    WriteJson writer{JsonOut(json)};
    writer.computed({.key = "record"}, [kind] { return std::string(kind); });
    if constexpr (std::is_same_v<T, Header>) {
        writer.computed({.key = "format"}, [] { return std::string("headroom-stream"); });
        writer.computed({.key = "version"}, [] { return streamVersion; });
    }
    describe(writer, content);
    return dump(json);
}

struct LineOfRecord
{
    std::string operator()(const Header& header) const { return lineOf("header", header); }
    std::string operator()(const Watching& watching) const { return lineOf("watching", watching); }
    std::string operator()(const Sample& sample) const { return lineOf("sample", sample); }
    std::string operator()(const State& state) const { return lineOf("state", state); }
    std::string operator()(const LogLine& line) const { return lineOf("log", line); }
    std::string operator()(const Finished& finished) const { return lineOf("summary", finished); }
    std::string operator()(const Span& span) const { return lineOf("span", span); }
    /// An unreadable record is only reported.
    std::string operator()(const MalformedRecord& malformed) const
    {
        return lineOf("log", LogLine{"warning", malformed.problem});
    }
};

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
    return std::visit(LineOfRecord(), record) + "\n";
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
