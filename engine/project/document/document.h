// The document: a project as plain structs, as written in its file. Nothing here is evaluated; see resolver.h for that.
//
// Structure (ids, lists, wires) has members of its own; the declared fields of an element (see declarations.h) are kept
// as the JSON values that people wrote ("64 KiB", "3 ms + 0.6 ns * size", true), in their order, together with keys
// that this version does not know. So loading and saving a file does not change it.
#pragma once

#include "project/document/element_kind.h"
#include "project/document/hardware.h"
#include "project/document/parameter.h"
#include "project/document/software.h"
#include "project/document/studies.h"
#include "project/document/view.h"
#include "project/document/workloads.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom::project {

class BlockCatalogue;

struct Project
{
    // Defined in document.cpp: compiled in place, they bring the copying and the destruction of every part of the
    // document into each file that holds a project.
    Project();
    Project(const Project&);
    Project(Project&&) noexcept;
    Project& operator=(const Project&);
    Project& operator=(Project&&) noexcept;
    ~Project();

    std::string name;
    std::string description;
    std::vector<Parameter> parameters;
    std::vector<Preset> presets;
    std::vector<Behaviour> behaviours;
    Topology topology;
    std::vector<Selector> selectors;
    std::vector<Workload> workloads;
    std::vector<Distribution> distributions;
    std::vector<Disturbance> disturbances;
    Json run = Json::object();       ///< runFields(): duration, warm-up, seed, sampling interval
    Json components = Json::array(); ///< the project's own components, in the library's form
    std::vector<PartPrice> prices;   ///< one's own, instead of those in the libraries
    std::vector<DerivedResult> results;
    std::vector<Goal> goals;
    std::vector<Study> studies;
    std::vector<Measurement> measurements;
    std::vector<Validation> validations;
    View view; ///< the looks of drawings and charts; never affects a result
    Json extra = Json::object();
    /// The block types that its diagrams may use: the vocabulary and the types of files found when it was loaded. Not
    /// saved. Null: the vocabulary alone. See blockTypesOf().
    std::shared_ptr<const BlockCatalogue> blockTypes;
};

/// Path of a diagram: "role/operation/level"; inside groups "role/operation/level/group"; the topology's is "topology".
std::string diagramPath(const std::string& role, const std::string& operation, const std::string& level);

Parameter* findParameter(Project& project, const std::string& name);
const Parameter* findParameter(const Project& project, const std::string& name);
Behaviour* findBehaviour(Project& project, const std::string& role);
const Behaviour* findBehaviour(const Project& project, const std::string& role);
/// The first role that the operation needs and the project does not have; empty if there is none. With one missing the
/// operation is neither checked nor run, and may not be used.
std::string missingRole(const Project& project, const Operation& operation);
Diagram* findDiagram(Project& project, const std::string& path);
const Diagram* findDiagram(const Project& project, const std::string& path);

/// The ids of a list.
template <typename Items>
std::vector<std::string> idsOf(const Items& items)
{
    std::vector<std::string> ids;
    for (const auto& item : items)
        ids.push_back(item.id);
    return ids;
}

} // namespace headroom::project
