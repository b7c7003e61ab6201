#include "accuracy/programs/reference/resources.h"

#include <algorithm>
#include <iterator>

namespace headroom::accuracy::programs::reference {

void Held::giveBack()
{
    if (Resource* of = std::exchange(of_, nullptr))
        of->giveBack(amount_);
}

Turn::Turn(Resource& resource, int amount, int priority)
    : Wait(resource.clock_), resource_(resource), amount_(amount), priority_(priority)
{
}

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
    std::list<Turn*>& queue = resource_.queue_;
    auto behind = queue.end();
    while (behind != queue.begin() && (*std::prev(behind))->priority_ < priority_)
        --behind;
    place_ = queue.insert(behind, this);
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

} // namespace headroom::accuracy::programs::reference
