// Disabled blocks stay in the drawing, and requests pass through them to their first output.
#pragma once

#include "project/vocabulary/declarations.h"

namespace headroom::project {

/// True if blocks of this type can be disabled: they need an input and an output, and the first output means that the
/// work is done. Blocks where paths begin, end, split, join or loop cannot be disabled.
bool canBeDisabled(const BlockType& type);
/// The field that disables a block. It is the last field of every type that can be disabled.
FieldDeclaration disabledField();

} // namespace headroom::project
