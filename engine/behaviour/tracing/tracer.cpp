#include "behaviour/tracing/tracer.h"

#include "kernel/random.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

namespace {

/// True if a request with this key is in the traced share.
bool sampled(std::uint64_t key, double share)
{
    constexpr std::uint64_t tracing = 0x7ace;
    return static_cast<double>(kernel::mix(key, tracing) >> 11) * 0x1p-53 < share;
}

} // namespace

Tracer::Tracer(const kernel::Calendar& calendar, const Software& software, const Settings& settings, Sink sink)
    : calendar_(calendar), software_(software), settings_(settings), sink_(std::move(sink))
{
}

/// True if the share of requests traced so far exceeds the share of the time that has passed.
bool Tracer::tooEarly() const
{
    const kernel::Time now = calendar_.now();
    if (settings_.until <= settings_.from || now < settings_.from)
        return false;
    const double passed =
        static_cast<double>(now - settings_.from) / static_cast<double>(settings_.until - settings_.from);
    return static_cast<double>(traces_) > passed * static_cast<double>(settings_.mostRequests);
}

bool Tracer::started(std::uint32_t request, const Request& record, const Path& first, kernel::Time asked)
{
    if (!mayBegin() || calendar_.now() < settings_.from || !sampled(record.key, settings_.share))
        return false;
    follow(request, record, first, ++traces_, nullptr, asked);
    if (settings_.halvedEvery > 0 && traces_ % settings_.halvedEvery == 0)
        settings_.share /= 2;
    return true;
}

void Tracer::called(Handle call, const Path& caller)
{
    if (const auto walk = walks_.find(&caller); walk != walks_.end() && spansTold_ < settings_.mostSpans) {
        const TraceSpan& span = requests_.at(walk->second.request).span;
        calls_[call] = {span.trace, walk->second.block, span.node, walk->second.lane, calendar_.now()};
    }
}

void Tracer::accepted(Handle call, kernel::Time queuedSince, std::uint32_t request, const Request& record,
                      const Path& first)
{
    if (const auto known = calls_.find(call); known != calls_.end()) {
        const Caller caller = known->second;
        calls_.erase(known);
        follow(request, record, first, caller.trace, &caller, queuedSince);
    }
}

/// The first path has been spawned already: it is followed together with the request.
void Tracer::follow(std::uint32_t request, const Request& record, const Path& first, std::uint64_t trace,
                    const Caller* caller, kernel::Time queuedSince)
{
    Followed& followed = requests_[request];
    followed = {};
    TraceSpan& span = followed.span;
    span.kind = TraceSpan::Kind::request;
    span.id = nextSpan_++;
    span.trace = trace;
    span.operation = record.program;
    span.node = record.node;
    span.begin = calendar_.now();
    span.queuedSince = queuedSince;
    span.lane = takeLane(span.node, span.begin);
    if (caller) {
        span.parent = caller->span;
        span.callerNode = caller->node;
        span.callerLane = caller->lane;
        span.calledAt = caller->at;
    }
    pathBegan(first);
}

void Tracer::requestEnded(std::uint32_t request)
{
    const auto known = requests_.find(request);
    if (known == requests_.end())
        return;
    TraceSpan& span = known->second.span;
    span.end = calendar_.now();
    tell(span);
    freeLane(span.node, span.lane);
    requests_.erase(known);
}

void Tracer::pathBegan(const Path& path)
{
    const auto known = requests_.find(path.request);
    if (known == requests_.end())
        return;
    Followed& request = known->second;
    Walk& walk = walks_[&path];
    walk = {};
    walk.request = path.request;
    walk.ownLane = request.onLane != nullptr;
    walk.lane = walk.ownLane ? takeLane(request.span.node, calendar_.now()) : request.span.lane;
    if (!walk.ownLane)
        request.onLane = &path;
    walk.block = nextSpan_++;
    walk.entered = calendar_.now();
}

void Tracer::leaves(const Path& path)
{
    const auto known = walks_.find(&path);
    if (known == walks_.end())
        return;
    Walk& walk = known->second;
    endWait(walk, false);
    endBlock(walk, path.pc, false);
    walk.block = nextSpan_++;
    walk.entered = calendar_.now();
}

