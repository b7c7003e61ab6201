// Constructs the parts of the interpreter, each after those that it refers to. What a part calls in one that comes
// after it is a hook that the later one sets (core/hook.h); in the end none may be left.
#pragma once

#include "behaviour/calls/acceptance.h"
#include "behaviour/calls/calls.h"
#include "behaviour/calls/transfers.h"
#include "behaviour/cluster/deployment.h"
#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/interpreter/failures.h"
#include "behaviour/interpreter/missing_copies.h"
#include "behaviour/interpreter/prefetch.h"
#include "behaviour/interpreter/request_items.h"
#include "behaviour/interpreter/walk.h"
#include "behaviour/items/shared_items.h"
#include "behaviour/items/shared_values.h"
#include "behaviour/items/value_lists.h"
#include "behaviour/messages/connections.h"
#include "behaviour/messages/messages.h"
#include "behaviour/messages/stream_transport.h"
#include "behaviour/paths/inline_branches.h"
#include "behaviour/paths/inline_calls.h"
#include "behaviour/paths/iterations.h"
#include "behaviour/paths/paths.h"
#include "behaviour/paths/regions.h"
#include "behaviour/paths/requests.h"
#include "behaviour/shared/barriers.h"
#include "behaviour/shared/caches.h"
#include "behaviour/shared/held_memory.h"
#include "behaviour/shared/message_queues.h"
#include "behaviour/shared/slot_table.h"
#include "behaviour/shared/token_buckets.h"
#include "behaviour/shared/wait_queues.h"
#include "behaviour/storage/storage.h"
#include "behaviour/storage/volumes.h"
#include "behaviour/targets/call_targets.h"
#include "behaviour/targets/node_outages.h"
#include "behaviour/targets/ring_members.h"
#include "behaviour/work/stages.h"
#include "behaviour/work/work.h"
#include "behaviour/workers/workers.h"

namespace headroom::behaviour {

struct Parts
{
    Parts(kernel::Calendar& calendar, const Software& software, Cluster& cluster, const mapping::Placement& placement,
          const InterpreterSettings& settings)
        : deployment(software, cluster, placement), core(calendar, software, cluster, deployment, settings),
          outages(core, cluster.nodes.size()), volumes(software, cluster, placement)
    {
        core.hooks.check();
    }

    Deployment deployment;
    Core core;
    BlockTable blocks;
    NodeOutages outages;
    Volumes volumes;
    RingMembers members{core, deployment};
    Connections connections;
    SharedItems items{core};
    SharedValues values{core};
    ValueLists lists;
    Stages stages{core, deployment};
    CallTargets targets{core, deployment, members};
    Messages messages{core};
    StreamTransport transport{core};
    Workers workers{core, deployment};
    Paths paths{core, blocks, workers};
    Requests requests{core, deployment, lists, paths, workers};
    InlineCalls inlineCalls{core, deployment, messages, workers, paths, requests};
    Iterations iterations{core, deployment, members, lists};
    Regions regions{core, blocks, lists, iterations, workers, paths, inlineCalls};
    InlineBranches branches{core, targets, iterations, paths, inlineCalls, regions};
    Transfers transfers{core, blocks, connections, transport, workers, paths, regions};
    Acceptance acceptance{core, deployment, connections, outages, workers, requests};
    Calls calls{core, blocks,
                Calls::Uses{connections, deployment, outages, targets, messages, transport, workers, paths, requests,
                            inlineCalls, transfers, acceptance, members}};
    Work work{core, blocks, deployment, stages, values, workers};
    WaitQueues waiting{core, items, workers};
    SlotTable slots{core, blocks, items, workers, paths, transfers};
    MessageQueues queues{core, blocks, deployment, members, items, lists, requests, waiting};
    HeldMemory memory{core, blocks, requests, work, waiting};
    Storage storage{core, blocks, deployment, members, volumes};
    Caches caches{core, blocks, items};
    Barriers barriers{core, blocks, items, messages, waiting};
    TokenBuckets buckets{core, blocks, items, waiting};
    Walk walk{core, blocks, workers, paths, inlineCalls, branches, calls, work};
    RequestItems requestItems{core, requests, values, queues, caches, buckets};
    MissingCopies missingCopies{core, deployment, members, items, queues};
    Failures failures{Failures::Uses{core, deployment, outages, members, connections, values, workers, paths, requests,
                                     inlineCalls, regions, acceptance, calls, queues, caches, buckets}};
    Prefetch prefetch{core, branches, deployment, stages};
};

} // namespace headroom::behaviour
