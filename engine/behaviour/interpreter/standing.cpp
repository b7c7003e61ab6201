// Operations that have not moved for long.
#include "behaviour/interpreter/interpreter.h"
#include "behaviour/interpreter/parts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace headroom::behaviour {

namespace {

/// True if only another path can end this wait. All others end by themselves: work, a delay, bytes that move.
bool waitsForOthers(Wait wait)
{
    return wait == Wait::worker || wait == Wait::helper || wait == Wait::call || wait == Wait::state ||
           wait == Wait::queue;
}

/// The requests that clients have started and that others work for. Calls may be nested so deeply that each chain of
/// them must be walked only once.
class StartedRequests
{
public:
    explicit StartedRequests(const Core& core) : core_(core), known_(core.requests.size(), unknown) {}

    /// The one that the given request works for, or is; nowhere if it works for none.
    std::uint32_t of(std::uint32_t request)
    {
        chain_.clear();
        std::uint32_t started = request;
        while (started != nowhere && known_[started] == unknown) {
            chain_.push_back(started);
            if (core_.requests[started].from == Request::From::workload)
                break;
            started = callerOf(core_.requests[started]);
        }
        if (started != nowhere && known_[started] != unknown)
            started = known_[started];
        for (const std::uint32_t each : chain_)
            known_[each] = started;
        return started;
    }

private:
    static constexpr std::uint32_t unknown = nowhere - 1;

    std::uint32_t callerOf(const Request& request) const
    {
        switch (request.from) {
        case Request::From::call:
            return core_.calls.holds(request.call) ? core_.calls[static_cast<std::uint32_t>(request.call)].callerRequest
                                                   : nowhere;
        case Request::From::waitingPath:
            return core_.paths.holds(request.waiting.path) ? request.waiting.request : nowhere;
        case Request::From::inlinePath:
            return request.caller.request;
        default:
            return nowhere;
        }
    }

    const Core& core_;
    std::vector<std::uint32_t> known_; ///< by request
    std::vector<std::uint32_t> chain_; ///< the requests walked at present
};

} // namespace

std::vector<Interpreter::Standing>
Interpreter::standing(const std::function<kernel::Time(const OperationClient*)>& before) const
{
    const Core& core = parts_->core;
    const auto clientOf = [&core](std::uint32_t request) { return core.requests[request].ticket.client; };
    std::vector<std::uint32_t> works(core.paths.size(), nowhere); ///< by path: the client's request that it works for
    std::map<std::uint32_t, bool> standing;
    StartedRequests startedRequests(core);
    for (std::uint32_t path = 0; path < core.paths.size(); ++path) {
        if (core.paths.peek(path, &Path::request) == nowhere)
            continue;
        const Path& p = core.paths[path];
        works[path] = startedRequests.of(p.request);
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
        const char* what = parts_->blocks.waitOf(p, code.code);
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
