// The block types that the diagrams of a project may use.
#pragma once

#include "project/vocabulary/declarations.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom::project {

/// The vocabulary, then the types that files add (see block_library.h), by name. A value that is cheap to copy: types
/// are shared and never change, so that each project has a catalogue of its own.
class BlockCatalogue
{
public:
    /// The vocabulary alone.
    BlockCatalogue();

    /// This catalogue and more types; one takes the place of an added one of the same name. The vocabulary's stay.
    BlockCatalogue with(std::vector<BlockType> more) const;

    const std::vector<BlockType>& types() const { return *types_; }
    /// Null if there is none of that name. Valid as long as any copy of this catalogue.
    const BlockType* find(const std::string& name) const;

    /// The outputs a given block has: the type's, path1 … pathN of a fork, or the ways out that are drawn in a group.
    std::vector<PortDeclaration> outputsOf(const Block& block) const;
    /// The inputs a given block has: the type's, or the ways in that are drawn in a group.
    std::vector<PortDeclaration> inputsOf(const Block& block) const;

    /// Whether the block is switched off and can be: it stays in the drawing, and requests pass through it.
    bool isDisabled(const Block& block) const;
    /// The way out that requests take through a block that is switched off; empty if it has none.
    std::string wayThrough(const Block& block) const;

    /// Whether both hold the same types, read from the same state of the files.
    bool operator==(const BlockCatalogue& other) const;

private:
    std::shared_ptr<const std::vector<BlockType>> types_;
};

/// The types that the program itself knows.
const BlockCatalogue& vocabulary();

/// What the project's diagrams may use (Project::blockTypes).
const BlockCatalogue& blockTypesOf(const Project& project);

} // namespace headroom::project
