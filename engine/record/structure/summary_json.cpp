#include "record/structure/summary_json.h"

#include "record/structure/describe.h"
#include "record/structure/json_in.h"
#include "record/structure/json_out.h"
#include "record/structure/json_reading.h"

namespace headroom::record {

namespace {

constexpr std::string_view stoppedBy = "stopped: ";

} // namespace

std::string statusOf(const Summary& summary)
{
    if (!summary.limit.empty())
        return std::string(stoppedBy) + summary.limit;
    if (summary.stuck)
        return "stuck";
    return summary.stopped ? "stopped" : "done";
}

std::string limitIn(const std::string& status)
{
    return status.starts_with(stoppedBy) ? status.substr(stoppedBy.size()) : std::string();
}

Json toJson(const Summary& summary)
{
    Json json;
    writeJson(JsonOut(json), summary);
    return json;
}

std::string toText(const Summary& summary)
{
    return dump(toJson(summary));
}

Summary summaryFromJson(const nlohmann::json& json)
{
    return fromJson<Summary>(JsonIn(json));
}

Summary summaryFromJson(const Json& json)
{
    return summaryFromJson(nlohmann::json(json));
}

Summary summaryFromText(std::string_view text)
{
    return summaryFromJson(parseBounded(text));
}

} // namespace headroom::record
