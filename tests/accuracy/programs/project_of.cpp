#include "accuracy/programs/project_of.h"

#include "accuracy/drawing.h"

#include <algorithm>
#include <array>
#include <string>

namespace headroom::accuracy::programs {

namespace {

using project::Json;

std::string roleId(std::size_t number)
{
    return "role" + std::to_string(number);
}
std::string operationId(std::size_t role)
{
    return "serve" + std::to_string(role);
}
std::string nodesId(std::size_t number)
{
    return "nodes" + std::to_string(number);
}
std::string lockId(std::size_t number)
{
    return "lock" + std::to_string(number);
}
std::string bucketId(std::size_t number)
{
    return "bucket" + std::to_string(number);
}
std::string queueId(std::size_t number)
{
    return "queue" + std::to_string(number);
}

std::string text(double seconds)
{
    return milliseconds(1000 * seconds);
}

const char* nameOf(Distribution distribution)
{
    static constexpr std::array names{"constant", "exponential",      "uniform", "log-normal",
                                      "erlang",   "hyperexponential", "Pareto",  "as the role"};
    return names[static_cast<std::size_t>(distribution)];
}
const char* nameOf(Owner owner)
{
    static constexpr std::array names{"node", "worker", "request", "cluster"};
    return names[static_cast<std::size_t>(owner)];
}
const char* nameOf(Scheduling scheduling)
{
    static constexpr std::array names{"sharing", "first come first served", "time slice"};
    return names[static_cast<std::size_t>(scheduling)];
}
const char* nameOf(Selector selector)
{
    static constexpr std::array names{"round robin", "random", "least loaded", "same node", "here", "index"};
    return names[static_cast<std::size_t>(selector)];
}

Json timed(const char* type, const char* field, const Time& time)
{
    using enum Distribution;
    Json block = {{"type", type}, {field, text(time.meanS)}, {"distribution", nameOf(time.distribution)}};
    if (time.distribution != constant && time.distribution != exponential && time.distribution != asTheRole)
        block["variation"] = time.variation;
    return block;
}

Json diagrams(const Json& blocks, const Json& wires)
{
    return {{{"id", "full"}, {"blocks", blocks}, {"wires", wires}}};
}

/// A call or a message.
Json asking(const char* type, const Target& to)
{
    Json block = {{"type", type},
                  {"role", roleId(to.role)},
                  {"operation", operationId(to.role)},
                  {"request", "0 B"},
                  {"selector", nameOf(to.selector)}};
    if (to.selector == Selector::byKey)
        block["index"] = "key";
    return block;
}

/// The blocks of a program and the wires between them, from left to right.
class Diagram
{
public:
    Diagram(const Role& role, std::string from) : role_(role), last_(std::move(from)) {}

    void draw(const Program& program)
    {
        for (const Block& block : program)
            std::visit([this](const auto& each) { draw(each); }, block.is);
    }
    /// Adds a block behind the last one, and goes on from its output of that name.
    std::string add(const char* name, Json block, const char* output = ".next")
    {
        const std::string id = name + std::to_string(++number_);
        block["id"] = id;
        blocks_.push_back(std::move(block));
        wire(id + ".in");
        last_ = id + output;
        return id;
    }
    void wire(const std::string& to) { wires_.push_back({last_, to}); }