void Tracer::waits(const Path& path, const char* waitsFor)
{
    if (!waitsFor)
        return;
    if (const auto known = walks_.find(&path); known != walks_.end()) {
        known->second.waitsFor = waitsFor;
        known->second.waitBegan = calendar_.now();
        known->second.instruction = path.pc;
    }
}

void Tracer::resumed(const Path& path)
{
    if (const auto known = walks_.find(&path); known != walks_.end())
        endWait(known->second, false);
}

void Tracer::pathEnded(const Path& path)
{
    const auto known = walks_.find(&path);
    if (known == walks_.end())
        return;
    Walk& walk = known->second;
    endWait(walk, false);
    if (path.pc != nowhere && calendar_.now() > walk.entered) // it was cancelled there
        endBlock(walk, path.pc, false);
    Followed& request = requests_.at(walk.request);
    if (walk.ownLane)
        freeLane(request.span.node, walk.lane);
    else
        request.onLane = nullptr;
    walks_.erase(known);
}

void Tracer::finish()
{
    // Sorted by their start: the order of the maps is not the same in each run.
    std::vector<Walk*> walks;
    for (auto& [path, walk] : walks_)
        if (walk.waitsFor)
            walks.push_back(&walk);
    std::sort(walks.begin(), walks.end(), [](const Walk* a, const Walk* b) { return a->block < b->block; });
    for (Walk* walk : walks) {
        endWait(*walk, true);
        endBlock(*walk, walk->instruction, true);
    }
    std::vector<TraceSpan*> open;
    for (auto& [request, followed] : requests_)
        open.push_back(&followed.span);
    std::sort(open.begin(), open.end(), [](const TraceSpan* a, const TraceSpan* b) { return a->id < b->id; });
    for (TraceSpan* span : open) {
        span->end = calendar_.now();
        span->unfinished = true;
        tell(*span);
    }
    walks_.clear();
    requests_.clear();
    calls_.clear();
}

std::uint32_t Tracer::takeLane(std::uint32_t node, kernel::Time from)
{
    if (node >= lanes_.size())
        lanes_.resize(node + 1);
    auto& lanes = lanes_[node];
    auto lane =
        std::find_if(lanes.begin(), lanes.end(), [from](const Lane& l) { return !l.busy && l.freeSince <= from; });
    if (lane == lanes.end())
        lane = lanes.insert(lanes.end(), Lane{});
    lane->busy = true;
    return static_cast<std::uint32_t>(lane - lanes.begin());
}

void Tracer::freeLane(std::uint32_t node, std::uint32_t lane)
{
    lanes_[node][lane] = {false, calendar_.now()};
}

std::uint32_t Tracer::blockAt(const Followed& request, std::uint32_t instruction) const
{
    return instruction == nowhere ? nowhere : software_.operations[request.span.operation].code[instruction].monitor;
}

void Tracer::endWait(Walk& walk, bool unfinished)
{
    if (!walk.waitsFor)
        return;
    const Followed& request = requests_.at(walk.request);
    TraceSpan span = request.span;
    span.kind = TraceSpan::Kind::wait;
    span.id = nextSpan_++;
    span.parent = walk.block;
    span.block = blockAt(request, walk.instruction);
    span.waitsFor = std::exchange(walk.waitsFor, nullptr);
    span.lane = walk.lane;
    span.begin = walk.waitBegan;
    span.end = calendar_.now();
    span.unfinished = unfinished;
    tell(span);
}

void Tracer::endBlock(Walk& walk, std::uint32_t instruction, bool unfinished)
{
    const Followed& request = requests_.at(walk.request);
    TraceSpan span = request.span;
    span.kind = TraceSpan::Kind::block;
    span.id = walk.block;
    span.parent = request.span.id;
    span.block = blockAt(request, instruction);
    span.lane = walk.lane;
    span.begin = walk.entered;
    span.end = calendar_.now();
    span.unfinished = unfinished;
    tell(span);
}

void Tracer::tell(const TraceSpan& span)
{
    if (spansTold_ >= settings_.mostSpans)
        return;
    ++spansTold_;
    sink_(span);
}

} // namespace headroom::behaviour
