// Actions of the interpreter at a block of each kind. Each kind is one row, defined beside the code that executes its
// blocks.
#pragma once

#include "behaviour/records/records.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace headroom::behaviour {

struct BlockKind
{
    using Enter = bool (*)(void* part, std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    using Cancel = void (*)(void* part, Path& p);
    using End = void (*)(void* part, std::uint32_t path, Path& p);

    Code code = Code::end;
    /// Executes the block; returns false if the path has to wait or has ended.
    Enter enter = nullptr;
    /// Called when the path is cancelled at the block: undoes its wait. Null: there is nothing to undo.
    Cancel cancel = nullptr;
    /// For traces: what a path waits for at the block, if it waits neither for a worker nor for the processor.
    const char* waitsFor = "";
    /// Replaces `cancel` for a kind that has more to do once the path has ended: it ends the path itself.
    End end = nullptr;
    void* part = nullptr; ///< part of the interpreter that executes the block; passed to the functions
};

template <typename Function>
struct MemberFunction;
template <typename Part, typename Result, typename... Arguments>
struct MemberFunction<Result (Part::*)(Arguments...)>
{
    using Of = Part;
};

/// Makes a function of a row from a member function of the part that adds the row.
template <auto function>
bool enterBy(void* part, std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    using Part = typename MemberFunction<decltype(function)>::Of;
    return (static_cast<Part*>(part)->*function)(path, p, program, code);
}
template <auto function>
void cancelBy(void* part, Path& p)
{
    using Part = typename MemberFunction<decltype(function)>::Of;
    (static_cast<Part*>(part)->*function)(p);
}
template <auto function>
void endBy(void* part, std::uint32_t path, Path& p)
{
    using Part = typename MemberFunction<decltype(function)>::Of;
    (static_cast<Part*>(part)->*function)(path, p);
}

/// The rows of all kinds. The parts of the interpreter add them.
class BlockTable
{
public:
    void add(void* part, BlockKind kind)
    {
        kind.part = part;
        kinds_[static_cast<std::size_t>(kind.code)] = kind;
    }
    const BlockKind& operator[](Code code) const { return kinds_[static_cast<std::size_t>(code)]; }
    /// A text on what the path waits for at a block; null if it does not wait.
    const char* waitOf(const Path& p, Code code) const;

private:
    std::array<BlockKind, codeCount> kinds_;
};

} // namespace headroom::behaviour
