#include "run_fixture.h"

namespace headroom::test {

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
