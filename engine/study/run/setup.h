// Makes what is run from a study of the document.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"
#include "project/library/components.h"
#include "study/run/study_run.h"
#include "study/space/space.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <string>

namespace headroom::study {

struct Setup
{
    Table table;  ///< all points waiting; no points if there are faults
    RunPlan plan; ///< without seeds
    std::uint64_t replications = 1;
    std::optional<double> durationS; ///< of each run; nothing: as in the project
    std::uint64_t excluded = 0;      ///< combinations that a constraint excludes
    std::string definition;          ///< all that decides the figures besides the project and the seeds
};

/// `study` is an element of the project or one like it, with the place `pointer`; it may vary parameters without an id.
/// Where it reports nothing, the throughput and the latency of each operation and the completion of each job for which
/// users wait are reported, and price and power. Figures of goals, and those of `alsoReport`, are reported too. Faults
/// become findings.
Setup setUp(const project::Project& project, const project::ComponentLibrary& components, const project::Study& study,
            const std::string& pointer, const Sampler& sampler, project::Findings& findings,
            const std::vector<std::string>& alsoReport = {});

/// The text of the project as far as it decides the points of a study: without drawings and studies, and with the same
/// values of the parameters that are varied, whatever the project has. Equal texts are equal points.
std::string definingText(project::Project project, const Table& table);

/// A study of all parameters of which alternatives are ticked, all combinations. Without such parameters its space is
/// empty.
project::Study studyOfTicks(const project::Project& project);

} // namespace headroom::study
