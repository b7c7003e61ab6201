// Executes runs on a cluster, by job arrays of Slurm.
#pragma once

#include "study/execute/executor.h"
#include "study/execute/shared_folder.h"
#include "study/execute/slurm.h"

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace headroom::study {

/// When Slurm is asked, and how long something may take.
struct SlurmPatience
{
    std::chrono::milliseconds betweenLooks{5000};  ///< at the queue
    std::chrono::milliseconds betweenArrays{1000}; ///< that are submitted
    /// From the end of a task until its results have to be there: a network's file system may show them late.
    std::chrono::milliseconds resultsWithin{5000};
    std::chrono::milliseconds betweenTries{10000}; ///< to submit, after Slurm has refused
    std::chrono::minutes silence{10};              ///< of Slurm, after which the study is given up
    int losses = 4;                                ///< of a run, after which it has failed
    int lossesBeforeFirst = 2;                     ///< the same while no task has begun: something is wrong with all
    double batchS = 30;                            ///< processor time of the runs of a task
    std::size_t mostOfBatch = 1000;                ///< runs of a task
};

/// A task runs one run after another, as many as take half a minute together. A run whose task ended without a result
/// (its node failed, its time was over) is submitted again, in a task of its own. A run always gives the same result,
/// so one that is run twice does no harm.
class SlurmExecutor : public Executor
{
public:
    /// At most `tasks` tasks are in the queue at the same time; 0: twice as many as the partition has processors. The
    /// shared folder is made in `parent` before the first run.
    SlurmExecutor(Slurm slurm, SharedStudy study, std::filesystem::path parent, std::size_t tasks,
                  SlurmPatience patience = {});
    ~SlurmExecutor() override;

    /// Cancels the tasks of a study with the same file that was killed, and removes its shared folder. Throws
    /// std::runtime_error if such a study still runs.
    void removeLeftovers() const;

    std::size_t atOnce() const override { return atOnce_; }
    std::size_t room() const override;
    void add(std::uint64_t job, const child::Simulation& simulation) override;
    std::size_t pending() const override { return runs_.size(); }
    /// Throws std::runtime_error if Slurm takes no jobs, or no task has ever begun.
    std::vector<std::uint64_t> running() const override;
    void advance(std::chrono::milliseconds atMost, const Done& done) override;
    void pause(bool paused) override;
    void cancel() override;
    std::string inWords() const override;

private:
    using Clock = std::chrono::steady_clock;

    struct Run
    {
        child::Simulation simulation;
        int losses = 0;
        std::optional<TaskId> task; ///< that has it; none while it waits
    };
    struct Task
    {
        std::uint64_t batches = 0;                ///< number of its file of batches
        std::vector<std::uint64_t> runs;          ///< without a result
        std::optional<Clock::time_point> endSeen; ///< when Slurm said that it has ended
        TaskStatus status;
        bool running = false; ///< by the last look at the queue
    };

    std::size_t batchLength() const;
    std::vector<Batch> takeBatches(std::size_t most);
    bool gather(const Done& done);
    void submitSome();
    void submit(const std::vector<Batch>& batches);
    void takeBack(const std::vector<Batch>& batches);
    void lookAtQueue();
    void noteEnds(const std::map<TaskId, TaskStatus>& known);
    void takeLost(const Done& done);
    void lose(const Task& task, const std::string& reason, const Done& done);
    void forget(std::uint64_t job);
    std::set<std::uint64_t> arrays() const;

    Slurm slurm_;
    SharedStudy study_;
    std::filesystem::path parent_;
    SlurmPatience patience_;
    std::size_t atOnce_, mostTasks_;
    std::unique_ptr<SharedFolder> folder_; ///< from the first submission on
    std::map<std::uint64_t, Run> runs_;    ///< by number
    std::deque<std::uint64_t> waiting_;    ///< numbers of runs that no task has
    std::map<TaskId, Task> tasks_;         ///< with runs without a result
    std::uint64_t submissions_ = 0;
    bool paused_ = false;
    double processorS_ = 0; ///< of all runs that have ended
    std::uint64_t ended_ = 0;
    Clock::time_point nextLook_, nextArray_, lastAnswer_;
};

} // namespace headroom::study
