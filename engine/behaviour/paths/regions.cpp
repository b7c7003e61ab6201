#include "behaviour/paths/regions.h"

#include "behaviour/paths/inline_calls.h"
#include "behaviour/paths/iterations.h"
#include "behaviour/paths/paths.h"
#include "behaviour/workers/workers.h"
#include "kernel/random.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace headroom::behaviour {

Regions::Regions(Core& core, BlockTable& blocks, ValueLists& lists, Iterations& iterations, Workers& workers,
                 Paths& paths, InlineCalls& inlineCalls)
    : chunkEnded(core.hooks, "the path of a chunk ends"), launchInline(core.hooks, "inline branches begin"),
      core_(core), lists_(lists), iterations_(iterations), workers_(workers), paths_(paths), inlineCalls_(inlineCalls)
{
    paths.region.ended.set<&Regions::leaveIteration>(this);
    blocks.add(this, {.code = Code::fork, .enter = enterBy<&Regions::fork>});
    blocks.add(this, {.code = Code::forEach, .enter = enterBy<&Regions::fork>});
    blocks.add(this, {.code = Code::join, .enter = enterBy<&Regions::arriveAtJoin>});
}

std::uint32_t Regions::open(ParallelRegion::Kind kind, std::uint32_t request, std::uint32_t parent,
                            std::uint32_t parentIteration, std::uint32_t instruction, double* frame, std::uint64_t key)
{
    const std::uint32_t s = core_.regions.take();
    ParallelRegion& region = core_.regions[s];
    region.kind = kind;
    region.request = request;
    region.instruction = instruction;
    region.parentRegion = parent;
    region.parentIteration = parentIteration;
    region.innerRegions = region.paths = region.held = nowhere;
    region.frame = frame;
    region.key = key;
    region.count = region.launched = region.atOnce = region.ended = region.pins = region.inlineBranches = 0;
    region.iterations.clear();
    region.joins.clear();
    region.attached = true;
    region.followed = core_.requests[request].followed;
    std::uint32_t& head = parent == nowhere ? core_.requests[request].regions : core_.regions[parent].innerRegions;
    region.previous = nowhere;
    region.following = head;
    if (head != nowhere)
        core_.regions[head].previous = s;
    head = s;
    if (parent != nowhere)
        ++core_.regions[parent].iterations[parentIteration].live;
    return s;
}

bool Regions::fork(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const ForkStep& step = program.forks[code.detail];
    workers_.release(p);
    const std::uint64_t key = nameNext(p, code);
    const std::uint32_t s = open(ParallelRegion::Kind::fork, p.request, p.region, p.iteration, p.pc, p.frame, key);
    ParallelRegion& region = core_.regions[s];
    region.program = p.program;
    iterations_.open(region, p, step, code);
    region.count = static_cast<std::uint32_t>(region.iterations.size());
    const std::uint64_t atOnce = whole(core_.evaluate(step.atOnce, p));
    region.atOnce = atOnce >= 1 && atOnce < region.count ? static_cast<std::uint32_t>(atOnce) : region.count;
    region.joins.resize(step.joins.size());
    std::uint32_t values = 0;
    for (std::size_t j = 0; j < step.joins.size(); ++j) {
        const JoinStep& join = program.joins[program.code[step.joins[j]].detail];
        region.joins[j].need = needed(region, join);
        region.joins[j].firstValue = values;
        values += static_cast<std::uint32_t>(join.reductions.size());
    }
    if (values > 0) {
        region.values.clear();
        region.values.resize(values);
    }
    // The path's acquired resources pass to the region, and so do its variables.
    region.held = std::exchange(p.held, nowhere);
    p.frame = nullptr;
    core_.advance(p, code, code.next);
    launch(s);
    if (region.count == 0) {
        pin(s);
        judgeAll(s);
        unpin(s);
    }
    paths_.end(path);
    return false;
}

void Regions::judgeAll(std::uint32_t s)
{
    for (std::uint32_t j = 0; j < core_.regions[s].joins.size(); ++j)
        judge(s, j);
}

/// Keeps the region and its request while paths end: what continues after a join may be all that is left of them, or
/// nothing at all.
void Regions::pin(std::uint32_t s)
{
    ParallelRegion& region = core_.regions[s];
    ++region.pins;
    ++core_.requests[region.request].live;
}

/// The change of the region is complete: it and its request end now if nothing of them is left.
void Regions::unpin(std::uint32_t s)
{
    ParallelRegion& region = core_.regions[s];
    const std::uint32_t request = region.request;
    --region.pins;
    settle(s);
    paths_.leave(request);
}

