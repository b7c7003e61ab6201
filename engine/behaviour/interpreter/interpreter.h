// Requests walking the compiled diagrams on the cluster's hardware.
#pragma once

#include "behaviour/interpreter/block_kind.h"
#include "behaviour/interpreter/cluster.h"
#include "behaviour/program/program.h"
#include "behaviour/records/frame_pool.h"
#include "behaviour/records/operation_client.h"
#include "behaviour/records/pool.h"
#include "behaviour/records/records.h"
#include "behaviour/records/shared_state.h"
#include "kernel/large_pages.h"
#include "kernel/random.h"
#include "mapping/placement.h"
#include "mapping/selectors.h"
#include "monitoring/histogram.h"
#include "project/document/whole_number.h"
#include "resources/processor/station.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <memory_resource>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headroom::behaviour {

class Tracer;

/// The model asks for more than it may have; the run cannot go on. what() completes "stopped: ".
class LimitReached : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

struct BlockMonitor
{
    std::uint64_t visits = 0;
    std::uint64_t timePs = 0; ///< between entering and leaving, added up
};

/// Single-threaded; everything happens in calendar events.
///
/// Meaning of the blocks: engine/project/vocabulary/. A path runs until it has to wait; what continues it is put
/// in a ready list that the event handler empties before it returns, so nothing recurses and paths go first come
/// first served.
class Interpreter
{
public:
    struct Settings
    {
        std::uint64_t seed = 1;
        std::uint32_t streamChunks = 32; ///< pieces a stream is moved in at most
        /// Blocks passed and paths begun at one instant at most: a wire in a circle without time passing ends there.
        std::int64_t stepsAtInstant = 100'000'000;
        /// Called every 65 536 steps of one instant, to look at what the process takes; may throw.
        std::function<void()> watch = {};
        /// When more requests are under way the calendar is stopped, for who runs it to see.
        std::size_t requestsAtOnce = std::numeric_limits<std::size_t>::max();
    };

    Interpreter(kernel::Calendar& calendar, const Software& software, Cluster& cluster,
                const mapping::Placement& placement, const Settings& settings);
    ~Interpreter() { calendar_.lookAheadWith(nullptr, nullptr); }
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    /// Starts an operation on a node for a workload, which learns when it has answered. `key` names the request for
    /// random draws, `job` the job it is done for (0: none). Not while the role there is full.
    void start(std::uint32_t operation, std::uint32_t node, std::uint64_t key, std::span<const double> arguments,
               const OperationTicket& ticket, std::uint64_t job = 0);

    /// True if all workers of the operation's role on the node are busy and the backlog is full. A place that is
    /// kept for an entry of the admission queue counts as taken.
    bool full(std::uint32_t operation, std::uint32_t node) const
    {
        return full(roleOn(software_.operations[operation].role, node));
    }
    /// `room` is called once, when a place may have become free there, or the node has died.
    void awaitRoom(std::uint32_t operation, std::uint32_t node, const kernel::Completion& room)
    {
        roles_[roleOn(software_.operations[operation].role, node)].admissionQueue.push_back(room);
    }

    /// Calls it at this instant, when the interpreter is done with what it is at.
    void afterwards(const kernel::Completion& call) { ready_.push_back({call.context, call.handler, call.self}); }

    /// What lies in the memory of the node is lost: its caches are empty, the messages of its queues are gone. What
    /// waits there is for those who end the node's paths.
    void forgetNode(std::uint32_t node);

    /// The node dies (node_failure.cpp): what runs on it ends without a word, what it holds is released, what lies in
    /// its memory is lost, what is under way to and from it never arrives. Who waits for its answers waits until the
    /// deadline; a call made while it is down is refused after its connect timeout. What it had asked others for is
    /// given up. Operations that were started on it for a workload have failed.
    void failNode(std::uint32_t node);
    /// It is back, with nothing in its memory; its devices hold what they held.
    void returnNode(std::uint32_t node);
    bool down(std::uint32_t node) const { return down_[node] != 0; }
    /// Within the measured window.
    kernel::Time timeDown(std::uint32_t node) const { return timeDown_[node] + (down(node) ? downUntilNow(node) : 0); }
    /// `back` is called once, when the node returns.
    void awaitReturn(std::uint32_t node, const kernel::Completion& back) { awaitingReturn_[node].push_back(back); }
    /// What is read, written or flushed on the device ends with an error until it is restored.
    void failDevice(std::uint32_t device);
    void restoreDevice(std::uint32_t device) { cluster_.devices[device].device->restore(); }

