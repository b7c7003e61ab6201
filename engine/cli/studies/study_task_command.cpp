#include "cli/commands/program.h"
#include "cli/studies/forked_run.h"
#include "cli/support/loading.h"
#include "study/execute/shared_folder.h"

#include <memory>

namespace headroom::cli {

namespace {

struct TaskOptions
{
    std::string folder;
    std::uint64_t array = 0, task = 0;
};

ExitStatus runTask(const TaskOptions& options)
{
    const study::TaskFolder folder(options.folder, HEADROOM_VERSION);
    const study::Batch batch = folder.batch(options.array, options.task);
    const Loaded loaded = load(folder.project().string(), {}, folder.beside().string());
    if (!loaded.project) {
        report(loaded.findings);
        return atFault;
    }
    folder.noteBegun();
    const RunBase base{loaded.components, *loaded.project, loaded.folder, folder.told()};
    for (const study::SharedRun& run : batch)
        folder.writeResult(run.job, forkedRun(base, run.simulation, Answer::text)->wait());
    return done;
}

} // namespace

/// Not listed by --help: studies start it on the nodes of a cluster.
void addStudyTask(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<TaskOptions>();
    CLI::App* command = app.add_subcommand("study-task", "Runs a task of a study that a cluster executes");
    command->group("");
    command->add_option("FOLDER", options->folder, "Shared with the study")->required();
    command->add_option("ARRAY", options->array)->required();
    command->add_option("TASK", options->task)->required();
    command->callback([options, &action] { action = [options] { return runTask(*options); }; });
}

} // namespace headroom::cli
