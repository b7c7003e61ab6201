// The parts of the interpreter up to parallel regions, without those above them: no calls, no queues, no walk. A test
// takes the place of the walk: it makes each step of a path itself.
#pragma once

#include "tiny_project.h"

#include "behaviour/messages/messages.h"
#include "behaviour/paths/inline_calls.h"
#include "behaviour/paths/iterations.h"
#include "behaviour/paths/paths.h"
#include "behaviour/paths/regions.h"
#include "behaviour/paths/requests.h"
#include "behaviour/targets/ring_members.h"
#include "behaviour/workers/workers.h"

#include <string>

namespace headroom::test {

struct PartsAlone
{
    explicit PartsAlone(const TinyProject& tiny) : model(tiny) {}

    /// Begins a request of the client's operation. Returns its record.
    std::uint32_t request()
    {
        const std::uint32_t operation = model.software.findOperation("client", "ask");
        return requests.begin(operation, deployment.firstOf(model.software.operations[operation].role), ++key_,
                              core.frames.take());
    }
    /// The path enters the block at which it is. Returns true if it continues at once.
    bool enter(std::uint32_t path)
    {
        behaviour::Path& p = core.paths[path];
        const behaviour::Instruction& code = core.codeOf(p);
        const behaviour::BlockKind& kind = blocks[code.code];
        return kind.enter(kind.part, path, p, core.programOf(p), code);
    }
    /// The path leaves its block by the first way out.
    void leave(std::uint32_t path)
    {
        behaviour::Path& p = core.paths[path];
        core.advance(p, core.codeOf(p), core.codeOf(p).next);
    }
    /// Takes the path that has been ready longest; nowhere: none is.
    std::uint32_t nextReady()
    {
        while (!core.ready.empty()) {
            const behaviour::Ready next = core.ready.front();
            core.ready.pop_front();
            if (core.paths.holds(next.handle))
                return static_cast<std::uint32_t>(next.handle);
        }
        return behaviour::nowhere;
    }
    /// The block at which the path is.
    std::string blockOf(std::uint32_t path) const
    {
        return model.software.blocks[core.codeOf(core.paths[path]).monitor].block;
    }

    TinyCluster model;
    behaviour::Deployment deployment{model.software, model.cluster, *model.placement};
    behaviour::Core core{model.calendar, model.software, model.cluster, deployment, {}};
    behaviour::BlockTable blocks;
    behaviour::RingMembers members{core, deployment};
    behaviour::ValueLists lists;
    behaviour::Messages messages{core};
    behaviour::Workers workers{core, deployment};
    behaviour::Paths paths{core, blocks, workers};
    behaviour::Requests requests{core, deployment, lists, paths, workers};
    behaviour::InlineCalls inlineCalls{core, deployment, messages, workers, paths, requests};
    behaviour::Iterations iterations{core, deployment, members, lists};
    behaviour::Regions regions{core, blocks, lists, iterations, workers, paths, inlineCalls};

private:
    std::uint64_t key_ = 0;
};

} // namespace headroom::test