    /// Tells the tracer of every path from here on; it must outlive the interpreter's use. Null: nobody.
    void traceWith(Tracer* tracer) { tracer_ = tracer; }

    /// Begins a new measured window.
    void resetMonitors();
    /// Brings meters up to the present.
    void settle();

    static const BlockKind& kindOf(Code code) { return kinds_[static_cast<std::size_t>(code)]; }
    /// In words what the path waits for at a block; null: nothing.
    static const char* waitOf(const Path& p, Code code);

    std::size_t argumentsOf(std::uint32_t operation) const { return software_.operations[operation].arguments.size(); }

    /// The stations of one black box on one node (or of the cluster).
    struct Stage
    {
        resources::StationBank stations;
        std::uint32_t info; ///< index into Software::stages
        std::uint32_t node; ///< of a shared one: the first that carries the role

        Stage(kernel::Calendar& calendar, const StageInfo& of, std::uint32_t number, std::uint32_t at,
              std::pmr::memory_resource& memory)
            : stations(calendar, of.stations, of.servers, memory), info(number), node(at)
        {
        }
    };
    const std::pmr::deque<Stage>& stages() const { return stages_; }

    const std::vector<BlockMonitor>& blocks() const { return blocks_; }
    const std::vector<RoleInstance>& roles() const { return roles_; }
    /// Requests that the role instance is at.
    std::uint32_t inFlight(const RoleInstance& role) const { return loads_[roleOn(role.role, role.node)].inFlight; }
    /// Requests that wait there to be accepted.
    std::uint32_t waiting(const RoleInstance& role) const { return loads_[roleOn(role.role, role.node)].waiting; }
    const std::vector<monitoring::Histogram>& stretches() const { return stretches_; }
    /// By state item, over all its instances.
    const std::vector<StateMonitor>& states() const { return stateMonitors_; }
    /// Time that workers were held in the window, holds under way included: the other side of the utilisation law.
    monitoring::Meter::Integral heldTime(const RoleInstance& role) const;
    /// Those of workloads that wait to be accepted among them.
    std::size_t requestsInFlight() const { return requests_.inUse() + simpleCalls_ + tickets_.size(); }
    /// Records of any kind that are in use: 0 when nothing is under way any more.
    std::size_t recordsInUse() const
    {
        return paths_.inUse() + regions_.inUse() + requests_.inUse() + simpleCalls_ + calls_.inUse() +
               streams_.inUse() + transfers_.inUse() + held_.inUse() + graces_.inUse() + frames_.inUse() +
               slots_.size() + lists_.inUse() + shared_.messages.inUse();
    }

private:
    void stopAboveLimit()
    {
        if (requestsInFlight() > settings_.requestsAtOnce) [[unlikely]]
            calendar_.stop();
    }

