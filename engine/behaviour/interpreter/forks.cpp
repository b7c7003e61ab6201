// Parallel paths and where they meet.
#include "behaviour/interpreter/interpreter.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

namespace {

/// Parallel paths of one fork at most: what is drawn, not a way to fill the memory.
constexpr std::uint64_t mostIterations = 1'000'000;

} // namespace

std::uint32_t Interpreter::openScope(Scope::Kind kind, std::uint32_t request, std::uint32_t parent,
                                     std::uint32_t parentIteration, std::uint32_t instruction, double* frame,
                                     std::uint64_t key)
{
    const std::uint32_t s = scopes_.take();
    Scope& scope = scopes_[s];
    scope.kind = kind;
    scope.request = request;
    scope.instruction = instruction;
    scope.parentScope = parent;
    scope.parentIteration = parentIteration;
    scope.innerScopes = scope.paths = scope.held = nowhere;
    scope.frame = frame;
    scope.key = key;
    scope.count = scope.launched = scope.atOnce = scope.ended = scope.pins = scope.legs = 0;
    scope.iterations.clear();
    scope.joins.clear();
    scope.attached = true;
    std::uint32_t& head = parent == nowhere ? requests_[request].scopes : scopes_[parent].innerScopes;
    scope.previous = nowhere;
    scope.following = head;
    if (head != nowhere)
        scopes_[head].previous = s;
    head = s;
    if (parent != nowhere)
        ++scopes_[parent].iterations[parentIteration].live;
    return s;
}

/// One iteration for each path of a fork, or for each number, device or node that a for each goes through.
void Interpreter::openIterations(Scope& scope, Path& p, const ForkStep& step, const Instruction& code)
{
    switch (step.over) {
    case ForkStep::Over::count: {
        const std::uint64_t count = whole(evaluate(step.count, p));
        if (count > mostIterations)
            throw LimitReached("a for each would begin " + std::to_string(count) +
                               " parallel paths at once, more than " + std::to_string(mostIterations));
        scope.iterations.resize(count);
        break;
    }
    case ForkStep::Over::ring:
        openDevices(scope, p, step, code);
        break;
    case ForkStep::Over::nodes:
        openNodes(scope, p, step, code);
        break;
    case ForkStep::Over::list:
        scope.iterations.resize(listIn(p.frame[step.listSlot]).size());
        break;
    }
}

void Interpreter::openDevices(Scope& scope, Path& p, const ForkStep& step, const Instruction& code)
{
    const mapping::Ring& ring = software_.rings[step.ring];
    const auto devices = ring.devicesOf(ring.partitionOf(whole(evaluate(step.key, p))));
    auto& items = scope.iterations;
    items.resize(devices.size());
    for (std::size_t i = 0; i < devices.size(); ++i)
        items[i].item = devices[i];
    if (step.shuffled)
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[drawBelow(i, code, p)]);
    const std::uint64_t take = whole(evaluate(step.take, p));
    if (take >= 1 && take < items.size())
        items.resize(take);
}

/// Distinct nodes of a role. Drawing some of many does not look at all of them (Floyd's sampling: Bentley and Floyd,
/// "A sample of brilliance", CACM 30(9), 1987).
void Interpreter::openNodes(Scope& scope, Path& p, const ForkStep& step, const Instruction& code)
{
    const std::uint64_t all = nodesOfRole_[step.role].size();
    const std::uint64_t wanted = whole(evaluate(step.take, p));
    const std::uint64_t take = wanted >= 1 && wanted < all ? wanted : all;
    scope.iterations.resize(take);
    const std::span<Iteration> items(scope.iterations.begin(), take);
    if (!step.shuffled) {
        const std::uint64_t first = whole(evaluate(step.key, p));
        for (std::uint64_t i = 0; i < take; ++i)
            items[i].item = static_cast<std::uint32_t>((first + i) % all);
        return;
    }
    for (std::uint64_t i = 0; i < take; ++i) {
        const std::uint64_t last = all - take + i;
        auto node = static_cast<std::uint32_t>(drawBelow(last + 1, code, p));
        const auto taken = [&](const Iteration& other) { return other.item == node; };
        if (std::any_of(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(i), taken))
            node = static_cast<std::uint32_t>(last);
        items[i].item = node;
        kernel::fetch(&loads_[firstOfRole_[step.role] + node]);
        processors_[nodesOfRole_[step.role][node]]->fetch();
    }
    // Which nodes are drawn is uniform so far; their order is not.
    for (std::size_t i = take; i > 1; --i)
        std::swap(items[i - 1].item, items[drawBelow(i, code, p)].item);
}

