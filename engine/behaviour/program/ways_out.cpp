#include "behaviour/program/ways_out.h"

namespace headroom::behaviour {

std::vector<std::uint32_t> waysOut(const Program& program, const Instruction& code)
{
    std::vector<std::uint32_t> ways;
    const auto add = [&ways](std::uint32_t way) {
        if (way != nowhere)
            ways.push_back(way);
    };
    add(code.next);
    switch (code.code) {
    case Code::read:
    case Code::write:
    case Code::flush:
        add(program.storage[code.detail].error);
        break;
    case Code::call: {
        const CallStep& step = program.calls[code.detail];
        for (const std::uint32_t way : {step.opened, step.timeout, step.refused, step.error})
            add(way);
        break;
    }
    case Code::transfer:
        add(program.transfers[code.detail].chunkPath);
        break;
    case Code::fork:
    case Code::forEach:
        for (const std::uint32_t path : program.forks[code.detail].paths)
            add(path);
        add(program.forks[code.detail].done);
        break;
    case Code::join:
        add(program.joins[code.detail].failed);
        break;
    case Code::branch:
        add(program.branches[code.detail].no);
        break;
    case Code::loop:
    case Code::again:
        add(program.loops[code.detail].body);
        break;
    case Code::cache:
        add(program.caches[code.detail].hit);
        add(program.caches[code.detail].miss);
        break;
    case Code::get:
        add(program.gets[code.detail].timeout);
        break;
    case Code::barrier:
        add(program.barriers[code.detail].timeout);
        break;
    case Code::allocate:
        add(program.memory[code.detail].full);
        break;
    default:
        break;
    }
    return ways;
}

} // namespace headroom::behaviour
