// What the interpreter will need in a moment is asked of memory before: a large model would wait for each piece.
#include "behaviour/interpreter/interpreter.h"

namespace headroom::behaviour {

/// Most events are ends of services: fetches what the path that goes on then belongs to, and what it comes to next.
void Interpreter::prefetch(void* self, kernel::Handler handler, void* object, std::uint64_t context, unsigned before)
{
    const resources::StationJob* job = resources::StationBank::ending(handler, object, context, before);
    if (!job)
        job = resources::Station::ending(handler, object, context, before);
    const Interpreter& m = *static_cast<Interpreter*>(self);
    if (!job || job->client != &m.served_)
        return;
    const Path& p = pathOf(*job);
    const Instruction* const program = m.codes_[p.program];
    const std::uint32_t next = program[p.pc].next;
    const Code code = program[p.pc].nextCode;
    if (before == 2 && next != nowhere)
        m.prefetchFor(p, program[next]);
    if (code == Code::compute || code == Code::blackBox) { // which touch little but who serves
        if (before == 1 && code == Code::blackBox)
            m.prefetchStation(p, program[next]);
    } else if (before == 2) {
        kernel::fetch(p.frame);
        m.requests_.fetch(p.request);
        if (p.inSimpleCall && !p.inlineBranch)
            kernel::fetch(&p.simpleCall);
    } else if (code == Code::end || code == Code::reply) {
        m.prefetchForAnswer(p);
    } else {
        m.prefetchCaller(p);
    }
}

/// What a block touches on the node that carries it out.
void Interpreter::prefetchFor(const Path& p, const Instruction& code) const
{
    if (code.code == Code::blackBox)
        stageOn_[programOf(p).blackBoxes[code.detail].stage][p.node]->fetch();
    else if (code.code == Code::compute)
        processors_[p.node]->fetch();
    else if (code.code == Code::reply && p.region != nowhere)
        regions_.fetch(p.region, 3);
}

/// The station of a black box that the path is going to choose.
void Interpreter::prefetchStation(const Path& p, const Instruction& code) const
{
    const BlackBoxStep& step = programOf(p).blackBoxes[code.detail];
    const resources::StationBank& bank = *stageOn_[step.stage][p.node];
    if (bank.stations() > 1 && step.choose == BlackBoxStep::Choose::random)
        bank.fetchStation(static_cast<std::uint32_t>(
            kernel::KeyedRandom::uniformOf(drawKeys_[code.monitor], p.key, p.draws) * bank.stations()));
}

/// Who is told of an answer.
void Interpreter::prefetchForAnswer(const Path& p) const
{
    if (p.inlineBranch) {
        kernel::fetch(&loads_[p.role]);
        if (!firesJoin(p))
            return;
    }
    const Request& request = requests_[p.request];
    if (p.inSimpleCall && !p.inlineBranch)
        kernel::fetch(p.simpleCall.frame);
    if (p.region != nowhere)
        kernel::fetch(regions_[p.region].frame);
    prefetchCaller(p);
    if (request.from == Request::From::waitingPath) // whether it still does would be a look at what is not there yet
        paths_.fetch(static_cast<std::uint32_t>(request.waiting.path), 2);
    if (p.inlineBranch) // which has no neighbours
        return;
    for (const std::uint32_t neighbour : {p.beside.previous, p.beside.following})
        if (neighbour != nowhere)
            kernel::fetch(&paths_[neighbour].beside.following);
}

/// Who has asked for what the path is at.
void Interpreter::prefetchCaller(const Path& p) const
{
    const Request& request = requests_[p.request];
    if (request.from == Request::From::inlinePath)
        requests_.fetch(request.caller.request);
    else if (request.from == Request::From::waitingPath)
        requests_.fetch(request.waiting.request);
}

} // namespace headroom::behaviour
