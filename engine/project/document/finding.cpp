#include "project/document/finding.h"
#include "project/document/one_line.h"

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
    constexpr std::size_t longestPlace = 300, longestSentence = 1500; // a name in it may have any length
    if (!finding.place.empty())
        line += inOneLine(finding.place, longestPlace) + ": ";
    line += inOneLine(finding.problem, longestSentence);
    if (!finding.remedy.empty())
        line += ' ' + inOneLine(finding.remedy, longestSentence);
    if (!finding.pointer.empty())
        line += " (" + inOneLine(finding.pointer, longestPlace) + ')';
    return line;
}

} // namespace headroom::project