    // interpreter.cpp: paths
    void drain();
    bool anythingReady() const { return !following_.empty() || !ready_.empty(); }
    void checkSteps();
    void runPath(std::uint32_t path);
    /// The path leaves the block that it is at.
    void advance(Path& p, const Instruction& code, std::uint32_t next)
    {
        if (tracer_) [[unlikely]]
            tellLeaving(p);
        count(code, p.entered);
        p.entered = calendar_.now();
        p.pc = next;
        p.stage = 0;
    }
    /// A visit of the block ends.
    void count(const Instruction& code, kernel::Time entered)
    {
        BlockMonitor& monitor = blocks_[code.monitor];
        ++monitor.visits;
        if (const kernel::Time now = calendar_.now(); now != entered)
            monitor.timePs += static_cast<std::uint64_t>(now - std::max(entered, windowStart_));
    }
    void tellLeaving(const Path& p);
    Handle makeReady(std::uint32_t path);
    void resume(std::uint32_t path) { ready_.push_back({makeReady(path), nullptr, nullptr}); }
    /// Like resume, but before all that is ready: what goes on is what the present path has asked for, or asked.
    void follow(std::uint32_t path) { following_.push_back(makeReady(path)); }
    std::uint32_t spawn(std::uint32_t request, std::uint32_t region, std::uint32_t iteration, std::uint32_t pc,
                        double* frame, std::uint64_t key);
    void endPath(std::uint32_t path);
    void leaveDiagram(Path& p);
    void leaveRequest(std::uint32_t request);
    /// The list that a path of the request is in.
    std::uint32_t* headOf(std::uint32_t request, std::uint32_t region)
    {
        return region == nowhere ? &requests_[request].paths : &regions_[region].paths;
    }
    void linkPath(std::uint32_t path, Path& p);
    void unlinkPath(std::uint32_t path);
    void cancelPath(std::uint32_t path);
    /// What is no number (0 / 0) counts as 0.
    double evaluate(const project::Expression& expression, const Path& p) const
    {
        const double value = expression.evaluate({p.frame, frames_.slots()});
        return std::isnan(value) ? 0.0 : value;
    }
    static std::uint64_t whole(double value) { return project::wholeNumber(value); }
    /// The instant that lies so many seconds ahead; a time without end stays `never`.
    kernel::Time after(double seconds) const;
    [[gnu::always_inline]] double draw(const Instruction& code, Path& p)
    {
        return kernel::KeyedRandom::uniformOf(drawKeys_[code.monitor], p.key, p.draws++);
    }
    /// Of what the block begins on behalf of the path: as the draws, whatever the order of events.
    static std::uint64_t nameNext(Path& p, const Instruction& code)
    {
        return kernel::nthOf(p.key + code.source, p.draws++);
    }
    /// One of 0 … bound − 1.
    std::size_t drawBelow(std::size_t bound, const Instruction& code, Path& p)
    {
        return static_cast<std::size_t>(
            static_cast<std::int64_t>(draw(code, p) * static_cast<double>(static_cast<std::int64_t>(bound))));
    }
    const Program& programOf(const Path& p) const { return software_.operations[p.program]; }
    const Instruction& codeOf(const Path& p) const { return codes_[p.program][p.pc]; }
    const Program& programOf(const ParallelRegion& fork) const { return software_.operations[fork.program]; }
    const ForkStep& forkOf(const ParallelRegion& region) const
    {
        const Program& program = programOf(region);
        return program.forks[program.code[region.instruction].detail];
    }
    /// What a processor or a station is given to serve the path.
    static resources::StationJob& jobOf(std::uint32_t path, Path& p, const resources::StationClient& client)
    {
        p.job.client = &client;
        p.job.context = path;
        return p.job;
    }

    // block_kinds.cpp: rows of the table, each in the file that carries its blocks out
    static BlockKinds pathBlocks();
    static BlockKinds callBlocks();
    static BlockKinds transferBlocks();
    static BlockKinds forkBlocks();
    static BlockKinds storageBlocks();
    static BlockKinds stateBlocks();
    static BlockKinds queueBlocks();
    static BlockKinds barrierBlocks();
    static BlockKinds cacheBlocks();
    static BlockKinds memoryBlocks();
    static std::array<BlockKind, codeCount> gatherKinds();
    /// A row's `enter` by one of the functions below.
    template <auto function>
    static bool enterBy(Interpreter& m, std::uint32_t path, Path& p, const Program& program, const Instruction& code)
    {
        return (m.*function)(path, p, program, code);
    }
    /// A row's `cancel` for a path that is being served by the processor.
    static void leaveProcessor(Interpreter& m, Path& p)
    {
        if (p.wait == Wait::processor)
            m.processors_[p.node]->cancel(p.job);
    }
    /// A row's `cancel` for a path that waits in a queue.
    static void leaveWaitQueue(Interpreter& m, Path& p)
    {
        if (p.wait == Wait::queue)
            m.abandonQueue(p);
    }

