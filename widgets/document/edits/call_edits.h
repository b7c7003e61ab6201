// Edits that follow from the choices made for a block: fields whose values are obvious then, and elements that a field
// asks for.
#pragma once

#include "project/library/components.h"
#include "widgets/document/model/field_walk.h"

#include <QList>

#include <vector>

namespace headroom::widgets {

class DocumentModel;

/// The fields of a new block that can mean only one thing: the only volume of the role, its only state item of the
/// type, the key that the operation is given, the only fork that is not joined yet, the only role that can be called.
std::vector<FieldEdit> obviousFields(const project::Project& project, const ElementRef& block);
/// The edit, and those that belong to the same step. If it chooses another role or operation for a call: the only
/// operation of the role, and a value for each argument whose name is known at the block. Arguments that the operation
/// does not take stay, except those that only repeat a name. If a key is needed now: the one that is known. If it gives
/// a goal another figure: its limit, on the side on which that is limited.
std::vector<FieldEdit> withConsequences(const project::Project& project, const project::ComponentLibrary& library,
                                        const FieldEdit& edit);

/// Adds the element that the field of the first of these elements asks for, and names it in all: one step. Without
/// `wanted`, a name that the field has and nothing else is its name.
void nameNewElement(DocumentModel& model, const QList<ElementRef>& elements, const project::FieldDeclaration& field,
                    const QString& wanted = {});

} // namespace headroom::widgets
