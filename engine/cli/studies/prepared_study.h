// Shared by the commands that run studies: their options, the study that these define, and its file.
#pragma once

#include "cli/commands/program.h"
#include "cli/studies/executors.h"
#include "cli/studies/search_command.h"
#include "cli/support/arguments.h"
#include "cli/support/loading.h"
#include "study/run/setup.h"
#include "study/table/study_file.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::cli {

/// A file that stands where that of a study shall be. what() says what to write; `reason` is what a window shows.
struct FileInTheWay : BadArgument
{
    FileInTheWay(std::string reason, bool replaceable);

    std::string reason;
    bool replaceable; ///< --restart replaces it
};

struct StudyOptions : ExecutorOptions
{
    std::string project, study, beside, out;
    std::vector<std::string> settings, axes, constraints, report;
    std::string design, duration;
    std::uint64_t points = 0, replications = 0;
    std::vector<std::string> alsoReport; ///< figures that the command needs
    bool restart = false, json = false, stream = false;
};

/// Adds the options that define the study and how it is run.
void addStudyOptions(CLI::App& command, StudyOptions& options);

/// A study that is ready to be run.
struct PreparedStudy
{
    RunBase base;
    study::Setup setup;
    std::string id; ///< empty: the arguments define it
    std::uint64_t seed = 1;

    /// Seeds of so many replications.
    std::vector<std::uint64_t> seeds(std::uint64_t count) const;
    study::Definition definition() const;
};

/// Loads the project and puts the study together; nothing if there are faults, which are reported. Throws BadArgument.
std::optional<PreparedStudy> prepare(const StudyOptions& options);

/// The path of --out, or results/ID.hrs beside the project; `end` stands before ".hrs". Throws BadArgument or
/// std::runtime_error if it cannot be written.
std::filesystem::path fileOf(const StudyOptions& options, const PreparedStudy& prepared, const std::string& end = {});

/// A new file, or the one that holds the same study: the table takes its finished points. Throws FileInTheWay if it
/// holds another one, is damaged, or is not the file of a study.
study::StudyFile openStudy(const std::filesystem::path& path, PreparedStudy& prepared, bool restart);

/// A new file; replaces a study, but no other file. Throws FileInTheWay.
study::StudyFile newStudyFile(const std::filesystem::path& path, const study::Definition& definition,
                              const study::Table& table);

/// Prints the end of a study: with --json the table, the decision and the file, with --stream nothing, else the text
/// with the path of the file behind it.
void tell(const StudyOptions& options, const study::Table& table, const study::Json& decision,
          const std::filesystem::path& file, const std::string& text);

/// Prepares a study and runs `search` with it (runSearch). A file in its way is reported, for a stream as the record
/// "refused" (STUDY.md).
ExitStatus runPrepared(const StudyOptions& options, const std::function<ExitStatus(PreparedStudy& prepared)>& search,
                       const SearchFailure& failure = {});

/// The same with the study's file, which has `end` in its name.
ExitStatus
searchStudy(const StudyOptions& options, const std::string& end,
            const std::function<ExitStatus(PreparedStudy& prepared, const std::filesystem::path& file)>& search);

} // namespace headroom::cli
