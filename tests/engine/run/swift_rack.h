// The shipped Swift rack, and runs of it.
#pragma once

#include "project/project_file.h"
#include "project/resolve/resolver.h"
#include "run/run.h"

#include <catch2/catch.hpp>

#include <map>
#include <string>

namespace headroom::test {

/// Small objects for three seconds, of which the first is not measured, unless `load` says otherwise.
struct SwiftRack
{
    project::Overrides load = {};
    std::map<std::string, project::Overrides> bindings = {}; ///< by role
    bool nodeDies = false;                                   ///< a storage server does, after half a second
    double warmUpS = 1, durationS = 3;

    run::Simulation simulation() const
    {
        static const std::string root = HEADROOM_SOURCE_DIR;
        project::Findings findings;
        static const auto components =
            project::ComponentLibrary::load({root + "/libraries"}, findings); // outlives runs
        const auto loaded = project::loadProject(root + "/projects/swift-rack", components, {root + "/libraries"});
        REQUIRE(loaded.project);
        project::Overrides values = load;
        values.insert({{"OPERATION", "PUT"}, {"WORKERS", "32"}, {"RAMP_UP", "0 s"}});
        project::Project project = project::withOverrides(*loaded.project, values, components, findings);
        for (auto& behaviour : project.behaviours)
            if (const auto bound = bindings.find(behaviour.role.id); bound != bindings.end())
                for (const auto& [name, value] : bound->second)
                    behaviour.bindings[name] = value;
        if (nodeDies)
            project.disturbances.push_back(
                {"dead", {{"what", "node"}, {"target", "storage"}, {"number", 2}, {"at", "500 ms"}}});
        project.run["warm_up"] = warmUpS;
        run::Options options;
        options.durationS = durationS;
        options.checkLaws = true;
        return run::Simulation(project, components, options);
    }

    record::Summary run() const
    {
        run::Simulation simulated = simulation();
        REQUIRE_FALSE(project::hasErrors(simulated.findings()));
        run::Observer quiet;
        return simulated.run(quiet);
    }
};

} // namespace headroom::test
