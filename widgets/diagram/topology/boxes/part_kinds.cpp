#include "widgets/diagram/topology/boxes/part_kinds.h"

#include "project/document/document.h"
#include "project/resolve/resolver.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::widgets {

namespace {

struct Kinds
{
    Q_DECLARE_TR_FUNCTIONS(PartKinds)
};

using Part = project::ComponentKind::Part;

/// Heading in the palette.
QString headingOf(Part part)
{
    switch (part) {
    case Part::device:
    case Part::controller:
        return Kinds::tr("Storage");
    case Part::adapter:
    case Part::networkSwitch:
        return Kinds::tr("Network");
    default:
        return Kinds::tr("Nodes");
    }
}

QVector<PartKind> allKinds()
{
    QVector<PartKind> kinds = {{"node group", Kinds::tr("Node group"), headingOf(Part::none), "network-server",
                                Kinds::tr("Equal nodes, one box with a count. Drop it on the canvas.")}};
    for (const project::ComponentKind& kind : project::componentKinds())
        if (kind.part != Part::none)
            kinds.append({text(kind.name), text(kind.label), headingOf(kind.part), text(kind.icon), text(kind.help)});
    return kinds;
}

} // namespace

const QVector<PartKind>& partKinds()
{
    static const QVector<PartKind> kinds = allKinds();
    return kinds;
}

const PartKind* findPartKind(const QString& name)
{
    const auto found =
        std::find_if(partKinds().begin(), partKinds().end(), [&](const PartKind& kind) { return kind.name == name; });
    return found == partKinds().end() ? nullptr : &*found;
}

bool isDeviceKind(const QString& kind)
{
    const auto part = partOf(kind);
    return part == Part::device || part == Part::controller;
}

Part partOf(const QString& kind)
{
    const project::ComponentKind* known = project::findComponentKind(kind.toStdString());
    return known ? known->part : Part::none;
}

QString componentIcon(const project::Project& project, const project::ComponentLibrary& library,
                      const project::Json& component, const QString& fallback)
{
    if (!component.is_string())
        return fallback;
    const auto* found = project::presentComponent(project, library, component.get<std::string>());
    const auto* kind = found ? findPartKind(QString::fromStdString(found->kind)) : nullptr;
    return kind ? kind->icon : fallback;
}

} // namespace headroom::widgets
