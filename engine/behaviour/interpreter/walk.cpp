// Paths on their way from block to block, and the blocks that keep them longest or not at all.
//
// What nearly every event passes is put together in one piece (always_inline): calls from one function to the next
// would take a twentieth of the instructions.
#include "behaviour/interpreter/interpreter.h"
#include "behaviour/interpreter/tracer.h"

#include <algorithm>
#include <cmath>

namespace headroom::behaviour {

kernel::Time Interpreter::after(double seconds) const
{
    return kernel::later(calendar_.now(), kernel::fromSeconds(seconds));
}

[[gnu::always_inline]] inline double Interpreter::varied(const ComputeStep& step, const Instruction& code, Path& p)
{
    return std::max(0.0, evaluate(step.work, p)) * step.variation.factor([&] { return draw(code, p); });
}

double Interpreter::drawn(const DrawStep& step, Path& p, const Instruction& code)
{
    const auto next = [&] { return draw(code, p); };
    switch (step.shape) {
    case DrawStep::Shape::uniform: {
        const double from = evaluate(step.from, p);
        return from + next() * (evaluate(step.to, p) - from);
    }
    case DrawStep::Shape::wholeNumber: {
        const double from = std::ceil(evaluate(step.from, p));
        const double count = std::floor(evaluate(step.to, p)) - from + 1;
        return from + std::floor(next() * std::max(1.0, count));
    }
    case DrawStep::Shape::exponential:
        return evaluate(step.mean, p) * standardExponential(next);
    case DrawStep::Shape::normal:
        return evaluate(step.mean, p) + evaluate(step.deviation, p) * standardNormal(next);
    case DrawStep::Shape::logNormal: {
        const double mean = evaluate(step.mean, p);
        return mean != 0 ? mean * logNormal(evaluate(step.deviation, p) / mean, next) : 0;
    }
    }
    return 0;
}

[[gnu::always_inline]] inline bool Interpreter::compute(std::uint32_t path, Path& p, const Program& program,
                                                        const Instruction& code)
{
    if (software_.roles[program.role].kind == WorkerKind::eventLoop && !ensureWorker(path, p))
        return false;
    const ComputeStep& step = program.computes[code.detail];
    const double work = varied(step, code, p) * step.toReference;
    p.wait = Wait::processor;
    processors_[p.node]->run(work, jobOf(path, p, served_));
    return false;
}

[[gnu::always_inline]] inline bool Interpreter::blackBox(std::uint32_t path, Path& p, const Program& program,
                                                         const Instruction& code)
{
    const BlackBoxStep& step = program.blackBoxes[code.detail];
    releaseWorker(p);
    resources::StationBank& bank = *stageOn_[step.stage][p.node];
    std::uint32_t station = 0;
    if (bank.stations() > 1) {
        if (step.choose == BlackBoxStep::Choose::random)
            station = static_cast<std::uint32_t>(drawBelow(bank.stations(), code, p));
        else if (step.choose == BlackBoxStep::Choose::byKey)
            station =
                static_cast<std::uint32_t>(kernel::mix(whole(evaluate(step.key, p)), step.stage) % bank.stations());
        else
            station = bank.shortest();
    }
    p.wait = Wait::station;
    bank.run(station, kernel::fromSeconds(varied(step.time, code, p)), jobOf(path, p, served_));
    return false;
}

bool Interpreter::delay(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    releaseWorker(p);
    p.wait = Wait::timer;
    p.waitFor = calendar_.schedule(after(varied(program.delays[code.detail], code, p)), &Interpreter::onPath, this,
                                   paths_.handle(path));
    return false;
}

bool Interpreter::loop(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    const LoopStep& step = program.loops[code.detail];
    double& rounds = p.frame[step.counterSlot];
    if (code.code == Code::loop) // it may have been left from within its body
        rounds = 0;
    const bool again =
        step.condition ? evaluate(*step.condition, p) != 0 : rounds < std::floor(evaluate(step.count, p));
    ++rounds;
    advance(p, code, again ? step.body : code.next);
    return true;
}

void Interpreter::probe(Path& p, const Program& program, const Instruction& code)
{
    const ProbeStep& step = program.probes[code.detail];
    const auto now = static_cast<double>(calendar_.now() + 1); // 0: has not begun
    if (step.begin)
        p.frame[step.slot] = now;
    else if (p.frame[step.slot] > 0)
        stretches_[step.stretch].record(static_cast<kernel::Time>(now - p.frame[step.slot]));
}

bool Interpreter::branch(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    const BranchStep& step = program.branches[code.detail];
    const bool yes = step.condition ? evaluate(*step.condition, p) != 0 : draw(code, p) < evaluate(step.probability, p);
    advance(p, code, yes ? code.next : step.no);
    return true;
}

BlockKinds Interpreter::pathBlocks()
{
    static constexpr BlockKind kinds[] = {
        {.code = Code::compute,
         .enter = enterBy<&Interpreter::compute>,
         .cancel = leaveProcessor,
         .waitsFor = "processor"},
        {.code = Code::blackBox,
         .enter = enterBy<&Interpreter::blackBox>,
         .cancel =
             [](Interpreter& m, Path& p) {
                 if (p.wait == Wait::station)
                     m.stageOn_[m.programOf(p).blackBoxes[m.codeOf(p).detail].stage][p.node]->cancel(p.job);
             },
         .waitsFor = "station"},
        {.code = Code::delay,
         .enter = enterBy<&Interpreter::delay>,
         .cancel =
             [](Interpreter& m, Path& p) {
                 if (p.wait == Wait::timer)
                     m.calendar_.cancel(p.waitFor);
             },
         .waitsFor = "delay"},
        {.code = Code::loop, .enter = enterBy<&Interpreter::loop>},
        {.code = Code::again, .enter = enterBy<&Interpreter::loop>},
        {.code = Code::branch, .enter = enterBy<&Interpreter::branch>},
        {.code = Code::set,
         .enter =
             [](Interpreter& m, std::uint32_t, Path& p, const Program& program, const Instruction& code) {
                 for (const Assignment& assignment : program.sets[code.detail])
                     p.frame[assignment.slot] = m.evaluate(assignment.value, p);
                 m.advance(p, code, code.next);
                 return true;
             }},
        {.code = Code::draw,
         .enter =
             [](Interpreter& m, std::uint32_t, Path& p, const Program& program, const Instruction& code) {
                 const DrawStep& step = program.draws[code.detail];
                 p.frame[step.slot] = m.drawn(step, p, code);
                 m.advance(p, code, code.next);
                 return true;
             }},
        {.code = Code::probe,
         .enter =
             [](Interpreter& m, std::uint32_t, Path& p, const Program& program, const Instruction& code) {
                 m.probe(p, program, code);
                 m.advance(p, code, code.next);
                 return true;
             }},
        {.code = Code::end,
         .enter =
             [](Interpreter& m, std::uint32_t, Path& p, const Program&, const Instruction& code) {
                 m.advance(p, code, nowhere);
                 return true;
             }},
    };
    return kinds;
}

[[gnu::always_inline]] inline bool Interpreter::execute(std::uint32_t path, Path& p, const Program& program,
                                                        const Instruction& code)
{
    switch (code.code) { // what nearly every request passes, in front of the table
    case Code::compute:
        return compute(path, p, program, code);
    case Code::blackBox:
        return blackBox(path, p, program, code);
    case Code::call:
        return call(path, p, program, code);
    case Code::reply:
        if (p.inSimpleCall)
            answerSimpleCall(p, program.replies[code.detail]);
        else
            reply(p, program, code);
        advance(p, code, code.next);
        return true;
    default:
        return kindOf(code.code).enter(*this, path, p, program, code);
    }
}

void Interpreter::walk(std::uint32_t path, Path& p)
{
    const Handle handle = tracer_ ? paths_.handle(path) : noHandle;
    for (;;) {
        const std::uint32_t walked = p.program;
        const Program& program = software_.operations[walked];
        while (p.pc != nowhere && p.program == walked) {
            if (--stepsToLook_ <= 0) [[unlikely]]
                checkSteps();
            if (!execute(path, p, program, program.code[p.pc])) {
                if (tracer_ && paths_.holds(handle)) [[unlikely]] // or it has ended, as at a fork
                    tracer_->waits(p);
                return;
            }
        }
        if (p.pc != nowhere)
            continue; // it has called inline
        if (p.inlineBranch) {
            if (endInlineBranch(path, p))
                return;
            continue;
        }
        if (p.inSimpleCall) {
            returnFromSimpleCall(p);
            continue;
        }
        if (!runsInline(path, p)) {
            endPath(path);
            return;
        }
        if (!returnFromInline(path, p))
            return;
    }
}

void Interpreter::goOn(std::uint32_t path, Path& p)
{
    const Instruction& code = codeOf(p);
    advance(p, code, code.next);
    p.wait = Wait::nothing;
    walk(path, p);
}

void Interpreter::onPath(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (m.paths_.holds(handle)) {
        const auto path = static_cast<std::uint32_t>(handle);
        m.goOn(path, m.paths_[path]);
    }
    m.drain();
}

/// A path has been served by a processor or a station.
void Interpreter::onServed(void* self, resources::StationJob& job)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    m.goOn(static_cast<std::uint32_t>(job.context), pathOf(job));
    if (m.anythingReady())
        m.drain();
}

} // namespace headroom::behaviour
