#include "run_fixture.h"

namespace headroom::test {

TinyProject consumedQueue(const std::string& rate, int consumers)
{
    TinyProject tiny;
    tiny.operation("client", "ask",
                   R"({"id": "put", "type": "put", "state": "queue"}, {"id": "done", "type": "reply"})",
                   "start > put > done");
    tiny.operation("client", "work",
                   R"({"id": "wait", "type": "delay", "time": "0.1 s"}, {"id": "end", "type": "end"})",
                   "start > wait > end");
    tiny.definition("client")["state"] = {{{"id", "queue"}, {"type", "queue"}}};
    Json& start = tiny.definition("client")["operations"][1]["diagrams"][0]["blocks"][0];
    start["queue"] = "queue";
    start["consumers"] = consumers;
    tiny.tree["workloads"][0] = {{"id", "load"}, {"role", "client"},       {"type", "open loop"},
                                 {"rate", rate}, {"arrivals", "constant"}, {"operations", {{{"operation", "ask"}}}}};
    return tiny;
}

record::Summary simulate(const Json& tree, run::Options options, run::Observer* observer)
{
    auto components = shippedComponents();
    project::Findings findings;
    components.add(tree["components"], "/components", findings);
    const project::Project project = parsed(tree, components);
    options.checkLaws = true;
    run::Simulation simulation(project, components, options);
    INFO(told(simulation.findings()));
    REQUIRE_FALSE(project::hasErrors(simulation.findings()));
    run::Observer quiet;
    return simulation.run(observer ? *observer : quiet);
}

std::string fate(const Json& tree)
{
    auto components = shippedComponents();
    project::Findings findings;
    components.add(tree["components"], "/components", findings);
    const auto loaded =
        project::parseProject(tree.dump(), components, {std::string(HEADROOM_SOURCE_DIR) + "/libraries"});
    findings.insert(findings.end(), loaded.findings.begin(), loaded.findings.end());
    if (!loaded.project || project::hasErrors(findings))
        return "fault: " + told(findings);
    run::Options options;
    options.checkLaws = true;
    run::Simulation simulation(*loaded.project, components, options);
    if (project::hasErrors(simulation.findings()))
        return "fault: " + told(simulation.findings());
    Listener quiet;
    const auto summary = simulation.run(quiet);
    return summary.limit.empty() ? "ran" : "stopped: " + summary.limit;
}

Json& componentOf(TinyProject& tiny, const std::string& id)
{
    for (Json& component : tiny.tree["components"])
        if (component["id"] == id)
            return component["parameters"];
    throw std::logic_error("no component " + id);
}

void multiply(Json& figures, const std::vector<std::string>& names, double factor)
{
    for (const std::string& name : names)
        figures[name] = figures[name].get<double>() * factor;
}

} // namespace headroom::test
