#include "behaviour/tracing/time_split.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

namespace {

constexpr std::uint8_t mostHops = 16; ///< see TimeSplit

} // namespace

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
        if (code.code == Code::put)
            return Spent::room;
        if (code.code == Code::get)
            return Spent::message;
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
    const kernel::Time now = calendar_.now();
    if (walk.waiting && walk.service > 0) {
        walk.at.part = SpentAt::Part::waiting;
        walk.account.until(now - walk.service, walk.at);
        walk.at.part = SpentAt::Part::service;
    }
    walk.account.until(now, walk.waiting ? walk.at : otherwise);
    walk.waiting = false;
}

TimeSplit::Followed& TimeSplit::follow(const Request& record, std::uint32_t hops, bool adopted)
{
    Followed& request = requests_[&record] = {};
    request.hops = static_cast<std::uint8_t>(hops);
    request.adopted = adopted;
    return request;
}

/// Other paths of the request may be adopted already.
void TimeSplit::adopt(const Path& path, const Request& record, std::uint32_t hops, Account account)
{
    const auto known = requests_.find(&record);
    Followed& request = known == requests_.end() ? follow(record, hops, true) : known->second;
    request.hops = static_cast<std::uint8_t>(hops);
    Walk& walk = walks_[&path];
    walk = {};
    walk.account = std::move(account);
    walk.request = &request;
}

/// The record stays until its request ends: other paths of it may be followed.
void TimeSplit::drop(const Path& path)
{
    Walk& walk = walks_.at(&path);
    if (Followed& request = *walk.request; request.last == &walk) {
        request.ended = std::move(walk.account);
        request.last = nullptr;
    }
    walks_.erase(&path);
}

void TimeSplit::started(const Request& record, const Path& first, double weight)
{
    Followed& request = follow(record, 0, false);
    request.ofUser = true;
    request.ticket = record.ticket;
    request.weight = weight;
    request.ended = Account(pieces_, record.ticket.since);
    request.ended.until(calendar_.now(), {.what = Spent::worker, .node = record.node});
    pathBegan(first, record);
}

void TimeSplit::called(Handle call, const Path& caller, bool awaitsAnswer)
{
    const Walk* walk = find(caller);
    const std::uint32_t hops = walk ? walk->request->hops + (awaitsAnswer ? 0U : 1U) : 0U;
    if (walk && hops <= mostHops)
        calls_[call] = {walk->account, software_.operations[caller.program].code[caller.pc].monitor,
                        static_cast<std::uint8_t>(hops), walk->request->adopted};
}

void TimeSplit::worked(Handle call, std::uint32_t node)
{
    if (const auto known = calls_.find(call); known != calls_.end())
        known->second.account.until(calendar_.now(),
                                    {.what = Spent::processor, .block = known->second.block, .node = node});
}

void TimeSplit::passed(Handle call, std::uint32_t from, std::uint32_t to)
{
    if (const auto known = calls_.find(call); known != calls_.end())
        known->second.account.until(calendar_.now(),
                                    {.what = Spent::network, .block = known->second.block, .node = to, .from = from});
}

void TimeSplit::accepted(Handle call, kernel::Time queuedSince, const Request& record, const Path& first)
{
    const auto known = calls_.find(call);
    if (known == calls_.end())
        return;
    const std::uint32_t block = known->second.block;
    Followed& request = follow(record, known->second.hops, known->second.adopted);
    request.ended = std::move(known->second.account);
    request.calledBy = block;
    calls_.erase(known);
    request.ended.until(queuedSince, {.what = Spent::processor, .block = block, .node = record.node});
    request.ended.until(calendar_.now(), {.what = Spent::worker, .block = block, .node = record.node});
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
        calls_[record.call] = {walk->account, request.calledBy, request.hops, request.adopted};
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
    account.each([&](const SpentAt& at, kernel::Time time) {
        sum.partsPs[at] += request.weight * static_cast<double>(time);
        sum.totalPs += request.weight * static_cast<double>(time);
        sum.accounted += time;
    });
}

/// The later of the two counts: the answer, or the last of a stream to the caller.
Account TimeSplit::answerOf(Handle call, const Called& called, const Path& caller)
{
    Account account = called.account;
    if (const auto stream = streams_[0].find(call);
        stream != streams_[0].end() && stream->second.room.since() > account.since())
        account = stream->second.room;
    account.until(calendar_.now(), {.what = Spent::stream, .block = called.block, .node = caller.node});
    return account;
}

