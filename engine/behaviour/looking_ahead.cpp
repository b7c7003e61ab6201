// What the machine will need in a moment is asked of memory before: a large model would wait for each piece.
#include "behaviour/machine.h"

namespace headroom::behaviour {

/// Most events are ends of services: fetches what the path that goes on then belongs to, and what it comes to next.
void Machine::lookAhead(void* self, kernel::Handler handler, void* object, std::uint64_t context, bool isNext)
{
    const resources::StationJob* job = resources::StationBank::ending(handler, object, context, isNext);
    if (!job || job->self != self)
        return;
    const Machine& m = *static_cast<Machine*>(self);
    const Path& p = m.paths_[job->context];
    if (!isNext) {
        m.requests_.fetch(p.request);
        kernel::fetch(p.frame);
        return;
    }
    const Request& request = m.requests_[p.request];
    kernel::fetch(&m.roles_[request.role]);
    if (request.from == Request::From::carrier) {
        m.requests_.fetch(request.left.request);
        if (request.left.scope != nowhere)
            m.scopes_.fetch(request.left.scope);
    }
    const Program& program = m.software_.operations[request.program];
    if (const std::uint32_t next = program.code[p.pc].next; next != nowhere)
        m.fetchFor(program, program.code[next], request.node);
}

/// What a block touches on the node that carries it out.
void Machine::fetchFor(const Program& program, const Instruction& code, std::uint32_t node) const
{
    if (code.code == Code::blackBox)
        stages_[stageOn_[program.blackBoxes[code.detail].stage][node]].stations.fetch();
    else if (code.code == Code::compute)
        cluster_.nodes[node].processor->fetch();
}

/// What a request that begins there touches first.
void Machine::fetchRole(std::uint32_t role, std::uint32_t node) const
{
    kernel::fetch(&roles_[roleOn(role, node)]);
    kernel::fetch(&cluster_.nodes[node]);
}

} // namespace headroom::behaviour
