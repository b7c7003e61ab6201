// Where the runs of a command are executed: the options, and what executes them.
#pragma once

#include "cli/studies/forked_run.h"
#include "study/execute/executor.h"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace headroom::cli {

struct ExecutorOptions
{
    std::string executor = "local", partition, shared;
    std::uint64_t jobs = 0;
};

/// Adds --jobs, --executor, --partition and --shared. `sharedDefault` completes "without it", as in "that of the
/// study's file".
void addExecutorOptions(CLI::App& command, ExecutorOptions& options, const std::string& sharedDefault);

/// Makes the executor for runs of `base`, as --executor says. On a cluster `file` identifies this work: remains of it
/// from when it was killed are removed first, and the shared folder is beside it unless --shared names another. Nothing
/// is removed if `file` is empty. Throws BadArgument if the executor is not there.
std::unique_ptr<study::Executor> executorOf(const ExecutorOptions& options, const RunBase& base,
                                            const std::filesystem::path& file);

/// Processes at the same time on this machine: of --jobs, or one for each core.
std::size_t atOnce(const ExecutorOptions& options);

} // namespace headroom::cli
