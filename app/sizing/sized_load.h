// The load of a system as a form shows it: clients or a rate for each operation, sizes, and what each has to reach.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::app {

/// An operation of a workload. The texts are as typed; empty: nothing is asked for.
struct SizedOperation
{
    std::string operation;
    std::string result;     ///< its name in the results
    std::string share;      ///< of the operations of all clients
    std::string perSecond;  ///< requests, or bytes in requests of `size`, if a rate is given
    std::string size;       ///< bytes for its user; empty: the system does not say, or says it for each request
    std::string throughput; ///< operations or bytes a second, at least
    std::string p99;        ///< latency, at most
    bool withNodesDown = false;

    bool hasLevel() const { return !throughput.empty() || !p99.empty(); }
};

/// A workload that starts operations all the time.
struct SizedLoad
{
    std::string workload;
    bool byRate = false; ///< requests come at a rate; else each client waits for an answer before it asks again
    std::string clients;
    std::vector<SizedOperation> operations;
};

/// The loads that are enabled under the present values of the parameters and that do not change over time.
std::vector<SizedLoad> loadsOf(const project::Project& system, const project::ComponentLibrary& components);

/// True for a throughput of bytes, as in "1 GB/s".
bool inBytes(const std::string& throughput);

/// True if the operation is part of the load.
bool isAsked(const SizedLoad& load, const SizedOperation& operation);

/// Reason why the load cannot be simulated; empty if it can.
std::string faultOf(const SizedLoad& load);

/// Gives the project this load. `growth`: the name of the parameter by which it is multiplied; empty: none.
void applyLoads(project::Project& project, const std::vector<SizedLoad>& loads, const std::string& growth,
                const project::ComponentLibrary& components);

/// "120 GET/s of 8 MB, 40 PUT/s of 8 MB", "64 clients: GET of 16 MB".
std::string inWords(const SizedLoad& load);

} // namespace headroom::app
