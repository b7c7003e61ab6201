#include "study/execute/slurm.h"

#include "child/process.h"
#include "study/execute/digits.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace headroom::study {

namespace {

using child::Ending;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds answerWithin{60};       ///< a command that takes longer is ended
constexpr std::chrono::seconds endWithin{15};          ///< tasks that are cancelled
constexpr std::chrono::milliseconds betweenLooks{500}; ///< while tasks end

/// The path of a program; empty if no folder of PATH has it.
std::string pathOf(const std::string& program)
{
    const char* const folders = std::getenv("PATH");
    std::istringstream list(folders ? folders : "");
    for (std::string folder; std::getline(list, folder, ':');)
        if (const std::string path = folder + '/' + program; !folder.empty() && ::access(path.c_str(), X_OK) == 0)
            return path;
    return {};
}

Ending answerOf(const std::string& program, const std::vector<std::string>& arguments)
{
    const std::string path = pathOf(program);
    if (path.empty())
        throw std::runtime_error("There is no Slurm here: the command " + program +
                                 " is not on the PATH. Start the study where its commands are, on a login node of the "
                                 "cluster, or leave out --executor slurm.");
    child::Process process(child::Command{path, arguments});
    if (!process.listen(answerWithin))
        process.stop();
    return process.wait();
}

/// Its message for a command that failed, in one line.
std::string reasonOf(const Ending& ending)
{
    return ending.reason().empty() ? "it gave no reason" : ending.reason();
}

/// The value of "KEY=VALUE" or "KEY = VALUE" in a text of words; empty if it is not there.
std::string valueOf(const std::string& text, const std::string& key)
{
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (word.starts_with(key + '='))
            return word.substr(key.size() + 1);
        if (word == key && words >> word && word == "=" && words >> word)
            return word;
    }
    return {};
}

/// One line of `scontrol -o show partition` for each partition.
std::string lineOfPartition(const std::string& lines, const std::string& wanted)
{
    std::string names;
    std::istringstream list(lines);
    for (std::string line; std::getline(list, line);) {
        const std::string name = valueOf(line, "PartitionName");
        if (wanted.empty() ? valueOf(line, "Default") == "YES" : name == wanted)
            return line;
        names += (names.empty() ? "" : ", ") + name;
    }
    if (names.empty())
        throw std::runtime_error("Slurm has no partition that you may use.");
    throw std::runtime_error((wanted.empty() ? std::string("Slurm has no default partition.")
                                             : "Slurm has no partition \"" + wanted + "\".") +
                             " Name one with --partition: " + names + '.');
}

} // namespace

bool TaskStatus::ended() const
{
    static const std::set<std::string> ends = {"COMPLETED", "FAILED",   "TIMEOUT",   "NODE_FAIL", "OUT_OF_MEMORY",
                                               "CANCELLED", "DEADLINE", "PREEMPTED", "BOOT_FAIL", "REVOKED"};
    return ends.contains(state);
}

Slurm::Slurm(std::string partition) : partition_(std::move(partition))
{
    for (const char* const program : {"sbatch", "squeue", "scancel"})
        if (pathOf(program).empty())
            answerOf(program, {}); // throws why not
    const Ending config = answerOf("scontrol", {"show", "config"});
    if (!config.good())
        throw std::runtime_error("Slurm does not answer: " + reasonOf(config) +
                                 ". See whether `sinfo` answers here, or leave out --executor slurm.");
    mostTasks_ = std::max<std::size_t>(1, numberOfDigits(valueOf(config.output, "MaxArraySize")).value_or(1));
    if (const char* const usual = std::getenv("SBATCH_PARTITION"); partition_.empty() && usual)
        partition_ = usual;
    const Ending partitions = answerOf("scontrol", {"-o", "show", "partition"});
    if (!partitions.good())
        throw std::runtime_error("Slurm does not tell its partitions: " + reasonOf(partitions) + '.');
    const std::string line = lineOfPartition(partitions.output, partition_);
    partition_ = valueOf(line, "PartitionName");
    processors_ = std::max<std::size_t>(1, numberOfDigits(valueOf(line, "TotalCPUs")).value_or(1));
}

std::uint64_t Slurm::submit(const TaskArray& array) const
{
    std::vector<std::string> arguments = {"--parsable",
                                          "--job-name=" + array.name,
                                          "--partition=" + partition_,
                                          "--array=0-" + std::to_string(array.tasks - 1),
                                          "--ntasks=1",
                                          "--cpus-per-task=1",
                                          "--no-requeue",
                                          "--chdir=" + array.folder.string(),
                                          "--output=" + array.output,
                                          array.script.string()};
    arguments.insert(arguments.end(), array.arguments.begin(), array.arguments.end());
    const Ending ending = answerOf("sbatch", arguments);
    // "NUMBER", or "NUMBER;CLUSTER"
    const auto number = numberOfDigits(std::string_view(ending.output).substr(0, ending.output.find_first_of(";\n")));
    if (!ending.good() || !number)
        throw std::runtime_error("Slurm takes no job: " + reasonOf(ending));
    return *number;
}

std::optional<std::map<TaskId, TaskStatus>> Slurm::tasks(const std::string& name) const
{
    const Ending ending =
        answerOf("squeue", {"--noheader", "--array", "--me", "--states=all", "--name=" + name, "--format=%F|%K|%T|%r"});
    if (!ending.good())
        return {};
    std::map<TaskId, TaskStatus> tasks;
    std::istringstream lines(ending.output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream parts(line);
        std::array<std::string, 4> part;
        for (std::string& each : part)
            std::getline(parts, each, '|');
        const auto array = numberOfDigits(part[0]), number = numberOfDigits(part[1]);
        if (array && number)
            tasks[{*array, *number}] = {part[2], part[3]};
    }
    return tasks;
}

void Slurm::cancel(const std::string& name) const
{
    answerOf("scancel", {"--quiet", "--name=" + name});
    for (const auto until = Clock::now() + endWithin; Clock::now() < until;) {
        const auto left = tasks(name);
        if (!left || std::all_of(left->begin(), left->end(), [](const auto& task) { return task.second.ended(); }))
            return;
        std::this_thread::sleep_for(betweenLooks);
    }
}

void Slurm::hold(const std::set<std::uint64_t>& arrays) const
{
    control("hold", arrays);
}

void Slurm::release(const std::set<std::uint64_t>& arrays) const
{
    control("release", arrays);
}

/// An array that has no waiting task left is no failure.
void Slurm::control(const char* word, const std::set<std::uint64_t>& arrays) const
{
    for (const std::uint64_t array : arrays)
        answerOf("scontrol", {word, std::to_string(array)});
}

} // namespace headroom::study
