// Runs requests through the compiled diagrams on the cluster's hardware.
#pragma once

#include "behaviour/cluster/cluster.h"
#include "behaviour/cluster/deployment.h"
#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/program/program.h"
#include "behaviour/records/operation_client.h"
#include "behaviour/records/role_instance.h"
#include "behaviour/records/shared_state.h"
#include "behaviour/records/slots.h"
#include "behaviour/work/stages.h"
#include "mapping/placement.h"
#include "monitoring/histogram.h"
#include "monitoring/level.h"
#include "monitoring/meter.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

namespace headroom::behaviour {

class TimeSplit;
class Tracer;
struct Parts;

/// Single-threaded; everything happens in calendar events.
///
/// Meaning of the blocks: engine/project/vocabulary/. A path runs until it has to wait; a path that can continue is put
/// in a ready list, which the event handler empties before it returns. So nothing recurses and paths are served first
/// come, first served.
///
/// This class is the interface to the rest of the engine; the parts execute the blocks, each with its own records.
class Interpreter
{
public:
    using Settings = InterpreterSettings;
    using Stage = Stages::Stage;

    Interpreter(kernel::Calendar& calendar, const Software& software, Cluster& cluster,
                const mapping::Placement& placement, const Settings& settings);
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;
    ~Interpreter();

    /// Starts an operation of an instance for a workload, which is called when it has answered. `key` names the request
    /// for random draws, `job` the job to which it belongs (0: none). Not allowed while the instance is full.
    void start(std::uint32_t operation, Site site, std::uint64_t key, std::span<const double> arguments,
               const OperationTicket& ticket, std::uint64_t job = 0);

    /// True if all workers of the instance are busy and its backlog is full. A place that is reserved for an entry of
    /// the admission queue counts as taken.
    bool full(std::uint32_t operation, Site site) const;
    /// `room` is called once, when a place may have become free there, or the node has failed.
    void awaitRoom(std::uint32_t operation, Site site, const kernel::Completion& room);

    /// Makes the call at this instant, after the interpreter's current work.
    void afterwards(const kernel::Completion& call);

    /// Clears the memory of the node: its caches are empty and the messages of its queues are gone. Paths that wait on
    /// the node are not ended here; the caller does that.
    void forgetNode(std::uint32_t node);

    /// The node fails: its paths end without an answer, what they hold is released, its memory is lost, and messages to
    /// and from it never arrive. Callers that wait for its answers wait until the deadline; a call made while it is
    /// down is refused after its connect timeout. The calls that it made to others are given up. Operations started on
    /// it for a workload have failed. `known`: it has been down for so long that all who use a ring have noticed it.
    void failNode(std::uint32_t node, bool known = false);
    /// The node is up again, with empty memory; its devices keep their data.
    void returnNode(std::uint32_t node);
    /// The process of an instance ends, and its node goes on: its paths end, what they hold is released, and the state
    /// of its role there is lost. The kernel notifies its callers: those that wait for an answer learn that it failed,
    /// and those that are not accepted, now or while it is down, are refused.
    void failProcess(std::uint32_t role, Site site);
    void restoreProcess(std::uint32_t role, Site site);
    /// The client gives up the operation that it has started with this context: its paths end, what they hold is
    /// released, and the calls they have made are executed to their end. Returns its ticket, unless it has ended.
    std::optional<OperationTicket> giveUp(const OperationClient& client, std::uint64_t context);
    /// True if the operation's role is down there: its node or its process.
    bool down(std::uint32_t operation, Site site) const;
    /// Time down within the measured window.
    kernel::Time timeDown(std::uint32_t node) const;
    /// `back` is called once, when the operation's role is back there.
    void awaitReturn(std::uint32_t operation, Site site, const kernel::Completion& back);
    /// Reads, writes and flushes on the device end with an error until it is restored.
    void failDevice(std::uint32_t device);
    void restoreDevice(std::uint32_t device);

    /// Reports every path to the tracer from now on; it must outlive the interpreter's use. Null: no tracing.
    void traceWith(Tracer* tracer);

    /// Follows a sample of the requests that workloads start from now on, to split their time by what they wait for.
    /// `likely`: number of requests still to come for each one so far; 0: unknown.
    void splitTime(double likely);
    const TimeSplit& timeSplit() const;

    /// Starts a new measured window.
    void resetMonitors();
    /// Updates the meters to the present time.
    void settle();

    /// The action of each kind of block.
    const BlockTable& blockKinds() const;
    std::size_t argumentsOf(std::uint32_t operation) const;

    const std::pmr::deque<Stage>& stages() const;
    const std::vector<BlockMonitor>& blocks() const;
    const std::vector<RoleInstance>& roles() const;
    /// Requests in flight at the role instance.
    std::uint32_t inFlight(const RoleInstance& role) const;
    /// Requests that wait there to be accepted.
    std::uint32_t waiting(const RoleInstance& role) const;
    const std::vector<monitoring::Histogram>& stretches() const;
    /// By state item, over all its instances.
    const std::vector<StateMonitor>& states() const;
    /// Consumers of queues that are busy, by operation, over all nodes.
    const std::vector<monitoring::Level>& consumersBusy() const;
    /// The key of a keyed item of slots that was held longest in the window so far, if any was held.
    std::optional<KeyUse> busiestKey(std::uint32_t state) const;
    /// Time that workers were held in the window, including holds that have not ended: the other side of the
    /// utilisation law.
    monitoring::Meter::Integral heldTime(const RoleInstance& role) const;
    /// The transfer blocks that have sent a stream in larger pieces than its chunks, by their monitors.
    std::vector<std::uint32_t> mergedStreams() const;
    /// Includes those of workloads that wait to be accepted.
    std::size_t requestsInFlight() const;
    /// Paths that wait at a block, or requests in front of a role.
    struct Waiting
    {
        std::uint32_t block = nowhere; ///< its monitor; nowhere: requests that `role` has not accepted
        std::uint32_t role = nowhere;
        const char* what = "";
        bool forAnswer = false; ///< other paths show what it waits for
        std::uint64_t count = 0;
        kernel::Time since = 0; ///< when the last of them came
    };
    /// Lists the waits of everything under way at present. It goes through all paths.
    std::vector<Waiting> waiting() const;
    /// Operations of a client that only wait for other paths: for slots, a message, a worker or an answer.
    struct Standing
    {
        const OperationClient* client = nullptr;
        std::uint64_t operations = 0;
        std::uint64_t moving = 0; ///< its other accepted operations
        kernel::Time since = 0;   ///< when the last path of any of them came to where it waits
        std::vector<Waiting> places;
    };
    /// By client, the accepted operations no path of which has moved since a time that `before` gives for it. An
    /// operation's paths include those of its calls. It goes through all paths.
    std::vector<Standing> standing(const std::function<kernel::Time(const OperationClient*)>& before) const;
    /// Number of times and amounts of blocks that were negative or not a number, and so counted as 0; by monitor.
    const std::map<std::uint32_t, std::uint64_t>& zeroed() const;
    /// Number of reads and writes that asked for bytes beyond the end of their device, by monitor.
    const std::map<std::uint32_t, std::uint64_t>& beyondEnd() const;
    /// Number of records of any kind in use: 0 when nothing is in flight any more.
    std::size_t recordsInUse() const;

private:
    std::uint32_t instanceAt(std::uint32_t operation, Site site) const;
    std::uint32_t instanceOf(std::uint32_t role, Site site) const;
    const RoleLoad& loadOf(const RoleInstance& role) const;

    std::unique_ptr<Parts> parts_;
};

} // namespace headroom::behaviour
