// What the commands that run studies share: their options, the study that these define, and its file.
#pragma once

#include "cli/studies/forked_run.h"
#include "cli/support/loading.h"
#include "study/execute/executor.h"
#include "study/run/setup.h"
#include "study/table/study_file.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::cli {

struct StudyOptions
{
    std::string project, study, beside, out;
    std::vector<std::string> settings, axes, constraints, report;
    std::string design, duration;
    std::uint64_t points = 0, replications = 0, jobs = 0;
    std::vector<std::string> alsoReport; ///< figures that the command needs
    std::string executor = "local", partition, shared;
    bool restart = false, json = false, stream = false;
};

/// Adds the options that define the study and how it is run.
void addStudyOptions(CLI::App& command, StudyOptions& options);

/// Errors in the arguments or in the study.
class Refused : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

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

/// Loads the project and puts the study together; nothing if there are faults, which are reported. Throws Refused.
std::optional<PreparedStudy> prepare(const StudyOptions& options);

/// The path of --out, or results/ID.hrs beside the project; `end` stands before ".hrs". Throws Refused or
/// std::runtime_error if it cannot be written.
std::filesystem::path fileOf(const StudyOptions& options, const PreparedStudy& prepared, const std::string& end = {});

/// A new file, or the one that holds the same study: the table takes its finished points. Throws Refused if it holds
/// another one.
study::StudyFile openStudy(const std::filesystem::path& path, PreparedStudy& prepared, bool restart);

/// Where the runs of a study with this file are executed: as --executor says. What a killed study has left behind is
/// removed first, unless `file` is empty. Throws Refused if it is not there.
std::unique_ptr<study::Executor> executorOf(const StudyOptions& options, const PreparedStudy& prepared,
                                            const std::filesystem::path& file);

/// Processes at the same time on this machine: of --jobs, or one for each core.
std::size_t atOnce(const StudyOptions& options);

} // namespace headroom::cli
