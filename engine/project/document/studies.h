// Questions to the runs of a project: derived results, goals, studies, comparisons with measurements.
#pragma once

#include "project/document/json.h"

#include <string>
#include <vector>

namespace headroom::project {

/// A figure computed from those of a run.
struct DerivedResult
{
    std::string id;               ///< "name" in the file
    Json fields = Json::object(); ///< resultFields(): value, unit
};

/// A target that the cluster must reach.
struct Goal
{
    std::string id;
    Json fields = Json::object(); ///< goalFields(): metric, at most, at least ...
};

/// A generic parameter that a study varies.
struct StudyAxis
{
    std::string parameter;
    Json values;                  ///< a list, or "ticked" for the parameter's ticked alternatives; null: a range
    Json fields = Json::object(); ///< axisFields(): from, to, steps, scale
};

/// Many runs over combinations of parameters, and the metrics that are reported of them.
struct Study
{
    std::string id;
    std::vector<StudyAxis> space;
    std::vector<std::string> report;           ///< metrics, e.g. "PUT.latency.p99"
    Json fields = Json::object();              ///< studyFields(): design, replications ...
    std::vector<std::string> constraints = {}; ///< expressions: which combinations are run
};

/// Measured results with which the model is compared.
struct Measurement
{
    std::string id;
    Json fields = Json::object(); ///< measurementFields(): file, case, metrics, use
};

/// How far the figures of this model were from those of real clusters. A project that is made from another one keeps
/// them, since they are about the model.
struct Validation
{
    std::string id;
    Json fields = Json::object(); ///< validationFields(): figures, count, errors, use, cluster
};

} // namespace headroom::project
