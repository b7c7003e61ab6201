// Creates the texts for boxes of node groups and for links from the fields of the document.
#pragma once

#include "project/document/hardware.h"
#include "project/library/components.h"
#include "project/vocabulary/declarations.h"
#include "widgets/diagram/topology/boxes/group_item.h"

#include <QStringList>

#include <functional>

namespace headroom::widgets {

/// Returns the displayed text of a field's value; empty if there is no value.
using ShownValue = std::function<QString(const project::Json&)>;

/// The texts of a node group's box, whose nodes run these roles.
GroupTexts groupTexts(const project::Project& project, const project::ComponentLibrary& library,
                      const project::NodeGroup& group, const QStringList& roles, const ShownValue& shown);

/// A link's rate or adapter, with its number of cables: "2 × 25 Gb/s". A link without an adapter of its own has that
/// of the node group `from`, at which it begins (null: it begins at a switch), else that of the fabric's nodes.
QString linkText(const project::Link& link, const project::Fabric& fabric, const project::NodeGroup* from,
                 const ShownValue& shown);

/// "4 × SSD". The count is omitted for a single one.
QString countedText(const QString& count, const QString& what);

/// The value of a declared field of an element; null if there is no such field.
const project::Json& valueIn(const project::Fields& fields, const char* name, const project::Json& values);

} // namespace headroom::widgets
