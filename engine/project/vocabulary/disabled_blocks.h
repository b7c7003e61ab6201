// Blocks that are switched off: they stay in the drawing, and requests pass through them to their first way out.
#pragma once

#include "project/vocabulary/declarations.h"

namespace headroom::project {

/// Whether blocks of this type can be switched off: one way in, and a first way out that stands for having done it.
/// Not those where paths begin, end, part, meet or go round.
bool canBeDisabled(const BlockType& type);
/// The field that switches a block off, which every type that can be disabled has as its last.
FieldDeclaration disabledField();

} // namespace headroom::project
