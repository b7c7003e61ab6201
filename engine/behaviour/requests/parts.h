// The parts of the interpreter that requests pass; each owns its records. They refer to each other: the end of a path
// may begin another request, which a worker serves, and so on.
#pragma once

#include "behaviour/base/block_table.h"
#include "behaviour/base/call_targets.h"
#include "behaviour/base/connections.h"
#include "behaviour/base/core.h"
#include "behaviour/base/deployment.h"
#include "behaviour/base/messages.h"
#include "behaviour/base/node_outages.h"
#include "behaviour/base/ring_members.h"
#include "behaviour/base/shared_items.h"
#include "behaviour/base/shared_values.h"
#include "behaviour/base/stages.h"
#include "behaviour/base/stream_transport.h"
#include "behaviour/base/value_lists.h"
#include "behaviour/requests/calls.h"
#include "behaviour/requests/held_memory.h"
#include "behaviour/requests/inline_branches.h"
#include "behaviour/requests/inline_calls.h"
#include "behaviour/requests/message_queues.h"
#include "behaviour/requests/paths.h"
#include "behaviour/requests/regions.h"
#include "behaviour/requests/requests.h"
#include "behaviour/requests/slot_table.h"
#include "behaviour/requests/transfers.h"
#include "behaviour/requests/wait_queues.h"
#include "behaviour/requests/work.h"
#include "behaviour/requests/workers.h"

namespace headroom::behaviour {

/// A part stores references to others that are not constructed yet; none uses another before all are constructed.
struct Parts
{
    Parts(kernel::Calendar& calendar, const Software& software, Cluster& cluster, const mapping::Placement& placement,
          const InterpreterSettings& settings)
        : core(calendar, software, cluster, settings), deployment(software, cluster, placement),
          outages(core, cluster.nodes.size())
    {
        core.deployment = &deployment;
        core.values = &values;
    }

    Core core;
    BlockTable blocks;
    Deployment deployment;
    NodeOutages outages;
    RingMembers members{core, deployment};
    Connections connections;
    SharedItems items{core};
    SharedValues values{core};
    ValueLists lists;
    Stages stages{core, deployment};
    CallTargets targets{core, deployment, members};
    Messages messages{core};

    Paths paths{*this};
    Work work{*this};
    Requests requests{*this};
    Workers workers{*this};
    Calls calls{*this};
    InlineCalls inlineCalls{*this};
    InlineBranches branches{*this};
    Regions regions{*this};
    StreamTransport transport{core, transfers};
    Transfers transfers{*this};
    SlotTable slots{*this};
    WaitQueues waiting{*this};
    MessageQueues queues{*this};
    HeldMemory memory{*this};
};

} // namespace headroom::behaviour
