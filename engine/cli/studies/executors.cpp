#include "cli/studies/executors.h"

#include "cli/support/arguments.h"
#include "project/file/json_writer.h"
#include "study/execute/local_executor.h"
#include "study/execute/slurm_executor.h"

#include <algorithm>
#include <stdexcept>
#include <thread>

namespace headroom::cli {

namespace {

std::unique_ptr<study::Executor> slurmExecutor(const ExecutorOptions& options, const RunBase& base,
                                               const std::filesystem::path& file)
{
    study::SharedStudy shared;
    shared.projectText = project::toText(base.project);
    shared.beside = base.folder;
    shared.file = file;
    shared.engine = HEADROOM_VERSION;
    shared.told = base.told;
    shared.program = std::filesystem::read_symlink("/proc/self/exe");
    shared.libraries = project::libraryFolders();
    std::filesystem::path parent = options.shared;
    if (parent.empty() && !file.empty())
        parent = std::filesystem::absolute(file).parent_path();
    auto executor = std::make_unique<study::SlurmExecutor>(study::Slurm(options.partition), std::move(shared), parent,
                                                           options.jobs);
    if (!file.empty())
        executor->removeLeftovers();
    return executor;
}

} // namespace

void addExecutorOptions(CLI::App& command, ExecutorOptions& options, const std::string& sharedDefault)
{
    command
        .add_option(
            "--jobs", options.jobs,
            "Runs at the same time; without it one for each core. Of several, one more while runs take less than "
            "0.1 s. With slurm, tasks in the queue at the same "
            "time; without it twice the processors of the partition")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    command.add_option("--executor", options.executor, "Where runs are executed: local (this machine) or slurm")
        ->check(CLI::IsMember({"local", "slurm"}));
    command.add_option("--partition", options.partition, "Partition of Slurm; without it the default one")
        ->type_name("NAME");
    command
        .add_option("--shared", options.shared,
                    "Folder that the nodes of the cluster see, too; without it " + sharedDefault)
        ->type_name("FOLDER");
}

std::unique_ptr<study::Executor> executorOf(const ExecutorOptions& options, const RunBase& base,
                                            const std::filesystem::path& file)
{
    if (options.executor == "local") {
        if (!options.partition.empty() || !options.shared.empty())
            throw BadArgument("--partition and --shared belong to --executor slurm.");
        return std::make_unique<study::LocalExecutor>(
            atOnce(options), [&base](const child::Simulation& simulation) { return forkedRun(base, simulation); });
    }
    try {
        return slurmExecutor(options, base, file);
    } catch (const std::runtime_error& error) {
        throw BadArgument(error.what());
    }
}

std::size_t atOnce(const ExecutorOptions& options)
{
    return options.jobs > 0 && options.executor == "local" ? options.jobs
                                                           : std::max(1U, std::thread::hardware_concurrency());
}

} // namespace headroom::cli