void Interpreter::fork(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const ForkStep& step = program.forks[code.detail];
    releaseWorker(p);
    const std::uint64_t key = nameNext(p, code);
    const std::uint32_t s = openScope(Scope::Kind::fork, p.request, p.scope, p.iteration, p.pc, p.frame, key);
    Scope& scope = scopes_[s];
    scope.program = p.program;
    openIterations(scope, p, step, code);
    scope.count = static_cast<std::uint32_t>(scope.iterations.size());
    const std::uint64_t atOnce = whole(evaluate(step.atOnce, p));
    scope.atOnce = atOnce >= 1 && atOnce < scope.count ? static_cast<std::uint32_t>(atOnce) : scope.count;
    scope.joins.resize(step.joins.size());
    std::uint32_t values = 0;
    for (std::size_t j = 0; j < step.joins.size(); ++j) {
        const JoinStep& join = program.joins[program.code[step.joins[j]].detail];
        scope.joins[j].need = needed(scope, join);
        scope.joins[j].firstValue = values;
        values += static_cast<std::uint32_t>(join.reductions.size());
    }
    if (values > 0) {
        scope.values.clear();
        scope.values.resize(values);
    }
    // What the path had acquired goes on with whoever continues it, its variables with the scope.
    scope.held = std::exchange(p.held, nowhere);
    p.frame = nullptr;
    advance(p, code, code.next);
    launch(s);
    if (scope.count == 0) {
        pin(s);
        judgeAll(s);
        unpin(s);
    }
    endPath(path);
}

void Interpreter::judgeAll(std::uint32_t s)
{
    for (std::uint32_t j = 0; j < scopes_[s].joins.size(); ++j)
        judge(s, j);
}

/// The scope and its request stay, whatever ends meanwhile: what goes on behind a join may be all that is left of them,
/// or nothing at all.
void Interpreter::pin(std::uint32_t s)
{
    Scope& scope = scopes_[s];
    ++scope.pins;
    ++requests_[scope.request].live;
}

/// What was done to the scope is complete: it and its request end now if nothing of them is left.
void Interpreter::unpin(std::uint32_t s)
{
    Scope& scope = scopes_[s];
    const std::uint32_t request = scope.request;
    --scope.pins;
    settleScope(s);
    leaveRequest(request);
}

void Interpreter::launch(std::uint32_t s)
{
    Scope& scope = scopes_[s];
    const ForkStep& step = forkOf(scope);
    if (step.legs && scope.launched == 0 && scope.atOnce == scope.count && !tracer_) {
        launchLegs(s);
        return;
    }
    while (scope.launched < scope.count && scope.running() < scope.atOnce) {
        const std::uint32_t i = scope.launched++;
        double* frame = frames_.copy(scope.frame);
        setItem(frame, scope, step, i);
        resume(spawn(scope.request, s, i, step.entry(i), frame, kernel::nthOf(scope.key, i)));
    }
}

/// What the iteration is about.
void Interpreter::setItem(double* frame, Scope& scope, const ForkStep& step, std::uint32_t i)
{
    const std::uint32_t item = std::exchange(scope.iterations[i].item, nowhere);
    if (step.indexSlot != nowhere)
        frame[step.indexSlot] = i;
    if (step.over == ForkStep::Over::list)
        frame[step.itemSlot] = listIn(scope.frame[step.listSlot])[i];
    else if (step.itemSlot != nowhere)
        frame[step.itemSlot] = item;
}

