// Follows the wires of a diagram to find which variables hold lists. So the use of a list as a number is reported
// before a run, and a for each over a list always finds one.
#pragma once

#include "behaviour/compile/diagram_context.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::behaviour {

class ListCheck
{
public:
    explicit ListCheck(DiagramContext& context) : context_(context) {}

    /// Reports lists used as numbers in expressions: only a for each can use a list.
    void check();

private:
    /// Content of a variable where a block begins: a number, a list, or either.
    enum Holds : std::uint8_t
    {
        aNumber = 1,
        aList = 2
    };
    using Holdings = std::vector<std::uint8_t>; ///< by variable; 0: no path reaches the block

    bool hasLists() const;
    static bool gathersList(const BlockType& type, const Block& block, const std::string& name);
    std::vector<Holdings> holdingsBefore() const;
    Holdings holdingsAfter(std::uint32_t block, const std::string& port, const std::vector<Holdings>& before) const;
    void checkUses(const std::vector<Holdings>& before);
    void checkHandedOn(const std::vector<Holdings>& before);
    std::uint32_t forkOf(std::uint32_t block) const;
    const std::string& variable(std::uint32_t slot) const;

    DiagramContext& context_;
};

} // namespace headroom::behaviour
