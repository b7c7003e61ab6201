// The result of a check: the command line prints it, the studio lists it and tests compare it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom::project {

enum class Severity
{
    error,
    warning,
    note
};

/// One finding of the checks. `key` is stable across versions and texts (e.g. "wire.unknown-port").
struct Finding
{
    Severity severity = Severity::error;
    std::string key;
    std::string pointer; ///< JSON pointer of the place in the project file, e.g. "/topology/groups/2/count"
    std::string place;   ///< the same place in words, e.g. "proxy-server › PUT › block \"md5\", field Work"
    std::string problem; ///< one sentence
    std::string remedy;  ///< one sentence

    bool operator==(const Finding&) const = default;
};

using Findings = std::vector<Finding>;

bool hasErrors(const Findings& findings);

/// True if one of them has the same key and place.
bool speaksOf(const Findings& findings, const Finding& other);
/// Those of `findings` of which `known` does not speak.
Findings notIn(const Findings& known, Findings findings);

/// "error", "warning" or "note".
const char* wordOf(Severity severity);
/// The severity of such a word; of another one it is a note.
Severity severityOf(std::string_view word);

/// One line: "error: PLACE: PROBLEM REMEDY (POINTER)".
std::string toLine(const Finding& finding);

} // namespace headroom::project