/// Takes one more path's variables into what the join hands on.
void Interpreter::reduce(Scope& scope, JoinState& join, const JoinStep& step, const double* frame)
{
    for (std::size_t i = 0; i < step.reductions.size(); ++i) {
        const double value = frame[step.reductions[i].slot];
        double& kept = scope.values[join.firstValue + i];
        if (step.reductions[i].take == JoinStep::Take::list)
            kept = withValue(kept, value, scope.request);
        else if (join.arrived == 0)
            kept = value;
        else if (step.reductions[i].take == JoinStep::Take::min)
            kept = std::min(kept, value);
        else if (step.reductions[i].take == JoinStep::Take::max)
            kept = std::max(kept, value);
        else if (step.reductions[i].take == JoinStep::Take::sum)
            kept += value;
    }
    ++join.arrived;
}

void Interpreter::arriveAtJoin(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const JoinStep& step = program.joins[code.detail];
    std::uint32_t s = p.scope, iteration = p.iteration;
    while (s != nowhere && !(scopes_[s].kind == Scope::Kind::fork && scopes_[s].instruction == step.fork)) {
        iteration = scopes_[s].parentIteration;
        s = scopes_[s].parentScope;
    }
    advance(p, code, p.pc);
    if (s == nowhere) {
        endPath(path);
        return;
    }
    Scope& scope = scopes_[s];
    JoinState& join = scope.joins[step.number];
    std::uint64_t& seen = scope.iterations[iteration].arrived;
    const std::uint64_t bit = std::uint64_t{1} << step.number;
    if ((seen & bit) == 0 && !join.fired)
        reduce(scope, join, step, p.frame);
    seen |= bit;
    if (s == p.scope && endsIteration(path, p, scope)) {
        meetLast(path, p, scope, step.number);
        return;
    }
    pin(s);
    endPath(path);
    judge(s, step.number);
    unpin(s);
}

/// Whether the path is all that is left of its iteration, of which no join waits any more, and has nothing to give
/// back.
bool Interpreter::endsIteration(std::uint32_t path, const Path& p, const Scope& scope) const
{
    const Iteration& iteration = scope.iterations[p.iteration];
    const std::uint64_t all = ~std::uint64_t{0} >> (mostJoins - scope.joins.size());
    return iteration.live == 1 && iteration.arrived == all && p.held == nowhere && !p.holdsWorker && !tracer_ &&
           !carries(path, p);
}

/// Such a path has come to a join: as for any other, only shorter, since it is the usual case.
void Interpreter::meetLast(std::uint32_t path, Path& p, Scope& scope, std::uint32_t number)
{
    const std::uint32_t s = p.scope;
    scope.iterations[p.iteration].live = 0;
    unlinkPath(path);
    frames_.drop(p.frame);
    const std::uint32_t request = std::exchange(p.request, nowhere);
    paths_.give(path);
    endIteration(s, number);
    leaveRequest(request);
}

/// One of the scope's iterations has ended at the join.
void Interpreter::endIteration(std::uint32_t s, std::uint32_t number)
{
    Scope& scope = scopes_[s];
    ++scope.ended;
    if (scope.launched == scope.count && !isDue(scope, scope.joins[number])) {
        settleScope(s);
        return;
    }
    pin(s);
    if (scope.launched < scope.count)
        launch(s);
    judge(s, number);
    unpin(s);
}

/// Whether the join, as far as it has not gone on, has what it needs or can never have it.
bool Interpreter::isDue(const Scope& scope, const JoinState& join)
{
    return !join.fired && (join.arrived >= join.need || scope.count - join.lost < join.need);
}

std::uint32_t Interpreter::needed(const Scope& scope, const JoinStep& step) const
{
    switch (step.mode) {
    case JoinStep::Mode::any:
        return 1;
    case JoinStep::Mode::k:
        return static_cast<std::uint32_t>(
            std::min(whole(step.k.evaluate({scope.frame, frames_.slots()})), mostIterations + 1));
    case JoinStep::Mode::all:
        break;
    }
    return scope.count;
}

