#include "record/stream/describe_stream.h"
#include "record/stream/stream.h"
#include "record/structure/describe.h"
#include "record/structure/json.h"
#include "record/structure/json_out.h"
#include "record/structure/json_reading.h"

#include <algorithm>
#include <cstdio>
#include <type_traits>

namespace headroom::record {

namespace {

/// `key`: "record" or "command".
template <class T>
std::string lineOf(const char* key, const char* kind, const T& content)
{
    Json json;
    WriteJson writer{JsonOut(json)};
    writer.computed({.key = key}, [kind] { return std::string(kind); });
    if constexpr (std::is_same_v<T, Header>) {
        writer.computed({.key = "format"}, [] { return std::string("headroom-stream"); });
        writer.computed({.key = "version"}, [] { return streamVersion; });
    }
    describe(writer, content);
    return dump(json) + '\n';
}

} // namespace

std::string toLine(const Record& record)
{
    static constexpr const char* names[] = {"header",  "watching", "sample", "state",   "log",
                                            "summary", "log",      "span",   "building"};
    const char* const name = names[record.index()];
    return std::visit(
        [name]<class T>(const T& content) {
            if constexpr (std::is_same_v<T, MalformedRecord>) // is only reported
                return lineOf("record", name, LogLine{"warning", content.problem});
            else
                return lineOf("record", name, content);
        },
        record);
}

std::string sentenceOf(const Building& building)
{
    const auto counted = [](std::uint64_t number) {
        constexpr double million = 1e6;
        char text[32];
        if (number >= 1000000)
            std::snprintf(text, sizeof text, "%.1f M", static_cast<double>(number) / million);
        else
            std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(number));
        return std::string(text);
    };
    const std::string begin = "building the model: ";
    if (building.of == 0)
        return begin + counted(building.made) + ' ' + building.what;
    const double share = static_cast<double>(building.made) / static_cast<double>(building.of);
    return begin + std::to_string(static_cast<int>(std::min(1.0, share) * 100)) + " % of " + counted(building.of) +
           ' ' + building.what;
}

std::string toLine(const Command& command)
{
    return lineOf("command", commandNames[static_cast<std::size_t>(command.kind)], command);
}

} // namespace headroom::record
