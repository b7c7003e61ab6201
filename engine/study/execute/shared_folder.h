// A folder that the nodes of a cluster see, through which a study gives them runs and takes their results.
//
//   study.json, project.headroom, libraries/   what every run starts from
//   task                                       the script of a task
//   batches/N                                  a line for each task of the Nth job array: its runs
//   results/JOB                                the result of a run, from when it has ended until it is taken
//   logs/N-TASK                                what a task printed
//   begun                                      there as soon as a task has read the project
//   lock                                       locked while the study runs
#pragma once

#include "child/process.h"
#include "child/simulation.h"
#include "project/document/finding.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::study {

/// Base of every run of a study.
struct SharedStudy
{
    std::string projectText;                      ///< with the settings that all runs share
    std::filesystem::path beside;                 ///< folder of the files that the project names; the nodes see it
    std::filesystem::path file;                   ///< of the study
    std::string engine;                           ///< version of the program
    project::Findings told;                       ///< of the project: they are not reported again with each run
    std::filesystem::path program;                ///< headroom-engine as the nodes see it
    std::vector<std::filesystem::path> libraries; ///< are copied if they are there
};

/// A run and the number by which the study knows it. The settings, the scales, the seed, the duration and the goal of
/// the simulation count.
struct SharedRun
{
    std::uint64_t job = 0;
    child::Simulation simulation;
};
using Batch = std::vector<SharedRun>;

class SharedFolder
{
public:
    using Results = std::vector<std::pair<std::uint64_t, child::Ending>>; ///< by number of the run

    /// A new one in `parent`, which is created if it is missing. Throws std::runtime_error naming the path and the
    /// reason.
    SharedFolder(const std::filesystem::path& parent, const SharedStudy& study);
    ~SharedFolder(); ///< removes it and what is in it
    SharedFolder(const SharedFolder&) = delete;
    SharedFolder& operator=(const SharedFolder&) = delete;

    /// Removes the folders in `parent` that studies with this file have left behind when they were killed; before,
    /// `cancel` ends the tasks that go by the folder's name. Throws std::runtime_error if such a study still runs.
    static void removeLeftovers(const std::filesystem::path& parent, const std::filesystem::path& file,
                                const std::function<void(const std::string& name)>& cancel);

    const std::filesystem::path& path() const { return path_; }
    /// No other folder has the same.
    std::string name() const { return path_.filename().string(); }
    std::filesystem::path script() const { return path_ / "task"; }
    /// Relative to the folder; of task "%a" for Slurm.
    static std::string log(std::uint64_t array, const std::string& task);

    void writeBatches(std::uint64_t array, const std::vector<Batch>& batches) const;
    /// Takes the results that have arrived out of the folder.
    Results takeResults() const;
    /// Makes the file system of a network show what other machines have written: a change of its own makes it look.
    void look() const;
    /// The last line that a task printed; empty if it printed none. Removes its log.
    std::string takeLastWord(std::uint64_t array, std::uint64_t task) const;
    bool begun() const;

private:
    void fill(const SharedStudy& study);

    std::filesystem::path path_;
    int lock_ = -1;
};

/// The folder as a task sees it.
class TaskFolder
{
public:
    /// Throws std::runtime_error naming the path and the reason, also if another version of the program wrote it.
    TaskFolder(std::filesystem::path path, const std::string& engine);

    std::filesystem::path project() const { return path_ / "project.headroom"; }
    const std::filesystem::path& beside() const { return beside_; }
    const project::Findings& told() const { return told_; }
    /// Throws std::runtime_error if there is no such batch.
    Batch batch(std::uint64_t array, std::uint64_t task) const;
    void noteBegun() const;
    /// Is there as a whole or not at all.
    void writeResult(std::uint64_t job, const child::Ending& ending) const;

private:
    std::filesystem::path path_, beside_;
    project::Findings told_;
};

} // namespace headroom::study
