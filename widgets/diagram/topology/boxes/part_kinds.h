// The kinds of parts that a topology is built from, as the palette and the drawing show them.
#pragma once

#include "project/library/components.h"
#include "project/vocabulary/component_kinds.h"

#include <QString>
#include <QVector>

namespace headroom::project {
struct Project;
}

namespace headroom::widgets {

/// MIME type of a part dragged from the palette: kind, newline, component (UTF-8). Kinds are those of components, "node
/// group" and "role" (whose "component" is the role).
inline const QString partMimeType = QStringLiteral("application/x-headroom-part");

struct PartKind
{
    QString name;    ///< kind of component, or "node group"
    QString label;   ///< "SSD"
    QString heading; ///< of the palette
    QString icon;
    QString help; ///< one line: what it is and where it goes
};

/// In the order of the palette.
const QVector<PartKind>& partKinds();
/// The kind of this name; null if there is none.
const PartKind* findPartKind(const QString& name);
/// The part of a topology that components of the kind are; nothing for a node group.
project::ComponentKind::Part partOf(const QString& kind);
/// True if it goes into a node group: a device, a controller or an expander.
bool isDeviceKind(const QString& kind);

/// The icon for a component field's value, which may be the name of a parameter; `fallback` if its kind is not known.
QString componentIcon(const project::Project& project, const project::ComponentLibrary& library,
                      const project::Json& component, const QString& fallback);

} // namespace headroom::widgets
