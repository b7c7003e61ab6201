// Requests: executions of operations, from their beginning to their answer and end.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/core.h"
#include "behaviour/core/hook.h"
#include "behaviour/items/value_lists.h"
#include "behaviour/records/operation_client.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace headroom::behaviour {

class Paths;
class Workers;

/// The request's number in its diagram: 52 bits, so that small whole numbers can be added without rounding.
inline double requestNumber(std::uint64_t key)
{
    return static_cast<double>(key >> 12);
}

/// The call that the request answers.
inline Handle callOf(const Request& request)
{
    return request.from == Request::From::call ? request.call : noHandle;
}

/// Answers the workload that has started the request.
inline void answerWorkload(const Request& request, bool ok)
{
    request.ticket.client->operationDone(request.ticket, ok);
}

/// Who learns of a request's end, and what it holds, are rows that the parts above set.
class Requests
{
public:
    Requests(Core& core, Deployment& deployment, ValueLists& lists, Paths& paths, Workers& workers);

    /// All paths have ended, and no answer was given to this kind of caller.
    using Failing = Hook<void(Request& request)>;
    Failing& failed(Request::From from) { return failed_[static_cast<std::size_t>(from)]; }
    /// The request sends nothing more. `call`: the one that it has answered.
    Hook<void(Handle call)> callEnded;
    /// A node's memory that the request holds at its end is free again.
    Hook<void(std::uint32_t node, std::uint64_t bytes)> memoryFreed;
    /// The consumer whose message has started the request is free again.
    Hook<void(std::uint32_t consumer)> consumerFreed;
    /// The state that belongs to the request ends with it. Called before its record is free.
    Hook<void(std::uint32_t request)> stateEnds;

    /// Creates a request of the operation on the role instance; it is not counted yet.
    std::uint32_t take(std::uint32_t operation, std::uint32_t role, std::uint64_t key);
    /// The same, and the request counts for the role instance; `frame`: its variables.
    std::uint32_t open(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame);
    /// The same as open, with its first path.
    std::uint32_t begin(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame);
    /// Sets the receiver of the answer to a request that no other request has called.
    void answerTo(std::uint32_t request, const OperationTicket& ticket, kernel::Time since);
    void close(std::uint32_t request);
    /// Owner of kept connections: the client of a workload, or the worker or consumer that serves the request.
    std::uint64_t sessionOf(const Request& request) const;
    /// No request of the node answers any more; workloads, which are outside the cluster, learn that theirs failed.
    void failAllOf(std::uint32_t node);

private:
    void tellCaller(Request& request);
    void finish(std::uint32_t request);

    void failWorkload(Request& request) { answerWorkload(request, false); }

    Core& core_;
    Deployment& deployment_;
    ValueLists& lists_;
    Paths& paths_;
    Workers& workers_;
    std::array<Failing, Request::callerKinds> failed_;
};

} // namespace headroom::behaviour
