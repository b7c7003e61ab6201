// Which shipped project a kind of cluster becomes, and which of its parameters the files' figures are. Internal to
// import/.
//
// The files libraries/imports/adopt-*.json; their keys are described in libraries/README.md.
#pragma once

#include "import/adopt/generations.h"
#include "import/clusters/cluster.h"
#include "project/document/json.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::import {

/// A recipe and the shipped project that it names.
struct Recipe
{
    project::Json rules;
    project::Json project;

    /// The one for a kind of cluster and its variant. Throws ImportError if there is none, or it cannot be used.
    static Recipe find(const ClusterFacts& cluster, const std::vector<std::filesystem::path>& libraries);
};

/// Numbers of drives' parts from libraries/imports/part-numbers.json.
std::vector<PartFamily> partFamilies(const std::vector<std::filesystem::path>& libraries);

/// Sets the value of a parameter of the project, and adds it to its alternatives; false if there is no such parameter.
bool setValue(project::Json& project, const std::string& name, const project::Json& value);

/// Sets the parameters that the cluster's values and settings give. Sentences tell what cannot be set.
void setValues(Recipe& recipe, const ClusterFacts& cluster, bool onDisks, Sentences& said);

} // namespace headroom::import
