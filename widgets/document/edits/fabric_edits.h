// Edits of whole fabrics of a document.
#pragma once

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// Ids of the boxes for the tiers of a generated fabric, from the nodes upwards.
QStringList tierBoxes(const std::string& fabric);

/// An id that no fabric has.
QString freshFabricId(const project::Project& project);
/// Adds a fabric, or replaces the one with this id; a generated fabric loses its drawn parts.
void setFabric(DocumentModel& model, const QString& id, project::Fabric fabric);
void deleteFabric(DocumentModel& model, const QString& id);
/// Chooses the fabric in use: sets the topology's own field, or the parameter that it names.
void chooseFabric(DocumentModel& model, const QString& id);

} // namespace headroom::widgets
