#include "widgets/parameters/fields/component_names.h"

#include "project/vocabulary/component_kinds.h"
#include "widgets/parameters/fields/searchable_combo.h"

#include <algorithm>

namespace headroom::widgets {

QString kindHeading(const std::string& kind)
{
    const project::ComponentKind* known = project::findComponentKind(kind);
    return QString::fromStdString(known ? known->heading : kind);
}

void addComponents(SearchableCombo& combo, const std::vector<const project::Component*>& components)
{
    std::vector<std::string> kinds;
    for (const auto* component : components)
        if (std::find(kinds.begin(), kinds.end(), component->kind) == kinds.end())
            kinds.push_back(component->kind);
    for (const std::string& kind : kinds) {
        if (kinds.size() > 1)
            combo.addHeading(kindHeading(kind));
        for (const auto* component : components)
            if (component->kind == kind)
                combo.addEntry(titleOf(*component), QString::fromStdString(project::keyFigures(*component)),
                               QString::fromStdString(component->id));
    }
}

} // namespace headroom::widgets
