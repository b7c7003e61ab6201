#include "study/execute/slurm_executor.h"

#include "study/execute/local_executor.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <thread>

namespace headroom::study {

SlurmExecutor::SlurmExecutor(Slurm slurm, SharedStudy study, std::filesystem::path parent, std::size_t tasks,
                             SlurmPatience patience)
    : slurm_(std::move(slurm)), study_(std::move(study)), parent_(std::move(parent)), patience_(patience),
      atOnce_(tasks > 0 ? tasks : slurm_.processors()), mostTasks_(tasks > 0 ? tasks : 2 * atOnce_),
      lastAnswer_(Clock::now())
{
}

void SlurmExecutor::removeLeftovers() const
{
    SharedFolder::removeLeftovers(parent_, study_.file, [this](const std::string& name) { slurm_.cancel(name); });
}

SlurmExecutor::~SlurmExecutor()
{
    try {
        cancel();
    } catch (const std::exception&) { // the tasks find no folder, and end
    }
}

/// As many as fill the queue, and as many again while they run.
std::size_t SlurmExecutor::room() const
{
    const std::size_t wanted = 2 * mostTasks_ * batchLength();
    return wanted - std::min(wanted, pending());
}

void SlurmExecutor::add(std::uint64_t job, const child::Simulation& simulation)
{
    runs_[job].simulation = simulation;
    waiting_.push_back(job);
}

/// A task has its runs one after another.
std::vector<std::uint64_t> SlurmExecutor::running() const
{
    std::vector<std::uint64_t> jobs;
    for (const auto& [id, task] : tasks_)
        if (task.running)
            jobs.push_back(task.runs.front());
    return jobs;
}

void SlurmExecutor::advance(std::chrono::milliseconds atMost, const Done& done)
{
    if (!paused_)
        submitSome();
    if (gather(done))
        return;
    lookAtQueue();
    takeLost(done);
    std::this_thread::sleep_for(atMost);
}

/// One before it is known how long a run takes.
std::size_t SlurmExecutor::batchLength() const
{
    if (ended_ == 0)
        return 1;
    const double runs = patience_.batchS * static_cast<double>(ended_) / std::max(processorS_, 1e-3);
    return static_cast<std::size_t>(std::clamp(runs, 1.0, static_cast<double>(patience_.mostOfBatch)));
}

/// A run that was lost is alone, so that it takes no others with it if it is what brings its task down. The others are
/// shared out so that all processors have some.
std::vector<Batch> SlurmExecutor::takeBatches(std::size_t most)
{
    const std::size_t share = (waiting_.size() + atOnce_ - 1) / atOnce_;
    const std::size_t length = std::min(batchLength(), std::max<std::size_t>(1, share));
    std::vector<Batch> batches;
    bool open = false; // whether the last one takes more
    while (!waiting_.empty()) {
        const Run& run = runs_.at(waiting_.front());
        const bool alone = run.losses > 0;
        if (!open || alone) {
            if (batches.size() == most)
                break;
            batches.emplace_back();
        }
        batches.back().push_back({waiting_.front(), run.simulation});
        waiting_.pop_front();
        open = !alone && batches.back().size() < length;
    }
    return batches;
}

/// Rather a large array now and then than a small one whenever a task has ended.
void SlurmExecutor::submitSome()
{
    const std::size_t free = mostTasks_ - std::min(mostTasks_, tasks_.size());
    const bool worth = tasks_.size() < atOnce_ || waiting_.size() >= mostTasks_ * batchLength() / 2;
    if (waiting_.empty() || free == 0 || !worth || Clock::now() < nextArray_)
        return;
    submit(takeBatches(std::min(free, slurm_.mostTasks())));
}

void SlurmExecutor::submit(const std::vector<Batch>& batches)
{
    if (!folder_)
        folder_ = std::make_unique<SharedFolder>(parent_, study_);
    const bool first = submissions_ == 0;
    const std::uint64_t number = submissions_;
    std::uint64_t array = 0;
    folder_->writeBatches(number, batches);
    try {
        array = slurm_.submit({folder_->name(),
                               folder_->path(),
                               batches.size(),
                               SharedFolder::log(number, "%a"),
                               folder_->script(),
                               {std::to_string(number)}});
    } catch (const std::exception& error) {
        // Where there are limits on the jobs of a user, there is room again when some have ended.
        takeBack(batches);
        const bool givenUp = tasks_.empty() && Clock::now() - lastAnswer_ > patience_.silence;
        if (first || givenUp)
            throw std::runtime_error(std::string(error.what()) + " (--jobs limits how many tasks are submitted)");
        nextArray_ = Clock::now() + patience_.betweenTries;
        return;
    }
    ++submissions_;
    lastAnswer_ = Clock::now();
    nextArray_ = lastAnswer_ + patience_.betweenArrays;
    nextLook_ = std::max(nextLook_, lastAnswer_ + patience_.betweenArrays);
    for (std::size_t i = 0; i < batches.size(); ++i) {
        const TaskId id{array, i};
        Task& task = tasks_[id];
        task.batches = number;
        for (const SharedRun& run : batches[i]) {
            task.runs.push_back(run.job);
            runs_.at(run.job).task = id;
        }
    }
}

void SlurmExecutor::takeBack(const std::vector<Batch>& batches)
{
    for (auto batch = batches.rbegin(); batch != batches.rend(); ++batch)
        for (auto run = batch->rbegin(); run != batch->rend(); ++run)
            waiting_.push_front(run->job);
}

/// Returns whether there were results.
bool SlurmExecutor::gather(const Done& done)
{
    if (!folder_)
        return false;
    const SharedFolder::Results results = folder_->takeResults();
    for (const auto& [job, ending] : results) {
        if (!runs_.contains(job))
            continue; // it was run twice
        forget(job);
        processorS_ += ending.processorS;
        ++ended_;
        done(job, outcomeOf(ending));
    }
    return !results.empty();
}

/// A task without any run left is done.
void SlurmExecutor::forget(std::uint64_t job)
{
    const auto run = runs_.find(job);
    if (!run->second.task) {
        std::erase(waiting_, job);
    } else if (const auto task = tasks_.find(*run->second.task); task != tasks_.end()) {
        std::erase(task->second.runs, job);
        if (task->second.runs.empty()) {
            folder_->takeLastWord(task->second.batches, task->first.number);
            tasks_.erase(task);
        }
    }
    runs_.erase(run);
}

void SlurmExecutor::lookAtQueue()
{
    if (tasks_.empty() || Clock::now() < nextLook_)
        return;
    const auto known = slurm_.tasks(folder_->name());
    nextLook_ = Clock::now() + patience_.betweenLooks;
    if (known) {
        lastAnswer_ = Clock::now();
        noteEnds(*known);
    } else if (Clock::now() - lastAnswer_ > patience_.silence) {
        throw std::runtime_error("Slurm has not answered for " + std::to_string(patience_.silence.count()) +
                                 " minutes");
    }
}

void SlurmExecutor::noteEnds(const std::map<TaskId, TaskStatus>& known)
{
    for (auto& [id, task] : tasks_) {
        const auto status = known.find(id);
        task.running = status != known.end() && status->second.state == "RUNNING";
        if (status != known.end() && !status->second.ended()) {
            task.endSeen.reset();
        } else if (!task.endSeen) {
            task.endSeen = Clock::now();
            if (status != known.end())
                task.status = status->second;
        }
    }
}

/// Runs of tasks that have ended some time ago.
void SlurmExecutor::takeLost(const Done& done)
{
    const auto isOver = [&](const Task& task) {
        return task.endSeen && Clock::now() - *task.endSeen >= patience_.resultsWithin;
    };
    if (std::none_of(tasks_.begin(), tasks_.end(), [&](const auto& each) { return isOver(each.second); }))
        return;
    folder_->look();
    gather(done);
    for (auto each = tasks_.begin(); each != tasks_.end();) {
        if (!isOver(each->second)) {
            ++each;
            continue;
        }
        const Task task = std::move(each->second);
        std::string reason = folder_->takeLastWord(task.batches, each->first.number);
        each = tasks_.erase(each);
        if (reason.empty())
            reason = task.status.state.empty() ? "it left the queue" : "Slurm says " + task.status.state;
        lose(task, reason, done);
    }
}

void SlurmExecutor::lose(const Task& task, const std::string& reason, const Done& done)
{
    for (const std::uint64_t job : task.runs) {
        Run& run = runs_.at(job);
        run.task.reset();
        ++run.losses;
        if (run.losses >= patience_.lossesBeforeFirst && !folder_->begun())
            throw std::runtime_error("no task could begin on the cluster: " + reason);
        if (run.losses < patience_.losses) {
            waiting_.push_back(job);
            continue;
        }
        RunOutcome outcome;
        outcome.problem = "failed: its task ended without a result " + std::to_string(run.losses) +
                          " times, at last with \"" + reason + '"';
        runs_.erase(job);
        done(job, std::move(outcome));
    }
}

std::set<std::uint64_t> SlurmExecutor::arrays() const
{
    std::set<std::uint64_t> arrays;
    for (const auto& [id, task] : tasks_)
        arrays.insert(id.array);
    return arrays;
}

void SlurmExecutor::pause(bool paused)
{
    if (paused == paused_)
        return;
    paused_ = paused;
    if (paused)
        slurm_.hold(arrays());
    else
        slurm_.release(arrays());
}

void SlurmExecutor::cancel()
{
    if (folder_ && !tasks_.empty())
        slurm_.cancel(folder_->name());
    runs_.clear();
    waiting_.clear();
    tasks_.clear();
    folder_.reset();
    submissions_ = 0;
}

std::string SlurmExecutor::inWords() const
{
    return "in job arrays of Slurm's partition \"" + slurm_.partition() + "\", " + std::to_string(atOnce_) +
           (atOnce_ == 1 ? " task at once" : " tasks at once");
}

} // namespace headroom::study
