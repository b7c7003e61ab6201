// What the interpreter does at a block of each kind. A kind is one row, beside the code that carries its blocks out.
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
    /// Carries the block out; false when the path has to wait or has ended.
    Enter enter = nullptr;
    /// The path is given up there: takes back what it waits for. None: there is nothing to take back.
    Cancel cancel = nullptr;
    /// In traces: what a path waits for there, when it waits neither for a worker nor for the processor.
    const char* waitsFor = "";
    /// Instead of `cancel`, for a kind that has more to do once the path has ended: ends the path itself.
    End end = nullptr;
    void* part = nullptr; ///< of the interpreter, that carries the block out: what the functions are given
};

template <typename Function>
struct MemberFunction;
template <typename Part, typename Result, typename... Arguments>
struct MemberFunction<Result (Part::*)(Arguments...)>
{
    using Of = Part;
};

/// A row's function, by a member function of the part that brings the row.
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

/// The rows of all kinds, gathered from the parts of the interpreter.
class BlockTable
{
public:
    void add(void* part, BlockKind kind)
    {
        kind.part = part;
        kinds_[static_cast<std::size_t>(kind.code)] = kind;
    }
    const BlockKind& operator[](Code code) const { return kinds_[static_cast<std::size_t>(code)]; }
    /// In words what the path waits for at a block; null: nothing.
    const char* waitOf(const Path& p, Code code) const;

private:
    std::array<BlockKind, codeCount> kinds_;
};

} // namespace headroom::behaviour
