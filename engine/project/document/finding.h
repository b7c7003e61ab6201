// The result of a check: the command line prints it, the studio lists it and tests compare it.
#pragma once

#include <string>
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
    std::string problem; ///< what is wrong, one sentence
    std::string remedy;  ///< what to do about it, one sentence

    bool operator==(const Finding&) const = default;
};

using Findings = std::vector<Finding>;

bool hasErrors(const Findings& findings);

/// One line: "error: PLACE: PROBLEM REMEDY (POINTER)".
std::string toLine(const Finding& finding);

} // namespace headroom::project
