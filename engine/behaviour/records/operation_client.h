// Who stands beside the cluster and asks it for operations.
#pragma once

#include "kernel/time.h"

#include <cstdint>

namespace headroom::behaviour {

class OperationClient;

/// An operation that was asked for. The interpreter keeps the ticket with the request and gives it back with the
/// answer, so that the client needs no record of it.
struct OperationTicket
{
    OperationClient* client;
    std::uint64_t session; ///< who asks: kept connections belong to it
    // What the client wants to remember, which says nothing to the interpreter.
    std::uint64_t context;
    kernel::Time since;
    double payload; ///< bytes
    std::uint32_t meter;
};

/// Learns of the answers, each exactly once. A node that dies answers too: that the operation has failed.
class OperationClient
{
public:
    /// The interpreter has not finished with the operation yet: another one may be asked for `afterwards`
    /// (interpreter.h).
    virtual void operationDone(const OperationTicket& ticket, bool ok) = 0;

protected:
    ~OperationClient() = default;
};

} // namespace headroom::behaviour
