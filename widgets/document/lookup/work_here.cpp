#include "widgets/document/lookup/work_here.h"

#include "project/document/document.h"
#include "project/resolve/processor_speed.h"
#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/lookup/component_title.h"
#include "widgets/theme/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

struct WorkWords
{
    Q_DECLARE_TR_FUNCTIONS(WorkHere)
};

/// Factor from the processor for which the block's work is stated to that of the model.
double toReference(project::Resolver& resolver, const project::Behaviour& behaviour, const project::Block& block,
                   const project::Component& reference)
{
    if (!block.fields.contains("reference"))
        return project::roleToReference(resolver, behaviour.role.workers, {});
    const auto* type = project::vocabulary().find("compute");
    const auto* stated = resolver.component(type->fields, "reference", block.fields, {});
    return stated ? project::singleThreadSpeed(*stated, reference) : 1;
}

} // namespace

QString workHere(const project::Project& project, const project::ComponentLibrary& library, const ElementRef& element,
                 double seconds)
{
    constexpr double same = 0.005; // a difference that three digits do not show
    if (element.kind != ElementKind::block || element.ids.size() < 2)
        return {};
    const auto* diagram = project::findDiagram(project, element.ids[0].toStdString());
    const auto* block = diagram ? project::findBlock(*diagram, element.ids[1].toStdString()) : nullptr;
    const auto* behaviour = project::findBehaviour(project, roleOf(element).toStdString());
    if (!block || block->type != "compute" || !behaviour || !(seconds > 0))
        return {};
    project::Findings findings; // the checks report them
    project::Resolver resolver(project, library, findings);
    const project::Component* reference = project::referenceProcessor(resolver);
    if (!reference)
        return {};
    const double work = seconds * toReference(resolver, *behaviour, *block, *reference);
    double least = INFINITY, most = 0;
    QString name;
    for (const project::NodeGroup& group : project.topology.groups) {
        const auto* processor = group.carries(behaviour->role.id)
                                    ? resolver.component(project::nodeGroupFields(), "processor", group.fields, {})
                                    : nullptr;
        if (!processor)
            continue;
        const double here = work / project::singleThreadSpeed(*processor, *reference);
        least = std::min(least, here);
        most = std::max(most, here);
        name = titleOf(*processor);
    }
    if (!(most > 0) || (std::abs(least / seconds - 1) < same && std::abs(most / seconds - 1) < same))
        return {};
    return most / least - 1 < same ? WorkWords::tr("%1 on %2").arg(valueText(most, "s"), name)
                                   : WorkWords::tr("%1 to %2 here").arg(valueText(least, "s"), valueText(most, "s"));
}

} // namespace headroom::widgets
