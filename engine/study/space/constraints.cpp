#include "study/space/constraints.h"

#include "project/document/pointer.h"
#include "project/resolve/resolver.h"

#include <algorithm>

namespace headroom::study {

Constraints::Constraints(const project::Project& project, const project::ComponentLibrary& components,
                         const project::Study& study, const std::string& pointer, project::Findings& findings)
    : components_(components), expressions_(study.constraints)
{
    parameters_.parameters = project.parameters;
    parameters_.topology.groups = project.topology.groups; // expressions may count the nodes of a role
    project::Resolver resolver(project, components, findings);
    for (std::size_t i = 0; i < expressions_.size(); ++i)
        resolver.expression(expressions_[i], "", pointer + "/constraints" + project::below(i), resolver.globalScope());
}

bool Constraints::hold(const std::vector<Axis>& axes, const Point& point) const
{
    project::Project at = parameters_;
    for (std::size_t i = 0; i < axes.size(); ++i)
        project::findParameter(at, axes[i].parameter)->value = point[i];
    project::Findings findings;
    project::Resolver resolver(at, components_, findings);
    return std::all_of(expressions_.begin(), expressions_.end(), [&](const std::string& expression) {
        return resolver.expression(expression, "", "", resolver.globalScope()).value() != 0;
    });
}

} // namespace headroom::study
