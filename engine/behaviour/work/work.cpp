#include "behaviour/work/work.h"

#include <cmath>
#include <string>

namespace headroom::behaviour {

Work::Work(Core& core, BlockTable& blocks, const Deployment& deployment, const Stages& stages, SharedValues& values,
           Workers& workers)
    : core_(core), deployment_(deployment), stages_(stages), values_(values), workers_(workers),
      stretches_(core.software.stretches.size())
{
    for (const RoleInfo& role : core.software.roles) {
        const std::string source = "work of " + role.id;
        roleKeys_.push_back(core.random.keyOf(kernel::hashText(source.data(), source.size())));
    }
    blocks.add(this, {.code = Code::compute,
                      .enter = enterBy<&Work::compute>,
                      .cancel = cancelBy<&Work::cancelCompute>,
                      .waitsFor = "processor"});
    blocks.add(this, {.code = Code::blackBox,
                      .enter = enterBy<&Work::blackBox>,
                      .cancel = cancelBy<&Work::cancelBlackBox>,
                      .waitsFor = "station"});
    blocks.add(this, {.code = Code::delay,
                      .enter = enterBy<&Work::delay>,
                      .cancel = cancelBy<&Work::cancelDelay>,
                      .waitsFor = "delay"});
    blocks.add(this, {.code = Code::loop, .enter = enterBy<&Work::loop>});
    blocks.add(this, {.code = Code::again, .enter = enterBy<&Work::loop>});
    blocks.add(this, {.code = Code::branch, .enter = enterBy<&Work::branch>});
    blocks.add(this, {.code = Code::set, .enter = enterBy<&Work::set>});
    blocks.add(this, {.code = Code::draw, .enter = enterBy<&Work::draw>});
    blocks.add(this, {.code = Code::place, .enter = enterBy<&Work::place>});
    blocks.add(this, {.code = Code::probe, .enter = enterBy<&Work::probe>});
    blocks.add(this, {.code = Code::end, .enter = enterBy<&Work::end>});
}

void Work::reset()
{
    for (monitoring::Histogram& stretch : stretches_)
        stretch.reset();
}

/// It is computed again at each block, as it depends on nothing but the names of role and request: no record keeps it.
/// A simple call has no record of its request, whose name is then that of the path.
double Work::factorOfRequest(double coefficient, const Path& p) const
{
    const std::uint64_t request = p.inSimpleCall ? p.key : core_.requests[p.request].key;
    const std::uint64_t role = roleKeys_[core_.programOf(p).role];
    std::uint64_t n = 0;
    return logNormal(coefficient, [&] { return kernel::KeyedRandom::uniformOf(role, request, n++); });
}

void Work::cancelCompute(Path& p)
{
    core_.leaveProcessor(p);
}

void Work::cancelBlackBox(Path& p)
{
    if (p.wait == Wait::station)
        stages_.of(p, core_.programOf(p).blackBoxes[core_.codeOf(p).detail].stage).cancel(p.job);
}

bool Work::delay(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    workers_.release(p);
    p.wait = Wait::timer;
    p.waitFor =
        core_.calendar.schedule(core_.after(varied(program.delays[code.detail], code, p)), core_.leavesBlock(path));
    return false;
}

void Work::cancelDelay(Path& p)
{
    if (p.wait == Wait::timer)
        core_.calendar.cancel(p.waitFor);
}

bool Work::loop(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    const LoopStep& step = program.loops[code.detail];
    double& rounds = p.frame[step.counterSlot];
    if (code.code == Code::loop) // it may have been left from within its body
        rounds = 0;
    const bool again =
        step.condition ? core_.evaluate(*step.condition, p) != 0 : rounds < std::floor(core_.evaluate(step.count, p));
    ++rounds;
    core_.advance(p, code, again ? step.body : code.next);
    return true;
}

bool Work::branch(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    const BranchStep& step = program.branches[code.detail];
    const bool yes = step.condition ? core_.evaluate(*step.condition, p) != 0
                                    : core_.draw(code, p) < core_.evaluate(step.probability, p);
    core_.advance(p, code, yes ? code.next : step.no);
    return true;
}

bool Work::set(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    for (const Assignment& assignment : program.sets[code.detail]) {
        const double value = core_.evaluate(assignment.value, p);
        p.frame[assignment.slot] = value;
        for (const Program::SharedName& each : program.shared)
            if (each.slot == assignment.slot)
                values_.write(each.state, p.request, value);
    }
    core_.advance(p, code, code.next);
    return true;
}

bool Work::draw(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    const DrawStep& step = program.draws[code.detail];
    p.frame[step.slot] = drawn(step, p, code);
    core_.advance(p, code, code.next);
    return true;
}

bool Work::place(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    const PlaceStep& step = program.places[code.detail];
    p.frame[step.slot] = static_cast<double>(placedKey(step, p));
    core_.advance(p, code, code.next);
    return true;
}

std::uint64_t Work::placedKey(const PlaceStep& step, const Path& p) const
{
    const mapping::Ring& ring = core_.software.rings[step.ring];
    const std::uint32_t role = core_.software.outages[step.ring].role;
    const std::uint64_t name = step.number ? core_.keyOf(*step.number, p) : core_.requests[p.request].key;
    std::uint32_t at = nowhere;
    if (!step.at)
        at = deployment_.roleOn(role, p.node);
    else if (const double number = core_.evaluate(*step.at, p); number >= 0)
        at = deployment_.instance(role, whole(number));
    const auto key = ring.keyWithFirst(name, [&](std::uint32_t device) {
        if (at == nowhere)
            return true;
        // Any of several instances on the path's node will do.
        return step.at ? deployment_.instanceOfDevice(role, device) == at
                       : core_.cluster.devices[device].node == p.node;
    });
    if (key)
        return *key;
    const BlockName& block = core_.software.blocks[core_.codeOf(p).monitor];
    throw LimitReached("the " + block.inWords() + " finds no partition whose first copy is on " +
                       core_.settings.names.node(deployment_.load(at).node) +
                       ": the ring has too few partitions for its devices");
}

double Work::drawn(const DrawStep& step, Path& p, const Instruction& code) const
{
    const Core::Draws next = core_.draws(code, p);
    switch (step.shape) {
    case DrawStep::Shape::uniform: {
        const double from = core_.evaluate(step.from, p);
        return from + next() * (core_.evaluate(step.to, p) - from);
    }
    case DrawStep::Shape::wholeNumber: {
        const double from = std::ceil(core_.evaluate(step.from, p));
        const double count = std::floor(core_.evaluate(step.to, p)) - from + 1;
        return from + std::floor(next() * std::max(1.0, count));
    }
    case DrawStep::Shape::exponential:
        return core_.evaluate(step.mean, p) * standardExponential(next);
    case DrawStep::Shape::normal:
        return core_.evaluate(step.mean, p) + core_.evaluate(step.deviation, p) * standardNormal(next);
    case DrawStep::Shape::logNormal: {
        const double mean = core_.evaluate(step.mean, p);
        return mean != 0 ? mean * logNormal(core_.evaluate(step.deviation, p) / mean, next) : 0;
    }
    case DrawStep::Shape::table:
        return step.values->at(next());
    }
    return 0;
}

bool Work::probe(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    const ProbeStep& step = program.probes[code.detail];
    const auto now = static_cast<double>(core_.calendar.now() + 1); // 0: not begun
    if (step.begin)
        p.frame[step.slot] = now;
    else if (p.frame[step.slot] > 0)
        stretches_[step.stretch].record(static_cast<kernel::Time>(now - p.frame[step.slot]));
    core_.advance(p, code, code.next);
    return true;
}

bool Work::end(std::uint32_t, Path& p, const Program&, const Instruction& code)
{
    core_.advance(p, code, nowhere);
    return true;
}

} // namespace headroom::behaviour
