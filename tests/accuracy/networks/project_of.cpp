#include "accuracy/networks/project_of.h"

#include "accuracy/drawing.h"

namespace headroom::accuracy::networks {

namespace {

using project::Json;

std::string text(double seconds)
{
    return milliseconds(1000 * seconds);
}

std::string switchId(std::size_t rack)
{
    return "switch" + std::to_string(rack);
}

/// The blocks of a diagram, each wired to the one before.
class Row
{
public:
    std::string add(Json block)
    {
        const std::string id = "block" + std::to_string(blocks_.size());
        const std::string type = block["type"];
        block["id"] = id;
        blocks_.push_back(std::move(block));
        if (!last_.empty())
            wires_.push_back(Json::array({last_, id + ".in"}));
        last_ = id + (type == "call" ? ".reply" : type == "for each" ? ".each" : ".next");
        return id;
    }
    Json operation(const char* id) const
    {
        return {{"id", id}, {"diagrams", {{{"id", "full"}, {"blocks", blocks_}, {"wires", wires_}}}}};
    }

private:
    Json blocks_ = Json::array(), wires_ = Json::array();
    std::string last_;
};

void addStep(Row& row, const Step& step)
{
    if (step.calls == 0) {
        row.add({{"type", "delay"}, {"time", text(step.pauseS)}, {"distribution", "exponential"}});
        return;
    }
    const std::string each = step.calls > 1 ? row.add({{"type", "for each"}, {"count", step.calls}}) : "";
    row.add({{"type", "draw"}, {"variable", "factor"}, {"distribution", "uniform"}, {"from", 0.5}, {"to", 1.5}});
    const auto bytes = [](double mean) { return std::to_string(mean) + " * factor"; };
    row.add({{"type", "call"},
             {"role", "server"},
             {"operation", "serve"},
             {"selector", step.roundRobin ? "round robin" : "random"},
             {"connection", "kept"},
             {"request", bytes(step.requestBytes)},
             {"arguments", {{"answer", bytes(step.answerBytes)}}}});
    if (step.calls > 1)
        row.add({{"type", "join"}, {"of", each}});
}

Json role(const char* id, Json operation)
{
    return {{"role", id}, {"definition", {{"id", id}, {"operations", Json::array({std::move(operation)})}}}};
}

Json clientOf(const System& system)
{
    Row row;
    row.add({{"type", "start"}});
    for (const Step& step : system.steps)
        addStep(row, step);
    row.add({{"type", "reply"}, {"bytes", "0 B"}});
    return role("client", row.operation("go"));
}

Json serverOf(const System& system)
{
    Row row;
    row.add({{"type", "start"}});
    row.add({{"type", "delay"}, {"time", text(system.serveS)}, {"distribution", "exponential"}});
    row.add({{"type", "reply"}, {"bytes", "answer"}});
    Json operation = row.operation("serve");
    operation["arguments"] = {{{"name", "answer"}}};
    return role("server", operation);
}

Json component(const char* id, Json parameters)
{
    return {{"id", id},
            {"kind", id},
            {"vendor", "none"},
            {"model", id},
            {"source", "made up"},
            {"confidence", "estimated"},
            {"parameters", std::move(parameters)}};
}

Json link(const std::string& from, std::size_t to, double gbitPerS, double latencyS)
{
    return {{"id", from + " up"},
            {"from", from},
            {"to", switchId(to)},
            {"rate", std::to_string(gbitPerS) + " Gb/s"},
            {"latency", text(latencyS)}};
}

Json topologyOf(const System& system, const std::string& detail)
{
    Json groups = Json::array(), links = Json::array(), switches = Json::array();
    for (std::size_t i = 0; i < system.groups.size(); ++i) {
        const Group& group = system.groups[i];
        const std::string id = "group" + std::to_string(i);
        groups.push_back({{"id", id},
                          {"count", group.nodes},
                          {"processor", "processor"},
                          {"roles", Json::array({group.server ? "server" : "client"})}});
        links.push_back(link(id, static_cast<std::size_t>(group.rack), group.gbitPerS, system.latencyS));
    }
    for (std::size_t rack = 0; rack <= system.uplinks.size(); ++rack)
        switches.push_back({{"id", switchId(rack)}, {"component", "switch"}});
    for (std::size_t i = 0; i < system.uplinks.size(); ++i) {
        const Uplink& up = system.uplinks[i];
        links.push_back(link(switchId(i + 1), static_cast<std::size_t>(up.to), up.gbitPerS, up.latencyS));
    }
    return {{"groups", groups},
            {"fabrics",
             {{{"id", "network"}, {"detail", detail}, {"nic", "nic"}, {"switches", switches}, {"links", links}}}}};
}

} // namespace

Json projectOf(const System& system, double seconds, const std::string& detail)
{
    constexpr double fast = 1e11; // more than any cable carries
    Json project = {{"format", "headroom-project"}, {"version", 1}, {"name", "random network"}};
    project["behaviours"] = Json::array({clientOf(system), serverOf(system)});
    project["components"] = Json::array(
        {madeUpProcessor("processor", 64),
         component("nic", {{"link_rate_bps", fast}, {"data_rate_bps", fast}, {"latency_64B_us", 0}}),
         component("switch", {{"ports", {{{"count", 64}, {"rate_bps", fast}}}}, {"forwarding_latency_us", 0}})});
    project["topology"] = topologyOf(system, detail);
    project["workloads"] = {{{"id", "load"},
                             {"role", "client"},
                             {"type", "closed loop"},
                             {"workers", system.clients},
                             {"operations", {{{"operation", "go"}}}}}};
    project["run"] = {{"duration", text(seconds)}, {"warm_up", text(seconds / 10)}, {"seed", 1}};
    return project;
}

} // namespace headroom::accuracy::networks
