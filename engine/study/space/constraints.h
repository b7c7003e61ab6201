// The constraints of a study: which combinations of values are run.
#pragma once

#include "study/space/space.h"

namespace headroom::study {

/// Expressions over generic parameters and the figures of their components, as in "WORKERS >= 2 * THREADS" or
/// "DISK.capacity * DISKS >= 400e12"; a combination for which one of them is 0 is not run.
class Constraints
{
public:
    /// Those of `study`, whose place is `pointer`. Faults of the expressions become findings.
    Constraints(const project::Project& project, const project::ComponentLibrary& components,
                const project::Study& study, const std::string& pointer, project::Findings& findings);

    bool empty() const { return expressions_.empty(); }
    /// True if all of them hold with these values.
    bool hold(const std::vector<Axis>& axes, const Point& point) const;

private:
    project::Project parameters_; ///< nothing but the parameters, since it is copied for each point
    const project::ComponentLibrary& components_;
    std::vector<std::string> expressions_;
};

} // namespace headroom::study
