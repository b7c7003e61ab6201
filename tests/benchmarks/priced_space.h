// A shipped project whose parts are varied, and what study and cheapest say of it.
#pragma once

#include "measured_run.h"
#include "project_variant.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace headroom::bench {

struct PricedSpace
{
    std::string project;
    std::vector<std::string> axes, settings; ///< as --vary and --set take them
    double durationS = 0, warmUpS = 0;
    std::vector<std::pair<std::string, Json>> values{}; ///< fields of the project that differ: JSON pointers and values
};

/// Fields of object-erasure: erasure sets of eight drives, and as many client machines as servers.
inline std::vector<std::pair<std::string, Json>> setsOfEight()
{
    return {{"/topology/groups/0/count", "NODES"},
            {"/workloads/0/workers", "NODES * DEPTH"},
            {"/behaviours/1/bindings/data_shards", "8 - M"},
            {"/selectors/0/partition_power", "round(log2(max(1, NODES * DRIVES / 8)))"},
            {"/selectors/0/replicas", 8},
            {"/selectors/0/enough", "8 - M"}};
}

inline Json goalOf(const std::string& id, const std::string& metric, const std::string& limit, const Json& value)
{
    return {{"id", id}, {"metric", metric}, {limit, value}};
}

/// The project with the goals, for as long as it lives. Its runs are measured for `longer` times as long.
inline ProjectVariant variantOf(const PricedSpace& space, const Json& goals, double longer = 1, std::uint64_t seed = 1)
{
    return ProjectVariant(space.project, [&](Json& document) {
        for (const auto& [pointer, value] : space.values)
            document.at(Json::json_pointer(pointer)) = value;
        document["goals"] = goals;
        document["run"]["duration"] = space.warmUpS + longer * (space.durationS - space.warmUpS);
        document["run"]["warm_up"] = space.warmUpS;
        document["run"]["seed"] = seed;
    });
}

/// The JSON that `study` or `cheapest` prints. Throws std::runtime_error if the engine fails.
inline Json answerOf(const char* command, const PricedSpace& space, const ProjectVariant& project,
                     const std::vector<std::string>& options = {})
{
    const std::string path = project.path();
    std::vector<std::string> arguments{command, path, "--json", "--restart", "--out", path + "/study.hrs"};
    for (const std::string& axis : space.axes)
        arguments.insert(arguments.end(), {"--vary", axis});
    for (const std::string& setting : space.settings)
        arguments.insert(arguments.end(), {"--set", setting});
    arguments.insert(arguments.end(), options.begin(), options.end());
    return Json::parse(runEngine(arguments).output);
}

/// A figure of a point; NaN if it is not known.
inline double figureOf(const Json& point, const std::string& name)
{
    const auto figure = point["figures"].find(name);
    return figure != point["figures"].end() && (*figure)["value"].is_number() ? (*figure)["value"].get<double>() : NAN;
}

} // namespace headroom::bench
