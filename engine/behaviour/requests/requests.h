// Requests: executions of operations, from their beginning to their answer and end.
#pragma once

#include "behaviour/base/core.h"
#include "behaviour/base/deployment.h"
#include "behaviour/base/value_lists.h"
#include "behaviour/records/operation_client.h"

#include <cstddef>
#include <cstdint>

namespace headroom::behaviour {

class Calls;
class HeldMemory;
class InlineCalls;
class MessageQueues;
class Paths;
class Workers;
struct Parts;

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

class Requests
{
public:
    explicit Requests(Parts& parts);

    /// Creates a request of the operation on the role instance; it is not counted yet.
    std::uint32_t take(std::uint32_t operation, std::uint32_t role, std::uint64_t key);
    /// The same, and the request counts for the role instance; `frame`: its variables.
    std::uint32_t open(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame);
    /// The same as open, with its first path.
    std::uint32_t begin(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame);
    /// Sets the receiver of the answer to a request that no other request has called.
    void answerTo(std::uint32_t request, const OperationTicket& ticket, kernel::Time since);
    /// A path of the request has ended.
    void leave(std::uint32_t request)
    {
        if (--core_.requests[request].live == 0)
            finish(request);
    }
    void close(std::uint32_t request);
    /// Called with each request that ends, before its record is free.
    using Ending = void (*)(void* self, std::uint32_t request);
    void atEnd(Ending ending, void* self)
    {
        ending_ = ending;
        endingOf_ = self;
    }
    /// Owner of kept connections: the client of a workload, or the worker or consumer that serves the request.
    static std::uint64_t sessionOf(const Request& request);
    /// Includes those of workloads that wait to be accepted.
    std::size_t inFlight() const;
    void stopAboveLimit()
    {
        if (inFlight() > core_.settings.requestsAtOnce) [[unlikely]]
            core_.calendar.stop();
    }
    /// No request of the node answers any more; workloads, which are outside the cluster, learn that theirs failed.
    void failAllOf(std::uint32_t node);

private:
    void tellCaller(Request& request);
    void finish(std::uint32_t request);

    Core& core_;
    Deployment& deployment_;
    ValueLists& lists_;
    Calls& calls_;
    HeldMemory& memory_;
    InlineCalls& inlineCalls_;
    MessageQueues& queues_;
    Paths& paths_;
    Workers& workers_;
    Ending ending_ = nullptr;
    void* endingOf_ = nullptr;
};

} // namespace headroom::behaviour
