// The interface between the cluster and a client outside it that starts operations.
#pragma once

#include "kernel/time.h"

#include <cstdint>

namespace headroom::behaviour {

class OperationClient;

/// An operation that a client has started. The interpreter keeps the ticket with the request and returns it with the
/// answer, so the client needs no record of the operation.
struct OperationTicket
{
    OperationClient* client;
    std::uint64_t session; ///< session of the client: kept connections belong to it
    // Data of the client; the interpreter does not use them.
    std::uint64_t context;
    kernel::Time since;
    double payload; ///< bytes
    std::uint32_t meter;
};

/// Receives each answer exactly once. If a node fails, its operations are answered as failed.
class OperationClient
{
public:
    /// The interpreter has not finished with the operation yet: the client may start another one by `afterwards`
    /// (interpreter.h).
    virtual void operationDone(const OperationTicket& ticket, bool ok) = 0;

protected:
    ~OperationClient() = default;
};

} // namespace headroom::behaviour
