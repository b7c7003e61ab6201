// The option --scale: RESOURCE=FACTOR, given any number of times.
#pragma once

#include <CLI/CLI.hpp>

#include <map>
#include <string>
#include <vector>

namespace headroom::cli {

/// Adds the option to a command.
void addScaleOption(CLI::App& command, std::vector<std::string>& factors);

/// The factors by resource. Throws std::runtime_error if one is not written like that, or is not a number above 0.
std::map<std::string, double> readFactors(const std::vector<std::string>& factors);

} // namespace headroom::cli
