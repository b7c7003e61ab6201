#include "project/file/findings_json.h"

#include <string>

namespace headroom::project {

Json toJson(const Finding& finding)
{
    return {{"severity", wordOf(finding.severity)}, {"key", finding.key},
            {"pointer", finding.pointer},           {"place", finding.place},
            {"problem", finding.problem},           {"remedy", finding.remedy}};
}

std::optional<Findings> findingsFromText(std::string_view text)
{
    const Json whole = Json::parse(text, nullptr, false);
    const auto list = whole.find("findings");
    if (!whole.is_object() || list == whole.end() || !list->is_array())
        return {};
    Findings findings;
    for (const Json& each : *list) {
        const auto member = [&](const char* key) {
            const auto found = each.find(key);
            return each.is_object() && found != each.end() && found->is_string() ? found->get<std::string>()
                                                                                 : std::string();
        };
        findings.push_back({severityOf(member("severity")), member("key"), member("pointer"), member("place"),
                            member("problem"), member("remedy")});
    }
    return findings;
}

} // namespace headroom::project
