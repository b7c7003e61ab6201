#include "behaviour/tracing/time_split.h"

#include <algorithm>

namespace headroom::behaviour {

void TimeSplit::Account::until(kernel::Time now, const SpentAt& at)
{
    const kernel::Time spent = now - since;
    since = now;
    if (spent == 0)
        return;
    const auto known = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.first == at; });
    if (known == parts.end())
        parts.emplace_back(at, spent);
    else
        known->second += spent;
}

Spent TimeSplit::spentAt(Wait wait, const Instruction& code) const
{
    switch (wait) {
    case Wait::worker:
        return Spent::worker;
    case Wait::helper:
        return Spent::helper;
    case Wait::waking:
    case Wait::processor:
    case Wait::sending:
        return Spent::processor;
    case Wait::station:
        return Spent::station;
    case Wait::storage:
        return code.code == Code::flush ? Spent::flush : Spent::storage;
    case Wait::timer:
        return Spent::delay;
    case Wait::call:
        return Spent::answer;
    case Wait::transfer: // a barrier's ranks exchange bytes
        return code.code == Code::barrier ? Spent::state : Spent::stream;
    case Wait::state:
    case Wait::queue: // memory has a queue too, and is no state item
        return software_.blocks[code.monitor].state == nowhere ? Spent::memory : Spent::state;
    case Wait::copying:
        return Spent::memory;
    case Wait::nothing:
    case Wait::ready:
        break;
    }
    return Spent::others;
}

TimeSplit::Walk* TimeSplit::find(const Path& path)
{
    const auto found = walks_.find(&path);
    return found == walks_.end() ? nullptr : &found->second;
}

/// The time up to now belongs to what the path waits for.
void TimeSplit::settle(Walk& walk, const SpentAt& otherwise)
{
    walk.account.until(calendar_.now(), walk.waiting ? walk.at : otherwise);
    walk.waiting = false;
}

void TimeSplit::started(const Request& record, const Path& first, double weight)
{
    Followed& request = requests_[&record] = {};
    request.ofUser = true;
    request.ticket = record.ticket;
    request.weight = weight;
    request.ended.since = record.ticket.since;
    request.ended.until(calendar_.now(), {Spent::worker, nowhere, record.node});
    pathBegan(first, record);
}

void TimeSplit::called(Handle call, const Path& caller)
{
    if (const Walk* walk = find(caller))
        calls_[call] = walk->account;
}

void TimeSplit::worked(Handle call, std::uint32_t node)
{
    if (const auto known = calls_.find(call); known != calls_.end())
        known->second.until(calendar_.now(), {Spent::processor, nowhere, node});
}

void TimeSplit::passed(Handle call, std::uint32_t from, std::uint32_t to)
{
    if (const auto known = calls_.find(call); known != calls_.end())
        known->second.until(calendar_.now(), {Spent::network, nowhere, to, from});
}

void TimeSplit::accepted(Handle call, kernel::Time queuedSince, const Request& record, const Path& first)
{
    const auto known = calls_.find(call);
    if (known == calls_.end())
        return;
    Followed& request = requests_[&record] = {};
    request.ended = std::move(known->second);
    calls_.erase(known);
    request.ended.until(std::max(queuedSince, request.ended.since), {Spent::processor, nowhere, record.node});
    request.ended.until(calendar_.now(), {Spent::worker, nowhere, record.node});
    pathBegan(first, record);
}

void TimeSplit::replies(const Path& path, const Request& record, bool ok)
{
    const auto known = requests_.find(&record);
    Walk* walk = find(path);
    if (known == requests_.end() || !walk)
        return;
    Followed& request = known->second;
    if (request.ofUser && ok)
        this->record(request, walk->account);
    else if (record.from == Request::From::call)
        calls_[record.call] = walk->account;
    else if (record.from == Request::From::waitingPath) {
        request.reply = walk->account;
        request.replied = true;
    }
}

void TimeSplit::record(const Followed& request, const Account& account)
{
    SplitTime& sum = measured_[{request.ticket.client, request.ticket.meter}];
    ++sum.followed;
    sum.measured += calendar_.now() - request.ticket.since;
    for (const auto& [at, time] : account.parts) {
        sum.partsPs[at] += request.weight * static_cast<double>(time);
        sum.totalPs += request.weight * static_cast<double>(time);
        sum.accounted += time;
    }
}

void TimeSplit::answered(Handle call, const Path& caller)
{
    const auto known = calls_.find(call);
    if (known == calls_.end())
        return;
    if (Walk* walk = find(caller)) {
        walk->account = std::move(known->second);
        walk->account.until(calendar_.now(), {Spent::stream, nowhere, caller.node});
    }
    calls_.erase(known);
}

void TimeSplit::answered(const Request& record, const Path& caller)
{
    const auto known = requests_.find(&record);
    Walk* walk = find(caller);
    if (known != requests_.end() && walk && known->second.replied)
        walk->account = known->second.reply;
}

void TimeSplit::callEnded(Handle call)
{
    calls_.erase(call);
}

void TimeSplit::requestEnded(const Request& record)
{
    requests_.erase(&record);
}

void TimeSplit::pathBegan(const Path& path, const Request& record)
{
    const auto known = requests_.find(&record);
    if (known == requests_.end())
        return;
    Followed& request = known->second;
    Walk& walk = walks_[&path];
    walk = {};
    walk.request = &request;
    SpentAt meanwhile{Spent::others, nowhere, path.node};
    if (!request.last) {
        walk.account = request.ended;
    } else {
        walk.account = request.last->account;
        if (request.last->waiting)
            meanwhile = request.last->at;
    }
    walk.account.until(calendar_.now(), meanwhile);
    walk.waiting = path.wait == Wait::waking; // its event loop, which has accepted it
    walk.at = {Spent::processor, nowhere, path.node};
}

void TimeSplit::waits(const Path& path, const Instruction& code)
{
    Walk* walk = find(path);
    if (!walk)
        return;
    settle(*walk, {Spent::others, code.monitor, path.node});
    walk->waiting = true;
    walk->at = {spentAt(path.wait, code), code.monitor, path.node};
}

void TimeSplit::resumed(const Path& path)
{
    if (Walk* walk = find(path))
        settle(*walk, {Spent::others, nowhere, path.node});
}

void TimeSplit::leaves(const Path& path, const Instruction& code)
{
    Walk* walk = find(path);
    if (!walk)
        return;
    settle(*walk, {Spent::others, code.monitor, path.node});
    walk->request->last = walk;
}

void TimeSplit::pathEnded(const Path& path)
{
    Walk* walk = find(path);
    if (!walk)
        return;
    settle(*walk, {Spent::others, nowhere, path.node});
    if (Followed& request = *walk->request; request.last == walk) {
        request.ended = std::move(walk->account);
        request.last = nullptr;
    }
    walks_.erase(&path);
}

const SplitTime* TimeSplit::of(const OperationClient& client, std::uint32_t meter) const
{
    const auto found = measured_.find({&client, meter});
    return found == measured_.end() ? nullptr : &found->second;
}

} // namespace headroom::behaviour
