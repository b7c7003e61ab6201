// What the interpreter does at a block of each kind. A kind is one row, beside the code that carries its blocks out.
#pragma once

#include "behaviour/records/records.h"

#include <cstdint>
#include <span>

namespace headroom::behaviour {

class Interpreter;

struct BlockKind
{
    using Enter = bool (*)(Interpreter& interpreter, std::uint32_t path, Path& p, const Program& program,
                           const Instruction& code);
    using Cancel = void (*)(Interpreter& interpreter, Path& p);

    Code code = Code::end;
    /// Carries the block out; false when the path has to wait or has ended.
    Enter enter = nullptr;
    /// The path is given up there: takes back what it waits for. None: there is nothing to take back.
    Cancel cancel = nullptr;
    /// In traces: what a path waits for there, when it waits neither for a worker nor for the processor.
    const char* waitsFor = "";
    /// Instead of `cancel`, for a kind that has more to do once the path has ended: ends the path itself.
    void (*end)(Interpreter& interpreter, std::uint32_t path, Path& p) = nullptr;
};

using BlockKinds = std::span<const BlockKind>;

} // namespace headroom::behaviour