void Regions::launch(std::uint32_t s)
{
    ParallelRegion& region = core_.regions[s];
    const ForkStep& step = core_.forkOf(region);
    if (step.inlineBranches && region.launched == 0 && region.atOnce == region.count && !region.followed) {
        launchInline(s);
        return;
    }
    // Failures raise the number of iterations that may be launched in all.
    const auto counted = [&] { return step.whenOneFails ? region.launched : region.running(); };
    const std::uint32_t before = region.launched;
    const bool aside = core_.programOf(region).code[region.instruction].aside;
    while (region.launched < region.count && counted() < region.atOnce) {
        const std::uint32_t i = region.launched++;
        double* frame = core_.frames.copy(region.frame);
        iterations_.setItem(frame, region, step, i);
        const auto path = paths_.spawn(region.request, s, i, step.entry(i), frame, kernel::nthOf(region.key, i));
        core_.paths[path].helped = aside;
        core_.resume(path);
    }
    if (region.launched < region.count && region.running() == 0) {
        giveUpRest(region);
        judgeAll(s);
    } else if (step.nextAfter && region.launched > before) [[unlikely]] {
        awaitNext(s, *step.nextAfter);
    }
}

/// The time counts from the last start.
void Regions::awaitNext(std::uint32_t s, const project::Expression& after)
{
    awaitNoMore(s);
    const ParallelRegion& region = core_.regions[s];
    if (const double seconds = core_.evaluate(after, region); region.launched < region.count && seconds > 0)
        nextStarts_[s] = core_.calendar.schedule(core_.after(seconds), &Regions::onNext, this, core_.regions.handle(s));
}

void Regions::awaitNoMore(std::uint32_t s)
{
    if (const auto start = nextStarts_.find(s); start != nextStarts_.end()) {
        core_.calendar.cancel(start->second);
        nextStarts_.erase(start);
    }
}

void Regions::onNext(void* self, std::uint64_t handle)
{
    Regions& regions = *static_cast<Regions*>(self);
    const auto s = static_cast<std::uint32_t>(handle); // a region that ends also ends this wait
    ParallelRegion& region = regions.core_.regions[s];
    regions.nextStarts_.erase(s);
    regions.pin(s);
    const bool over = !region.joins.empty() && std::all_of(region.joins.begin(), region.joins.end(),
                                                           [](const JoinState& join) { return join.fired; });
    if (!over) {
        ++region.atOnce;
        regions.launch(s);
    }
    regions.unpin(s);
    regions.core_.drain();
}

/// The iterations that have not been launched never will be.
void Regions::giveUpRest(ParallelRegion& region)
{
    const std::uint32_t never = region.count - region.launched;
    region.ended += never;
    region.launched = region.count;
    for (JoinState& join : region.joins)
        join.lost += never;
}

/// Adds the variables of one more path to the values that the join passes on.
void Regions::reduce(ParallelRegion& region, JoinState& join, const JoinStep& step, const double* frame)
{
    for (std::size_t i = 0; i < step.reductions.size(); ++i) {
        const double value = frame[step.reductions[i].slot];
        double& kept = region.values[join.firstValue + i];
        if (step.reductions[i].take == Take::list)
            kept = lists_.withValue(kept, value, region.request);
        else if (join.arrived == 0)
            kept = value;
        else if (step.reductions[i].take == Take::min)
            kept = std::min(kept, value);
        else if (step.reductions[i].take == Take::max)
            kept = std::max(kept, value);
        else if (step.reductions[i].take == Take::sum)
            kept += value;
    }
    ++join.arrived;
}

bool Regions::arriveAtJoin(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const JoinStep& step = program.joins[code.detail];
    std::uint32_t s = p.region, iteration = p.iteration;
    while (s != nowhere &&
           !(core_.regions[s].kind == ParallelRegion::Kind::fork && core_.regions[s].instruction == step.fork)) {
        iteration = core_.regions[s].parentIteration;
        s = core_.regions[s].parentRegion;
    }
    core_.advance(p, code, p.pc);
    if (s == nowhere) {
        paths_.end(path);
        return false;
    }
    ParallelRegion& region = core_.regions[s];
    JoinState& join = region.joins[step.number];
    std::uint64_t& seen = region.iterations[iteration].arrived;
    const std::uint64_t bit = std::uint64_t{1} << step.number;
    if ((seen & bit) == 0 && !join.fired)
        reduce(region, join, step, p.frame);
    seen |= bit;
    if (s == p.region && endsIteration(path, p, region)) {
        meetLast(path, p, region, step.number);
        return false;
    }
    pin(s);
    paths_.end(path);
    judge(s, step.number);
    unpin(s);
    return false;
}

/// True if the path is the last of its iteration, no join waits for the iteration any more, and the path has nothing to
/// release.
bool Regions::endsIteration(std::uint32_t path, const Path& p, const ParallelRegion& region) const
{
    const Iteration& iteration = region.iterations[p.iteration];
    const std::uint64_t all = ~std::uint64_t{0} >> (mostJoins - region.joins.size());
    return iteration.live == 1 && iteration.arrived == all && p.held == nowhere && p.holds == Holds::nothing &&
           !p.followed && !paths_.runsInline(path, p);
}

