// Arguments that several commands have: the project and its settings, how load grows, how long a run lasts.
#pragma once

#include "project/document/document.h"
#include "study/growth/load_search.h"

#include <CLI/CLI.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::cli {

/// An argument that does not fit; what() names it and says what to write.
struct BadArgument : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Adds PROJECT, --set and --preset, and --beside unless `beside` is null. `setting` is what --set does.
void addProjectOptions(CLI::App& command, std::string& project, std::vector<std::string>& settings, std::string* beside,
                       const std::string& setting = "Set a generic parameter");

/// The generic parameter that an option names as something that grows: a number above zero that the project uses.
/// Throws BadArgument.
study::Load loadParameter(const project::Project& project, const std::string& option, const std::string& name);
/// The names of the parameters that are numbers, in quotes; empty if there is none.
std::string numberParameters(const project::Project& project);

/// The growth in a year that an option gives, as a share; "40 %" is 0.4. 0 for an empty text. Throws BadArgument, also
/// for a growth above 100 % that is not written in per cent: "5" is more likely a slip than a meant 500 %.
double yearlyGrowth(const std::string& option, const std::string& text);

/// A time above zero, or nothing: returns it. Throws BadArgument.
std::string durationArgument(const std::string& text);

} // namespace headroom::cli