    // walk.cpp
    /// From block to block, until it has to wait or has ended.
    void walk(std::uint32_t path, Path& p);
    /// One block; false when the path has to wait or has ended.
    bool execute(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    static void onPath(void* self, std::uint64_t handle);
    static void onServed(void* self, resources::StationJob& job);
    void goOn(std::uint32_t path, Path& p);
    /// A time or an amount of work that varies around its mean as the step says.
    double varied(const ComputeStep& step, const Instruction& code, Path& p);
    double drawn(const DrawStep& step, Path& p, const Instruction& code);
    bool compute(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool blackBox(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool delay(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool loop(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool branch(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void probe(Path& p, const Program& program, const Instruction& code);

    // stages.cpp
    void buildStages(std::size_t nodes);

    // workers.cpp
    bool ensureWorker(std::uint32_t path, Path& p);
    void releaseWorker(Path& p)
    {
        if (p.holdsWorker)
            giveWorkerBack(p);
    }
    void giveWorkerBack(Path& p);
    void serveNext(std::uint32_t role, std::uint32_t worker);
    void dropStale(RoleInstance& role, Worker& worker);
    void takeThread(std::uint32_t on, Request& request);
    void leaveThread(std::uint32_t role, std::uint32_t thread);
    /// A place may have become free: the next one in the admission queue asks again.
    void admitNext(std::uint32_t role)
    {
        if (roles_[role].admitted == roles_[role].admissionQueue.size())
            return;
        ++roles_[role].admitted;
        ready_.push_back({role, &Interpreter::onAdmitted, this});
    }
    bool full(std::uint32_t role) const;
    static void onAdmitted(void* self, std::uint64_t role);
    void stopWaiting(std::uint32_t call, std::uint32_t role);
    void leaveQueue(std::uint32_t call);
    void tellCaller(Request& request);
    void askWorkers(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame,
                    const OperationTicket& ticket, std::uint64_t job);
    void answerTo(std::uint32_t request, const OperationTicket& ticket, kernel::Time since);
    /// To the workload.
    static void answerWorkload(const Request& request, bool ok)
    {
        request.ticket.client->operationDone(request.ticket, ok);
    }
    void arrive(std::uint32_t call);
    void accept(std::uint32_t call, std::uint32_t worker);
    bool isIdle(const RoleInstance& role, const Worker& worker) const
    {
        return !worker.busy && worker.queue.empty() && worker.clients < software_.roles[role.role].clients;
    }
    std::uint32_t idleWorker(const RoleInstance& role, const Call& call) const;
    void finishRequest(std::uint32_t request);
    std::uint32_t roleOn(std::uint32_t role, std::uint32_t node) const { return roleOnNode_[role][node]; }
    /// What a request is called in its diagram: 52 bits, so that small whole numbers can be added without rounding.
    static double requestNumber(std::uint64_t key) { return static_cast<double>(key >> 12); }
    std::uint32_t takeRequest(std::uint32_t operation, std::uint32_t role, std::uint64_t key);
    std::uint32_t openRequest(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame);
    std::uint32_t beginRequest(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame);
    void closeRequest(std::uint32_t request);
    /// Who serves it, among all that serve on the node: a consumer's number is none of an event loop or thread.
    static std::uint64_t workerOf(const Request& request)
    {
        if (request.consumer != nowhere)
            return kernel::mix(0xc045, request.consumer);
        return request.worker != nowhere ? request.worker : request.thread;
    }
    std::uint64_t sessionOf(const Request& request) const;
    Handle callOf(const Request& request) const
    {
        return request.from == Request::From::call ? request.call : noHandle;
    }

    // prefetch.cpp
    static void prefetch(void* self, kernel::Handler handler, void* object, std::uint64_t context, unsigned before);
    void prefetchFor(const Path& p, const Instruction& code) const;
    void prefetchStation(const Path& p, const Instruction& code) const;
    void prefetchForAnswer(const Path& p) const;
    void prefetchCaller(const Path& p) const;

    // calls.cpp
    bool call(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void sendMessage(Path& p, const Program& program, const Instruction& code);
    /// Whether messages between two nodes take no time and cost nobody anything: then they need not pass the calendar.
    bool immediate(std::uint32_t from, std::uint32_t to) const
    {
        return from == to ? immediateWithin_ : immediateBetween_;
    }
    double* argumentsFor(const Target& target, const Path& p);
    std::uint32_t takeConnection(std::uint64_t client, std::uint32_t from, std::uint32_t to);
    /// The next call can have it; unless the last answer has come through whole, it has to be made anew.
    void leaveConnection(Call& call, bool usable)
    {
        if (call.connection == nowhere)
            return;
        Connection& connection = connections_[call.connection];
        connection.open = connection.open && usable;
        connection.following = std::exchange(connection.among->idle, std::exchange(call.connection, nowhere));
    }
    /// Picks the way through the network: all messages of a connection go the same.
    std::uint64_t flowOf(const Call& call) const
    {
        return call.connection != nowhere ? connections_[call.connection].flow : call.key;
    }
    std::uint32_t openCall(Path& p, const Target& target, const Instruction& code, std::uint32_t node);
    bool takesAtOnce(std::uint32_t from, std::uint32_t role) const;
    bool callAtOnce(std::uint32_t path, Path& p, const CallStep& step, const Instruction& code, std::uint32_t role);

    // inline_calls.cpp
    bool runsInline(std::uint32_t path, const Path& p) const { return requests_[p.request].inlinePath == path; }
    void callInline(std::uint32_t path, Path& p, std::uint32_t request, double* arguments);
    void beginDiagram(Path& p, std::uint32_t program, std::uint32_t node, std::uint64_t key, double* arguments);
    void restoreCaller(Path& p, const Request::Caller& caller);
    bool returnFromInline(std::uint32_t path, Path& p);
    std::uint32_t separate(std::uint32_t path);
    void separateAll(std::uint32_t path);
    void answerPath(const Path& p, Request& request, const ReplyStep& reply, bool last);
    /// From the call that the path has made and is at again.
    void leaveCall(Path& p, bool ok)
    {
        const Instruction& code = codeOf(p);
        advance(p, code, ok ? code.next : programOf(p).calls[code.detail].error);
    }
    void takeResults(double* frame, const CallStep& step, const ReplyStep& reply, const Path& p);
    void goOnAnswered(Request& request, bool ok);

    // inline_simple_calls.cpp: the same without a record of the request
    void callSimple(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments);
    void returnFromSimpleCall(Path& p);
    void answerSimpleCall(Path& p, const ReplyStep& reply)
    {
        if (std::exchange(p.replied, true))
            return;
        p.ok = reply.ok;
        if (!p.inlineBranch) // of that nobody looks at the results
            takeSimpleCallResults(p, reply);
    }
    void takeSimpleCallResults(const Path& p, const ReplyStep& reply);
    void enterRole(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments);
    void leaveRole(Path& p, std::uint32_t role);
    void openSimpleCall(std::uint32_t path, Path& p);

    // inline_branches.cpp: the same of parallel paths that do nothing else
    void launchInlineBranches(std::uint32_t region);
    void startInlineBranch(std::uint32_t path, Path& p);
    bool endInlineBranch(std::uint32_t path, Path& p);
    /// Whether the inline branch is the one that its join waits for.
    bool firesJoin(const Path& branch) const
    {
        const JoinState& join = regions_[branch.region].joins[0];
        return join.arrived + 1 == join.need;
    }
    void makePath(std::uint32_t path, Path& p);
    void makePaths(const ParallelRegion& region);

    /// The role instance that is called. Those of one role are numbered one after another, as its nodes are.
    std::uint32_t choose(Path& p, const Target& target, const Instruction& code)
    {
        if (!target.byIndex)
            return chooseOtherwise(p, target, code);
        return instance(target.role, whole(evaluate(target.index, p)));
    }
    std::uint32_t chooseOtherwise(Path& p, const Target& target, const Instruction& code);
    std::uint32_t instance(std::uint32_t role, std::size_t place) const
    {
        return firstOfRole_[role] +
               static_cast<std::uint32_t>(mapping::Candidates::within(nodesOfRole_[role].size(), place));
    }
    mapping::Candidates candidatesFor(const Path& p, const Target& target) const;
    void reply(Path& p, const Program& program, const Instruction& code);
    void answer(std::uint32_t call, bool ok, double bytes);
    void completeCall(std::uint32_t call);
    void abandonCall(std::uint32_t call);
    void closeStreams(std::uint32_t call);
    void forgetCall(std::uint32_t call);
    void tryGiveCall(Handle call);
    void giveCall(std::uint32_t call);
    void message(std::uint32_t from, std::uint32_t to, double bytes, std::uint64_t flow, kernel::Handler handler,
                 Handle handle);
    static void onSynArrived(void* self, std::uint64_t handle);
    static void onConnected(void* self, std::uint64_t handle);
    static void onRequestArrived(void* self, std::uint64_t handle);
    static void onRequestReceived(void* self, std::uint64_t handle);
    static void onOpened(void* self, std::uint64_t handle);
    static void onReplyArrived(void* self, std::uint64_t handle);
    static void onReplyReceived(void* self, std::uint64_t handle);
    static void onDeadline(void* self, std::uint64_t handle);
    void goOnWithout(std::uint32_t call, std::uint32_t CallStep::*way);

    // transfers.cpp
    bool transfer(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void collectTargets(const Path& p, const TransferStep& step, std::vector<Handle>& targets) const;
    void nextChunk(std::uint32_t transfer);
    bool produceChunk(std::uint32_t transfer);
    bool offer(std::uint32_t transfer);
    void unblockSender(std::uint32_t transfer);
    void push(std::uint32_t call, bool up, std::uint32_t transfer);
    void chunkDone(std::uint32_t transfer);
    void takeChunk(std::uint32_t transfer);
    void consumed(std::uint32_t transfer);
    bool consume(std::uint32_t transfer);
    void admitSender(std::uint32_t call, bool up);
    void finishTransfer(std::uint32_t transfer);
    void dropTransfer(std::uint32_t transfer);
    void beginChunkPath(std::uint32_t transfer);
    Stream& streamOf(Call& c, bool up);
    static void onUpLastSent(void* self, std::uint64_t handle);
    static void onDownLastSent(void* self, std::uint64_t handle);
    void lastSent(std::uint64_t handle, bool up);
    static void onUpDelivered(void* self, std::uint64_t handle);
    static void onDownDelivered(void* self, std::uint64_t handle);
    static void onUpReceived(void* self, std::uint64_t handle);
    static void onDownReceived(void* self, std::uint64_t handle);
    void delivered(std::uint64_t handle, bool up);
    void received(std::uint64_t handle, bool up);

    // forks.cpp
    void fork(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void launch(std::uint32_t region);
    void setItem(double* frame, ParallelRegion& region, const ForkStep& step, std::uint32_t iteration);
    void arriveAtJoin(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool endsIteration(std::uint32_t path, const Path& p, const ParallelRegion& region) const;
    void meetLast(std::uint32_t path, Path& p, ParallelRegion& region, std::uint32_t join);
    void endIteration(std::uint32_t region, std::uint32_t join);
    void judge(std::uint32_t region, std::uint32_t join);
    static bool isDue(const ParallelRegion& region, const JoinState& join);
    void judgeAll(std::uint32_t region);
    void pin(std::uint32_t region);
    void unpin(std::uint32_t region);
    void openIterations(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code);
    void openDevices(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code);
    void openNodes(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code);
    void reduce(ParallelRegion& region, JoinState& join, const JoinStep& step, const double* frame);
    std::uint32_t needed(const ParallelRegion& region, const JoinStep& step) const;
    void endGrace(JoinState& join);
    void fire(std::uint32_t region, std::uint32_t join, bool failed);
    bool answerAtOnce(const ParallelRegion& region, const Instruction& join);
    void continueAfter(std::uint32_t region, std::uint32_t next, std::uint64_t way, const JoinStep* join,
                       std::uint32_t firstValue, bool forgets);
    void leaveIteration(std::uint32_t region, std::uint32_t iteration);
    void settleRegion(std::uint32_t region);
    void detach(std::uint32_t region);
    void cancelRegion(std::uint32_t region);
    void giveRegion(std::uint32_t region);
    std::uint32_t openRegion(ParallelRegion::Kind kind, std::uint32_t request, std::uint32_t parent,
                             std::uint32_t parentIteration, std::uint32_t instruction, double* frame,
                             std::uint64_t key);
    static void onGrace(void* self, std::uint64_t handle);

    // lists.cpp
    double withValue(double list, double value, std::uint32_t request);
    std::span<const double> listIn(double variable) const;
    void dropLists(std::uint32_t request);

    // node_failure.cpp
    bool runsOn(std::uint32_t request, std::uint32_t node) const
    {
        return request != nowhere && requests_[request].node == node;
    }
    void loseCall(std::uint32_t call);
    void loseMessage(Handle call);
    void closeFlows(Call& call);
    void silence(std::uint32_t node);
    void failOperations(std::uint32_t node);
    void endPaths(std::uint32_t node);
    void dismissConsumers(std::uint32_t node);
    void forgetMemory(std::uint32_t node);
    bool setDown(std::uint32_t node, bool down);
    kernel::Time downUntilNow(std::uint32_t node) const
    {
        return calendar_.now() - std::max(downSince_[node], windowStart_);
    }
    static void onConnectTimeout(void* self, std::uint64_t handle);

    // warm_start.cpp
    struct WarmFile
    {
        std::uint32_t node;
        std::uint64_t file, bytes;
    };
    void warmCaches();
    std::vector<std::uint32_t> devicesOfKey(std::uint32_t volume, std::uint64_t key) const;
    void addWarmFiles(std::uint32_t volume, std::vector<double>& room, std::vector<WarmFile>& files) const;

    // storage.cpp
    bool storage(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void continueStorage(std::uint32_t path);
    bool continueFlush(std::uint32_t path, Path& p, const StorageStep& step);
    bool beginFlush(std::uint32_t path, Path& p, const StorageStep& step);
    /// A file's metadata (inode, directory entry) lies apart from its data; each block that touches it means its own
    /// piece.
    struct FilePlace
    {
        std::uint32_t device;
        std::uint64_t data, metadata;
    };
    static std::uint64_t dataOf(std::uint32_t device, std::uint32_t volume, std::uint64_t key);
    FilePlace fileOf(const Path& p, const StorageStep& step) const;
    /// Bytes that the page cache knows by one name: they are there if at least `end` of them are.
    struct CachedRange
    {
        std::uint64_t name, end;
    };
    static CachedRange rangeIn(const resources::PageCache& cache, std::uint64_t file, std::uint64_t offset,
                               std::uint64_t bytes);
    void dropPages(const FilePlace& file, const StorageStep& step);
    void chooseDevice(Path& p, const StorageStep& step, const Instruction& code);
    std::uint32_t deviceFor(const Path& p, const StorageStep& step, std::uint64_t key) const;
    void submit(std::uint32_t path, Path& p, std::uint32_t device, bool write, std::uint64_t offset,
                std::uint64_t bytes);
    std::uint64_t placeOf(std::uint32_t device, std::uint32_t volume, std::uint64_t file) const;
    void copyMemory(std::uint32_t path, Path& p, double bytes);
    resources::WriteBack& writeBackOf(std::uint32_t device) const;
    std::uint64_t pieceOf(const Path& p, const StorageStep& step) const;
    void writePiece(std::uint32_t path, Path& p, const StorageStep& step);
    bool continueWrite(std::uint32_t path, Path& p, const StorageStep& step);
    bool answeredWithError(const Path& p) const;
    void storageAnswered(std::uint32_t path);
    static void onStorage(void* self, std::uint64_t handle);
    static void onMemoryCopied(void* self, resources::StationJob& job);

    // state.cpp
    bool acquire(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void release(Path& p, const Program& program, const Instruction& code);
    void endAcquiring(std::uint32_t path, Path& p);
    std::uint32_t takeBack(std::uint32_t& held, const Held& wanted, std::uint32_t given);
    std::uint32_t& heldBefore(ParallelRegion& region);
    void releaseHeld(std::uint32_t& held);
    void use(Slots& slots, std::uint32_t state, std::int64_t amount);
    void giveBack(const Held& item);
    void serveSlots(std::uint64_t slots);
    std::uint64_t slotsKey(const Path& p, const StateStep& step) const;
    Slots& slotsOf(std::uint64_t key);
    std::uint32_t amountOf(const Path& p, const StateStep& step) const;
    std::uint32_t amountWanted(const Path& p, const StateStep& step) const;
    std::uint64_t instanceKey(const Path& p, std::uint32_t state, const project::Expression& key) const;
    Instance instanceOf(const Path& p, std::uint32_t state) const;
    void changeUsed(std::uint32_t state, std::int64_t by) { stateMonitors_[state].used.change(calendar_.now(), by); }
    void changeWaiting(std::uint32_t state, std::int64_t by)
    {
        stateMonitors_[state].waiting.change(calendar_.now(), by);
    }

    // waiting.cpp
    std::uint32_t enqueue(WaitQueue& queue, std::uint32_t state, std::uint64_t store);
    void waitInQueue(std::uint32_t path, Path& p, std::uint32_t waiter, double patience);
    void dequeue(std::uint32_t waiter);
    void goOnFromQueue(std::uint32_t waiter, std::uint32_t next);
    void abandonQueue(Path& p);
    static void onPatienceOver(void* self, std::uint64_t handle);

    // caches.cpp
    CacheStore& cacheOf(const Path& p, const CacheStep& step);
    std::uint32_t lookUp(const Path& p, const CacheStep& step);

    // queues.cpp
    /// Orders messages so that the heap's front is the one to be taken next.
    struct Later
    {
        const Pool<Message>* messages;
        bool byPriority;
        bool operator()(std::uint32_t a, std::uint32_t b) const;
    };
    Later later(const MessageQueue& queue) const;
    MessageQueue& queueOf(std::uint64_t key, Instance of);
    void placeConsumers();
    bool put(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool get(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    std::uint32_t writeMessage(Path& p, const PutStep& step, const Instruction& code);
    bool fits(const MessageQueue& queue, const Message& message) const;
    void deliver(MessageQueue& queue, std::uint32_t message);
    std::uint32_t takeMessage(MessageQueue& queue);
    void admitSenders(MessageQueue& queue);
    void readMessage(std::uint32_t message, Path& p, const GetStep& step);
    void takeNext(std::uint32_t consumer);
    void serveMessage(std::uint32_t consumer, std::uint32_t message);
    void dropIdleQueue(std::uint64_t key);

    // barriers.cpp
    void dropIdleBarrier(std::uint64_t key);
    bool meet(std::uint32_t path, Path& p, const Program& program, const Instruction& code);

    // memory.cpp
    bool copy(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool allocate(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void freeMemory(const Path& p, const MemoryStep& step);
    void holdMemory(Request& request, std::uint64_t bytes);
    void releaseMemory(std::uint32_t node, std::uint64_t bytes);
    void serveMemory(std::uint32_t node);
    static void onCopied(void* self, std::uint64_t handle);

    static const std::array<BlockKind, codeCount> kinds_; ///< by code

    kernel::Calendar& calendar_;
    const Software& software_;
    Cluster& cluster_;
    const mapping::Placement& placement_;
    Settings settings_;
    kernel::KeyedRandom random_;
    std::vector<const Instruction*> codes_; ///< first one, by program
    std::vector<std::uint64_t> drawKeys_;   ///< of the blocks, by monitor

    /// Of the records below: they come in pieces of some kilobytes, together in blocks that grow. The first is so large
    /// that it can lie in large pages; what a small model does not touch of it is never there.
    std::pmr::monotonic_buffer_resource records_{std::size_t{1} << 25, &kernel::largePages()};
    Pool<Path> paths_;
    Pool<ParallelRegion> regions_;
    Pool<Request> requests_;
    std::size_t simpleCalls_ = 0; ///< paths
    Pool<Call> calls_;
    Pool<Streams> streams_;
    Pool<Transfer> transfers_;
    Pool<Held> held_;
    Pool<Grace> graces_;
    Pool<ValueList> lists_;
    std::vector<std::uint32_t> listsOf_; ///< first one, by request; as long as the last that ever had one
    FramePool frames_;
    Fifo<Ready> ready_;
    std::vector<Handle> following_; ///< paths that go on before them, the last first
    bool draining_ = false;
    bool immediateBetween_ = false, immediateWithin_ = false;

    resources::StationClient served_{&Interpreter::onServed, this}, copied_{&Interpreter::onMemoryCopied, this};

    std::vector<resources::Processor*> processors_; ///< by node
    std::vector<RoleInstance> roles_;
    /// Of a role on a node, what every request looks at: apart from the rest, so that it stays in the cache.
    struct RoleLoad : mapping::Load
    {
        WorkerKind kind;
        bool numbersThreads; ///< see RoleInfo
        std::uint32_t node;
    };
    std::vector<RoleLoad> loads_;                        ///< by role instance
    std::vector<std::vector<std::uint32_t>> roleOnNode_; ///< [role][node] → instance
    std::vector<std::uint32_t> firstOfRole_;             ///< its first instance; the others follow
    std::vector<std::vector<std::uint32_t>> nodesOfRole_;
    std::vector<std::vector<std::vector<std::uint32_t>>> volumeDevices_; ///< [volume][node] → devices
    std::vector<std::vector<mapping::VolumePlace>> volumePlaces_;        ///< [volume][node]
    std::vector<std::uint32_t> nodeOfDevice_;
    std::vector<std::uint32_t> turns_; ///< choices so far, by block monitor index
    /// Entries of the tables below come and go with requests: their nodes come from a pool.
    std::pmr::unsynchronized_pool_resource nodes_;
    std::pmr::unordered_map<std::uint64_t, std::uint32_t> slots_{&nodes_}; ///< key of slots in use → record
    std::pmr::unordered_map<Handle, OperationTicket> tickets_{&nodes_};    ///< by calls that are a workload's
    Pool<Slots> slotPool_;
    std::unordered_map<std::uint64_t, KeptConnections> keptBy_; ///< by client, block and node
    std::vector<Connection> connections_;                       ///< of all of them
    std::pmr::deque<Stage> stages_{&records_};                  ///< in place: the calendar knows them by address
    std::vector<std::vector<resources::StationBank*>> stageOn_; ///< [stage][node]
    std::vector<BlockMonitor> blocks_;
    std::vector<monitoring::Histogram> stretches_;
    SharedState shared_;
    std::vector<StateMonitor> stateMonitors_;
    std::vector<std::uint8_t> down_;                 ///< by node
    std::vector<kernel::Time> downSince_, timeDown_; ///< the last time; ended ones, within the window
    std::vector<std::vector<kernel::Completion>> awaitingReturn_;
    bool devicesFail_ = false; ///< one has: their answers are looked at
    kernel::Time windowStart_ = 0;
    Tracer* tracer_ = nullptr;
    kernel::Time stepsAt_ = -1;                       ///< the instant that the steps are counted of
    std::int64_t stepsLeft_ = 0;                      ///< of it, when they were looked at
    std::int64_t stepsToLook_ = 0, stepsBetween_ = 0; ///< still to go to the next look, and from the last one on
};

} // namespace headroom::behaviour
