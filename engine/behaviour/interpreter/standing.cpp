// Operations that have not moved for long.
#include "behaviour/interpreter/interpreter.h"

#include <algorithm>
#include <map>
#include <utility>

namespace headroom::behaviour {

namespace {

/// Whether only another path can end this wait. All others end by themselves: work, a delay, bytes that move.
bool waitsForOthers(Wait wait)
{
    return wait == Wait::worker || wait == Wait::helper || wait == Wait::call || wait == Wait::state ||
           wait == Wait::queue;
}

} // namespace

/// The request that a client has started and that the given one works for; nowhere if it works for none.
std::uint32_t Interpreter::clientsRequest(std::uint32_t r) const
{
    const Core& core = parts_.core;
    while (r != nowhere) {
        const Request& request = core.requests[r];
        switch (request.from) {
        case Request::From::workload:
            return r;
        case Request::From::call:
            r = core.calls.holds(request.call) ? core.calls[static_cast<std::uint32_t>(request.call)].callerRequest
                                               : nowhere;
            break;
        case Request::From::waitingPath:
            r = core.paths.holds(request.waiting.path) ? request.waiting.request : nowhere;
            break;
        case Request::From::inlinePath:
            r = request.caller.request;
            break;
        case Request::From::nobody:
            return nowhere;
        }
    }
    return nowhere;
}

std::vector<Interpreter::Standing>
Interpreter::standing(const std::function<kernel::Time(const OperationClient*)>& before) const
{
    const Core& core = parts_.core;
    const auto clientOf = [&core](std::uint32_t request) { return core.requests[request].ticket.client; };
    std::vector<std::uint32_t> works(core.paths.size(), nowhere); ///< by path: the client's request that it works for
    std::map<std::uint32_t, bool> standing;
    for (std::uint32_t path = 0; path < core.paths.size(); ++path) {
        if (core.paths.peek(path, &Path::request) == nowhere)
            continue;
        const Path& p = core.paths[path];
        works[path] = clientsRequest(p.request);
        if (works[path] != nowhere) {
            bool& all = standing.try_emplace(works[path], true).first->second;
            all = all && waitsForOthers(p.wait) && p.entered < before(clientOf(works[path]));
        }
    }

    std::map<const OperationClient*, std::size_t> numbers;
    std::vector<Standing> result;
    for (const auto& [request, all] : standing) {
        if (!all)
            continue;
        const OperationClient* client = clientOf(request);
        const auto [known, fresh] = numbers.try_emplace(client, result.size());
        if (fresh)
            result.emplace_back().client = client;
        ++result[known->second].operations;
    }
    for (const auto& [request, all] : standing)
        if (const auto known = all ? numbers.end() : numbers.find(clientOf(request)); known != numbers.end())
            ++result[known->second].moving;
    for (std::uint32_t path = 0; path < works.size(); ++path) {
        if (works[path] == nowhere || !standing[works[path]])
            continue;
        const Path& p = core.paths[path];
        const Instruction& code = core.codeOf(p);
        Standing& of = result[numbers[clientOf(works[path])]];
        of.since = std::max(of.since, p.entered);
        const char* what = parts_.blocks.waitOf(p, code.code);
        const auto place = std::find_if(of.places.begin(), of.places.end(),
                                        [&](const Waiting& w) { return w.block == code.monitor && w.what == what; });
        Waiting& waiting = place != of.places.end() ? *place : of.places.emplace_back();
        waiting.block = code.monitor;
        waiting.what = what ? what : "";
        waiting.forAnswer = p.wait == Wait::call;
        waiting.since = std::max(waiting.since, p.entered);
        ++waiting.count;
    }
    return result;
}

} // namespace headroom::behaviour
