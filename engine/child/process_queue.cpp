#include "child/process_queue.h"

#include <utility>

namespace headroom::child {

ProcessQueue::ProcessQueue(std::size_t atOnce, Ended ended) : atOnce_(atOnce), ended_(std::move(ended)) {}

void ProcessQueue::poll()
{
    takeIn();
    while (begun_ < waiting_.size() && running_.size() < atOnce_) {
        auto process = std::make_unique<Process>(waiting_[begun_]);
        running_.push_back({begun_++, std::move(process)});
    }
}

void ProcessQueue::takeIn()
{
    for (std::size_t i = 0; i < running_.size();) {
        if (!running_[i].process->listen(std::chrono::milliseconds::zero())) {
            ++i;
            continue;
        }
        const Running gone = std::move(running_[i]);
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
        ended_(gone.number, gone.process->ending());
    }
}

bool ProcessQueue::finish(const std::function<bool()>& interrupted)
{
    for (poll(); !running_.empty(); poll()) {
        if (interrupted && interrupted())
            return false;
        awaitNews();
    }
    return true;
}

void ProcessQueue::awaitNews() const
{
    std::vector<Process*> processes;
    for (const Running& one : running_)
        processes.push_back(one.process.get());
    Process::awaitNews(processes, std::chrono::seconds(1));
}

} // namespace headroom::child
