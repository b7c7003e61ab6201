#include "widgets/document/model/element_ref.h"

#include "project/document/document.h"
#include "project/structure/rows.h"

namespace headroom::widgets {

std::vector<std::string> idsOf(const ElementRef& element)
{
    std::vector<std::string> ids;
    for (const QString& id : element.ids)
        ids.push_back(id.toStdString());
    return ids;
}

FieldSlot findSlot(project::Project& project, const ElementRef& element, const QString& field)
{
    return project::findSlot(project, element.kind, idsOf(element), field.toStdString());
}

bool isInTopology(ElementKind kind)
{
    return kind == ElementKind::topology || project::isHardware(kind);
}

QString roleOf(const ElementRef& element)
{
    switch (element.kind) {
    case ElementKind::role:
    case ElementKind::roleParameter:
    case ElementKind::workers:
    case ElementKind::state:
    case ElementKind::operation:
        return element.ids.value(0);
    case ElementKind::block:
        return roleOfPath(element.ids.value(0));
    default:
        return {};
    }
}

QString roleOfPath(const QString& path)
{
    return path.contains('/') ? path.section('/', 0, 0) : QString();
}

} // namespace headroom::widgets
