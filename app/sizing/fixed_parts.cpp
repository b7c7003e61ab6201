#include "app/sizing/fixed_parts.h"

#include "app/sizing/other_owners.h"
#include "widgets/document/edits/field_parameter.h"
#include "widgets/document/lookup/component_title.h"
#include "widgets/document/model/field_walk.h"
#include "widgets/theme/text.h"

#include <algorithm>

namespace headroom::app {

using namespace widgets;

namespace {

bool isHardware(ElementKind kind)
{
    switch (kind) {
    case ElementKind::nodeGroup:
    case ElementKind::controller:
    case ElementKind::device:
    case ElementKind::fabric:
    case ElementKind::networkSwitch:
    case ElementKind::link:
        return true;
    default:
        return false;
    }
}

} // namespace

std::vector<FixedPart> fixedParts(const project::Project& system, const std::set<std::string>& others,
                                  const project::ComponentLibrary& components)
{
    std::vector<FixedPart> parts;
    forEachField(system, [&](const FieldPlace& place) {
        if (place.declaration->type != project::FieldType::component || !isHardware(place.element.kind) ||
            !place.value->is_string() || isOfOthers(system, others, place.element.kind, idsOf(place.element)))
            return;
        const project::Component* component = components.find(place.value->get<std::string>());
        if (!component)
            return; // the name of a parameter
        const auto same = std::ranges::find_if(parts, [&](const FixedPart& part) {
            return part.value == *place.value && part.field.name == place.declaration->name &&
                   part.elements.front().kind == place.element.kind;
        });
        if (same != parts.end()) {
            same->elements.append(place.element);
            return;
        }
        parts.push_back({QStringLiteral("%1: %2").arg(text(place.declaration->label), titleOf(*component)),
                         {place.element},
                         *place.declaration,
                         *place.value});
    });
    return parts;
}

std::string makeChoosable(project::Project& system, const FixedPart& part, const project::ComponentLibrary& components)
{
    DocumentModel model;
    model.setProject(system);
    const MadeParameter made = makeParameter(model, components, part.elements, part.field, part.value);
    if (!made.name.isEmpty())
        system = model.project();
    return made.name.toStdString();
}

} // namespace headroom::app
