// The block types available to the diagrams of a project.
#pragma once

#include "project/vocabulary/declarations.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom::project {

struct Block;
struct Project;

/// Maximum number of outputs of a fork.
inline constexpr int mostForkPaths = 64;

/// The port of a group that corresponds to a "way in" or "way out" inside it.
std::string wayOf(const Block& block);

/// The vocabulary and the types added by files (see block_library.h), found by name. A value that is cheap to copy: the
/// types are shared and constant, so each project has a catalogue of its own.
class BlockCatalogue
{
public:
    /// The vocabulary alone.
    BlockCatalogue();

    /// This catalogue with more types; a new type replaces an added one of the same name, but not one of the
    /// vocabulary.
    BlockCatalogue with(std::vector<BlockType> more) const;

    const std::vector<BlockType>& types() const { return *types_; }
    /// Null if there is no type of that name. Valid as long as any copy of this catalogue exists.
    const BlockType* find(const std::string& name) const;

    /// The outputs of a block: those of its type, path1 … pathN of a fork, or the ways out in a group's diagram.
    std::vector<PortDeclaration> outputsOf(const Block& block) const;
    /// The inputs of a block: those of its type, or the ways in in a group's diagram.
    std::vector<PortDeclaration> inputsOf(const Block& block) const;

    /// True if the block is disabled and its type allows that: it stays in the drawing, and requests pass through it.
    bool isDisabled(const Block& block) const;
    /// The output that requests take through a disabled block which they enter by the input: the one with the same
    /// number, or the last; empty if it has none.
    std::string wayThrough(const Block& block, const std::string& input) const;

    /// True if both contain the same types, read from the same state of the files.
    bool operator==(const BlockCatalogue& other) const;

private:
    std::shared_ptr<const std::vector<BlockType>> types_;
};

/// The types built into the program.
const BlockCatalogue& vocabulary();

/// The block types available to the project's diagrams (Project::blockTypes).
const BlockCatalogue& blockTypesOf(const Project& project);

} // namespace headroom::project
