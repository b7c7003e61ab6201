// The program `headroom-engine`: its sub-commands and exit statuses.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace headroom::cli {

/// What the program returns; no other status.
enum ExitStatus
{
    done = 0,
    atFault = 1,   ///< the project or the arguments; said on standard error
    runFailed = 2, ///< the run itself
};

/// What a sub-command sets when it is picked: the work to do after all arguments have been read.
using Action = std::function<ExitStatus()>;

void addSimulate(CLI::App& app, Action& action);
void addCheck(CLI::App& app, Action& action);
void addComponents(CLI::App& app, Action& action);
void addImport(CLI::App& app, Action& action);
void addSchema(CLI::App& app, Action& action);
void addReference(CLI::App& app, Action& action);
void addLevels(CLI::App& app, Action& action);

/// Reads the arguments, does what they say and gives the exit status.
int runProgram(int argc, const char* const* argv);

/// One line on standard error, with the program's name before it.
void complain(const std::string& text);
/// Writes to standard output; throws std::runtime_error if it does not take it.
void print(const std::string& text);

} // namespace headroom::cli
