#include "project/document/finding.h"

#include <algorithm>

namespace headroom::project {

bool hasErrors(const Findings& findings)
{
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.severity == Severity::error; });
}

std::string toLine(const Finding& finding)
{
    static constexpr const char* words[] = {"error", "warning", "note"};
    std::string line = words[static_cast<int>(finding.severity)];
    line += ": ";
    if (!finding.place.empty())
        line += finding.place + ": ";
    line += finding.problem;
    if (!finding.remedy.empty())
        line += ' ' + finding.remedy;
    if (!finding.pointer.empty())
        line += " (" + finding.pointer + ')';
    std::replace(line.begin(), line.end(), '\n', ' ');
    return line;
}

} // namespace headroom::project