    const Json& blocks() const { return blocks_; }
    const Json& wires() const { return wires_; }

private:
    void draw(const Compute& block) { add("compute", timed("compute", "work", block.work)); }
    void draw(const Delay& block) { add("delay", timed("delay", "time", block.time)); }
    void draw(const BlackBox& block)
    {
        Json box = timed("black box", "time", block.time);
        box["concurrency"] = block.stations;
        add("box", box);
    }
    void draw(const Hold& block)
    {
        Json hold = {{"type", "acquire"}, {"state", lockId(block.lock)}, {"amount", block.amount}};
        if (role_.locks[block.lock].keyed)
            hold["key"] = "key";
        hold["priority"] = block.priority;
        add("acquire", hold);
        draw(block.inside);
        hold.erase("priority");
        hold["type"] = "release";
        add("release", hold);
    }
    void draw(const Token& block) { add("token", {{"type", "acquire"}, {"state", bucketId(block.bucket)}}); }
    void draw(const Put& block) { add("put", {{"type", "put"}, {"state", queueId(block.queue)}}); }
    void draw(const Aside& block)
    {
        Diagram inner(role_, "begin.next");
        inner.blocks_.push_back({{"id", "begin"}, {"type", "way in"}});
        inner.draw(block.inside);
        inner.blocks_.push_back({{"id", "finish"}, {"type", "way out"}});
        inner.wire("finish.in");
        add("group",
            {{"type", "group"}, {"waits", "aside"}, {"inner", {{"blocks", inner.blocks_}, {"wires", inner.wires_}}}});
    }
    void draw(const Call& block)
    {
        Json call = asking("call", block.to);
        if (block.to.selector == Selector::here) {
            add("call", call, ".reply");
            return;
        }
        if (block.deadlineS > 0)
            call["deadline"] = text(block.deadlineS);
        set("left", std::to_string(block.attempts));
        const std::string loop = add("loop", {{"type", "loop"}, {"while", "left > 0"}}, ".body");
        const std::string id = add("call", call, ".reply");
        set("left", "0");
        wire(loop + ".again");
        last_ = id + ".refused";
        const std::string pause = add("pause", timed("delay", "time", block.pause));
        if (block.deadlineS > 0)
            wires_.push_back({id + ".timeout", pause + ".in"});
        set("left", "left - 1");
        wire(loop + ".again");
        last_ = loop + ".done";
    }
    void draw(const Send& block) { add("send", asking("send", block.to)); }
    void draw(const Repeat& block)
    {
        const std::string id = add("loop", {{"type", "loop"}, {"count", block.times}}, ".body");
        draw(block.inside);
        wire(id + ".again");
        last_ = id + ".done";
    }
    void draw(const Branch& block)
    {
        const std::string id = add("branch", {{"type", "branch"}, {"probability", block.probability}}, ".yes");
        draw(block.inside);
        meet(id + ".no");
    }
    void draw(const ForEach& block)
    {
        Json each = {{"type", "for each"}, {"count", block.paths}};
        if (block.atOnce > 0)
            each["at_once"] = block.atOnce;
        const std::string id = add("each", each, ".each");
        draw(block.inside);
        Json join = {{"type", "join"}, {"of", id}};
        if (block.needed < block.paths)
            join.update({{"mode", "k"}, {"k", block.needed}, {"rest", block.cancelsRest ? "is cancelled" : "runs on"}});
        add("join", join);
    }
    /// Another way leads to the block that follows.
    void meet(const std::string& other)
    {
        const std::string id = set("met", "0");
        wires_.push_back({other, id + ".in"});
    }
    std::string set(const char* variable, const std::string& to)
    {
        return add("set", {{"type", "set"}, {"assignments", {{variable, to}}}});
    }