/// Whether a join can go on, has to wait, or can never be satisfied.
void Interpreter::judge(std::uint32_t s, std::uint32_t number)
{
    Scope& scope = scopes_[s];
    JoinState& join = scope.joins[number];
    if (!isDue(scope, join))
        return;
    if (join.arrived < join.need) {
        fire(s, number, true);
        return;
    }
    const Program& program = programOf(scope);
    const ForkStep& fork = forkOf(scope);
    const JoinStep& step = program.joins[program.code[fork.joins[number]].detail];
    const double grace = step.grace.evaluate({scope.frame, frames_.slots()});
    if (join.arrived + join.lost >= scope.count || !(grace > 0)) {
        fire(s, number, false);
    } else if (join.grace == nowhere) {
        join.grace = graces_.take();
        graces_[join.grace] = {
            scopes_.handle(s), number,
            calendar_.schedule(after(grace), &Interpreter::onGrace, this, graces_.handle(join.grace))};
    }
}

void Interpreter::endGrace(JoinState& join)
{
    if (join.grace == nowhere)
        return;
    calendar_.cancel(graces_[join.grace].end);
    graces_.give(join.grace);
    join.grace = nowhere;
}

void Interpreter::onGrace(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    const Grace grace = m.graces_[static_cast<std::uint32_t>(handle)];
    const auto s = static_cast<std::uint32_t>(grace.scope); // a scope that ends takes its grace along
    m.endGrace(m.scopes_[s].joins[grace.join]);
    m.pin(s);
    m.fire(s, grace.join, false);
    m.unpin(s);
    m.drain();
}

/// `join`: the join whose values go on, beginning at `firstValue`; none for other ways out. `forgets`: nothing looks at
/// a variable there.
void Interpreter::continueAfter(std::uint32_t s, std::uint32_t next, std::uint64_t way, const JoinStep* join,
                                std::uint32_t firstValue, bool forgets)
{
    if (next == nowhere)
        return;
    Scope& scope = scopes_[s];
    double* frame = forgets ? nullptr : frames_.copy(scope.frame);
    if (join)
        for (std::size_t i = 0; i < join->reductions.size(); ++i)
            frame[join->reductions[i].slot] = scope.values[firstValue + i];
    const std::uint32_t path = spawn(scope.request, scope.parentScope, scope.parentIteration, next, frame,
                                     kernel::nthOf(scope.key, 0x10000000u + way));
    paths_[path].held = scope.held;
    scope.held = nowhere;
    resume(path);
}

/// If nothing comes behind the join but the answer to a waiting path, and nothing else is ready, it is given without a
/// path that would bring it. Whether it is.
bool Interpreter::answerAtOnce(const Scope& scope, const Instruction& join)
{
    if (!join.forgets || join.next == nowhere || scope.held != nowhere || tracer_ || anythingReady())
        return false;
    const Program& program = programOf(scope);
    const Instruction& code = program.code[join.next];
    Request& request = requests_[scope.request];
    if (code.code != Code::reply || code.next != nowhere || !program.replies[code.detail].results.empty() ||
        request.from != Request::From::waitingPath)
        return false;
    stepsToLook_ -= 2;
    count(code, calendar_.now());
    if (!std::exchange(request.replied, true))
        goOnAnswered(request, program.replies[code.detail].ok);
    return true;
}

void Interpreter::fire(std::uint32_t s, std::uint32_t number, bool failed)
{
    Scope& scope = scopes_[s];
    JoinState& join = scope.joins[number];
    join.fired = true;
    endGrace(join);
    const Program& program = programOf(scope);
    const ForkStep& fork = forkOf(scope);
    const Instruction& code = program.code[fork.joins[number]];
    const JoinStep& step = program.joins[code.detail];
    if (failed || !answerAtOnce(scope, code))
        continueAfter(s, failed ? step.failed : code.next, number, failed ? nullptr : &step, join.firstValue,
                      code.forgets);
    if (step.cancelRest)
        cancelScope(s);
    const bool all = std::all_of(scope.joins.begin(), scope.joins.end(), [](const JoinState& j) { return j.fired; });
    if (all && fork.done == nowhere)
        detach(s);
}

