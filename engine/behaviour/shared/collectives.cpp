#include "behaviour/shared/collectives.h"

#include "kernel/random.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

namespace {

constexpr double eagerBytes = 65536;

} // namespace

void Collectives::begin(Collective collective, double bytes, std::vector<Handle> paths)
{
    const std::uint64_t id = ++last_ & UINT32_MAX;
    Running& running = running_[id];
    running.collective = collective;
    running.bytes = bytes;
    running.left = static_cast<std::uint32_t>(paths.size());
    for (const Handle path : paths) {
        running.ranks.emplace_back().path = path;
        running.ranks.back().node = core_.paths[static_cast<std::uint32_t>(path)].node;
    }
    std::ranges::stable_sort(running.ranks, {}, &Rank::node);
    for (std::uint32_t rank = 0; rank < paths.size(); ++rank)
        proceed(id, rank);
}

void Collectives::proceed(std::uint64_t id, std::uint32_t r)
{
    Running& running = running_.at(id);
    const auto ranks = static_cast<std::uint32_t>(running.ranks.size());
    const std::uint32_t steps = stepsOf(running.collective, ranks);
    Rank& rank = running.ranks[r];
    while (rank.step < steps) {
        const CollectiveStep step = stepOf(running.collective, r, ranks, running.bytes, rank.step);
        if (step.to != CollectiveStep::nobody && !rank.sent && !send(id, running, r, step))
            return;
        if (step.from != CollectiveStep::nobody) {
            const auto come = std::ranges::find(rank.early, rank.step);
            if (come == rank.early.end())
                return;
            rank.early.erase(come);
        }
        ++rank.step;
        rank.sent = false;
    }
    goOn(rank.path);
    if (--running.left == 0)
        running_.erase(id);
}

bool Collectives::send(std::uint64_t id, Running& running, std::uint32_t r, const CollectiveStep& step)
{
    Rank& rank = running.ranks[r];
    if (rank.sending)
        return false;
    if (const double work = messages_.sendingWork(rank.node, step.bytes); work > 0) {
        rank.sending = true;
        core_.processors[rank.node]->run(work, {&Collectives::onSent, this, nameOf(id, r)});
        return false;
    }
    depart(id, running, r, step);
    return rank.sent;
}

void Collectives::depart(std::uint64_t id, Running& running, std::uint32_t r, const CollectiveStep& step)
{
    Rank& rank = running.ranks[r];
    rank.sending = step.bytes > eagerBytes;
    rank.sent = !rank.sending;
    const std::uint32_t arrival = arrivals_.take();
    arrivals_[arrival] = {id, r, step.to, rank.step, step.bytes, rank.sending};
    if (!messages_.send(running.ranks[r].node, running.ranks[step.to].node, step.bytes, {kernel::mix(id, r)},
                        {&Collectives::onArrived, this, arrival}))
        arrivals_.give(arrival); // no route is left: the receiver waits, and the run says so
}

void Collectives::onSent(void* self, std::uint64_t name)
{
    Collectives& collectives = *static_cast<Collectives*>(self);
    const std::uint64_t id = name >> 32;
    const auto r = static_cast<std::uint32_t>(name);
    Running& running = collectives.running_.at(id);
    const auto ranks = static_cast<std::uint32_t>(running.ranks.size());
    collectives.depart(id, running, r, stepOf(running.collective, r, ranks, running.bytes, running.ranks[r].step));
    if (running.ranks[r].sent)
        collectives.proceed(id, r);
    collectives.core_.drain();
}

void Collectives::onArrived(void* self, std::uint64_t arrival)
{
    Collectives& collectives = *static_cast<Collectives*>(self);
    const Arrival come = collectives.arrivals_[static_cast<std::uint32_t>(arrival)];
    Running& running = collectives.running_.at(come.id);
    const std::uint32_t node = running.ranks[come.rank].node;
    const double work = collectives.messages_.receivingWork(node, come.bytes);
    if (come.awaited) {
        Rank& sender = running.ranks[come.from];
        sender.sending = false;
        sender.sent = true;
        collectives.proceed(come.id, come.from); // the receiver is not done, so the operation is not
    }
    if (work > 0)
        collectives.core_.processors[node]->run(work, {&Collectives::onReceived, self, arrival});
    else
        onReceived(self, arrival);
    collectives.core_.drain();
}

void Collectives::onReceived(void* self, std::uint64_t arrival)
{
    Collectives& collectives = *static_cast<Collectives*>(self);
    const auto record = static_cast<std::uint32_t>(arrival);
    const Arrival come = collectives.arrivals_[record];
    collectives.arrivals_.give(record);
    Rank& rank = collectives.running_.at(come.id).ranks[come.rank];
    rank.early.push_back(come.step);
    if (rank.step == come.step && !rank.sending)
        collectives.proceed(come.id, come.rank);
    collectives.core_.drain();
}

void Collectives::goOn(Handle path)
{
    if (!core_.paths.holds(path))
        return; // it was cancelled meanwhile
    const auto number = static_cast<std::uint32_t>(path);
    Path& p = core_.paths[number];
    p.waitFor = 0;
    const Instruction& code = core_.codeOf(p);
    core_.advance(p, code, code.next);
    core_.resume(number);
}

} // namespace headroom::behaviour