/// Handles a path at a join for which endsIteration() is true: a shorter form of the general case, because it is usual.
void Regions::meetLast(std::uint32_t path, Path& p, ParallelRegion& region, std::uint32_t number)
{
    const std::uint32_t s = p.region;
    region.iterations[p.iteration].live = 0;
    paths_.unlink(path);
    core_.frames.drop(p.frame);
    const std::uint32_t request = std::exchange(p.request, nowhere);
    core_.paths.give(path);
    endIteration(s, number);
    paths_.leave(request);
}

/// An iteration has ended: more may start, or the join may have what it needs.
void Regions::goOn(std::uint32_t s, std::uint32_t number)
{
    pin(s);
    if (core_.regions[s].launched < core_.regions[s].count)
        launch(s);
    judge(s, number);
    unpin(s);
}

std::uint32_t Regions::needed(const ParallelRegion& region, const JoinStep& step) const
{
    switch (step.mode) {
    case JoinStep::Mode::any:
        return 1;
    case JoinStep::Mode::k:
        return static_cast<std::uint32_t>(std::min(whole(core_.evaluate(step.k, region)), mostIterations + 1));
    case JoinStep::Mode::all:
        break;
    }
    return region.count;
}

/// Checks whether a join can continue, has to wait, or can never be satisfied.
void Regions::judge(std::uint32_t s, std::uint32_t number)
{
    ParallelRegion& region = core_.regions[s];
    JoinState& join = region.joins[number];
    if (!isDue(region, join))
        return;
    if (join.arrived < join.need) {
        fire(s, number, true);
        return;
    }
    const Program& program = core_.programOf(region);
    const ForkStep& fork = core_.forkOf(region);
    const JoinStep& step = program.joins[program.code[fork.joins[number]].detail];
    const double grace = core_.evaluate(step.grace, region);
    if (join.arrived + join.lost >= region.count || !(grace > 0)) {
        fire(s, number, false);
    } else if (join.grace == nowhere) {
        join.grace = graces_.take();
        graces_[join.grace] = {
            core_.regions.handle(s), number,
            core_.calendar.schedule(core_.after(grace), &Regions::onGrace, this, graces_.handle(join.grace))};
    }
}

void Regions::endGrace(JoinState& join)
{
    if (join.grace == nowhere)
        return;
    core_.calendar.cancel(graces_[join.grace].end);
    graces_.give(join.grace);
    join.grace = nowhere;
}

void Regions::onGrace(void* self, std::uint64_t handle)
{
    Regions& regions = *static_cast<Regions*>(self);
    const Grace grace = regions.graces_[static_cast<std::uint32_t>(handle)];
    const auto s = static_cast<std::uint32_t>(grace.region); // a region that ends also ends its grace periods
    regions.endGrace(regions.core_.regions[s].joins[grace.join]);
    regions.pin(s);
    regions.fire(s, grace.join, false);
    regions.unpin(s);
    regions.core_.drain();
}

/// `join`: the join whose values are passed on, starting at `firstValue`; null for other outputs. `forgets`: no
/// variable is read after this.
void Regions::continueAfter(std::uint32_t s, std::uint32_t next, std::uint64_t way, const JoinStep* join,
                            std::uint32_t firstValue, bool forgets)
{
    if (next == nowhere)
        return;
    ParallelRegion& region = core_.regions[s];
    double* frame = forgets ? nullptr : core_.frames.copy(region.frame);
    if (join)
        for (std::size_t i = 0; i < join->reductions.size(); ++i)
            frame[join->reductions[i].slot] = region.values[firstValue + i];
    const std::uint32_t path = paths_.spawn(region.request, region.parentRegion, region.parentIteration, next, frame,
                                            kernel::nthOf(region.key, 0x10000000u + way));
    core_.paths[path].held = std::exchange(region.held, nowhere);
    core_.paths[path].helped = core_.programOf(region).code[region.instruction].aside;
    core_.resume(path);
}

/// If only the answer to a waiting path follows the join, and nothing else is ready, the answer is given without
/// creating a path for it. Returns true if it was given.
bool Regions::answerAtOnce(const ParallelRegion& region, const Instruction& join)
{
    if (!join.forgets || join.next == nowhere || region.held != nowhere || region.followed || core_.anythingReady())
        return false;
    const Program& program = core_.programOf(region);
    const Instruction& code = program.code[join.next];
    Request& request = core_.requests[region.request];
    if (code.code != Code::reply || code.next != nowhere || code.needsWorker ||
        !program.replies[code.detail].results.empty() || request.from != Request::From::waitingPath)
        return false;
    core_.countSteps(2);
    core_.count(code, core_.calendar.now());
    if (!std::exchange(request.replied, true))
        inlineCalls_.goOnAnswered(request, program.replies[code.detail].ok);
    return true;
}