/// A path or inner scope of the iteration has ended.
void Interpreter::leaveIteration(std::uint32_t s, std::uint32_t iteration)
{
    Scope& scope = scopes_[s];
    if (--scope.iterations[iteration].live > 0)
        return;
    ++scope.ended;
    if (scope.kind == Scope::Kind::fork) {
        ++scope.pins;
        for (std::uint32_t j = 0; j < scope.joins.size(); ++j)
            if ((scope.iterations[iteration].arrived >> j & 1) == 0) {
                ++scope.joins[j].lost;
                judge(s, j);
            }
        launch(s);
        --scope.pins;
    }
    settleScope(s);
}

/// Ends the scope when nothing of it is left.
void Interpreter::settleScope(std::uint32_t s)
{
    Scope& scope = scopes_[s];
    if (scope.ended < scope.count || scope.pins > 0)
        return;
    if (scope.kind == Scope::Kind::chunk) {
        const std::uint32_t transfer = scope.transfer;
        if (transfer != nowhere)
            chunkDone(transfer);
        detach(s);
        giveScope(s);
        return;
    }
    continueAfter(s, forkOf(scope).done, 0xd0e, nullptr, 0, false);
    detach(s);
    giveScope(s);
}

/// From here on the scope no longer counts for the iteration it lies in: what still runs in it are stragglers.
void Interpreter::detach(std::uint32_t s)
{
    Scope& scope = scopes_[s];
    if (!scope.attached)
        return;
    scope.attached = false;
    std::uint32_t& head =
        scope.parentScope == nowhere ? requests_[scope.request].scopes : scopes_[scope.parentScope].innerScopes;
    if (scope.previous != nowhere)
        scopes_[scope.previous].following = scope.following;
    else
        head = scope.following;
    if (scope.following != nowhere)
        scopes_[scope.following].previous = scope.previous;
    const std::uint32_t parent = scope.parentScope, iteration = scope.parentIteration;
    // Stragglers may outlive what they lie in; they find their calls by request then.
    scope.parentScope = nowhere;
    if (parent != nowhere)
        leaveIteration(parent, iteration);
}

void Interpreter::giveScope(std::uint32_t s)
{
    Scope& scope = scopes_[s];
    for (JoinState& join : scope.joins)
        endGrace(join);
    releaseHeld(scope.held);
    frames_.drop(scope.frame);
    scope.request = nowhere;
    scopes_.give(s);
}

void Interpreter::cancelScope(std::uint32_t s)
{
    Scope& scope = scopes_[s];
    pin(s);
    makePaths(scope);
    const std::uint32_t never = scope.count - scope.launched;
    scope.ended += never;
    scope.launched = scope.count;
    for (JoinState& join : scope.joins)
        join.lost += never;
    for (std::uint32_t path = scope.paths, next = nowhere; path != nowhere; path = next) {
        next = paths_[path].beside.following;
        separateAll(path);
    }
    std::vector<Handle> paths, inner;
    for (std::uint32_t path = scope.paths; path != nowhere; path = paths_[path].beside.following)
        paths.push_back(paths_.handle(path));
    for (std::uint32_t i = scope.innerScopes; i != nowhere; i = scopes_[i].following)
        inner.push_back(scopes_.handle(i));
    for (const Handle path : paths)
        if (paths_.holds(path))
            cancelPath(static_cast<std::uint32_t>(path));
    for (const Handle i : inner)
        if (scopes_.holds(i))
            cancelScope(static_cast<std::uint32_t>(i));
    judgeAll(s);
    unpin(s);
}

} // namespace headroom::behaviour