bool TimeSplit::answered(Handle call, const Path& caller)
{
    Walk* walk = find(caller);
    const auto known = calls_.find(call);
    if (known == calls_.end()) {
        if (!walk || !walk->request->adopted)
            return true;
        drop(caller); // as the one that answers
        return false;
    }
    if (walk) {
        walk->account = answerOf(call, known->second, caller);
        if (walk->request->adopted)
            walk->request->hops = known->second.hops;
    }
    calls_.erase(known);
    return true;
}

bool TimeSplit::answersOther(Handle call, const Path& caller, const Request& record)
{
    const auto known = calls_.find(call);
    if (known == calls_.end())
        return false;
    const bool goesOn = known->second.hops < mostHops;
    if (goesOn)
        adopt(caller, record, known->second.hops + 1U, answerOf(call, known->second, caller));
    calls_.erase(known);
    return goesOn;
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
    for (auto& streams : streams_)
        streams.erase(call);
}

void TimeSplit::requestEnded(const Request& record)
{
    const auto known = requests_.find(&record);
    if (known == requests_.end())
        return;
    if (record.consumer != nowhere)
        freed_ = {record.consumer, calendar_.now(), std::move(known->second.ended)};
    requests_.erase(known);
}

bool TimeSplit::pathBegan(const Path& path, const Request& record)
{
    const auto known = requests_.find(&record);
    if (known == requests_.end())
        return false;
    Followed& request = known->second;
    const kernel::Time lastAt = request.last ? request.last->account.since() : request.ended.since();
    if (request.adopted && lastAt != calendar_.now())
        return false; // a path that is not adopted begins it
    Walk& walk = walks_[&path];
    walk = {};
    walk.request = &request;
    SpentAt meanwhile{.node = path.node};
    if (!request.last) {
        walk.account = request.ended;
    } else {
        walk.account = request.last->account;
        if (request.last->waiting)
            meanwhile = request.last->at;
    }
    walk.account.until(calendar_.now(), meanwhile);
    walk.waiting = path.wait == Wait::waking; // its event loop, which has accepted it
    walk.at = {.what = Spent::processor, .node = path.node};
    return true;
}

void TimeSplit::waits(const Path& path, const Instruction& code)
{
    Walk* walk = find(path);
    if (!walk)
        return;
    settle(*walk, {.block = code.monitor, .node = path.node});
    walk->waiting = true;
    walk->at = {.what = spentAt(path.wait, code), .block = code.monitor, .node = path.node};
    walk->service = 0;
    if (path.wait == Wait::station) {
        walk->at.part = SpentAt::Part::service;
        walk->service = path.job.served ? 0 : path.job.service;
    }
}

void TimeSplit::resumed(const Path& path)
{
    if (Walk* walk = find(path))
        settle(*walk, {.node = path.node});
}

void TimeSplit::leaves(const Path& path, const Instruction& code)
{
    Walk* walk = find(path);
    if (!walk)
        return;
    settle(*walk, {.block = code.monitor, .node = path.node});
    walk->request->last = walk;
}

void TimeSplit::pathEnded(const Path& path)
{
    Walk* walk = find(path);
    if (!walk)
        return;
    settle(*walk, {.node = path.node});
    if (Followed& request = *walk->request; request.last == walk) {
        request.ended = std::move(walk->account);
        request.last = nullptr;
    }
    walks_.erase(&path);
}

// Streams -------------------------------------------------------------------------------------------------------

TimeSplit::StreamTimes* TimeSplit::streamOf(const ChunkWay& way)
{
    const auto known = streams_[way.up].find(way.call);
    return known == streams_[way.up].end() ? nullptr : &known->second;
}

SpentAt TimeSplit::network(const ChunkWay& way, std::uint32_t block)
{
    return {.what = Spent::network, .block = block, .node = way.to, .from = way.from};
}

void TimeSplit::chunkSent(const ChunkWay& way, const Path& sender, bool last)
{
    StreamTimes& stream = streams_[way.up][way.call];
    const Walk* walk = find(sender);
    stream.block = software_.operations[sender.program].code[sender.pc].monitor;
    stream.moving.push_back({walk ? walk->account : Account(), stream.block, last});
    // The path may have waited for nothing but other paths.
    stream.moving.back().account.until(calendar_.now(), {.block = stream.block, .node = sender.node});
}

void TimeSplit::chunkWorked(const ChunkWay& way, std::size_t nth)
{
    if (StreamTimes* stream = streamOf(way); stream && nth < stream->moving.size()) {
        Sent& chunk = stream->moving[nth];
        chunk.account.until(calendar_.now(), {.what = Spent::processor, .block = chunk.block, .node = way.from});
    }
}

