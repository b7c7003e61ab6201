#include "accuracy/programs/reference/resources.h"

#include <algorithm>

namespace headroom::accuracy::programs::reference {

void Held::giveBack()
{
    if (Resource* of = std::exchange(of_, nullptr))
        of->giveBack(amount_);
}

Turn::Turn(Resource& resource, int amount) : Wait(resource.clock_), resource_(resource), amount_(amount) {}

Turn::~Turn()
{
    if (!queued_)
        return;
    resource_.queue_.erase(place_);
    resource_.serve(); // those behind may ask for less
}

bool Turn::await_ready()
{
    held_ = resource_.takeNow(amount_);
    return static_cast<bool>(held_);
}

void Turn::await_suspend(std::coroutine_handle<> path)
{
    waits(path);
    queued_ = true;
    place_ = resource_.queue_.insert(resource_.queue_.end(), this);
    resource_.serve();
}

void Resource::serve()
{
    while (waited() && available(first().amount()))
        grantFirst(remove(first().amount()));
}

void Resource::grantFirst(Held held)
{
    Turn& turn = first();
    queue_.pop_front();
    turn.grant(std::move(held));
}

void Slots::giveBack(int amount)
{
    free_ += amount;
    serve();
}

Held Slots::remove(int amount)
{
    free_ -= amount;
    return {*this, amount};
}

bool TokenBucket::available(int amount)
{
    constexpr double nothing = 1e-9;
    tokens_ = std::min(burst_, tokens_ + (clock_.now() - since_) * perSecond_);
    since_ = clock_.now();
    return tokens_ >= amount - nothing;
}

Held TokenBucket::remove(int amount)
{
    tokens_ -= amount;
    return {*this, amount};
}

void TokenBucket::serve()
{
    Resource::serve();
    if (waited())
        next_ = clock_.after((first().amount() - tokens_) / perSecond_, [this] { serve(); });
}

Held MessageQueue::remove(int amount)
{
    --room_;
    messages_.put();
    return {*this, amount};
}

void MessageQueue::makeRoom()
{
    ++room_;
    serve();
}

void MessageQueue::Messages::put()
{
    ++count_;
    serve();
}

Held MessageQueue::Messages::remove(int amount)
{
    --count_;
    queue_.makeRoom();
    return {*this, amount};
}

EventLoops::EventLoops(Clock& clock, int count, std::mt19937_64& random) : Resource(clock), random_(random)
{
    for (int i = 0; i < count; ++i)
        loops_.emplace_back(*this);
}

bool EventLoops::available(int)
{
    return std::ranges::any_of(loops_, &Loop::idle);
}

Held EventLoops::remove(int)
{
    std::vector<Loop*> idle;
    for (Loop& loop : loops_)
        if (loop.idle())
            idle.push_back(&loop);
    return idle[random_() % idle.size()]->occupy();
}

Held EventLoops::Loop::occupy()
{
    busy_ = true;
    return {*this, 1};
}

void EventLoops::Loop::giveBack(int)
{
    busy_ = false;
    serve();
}

void EventLoops::Loop::serve()
{
    if (busy_)
        return;
    if (waited() && (!all_.waited() || first().since() <= all_.first().since()))
        grantFirst(occupy());
    else if (all_.waited())
        all_.grantFirst(occupy());
}

Task QueuedCores::compute(double seconds)
{
    const Held core = co_await cores_.take();
    co_await Pause(clock_, seconds);
}

/// For co_await: work that shares the cores. What is left of it is dropped when this is destroyed.
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
