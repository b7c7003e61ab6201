#include "record/stream/describe_stream.h"
#include "record/stream/stream.h"
#include "record/structure/describe.h"
#include "record/structure/json_in.h"
#include "record/structure/json_reading.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::record {

namespace {

using InJson = nlohmann::json;
using Object = ObjectReader<InJson>;

bool oneOf(const std::string& word, std::initializer_list<const char*> words)
{
    return std::any_of(words.begin(), words.end(), [&](const char* known) { return word == known; });
}

Header readHeader(const Object& object, const JsonIn& in)
{
    if (object.text("format") != "headroom-stream")
        throw std::runtime_error("this is not a Headroom stream, its format is \"" + object.text("format") + "\"");
    const std::uint64_t version = object.count("version");
    if (version != streamVersion)
        throw std::runtime_error("the stream has version " + std::to_string(version) + "; this program reads version " +
                                 std::to_string(streamVersion));
    return fromJson<Header>(in);
}

Record readRecord(std::string_view line)
{
    const InJson json = parseBounded(line);
    const Object object(json, "");
    const JsonIn in(json);
    const std::string kind = object.text("record");
    if (kind == "sample")
        return fromJson<Sample>(in);
    if (kind == "span")
        return fromJson<Span>(in);
    if (kind == "header")
        return readHeader(object, in);
    if (kind == "watching")
        return fromJson<Watching>(in);
    if (kind == "state") {
        State state = fromJson<State>(in);
        if (!oneOf(state.state, {"running", "paused", "stopped"}))
            throw std::runtime_error("unknown state \"" + state.state + "\"");
        return state;
    }
    if (kind == "log") {
        LogLine entry = fromJson<LogLine>(in);
        if (!oneOf(entry.level, {"info", "warning", "error"}))
            throw std::runtime_error("unknown level \"" + entry.level + "\"");
        return entry;
    }
    if (kind == "summary")
        return fromJson<Finished>(in);
    throw std::runtime_error("unknown record \"" + kind + "\"");
}

void readLine(std::string_view line, std::vector<Record>& records)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    if (line.empty())
        return;
    try {
        records.push_back(readRecord(line));
    } catch (const std::exception& error) {
        MalformedRecord& malformed =
            std::get<MalformedRecord>(records.emplace_back(std::in_place_type<MalformedRecord>));
        malformed.problem = std::string("A line of the stream cannot be read: ") + error.what() + ".";
    }
}

} // namespace

std::vector<Record> StreamReader::feed(std::string_view bytes)
{
    std::vector<Record> records;
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        const bool whole = end != std::string_view::npos;
        bytes.remove_prefix(whole ? end + 1 : bytes.size());
        if (!skipping_ && pending_.size() + part.size() > maxLineBytes) {
            records.push_back(MalformedRecord{"A line of the stream is longer than " +
                                              std::to_string(maxLineBytes >> 20) + " MiB and is left out."});
            pending_ = std::string();
            skipping_ = true;
        }
        if (skipping_) {
            skipping_ = !whole;
        } else if (!whole) {
            pending_ += part;
        } else if (pending_.empty()) {
            readLine(part, records);
        } else {
            pending_ += part;
            readLine(pending_, records);
            pending_.clear();
        }
    }
    return records;
}

namespace {

double positive(const Object& object, const char* key)
{
    const double value = object.number(key);
    if (!(value > 0) || !std::isfinite(value))
        object.fail(key, "a number above zero");
    return value;
}

/// The condition of the command until: an instant, a number of requests, or a series that passes a threshold.
Command readGoal(const Object& object)
{
    Command command;
    command.kind = CommandKind::until;
    if (object.has("requests")) {
        command.requests = object.count("requests");
        if (command.requests == 0)
            object.fail("requests", "above zero");
    } else if (object.has("path")) {
        command.path = object.texts("path");
        const auto threshold = [&](const char* key) {
            return object.has(key) ? std::optional(object.number(key)) : std::nullopt;
        };
        command.above = threshold("above");
        command.below = threshold("below");
        const bool one = command.above.has_value() != command.below.has_value();
        if (!one || !std::isfinite(command.above.value_or(command.below.value_or(0))))
            throw std::runtime_error("a condition has one number, \"above\" or \"below\"");
    } else {
        command.seconds = positive(object, "seconds");
    }
    return command;
}

} // namespace

Command parseCommand(std::string_view line)
{
    const InJson json = parseBounded(line);
    const Object object(json, "");
    const std::string name = object.text("command");
    Command command;
    if (name == "pause") {
        command.kind = CommandKind::pause;
    } else if (name == "resume") {
        command.kind = CommandKind::resume;
    } else if (name == "stop") {
        command.kind = CommandKind::stop;
    } else if (name == "step") {
        command.kind = CommandKind::step;
        command.seconds = object.has("seconds") ? positive(object, "seconds") : 0;
    } else if (name == "until") {
        command = readGoal(object);
    } else if (name == "pace") {
        command.kind = CommandKind::pace;
        command.factor = object.member("factor").is_null() ? 0 : positive(object, "factor");
    } else if (name == "watch" || name == "unwatch") {
        command.kind = name == "watch" ? CommandKind::watch : CommandKind::unwatch;
        if (name == "watch" && object.has("most"))
            command.most = object.count("most");
        else
            command.series = object.identifiers("series");
    } else if (name == "rate") {
        command.kind = CommandKind::rate;
        command.perSecond = positive(object, "per_second");
    } else {
        throw std::runtime_error("unknown command \"" + name +
                                 "\"; known are pause, resume, stop, step, until, pace, watch, unwatch and rate");
    }
    return command;
}

} // namespace headroom::record