void Regions::fire(std::uint32_t s, std::uint32_t number, bool failed)
{
    ParallelRegion& region = core_.regions[s];
    JoinState& join = region.joins[number];
    join.fired = true;
    endGrace(join);
    const Program& program = core_.programOf(region);
    const ForkStep& fork = core_.forkOf(region);
    const Instruction& code = program.code[fork.joins[number]];
    const JoinStep& step = program.joins[code.detail];
    if (failed || !answerAtOnce(region, code))
        continueAfter(s, failed ? step.failed : code.next, number, failed ? nullptr : &step, join.firstValue,
                      code.forgets);
    if (step.cancelRest)
        cancel(s);
    const bool all = std::all_of(region.joins.begin(), region.joins.end(), [](const JoinState& j) { return j.fired; });
    if (all && fork.done == nowhere)
        detach(s);
}

void Regions::leaveIteration(std::uint32_t s, std::uint32_t iteration)
{
    ParallelRegion& region = core_.regions[s];
    if (--region.iterations[iteration].live > 0)
        return;
    ++region.ended;
    if (region.kind == ParallelRegion::Kind::fork) {
        ++region.pins;
        for (std::uint32_t j = 0; j < region.joins.size(); ++j)
            if ((region.iterations[iteration].arrived >> j & 1) == 0) {
                ++region.joins[j].lost;
                judge(s, j);
            }
        if (core_.forkOf(region).whenOneFails && region.iterations[iteration].arrived == 0)
            ++region.atOnce;
        launch(s);
        --region.pins;
    }
    settle(s);
}

/// Ends the region when nothing of it is left.
void Regions::settle(std::uint32_t s)
{
    ParallelRegion& region = core_.regions[s];
    if (region.ended < region.count || region.pins > 0)
        return;
    if (region.kind == ParallelRegion::Kind::chunk) {
        const std::uint32_t transfer = region.transfer;
        if (transfer != nowhere)
            chunkEnded(transfer);
        detach(s);
        give(s);
        return;
    }
    continueAfter(s, core_.forkOf(region).done, 0xd0e, nullptr, 0, false);
    detach(s);
    give(s);
}

/// From here on the region no longer counts for the iteration that contains it: paths that still run in it are
/// stragglers.
void Regions::detach(std::uint32_t s)
{
    ParallelRegion& region = core_.regions[s];
    if (!region.attached)
        return;
    region.attached = false;
    std::uint32_t& head = region.parentRegion == nowhere ? core_.requests[region.request].regions
                                                         : core_.regions[region.parentRegion].innerRegions;
    if (region.previous != nowhere)
        core_.regions[region.previous].following = region.following;
    else
        head = region.following;
    if (region.following != nowhere)
        core_.regions[region.following].previous = region.previous;
    const std::uint32_t parent = region.parentRegion, iteration = region.parentIteration;
    // Stragglers may outlive the region around them; they find their calls by request then.
    region.parentRegion = nowhere;
    if (parent != nowhere)
        leaveIteration(parent, iteration);
}

void Regions::give(std::uint32_t s)
{
    ParallelRegion& region = core_.regions[s];
    for (JoinState& join : region.joins)
        endGrace(join);
    if (!nextStarts_.empty()) [[unlikely]]
        awaitNoMore(s);
    paths_.releaseSlots(region.held);
    core_.frames.drop(region.frame);
    region.request = nowhere;
    core_.regions.give(s);
}

void Regions::cancel(std::uint32_t s)
{
    ParallelRegion& region = core_.regions[s];
    pin(s);
    inlineCalls_.makePaths(region);
    giveUpRest(region);
    for (std::uint32_t path = region.paths, next = nowhere; path != nowhere; path = next) {
        next = core_.paths[path].beside.following;
        inlineCalls_.separateAll(path);
    }
    std::vector<Handle> paths, inner;
    for (std::uint32_t path = region.paths; path != nowhere; path = core_.paths[path].beside.following)
        paths.push_back(core_.paths.handle(path));
    for (std::uint32_t i = region.innerRegions; i != nowhere; i = core_.regions[i].following)
        inner.push_back(core_.regions.handle(i));
    for (const Handle path : paths)
        if (core_.paths.holds(path))
            paths_.cancel(static_cast<std::uint32_t>(path));
    for (const Handle i : inner)
        if (core_.regions.holds(i))
            cancel(static_cast<std::uint32_t>(i));
    judgeAll(s);
    unpin(s);
}

} // namespace headroom::behaviour
