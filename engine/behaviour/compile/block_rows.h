// Compiles the blocks of each type: a row for each type, beside the code of its part of the palette.
#pragma once

#include "behaviour/program/program.h"
#include "project/document/document.h"

#include <span>

namespace headroom::behaviour {

struct DiagramContext;

/// Fills the instruction of a block from its fields.
using CompileBlock = void (*)(DiagramContext& context, const project::Block& block, Instruction& code);

struct BlockRow
{
    const char* type; ///< name of the type in project files
    CompileBlock compile;
};
using BlockRows = std::span<const BlockRow>;

BlockRows flowRows();
BlockRows communicationRows();
BlockRows stateRows();
BlockRows workRows();

} // namespace headroom::behaviour
