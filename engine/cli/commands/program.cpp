#include "cli/commands/program.h"
#include "project/document/one_line.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>

namespace headroom::cli {

namespace {

/// CLI11 has exit codes of its own; here help is success and any other error is an error in the arguments.
ExitStatus endOfReading(const CLI::App& app, const CLI::ParseError& error)
{
    if (error.get_exit_code() == 0) {
        app.exit(error);
        return std::cout.flush() ? done : runFailed;
    }
    const std::string text = error.what();
    reportError(text + (text.ends_with('.') ? "" : ".") + " See headroom-engine --help.");
    return atFault;
}

} // namespace

void reportError(const std::string& text)
{
    std::cerr << "headroom-engine: " << project::inOneLine(text) << "\n";
}

void print(const std::string& text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw std::runtime_error(std::string("standard output cannot be written: ") + std::strerror(errno));
}

int runProgram(int argc, const char* const* argv)
{
    CLI::App app("Simulates storage and big-data clusters.", "headroom-engine");
    app.set_version_flag("--version", "headroom-engine " HEADROOM_VERSION);
    app.require_subcommand(1);
    app.footer("Exit status: 0 done, 1 the project or the arguments are at fault, 2 the run failed, 3 a goal was "
               "missed (--goals).");
    Action action;
    addSimulate(app, action);
    addCheck(app, action);
    addComponents(app, action);
    addImport(app, action);
    addAdopt(app, action);
    addSchema(app, action);
    addReference(app, action);
    addLevels(app, action);
    addAdvise(app, action);
    addStudy(app, action);
    addStudyTask(app, action);
    addCheapest(app, action);
    addBest(app, action);
    addCost(app, action);
    addParameters(app, action);
    addPrices(app, action);
    addGrow(app, action);
    addAnalyse(app, action);
    addValidate(app, action);
    addCalibrate(app, action);
    addMeasure(app, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return endOfReading(app, error);
    }
    try {
        return action();
    } catch (const std::exception& error) {
        reportError(error.what());
        return runFailed;
    }
}

} // namespace headroom::cli