void TimeSplit::chunkPassed(const ChunkWay& way, std::size_t nth)
{
    if (StreamTimes* stream = streamOf(way); stream && nth < stream->moving.size()) {
        Sent& chunk = stream->moving[nth];
        chunk.account.until(calendar_.now(), network(way, chunk.block));
    }
}

void TimeSplit::chunkLeft(const ChunkWay& way, bool byNetwork)
{
    StreamTimes* stream = streamOf(way);
    if (!stream)
        return;
    for (Sent& chunk : stream->moving)
        if (chunk.last && !std::exchange(chunk.left, true)) {
            stream->left = chunk.account;
            stream->left.until(calendar_.now(),
                               byNetwork ? network(way, chunk.block)
                                         : SpentAt{.what = Spent::processor, .block = chunk.block, .node = way.from});
            return;
        }
}

void TimeSplit::chunkReceived(const ChunkWay& way)
{
    StreamTimes* stream = streamOf(way);
    if (!stream || stream->moving.empty())
        return;
    Sent& chunk = stream->moving.front();
    stream->received = std::move(chunk.account);
    stream->received.until(calendar_.now(), {.what = Spent::processor, .block = chunk.block, .node = way.to});
    stream->moving.pop_front();
}

void TimeSplit::chunkTaken(const ChunkWay& way, const Path& receiver)
{
    StreamTimes* stream = streamOf(way);
    Walk* walk = find(receiver);
    if (stream && walk && stream->received.known())
        walk->account = std::move(stream->received);
}

void TimeSplit::roomMade(const ChunkWay& way, const Path& receiver)
{
    StreamTimes* stream = streamOf(way);
    const Walk* walk = find(receiver);
    if (stream && walk)
        stream->room = walk->account;
}

void TimeSplit::roomCame(const ChunkWay& way, const Path& sender)
{
    StreamTimes* stream = streamOf(way);
    Walk* walk = find(sender);
    if (!stream || !walk || !stream->room.known())
        return;
    walk->account = stream->room;
    walk->account.until(calendar_.now(), network({way.call, !way.up, way.to, way.from}, stream->block));
}

void TimeSplit::lastLeft(const ChunkWay& way, const Path& sender)
{
    StreamTimes* stream = streamOf(way);
    Walk* walk = find(sender);
    if (stream && walk && stream->left.known())
        walk->account = std::move(stream->left);
}

void TimeSplit::streamsClosed(Handle call)
{
    for (auto& streams : streams_)
        if (const auto known = streams.find(call); known != streams.end())
            known->second.moving.clear();
}

void TimeSplit::chunkPathBegan(const Path& path, const Path& transferring)
{
    Walk* walk = find(path);
    if (const Walk* of = find(transferring); walk && of) {
        walk->account = of->account;
        walk->account.until(calendar_.now(), of->waiting ? of->at : SpentAt{.node = path.node});
    }
}

void TimeSplit::chunkPathEnded(const Path& transferring)
{
    if (Walk* walk = find(transferring)) {
        const Followed& request = *walk->request;
        walk->account = request.last ? request.last->account : request.ended;
    }
}

// Messages ------------------------------------------------------------------------------------------------------

bool TimeSplit::messagePut(std::uint64_t message, const Path& path)
{
    const Walk* walk = find(path);
    if (!walk || walk->request->hops >= mostHops)
        return false;
    messages_[message] = {walk->account,
                          {.what = Spent::state,
                           .part = SpentAt::Part::waiting,
                           .block = software_.operations[path.program].code[path.pc].monitor,
                           .node = path.node},
                          static_cast<std::uint8_t>(walk->request->hops + 1),
                          walk->request->adopted};
    return true;
}

void TimeSplit::messageCame(std::uint64_t message, const Path& path)
{
    const auto known = messages_.find(message);
    if (Walk* walk = find(path); walk && known != messages_.end()) {
        walk->account.goOnAs(known->second.account);
        if (walk->request->adopted && !known->second.adopted)
            walk->request->hops = known->second.hops;
    }
}

/// Up to now it waited in the queue: so did those whose messages it stands for.
bool TimeSplit::messageStarts(std::uint64_t message, bool wasBusy, const Request& record, const Path& first)
{
    const auto known = messages_.find(message);
    if (known == messages_.end())
        return false;
    Followed& request = follow(record, known->second.hops, known->second.adopted);
    request.ended = Account(pieces_, 0);
    SpentAt& queue = known->second.at;
    queue.what = wasBusy ? Spent::turn : Spent::state;
    queue.node = record.node; // where the consumers are
    request.ended.until(calendar_.now(), queue);
    pathBegan(first, record);
    return true;
}

