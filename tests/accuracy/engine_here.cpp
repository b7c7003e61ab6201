#include "accuracy/engine_here.h"

#include "project/project_file.h"
#include "run/run.h"

#include <stdexcept>

namespace headroom::accuracy {

namespace {

const project::ComponentLibrary& shipped()
{
    static const project::ComponentLibrary library = [] {
        project::Findings findings;
        return project::ComponentLibrary::load({std::string(HEADROOM_SOURCE_DIR) + "/libraries"}, findings);
    }();
    return library;
}

} // namespace

record::Summary simulateHere(const project::Json& project, const std::map<std::string, double>& scale)
{
    project::ComponentLibrary components = shipped();
    project::Findings findings;
    components.add(project["components"], "/components", findings);
    const auto loaded = project::parseProject(project.dump(), components, {});
    if (!loaded.project)
        throw std::runtime_error("what was put together is no project: " + loaded.findings.front().problem);
    run::Options options;
    options.scale = scale;
    run::Simulation simulation(*loaded.project, components, options);
    if (project::hasErrors(simulation.findings()))
        throw std::runtime_error("what was put together cannot run: " + simulation.findings().front().problem);
    run::Observer quiet;
    return simulation.run(quiet);
}

} // namespace headroom::accuracy
