#include "record/stream/describe_stream.h"
#include "record/stream/stream.h"
#include "record/structure/describe.h"
#include "record/structure/json_in.h"
#include "record/structure/json_reading.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headroom::record {

namespace {

bool oneOf(const std::string& word, std::initializer_list<const char*> words)
{
    return std::any_of(words.begin(), words.end(), [&](const char* known) { return word == known; });
}

Header readHeader(const JsonIn& in)
{
    if (const std::string format = in.member("format").text(); format != "headroom-stream")
        throw std::runtime_error("this is not a Headroom stream, its format is \"" + format + "\"");
    const std::uint64_t version = in.member("version").count();
    if (version != streamVersion)
        throw std::runtime_error("the stream has version " + std::to_string(version) + "; this program reads version " +
                                 std::to_string(streamVersion));
    return fromJson<Header>(in);
}

Record readRecord(std::string_view line)
{
    const nlohmann::json json = parseBounded(line);
    const JsonIn in(json);
    const std::string kind = in.member("record").text();
    if (kind == "sample")
        return fromJson<Sample>(in);
    if (kind == "span")
        return fromJson<Span>(in);
    if (kind == "header")
        return readHeader(in);
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
    if (kind == "building")
        return fromJson<Building>(in);
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

Command parseCommand(std::string_view line)
{
    const nlohmann::json json = parseBounded(line);
    const JsonIn in(json);
    const std::string name = in.member("command").text();
    const auto known = std::ranges::find(commandNames, name);
    if (known == std::end(commandNames))
        throw std::runtime_error("unknown command \"" + name +
                                 "\"; known are pause, resume, stop, step, until, pace, watch, unwatch and rate");
    for (const char* const key : {"seconds", "requests", "per_second", "factor"})
        if (const auto given = in.find(key); given && !(name == "pace" && given->isNull()))
            if (const double value = given->number(); !(value > 0) || !std::isfinite(value))
                given->fail("a number above zero");
    Command command;
    command.kind = static_cast<CommandKind>(known - std::begin(commandNames));
    readJson(in, command);
    const bool one = command.above.has_value() != command.below.has_value();
    if (!command.path.empty() && (!one || !std::isfinite(command.above.value_or(command.below.value_or(0)))))
        throw std::runtime_error("a condition has one number, \"above\" or \"below\"");
    return command;
}

} // namespace headroom::record