/// Before, the message waited in the queue, as for messageStarts().
bool TimeSplit::messageTaken(std::uint64_t message, kernel::Time since, const Path& path, const Request& record)
{
    const auto known = messages_.find(message);
    if (known == messages_.end() || known->second.adopted)
        return false;
    SpentAt queue = known->second.at;
    queue.what = since < calendar_.now() ? Spent::turn : Spent::state;
    queue.node = path.node;
    Account account(pieces_, 0);
    account.until(calendar_.now(), queue);
    adopt(path, record, known->second.hops, std::move(account));
    return true;
}

void TimeSplit::tookTurn(const Path& path, std::uint32_t state, kernel::Time since)
{
    if (const Walk* walk = find(path); walk && since < calendar_.now())
        waitedFor({Spent::turn, state}, since, walk->account);
}

bool TimeSplit::tookOthers(const Path& path)
{
    const Walk* walk = find(path);
    if (!walk || !walk->request->adopted || ++walk->request->hops < mostHops)
        return true;
    drop(path);
    return false;
}

void TimeSplit::othersCame(std::uint64_t message, std::uint32_t state, kernel::Time since)
{
    if (const auto known = messages_.find(message); known != messages_.end())
        waitedFor({Spent::message, state}, since, known->second.account);
}

void TimeSplit::tookTurn(std::uint32_t consumer, std::uint32_t state, kernel::Time since)
{
    if (justFreed(consumer))
        waitedFor({Spent::turn, state}, since, freed_.account);
}

void TimeSplit::roomMade(const Path& by, std::uint32_t state, kernel::Time since)
{
    if (const Walk* walk = find(by)) {
        Account account = walk->account;
        account.until(calendar_.now(),
                      {.block = software_.operations[by.program].code[by.pc].monitor, .node = by.node});
        waitedFor({Spent::room, state}, since, account);
    }
}

void TimeSplit::roomMade(std::uint32_t consumer, std::uint32_t state, kernel::Time since)
{
    if (justFreed(consumer))
        waitedFor({Spent::room, state}, since, freed_.account);
}

// Waits at queues -----------------------------------------------------------------------------------------------

TimeSplit::Queue TimeSplit::queueOf(const SpentAt& at) const
{
    const bool atQueue = at.what == Spent::room || at.what == Spent::turn || at.what == Spent::message;
    return {at.what, atQueue ? software_.blocks[at.block].state : nowhere};
}

void TimeSplit::waitedFor(const Queue& queue, kernel::Time since, const Account& other)
{
    other.eachSince(since, [&](const SpentAt& at, kernel::Time time) {
        if (queueOf(at) != queue) // that it waited there itself, too, says nothing
            others_[queue][at] += static_cast<double>(time);
    });
}

/// The others may have waited at queues themselves.
std::map<SpentAt, TimeSplit::Divided> TimeSplit::divided(const SplitTime& split) const
{
    constexpr int mostRounds = 32;
    using Waits = std::map<Queue, std::pair<SpentAt, double>>; // with one of their places
    std::map<SpentAt, Divided> known;
    Waits waits;
    for (const auto& [at, time] : split.partsPs)
        if (const Queue queue = queueOf(at); others_.contains(queue))
            waits.try_emplace(queue, at, 0).first->second.second += time;
        else
            known[at].allPs += time;
    const auto spend = [&](const SpentAt& at, double time) {
        known[at].allPs += time;
        known[at].atQueuesPs += time;
    };
    for (int round = 0; round < mostRounds && !waits.empty(); ++round) {
        Waits further;
        for (const auto& [queue, wait] : waits) {
            const Parts& others = others_.at(queue);
            double sum = 0;
            for (const auto& [at, time] : others)
                sum += time;
            for (const auto& [at, time] : others)
                if (const Queue next = queueOf(at); others_.contains(next))
                    further.try_emplace(next, at, 0).first->second.second += wait.second * (time / sum);
                else
                    spend(at, wait.second * (time / sum));
        }
        waits = std::move(further);
    }
    for (const auto& [queue, wait] : waits) // they waited for each other
        spend(wait.first, wait.second);
    return known;
}

void TimeSplit::reset()
{
    measured_.clear();
    others_.clear();
}

const SplitTime* TimeSplit::of(const OperationClient& client, std::uint32_t meter) const
{
    const auto found = measured_.find({&client, meter});
    return found == measured_.end() ? nullptr : &found->second;
}

} // namespace headroom::behaviour
