#include "accuracy/programs/reference/workers.h"

#include <algorithm>
#include <utility>

namespace headroom::accuracy::programs::reference {

Held Worker::occupy()
{
    busy_ = true;
    slept_ = idleSince_ < clock_.now();
    return {*this, 1};
}

void Worker::giveBack(int)
{
    busy_ = false;
    idleSince_ = clock_.now();
    serve();
}

EventLoops::EventLoops(Clock& clock, int count, int clients, std::mt19937_64& random)
    : Workers(clock), clients_(clients), random_(random)
{
    for (int i = 0; i < count; ++i)
        loops_.emplace_back(*this, i);
}

void EventLoops::giveBack(int loop)
{
    loops_[static_cast<std::size_t>(loop)].ended();
    serve();
}

bool EventLoops::available(int)
{
    return std::ranges::any_of(loops_, &Loop::mayAccept);
}

Held EventLoops::remove(int)
{
    std::vector<Loop*> may;
    for (Loop& loop : loops_)
        if (loop.mayAccept())
            may.push_back(&loop);
    return may[random_() % may.size()]->accept();
}

Held EventLoops::Loop::accept()
{
    ++requests_;
    accepted_ = occupy();
    return {all_, number_};
}

Held EventLoops::Loop::begin()
{
    return std::move(accepted_);
}

void EventLoops::Loop::ended()
{
    --requests_;
    accepted_.giveBack();
}

void EventLoops::Loop::serve()
{
    if (!idle())
        return;
    const bool accepts = all_.waited() && mayAccept();
    if (waited() && (!accepts || first().since() <= all_.first().since()))
        grantFirst(occupy());
    else if (accepts)
        all_.grantFirst(accept());
}

Threads::Threads(Clock& clock, int count) : Workers(clock)
{
    for (int i = 0; i < count; ++i) {
        threads_.emplace_back(clock);
        idle_.push_back(i);
    }
}

void Threads::giveBack(int thread)
{
    idle_.push_back(thread);
    serve();
}

Held Threads::remove(int)
{
    const int thread = idle_.back();
    idle_.pop_back();
    return {*this, thread};
}

} // namespace headroom::accuracy::programs::reference
