#include "project/document/software.h"

#include <algorithm>

namespace headroom::project {

std::string deviceVolumeOf(const Role& role)
{
    const auto only = role.workers.find("for_each_if");
    if (only != role.workers.end() && (*only == false || *only == 0))
        return "";
    const auto volume = role.workers.find("for_each");
    return volume != role.workers.end() && volume->is_string() ? volume->get<std::string>() : "";
}

const Operation* findOperation(const Role& role, const std::string& operation)
{
    const auto found = std::ranges::find(role.operations, operation, &Operation::id);
    return found == role.operations.end() ? nullptr : &*found;
}

const Block* findBlock(const Diagram& diagram, const std::string& block)
{
    const auto found = std::ranges::find(diagram.blocks, block, &Block::id);
    return found == diagram.blocks.end() ? nullptr : &*found;
}

} // namespace headroom::project
