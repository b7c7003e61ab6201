// Texts beside the editor of a field, from its declaration.
#pragma once

#include "project/vocabulary/declarations.h"

#include <QString>

namespace headroom::widgets {

/// Behind the label: the unit, or that the field is required.
QString hintOf(const project::FieldDeclaration& field);
/// In the empty editor: the default, or an example.
QString placeholderOf(const project::FieldDeclaration& field);
/// The tool tip: meaning, example and default.
QString helpOf(const project::FieldDeclaration& field);

} // namespace headroom::widgets
