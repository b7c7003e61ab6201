// The batch system Slurm, as its commands answer: sbatch, squeue, scancel, scontrol (its manual pages, version 22.05).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom::study {

/// A job array to be submitted; each task has one processor.
struct TaskArray
{
    std::string name;             ///< of the job
    std::filesystem::path folder; ///< in which its tasks run
    std::size_t tasks = 1;        ///< numbered from 0
    std::string output;           ///< file for what a task prints, in the folder; "%a" is the number of the task
    std::filesystem::path script;
    std::vector<std::string> arguments; ///< of the script
};

/// A task of an array.
struct TaskId
{
    std::uint64_t array = 0, number = 0;
    auto operator<=>(const TaskId&) const = default;
};

struct TaskStatus
{
    std::string state;  ///< as Slurm calls it: "PENDING", "RUNNING", "NODE_FAIL"
    std::string reason; ///< why it is in this state, as Slurm calls it; "None": no reason
    /// True if it will never run again.
    bool ended() const;
};

class Slurm
{
public:
    /// Asks what the partition has; without a name the one that sbatch would take. Throws std::runtime_error if there
    /// is no Slurm, its controller does not answer, or it has no such partition.
    explicit Slurm(std::string partition);

    const std::string& partition() const { return partition_; }
    std::size_t processors() const { return processors_; }
    /// Tasks of an array, at most.
    std::size_t mostTasks() const { return mostTasks_; }

    /// Returns the number of the array. Throws std::runtime_error with Slurm's reason.
    std::uint64_t submit(const TaskArray& array) const;
    /// The tasks of the user's arrays of this name. Those that ended some minutes ago are missing (MinJobAge). Nothing
    /// if Slurm does not answer.
    std::optional<std::map<TaskId, TaskStatus>> tasks(const std::string& name) const;
    /// Ends all tasks of the arrays of this name, and waits a while until none runs.
    void cancel(const std::string& name) const;
    /// Tasks of these arrays that have not begun do not begin until they are released.
    void hold(const std::set<std::uint64_t>& arrays) const;
    void release(const std::set<std::uint64_t>& arrays) const;

private:
    void control(const char* word, const std::set<std::uint64_t>& arrays) const;

    std::string partition_;
    std::size_t processors_ = 1, mostTasks_ = 1;
};

} // namespace headroom::study
