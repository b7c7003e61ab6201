// The program `headroom-engine`: its sub-commands and exit statuses.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace headroom::cli {

/// The exit statuses of the program; there are no others.
enum ExitStatus
{
    done = 0,
    atFault = 1,   ///< the project or the arguments are invalid; the reason is on standard error
    runFailed = 2, ///< the run failed
    goalMissed = 3 ///< a goal was missed where --goals asked
};

/// Set by a sub-command when it is picked: the work to do after all arguments have been read.
using Action = std::function<ExitStatus()>;

/// Each function adds one sub-command.
void addSimulate(CLI::App& app, Action& action);
void addCheck(CLI::App& app, Action& action);
void addComponents(CLI::App& app, Action& action);
void addImport(CLI::App& app, Action& action);
void addAdopt(CLI::App& app, Action& action);
void addSchema(CLI::App& app, Action& action);
void addReference(CLI::App& app, Action& action);
void addLevels(CLI::App& app, Action& action);
void addAdvise(CLI::App& app, Action& action);
void addStudy(CLI::App& app, Action& action);
void addStudyTask(CLI::App& app, Action& action);
void addCheapest(CLI::App& app, Action& action);
void addBest(CLI::App& app, Action& action);
void addCost(CLI::App& app, Action& action);
void addParameters(CLI::App& app, Action& action);
void addPrices(CLI::App& app, Action& action);
void addGrow(CLI::App& app, Action& action);
void addAnalyse(CLI::App& app, Action& action);
void addValidate(CLI::App& app, Action& action);
void addCalibrate(CLI::App& app, Action& action);
void addMeasure(CLI::App& app, Action& action);

/// Reads the arguments, executes the sub-command and returns the exit status.
int runProgram(int argc, const char* const* argv);

/// Writes one line to standard error, after the program's name.
void reportError(const std::string& text);
/// Writes to standard output; throws std::runtime_error if that fails.
void print(const std::string& text);

} // namespace headroom::cli
