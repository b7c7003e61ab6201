#include "accuracy/programs/reference/processors.h"

#include <algorithm>
#include <utility>

namespace headroom::accuracy::programs::reference {

Task QueuedCores::compute(double seconds)
{
    const Held core = co_await cores_.take();
    co_await Pause(clock_, seconds);
}

void SlicedCores::Cores::giveBack(int)
{
    ++free_;
    serve();
}

void SlicedCores::Cores::handOver(Held& core)
{
    handsOver_ = true;
    core.giveBack();
    handsOver_ = false;
}

Held SlicedCores::Cores::remove(int)
{
    --free_;
    return {*this, handsOver_ ? handedOver : fresh};
}

/// A core switches when it leaves work that is not done, and when it returns to such work: once if it does both.
Task SlicedCores::compute(double seconds)
{
    for (bool returns = false; seconds > 0; returns = true) {
        Held core = co_await cores_.take();
        if (returns || Cores::isHandedOver(core))
            co_await Pause(clock_, switchS_);
        do {
            const double slice = std::min(seconds, quantumS_);
            co_await Pause(clock_, slice);
            seconds -= slice;
        } while (seconds > 0 && cores_.waiting() == 0);
        if (seconds > 0)
            cores_.handOver(core);
    }
}

/// For co_await: work that shares the cores. The rest of it is dropped when this is destroyed.
class SharedCores::Job final : public Wait
{
public:
    Job(SharedCores& cores, double seconds) : Wait(cores.clock_), cores_(cores), seconds_(seconds) {}
    ~Job() { leave(); }

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> path)
    {
        waits(path);
        cores_.advance();
        place_ = cores_.jobs_.emplace(cores_.done_ + seconds_, this);
        cores_.wakeNext();
    }
    void await_resume() {}

    void end()
    {
        leave();
        wake();
    }

private:
    void leave()
    {
        if (place_ == cores_.jobs_.end())
            return;
        cores_.advance();
        cores_.jobs_.erase(std::exchange(place_, cores_.jobs_.end()));
        cores_.wakeNext();
    }

    SharedCores& cores_;
    double seconds_;
    std::multimap<double, Job*>::iterator place_ = cores_.jobs_.end();
};

Task SharedCores::compute(double seconds)
{
    co_await Job(*this, seconds);
}

double SharedCores::speed() const
{
    return std::min(1.0, cores_ / static_cast<double>(jobs_.size()));
}

void SharedCores::advance()
{
    if (!jobs_.empty())
        done_ += (clock_.now() - since_) * speed();
    since_ = clock_.now();
}

void SharedCores::wakeNext()
{
    next_ = {};
    if (jobs_.empty())
        return;
    const auto& [end, job] = *jobs_.begin();
    next_ = clock_.after(std::max(0.0, end - done_) / speed(), [job = job] { job->end(); });
}

} // namespace headroom::accuracy::programs::reference