    const Role& role_;
    Json blocks_ = Json::array(), wires_ = Json::array();
    std::string last_;
    int number_ = 0;
};

bool needsKey(const Role& role)
{
    const auto asksByKey = [](const Block& block) {
        const auto* call = std::get_if<Call>(&block.is);
        const auto* send = std::get_if<Send>(&block.is);
        return (call && call->to.selector == Selector::byKey) || (send && send->to.selector == Selector::byKey);
    };
    return std::ranges::any_of(role.locks, &Lock::keyed) || contains(role.program, asksByKey);
}

Json serve(const Role& role, std::size_t number)
{
    Diagram diagram(role, "start.next");
    if (needsKey(role))
        diagram.add("draw", {{"type", "draw"},
                             {"variable", "key"},
                             {"distribution", "whole number"},
                             {"from", 0},
                             {"to", System::keys - 1}});
    diagram.draw(role.program);
    diagram.add("reply", {{"type", "reply"}, {"bytes", "0 B"}});
    Json blocks = diagram.blocks();
    blocks.push_back({{"id", "start"}, {"type", "start"}});
    return {{"id", operationId(number)}, {"diagrams", diagrams(blocks, diagram.wires())}};
}

Json consume(const Queue& queue, std::size_t number)
{
    Json time = timed("delay", "time", queue.consuming);
    time["id"] = "time";
    const Json start = {{"id", "start"}, {"type", "start"}, {"queue", queueId(number)}, {"consumers", queue.consumers}};
    const Json wires = Json::array({Json::array({"start.next", "time.in"}), Json::array({"time.next", "end.in"})});
    return {{"id", "consume" + std::to_string(number)},
            {"diagrams", diagrams({start, time, {{"id", "end"}, {"type", "end"}}}, wires)}};
}

Json stateOf(const Role& role)
{
    Json state = Json::array();
    for (std::size_t i = 0; i < role.locks.size(); ++i) {
        const Lock& lock = role.locks[i];
        state.push_back(
            {{"id", lockId(i)}, {"type", "slots"}, {"capacity", lock.slots}, {"owner", nameOf(lock.owner)}});
        if (lock.keyed)
            state.back()["keyed"] = true;
    }
    for (std::size_t i = 0; i < role.buckets.size(); ++i)
        state.push_back({{"id", bucketId(i)},
                         {"type", "token bucket"},
                         {"rate", role.buckets[i].perSecond},
                         {"burst", role.buckets[i].burst}});
    for (std::size_t i = 0; i < role.queues.size(); ++i)
        state.push_back({{"id", queueId(i)}, {"type", "queue"}, {"entries", role.queues[i].entries}});
    return state;
}

Json workersOf(const Role& role)
{
    if (role.workers == Workers::threadPerRequest)
        return {{"kind", "thread per request"}, {"work_variation", role.variation}};
    return {{"kind", role.workers == Workers::eventLoops ? "event loop" : "threads"},
            {"count", role.count},
            {"clients", role.clients},
            {"backlog", role.backlog},
            {"helper_threads", role.helperThreads},
            {"wake_up", text(role.wakeUpS)},
            {"work_variation", role.variation}};
}

Json behaviourOf(const Role& role, std::size_t number)
{
    Json operations = Json::array({serve(role, number)});
    for (std::size_t i = 0; i < role.queues.size(); ++i)
        operations.push_back(consume(role.queues[i], i));
    return {{"role", roleId(number)},
            {"definition",
             {{"id", roleId(number)},
              {"state", stateOf(role)},
              {"workers", workersOf(role)},
              {"operations", std::move(operations)}}}};
}

Json groupOf(const System& system, std::size_t number)
{
    const Nodes& nodes = system.nodes[number];
    Json roles = Json::array();
    for (std::size_t i = 0; i < system.roles.size(); ++i)
        if (system.roles[i].nodes == number)
            roles.push_back(roleId(i));
    const std::string id = nodesId(number);
    Json group = {{"id", id},
                  {"count", nodes.count},
                  {"processor", id + "-processor"},
                  {"roles", roles},
                  {"scheduling", nameOf(nodes.scheduling)}};
    if (nodes.scheduling == Scheduling::timeSlice)
        group.update({{"quantum", text(nodes.quantumS)}, {"context_switch", text(nodes.switchS)}});
    return group;
}

Json workloadOf(const ClosedLoop& load)
{
    return {{"type", "closed loop"},
            {"workers", load.clients},
            {"think_time", text(load.thinkS)},
            {"think_distribution", "exponential"}};
}
Json workloadOf(const OpenLoop& load)
{
    return {{"type", "open loop"}, {"rate", load.perSecond}, {"limit", load.limit}};
}

} // namespace

Json projectOf(const System& system, double seconds)
{
    Json behaviours = Json::array(), components = Json::array(), groups = Json::array();
    for (std::size_t i = 0; i < system.roles.size(); ++i)
        behaviours.push_back(behaviourOf(system.roles[i], i));
    for (std::size_t i = 0; i < system.nodes.size(); ++i) {
        components.push_back(madeUpProcessor(nodesId(i) + "-processor", system.nodes[i].cores));
        groups.push_back(groupOf(system, i));
    }
    Json workload = std::visit([](const auto& load) { return workloadOf(load); }, system.load);
    workload.update({{"id", "load"}, {"role", roleId(0)}, {"operations", {{{"operation", operationId(0)}}}}});
    Json project = {{"format", "headroom-project"}, {"version", 1}, {"name", "random program"}};
    project["behaviours"] = behaviours;
    project["components"] = components;
    project["topology"] = {{"groups", groups}, {"fabrics", {{{"id", "network"}, {"detail", "delay only"}}}}};
    project["workloads"] = Json::array({workload});
    project["run"] = {{"duration", text(seconds)}, {"warm_up", text(seconds / 10)}, {"seed", 1}};
    return project;
}

} // namespace headroom::accuracy::programs
