#include "project/document/finding.h"

#include <algorithm>

namespace headroom::project {

bool hasErrors(const Findings& findings)
{
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.severity == Severity::error; });
}

bool speaksOf(const Findings& findings, const Finding& other)
{
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
        return finding.key == other.key && finding.pointer == other.pointer;
    });
}

Findings notIn(const Findings& known, Findings findings)
{
    std::erase_if(findings, [&](const Finding& finding) { return speaksOf(known, finding); });
    return findings;
}

namespace {

constexpr const char* words[] = {"error", "warning", "note"};

} // namespace

const char* wordOf(Severity severity)
{
    return words[static_cast<int>(severity)];
}

Severity severityOf(std::string_view word)
{
    return word == words[0] ? Severity::error : word == words[1] ? Severity::warning : Severity::note;
}

std::string toLine(const Finding& finding)
{
    std::string line = wordOf(finding.severity);
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
