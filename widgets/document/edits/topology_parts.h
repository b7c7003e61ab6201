// Edits of the parts inside node groups: processors, devices, controllers, volumes.
#pragma once

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// Adds a component to a group's nodes: `kind` is that of the component ("ssd", "controller", "processor" ...),
/// `component` may be empty. A processor, memory module, chassis or power supply replaces the former one; the others
/// are added. Returns the element with the component; nothing if nodes have no such part.
std::optional<ElementRef> addPart(DocumentModel& model, const QString& group, const QString& kind,
                                  const QString& component = {});
/// Deletes a device group of a node group with the volumes bound to it, or a controller; fields of the group that
/// name it are cleared.
void deletePart(DocumentModel& model, const ElementRef& part);
/// Binds a volume to a device group of the same node group; if `devices` is empty, the binding is removed.
void bindVolume(DocumentModel& model, const QString& group, const QString& volume, const QString& devices);

} // namespace headroom::widgets
