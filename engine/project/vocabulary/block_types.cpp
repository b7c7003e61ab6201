#include "project/vocabulary/declaring.h"

#include <algorithm>

namespace headroom::project {

const std::vector<BlockType>& blockTypes()
{
    static const std::vector<BlockType> types = [] {
        std::vector<BlockType> all;
        for (const auto& heading : {flowBlocks(), workBlocks(), talkBlocks(), holdBlocks()})
            all.insert(all.end(), heading.begin(), heading.end());
        return all;
    }();
    return types;
}

const BlockType* findBlockType(const std::string& name)
{
    for (const BlockType& type : blockTypes())
        if (type.name == name)
            return &type;
    return nullptr;
}

std::vector<PortDeclaration> outputsOf(const Block& block)
{
    const BlockType* type = findBlockType(block.type);
    if (!type)
        return {};
    if (type->name != "fork")
        return type->outputs;
    int paths = 2;
    if (const auto found = block.fields.find("paths"); found != block.fields.end() && found->is_number_integer())
        paths = std::clamp(found->get<int>(), 1, 64);
    std::vector<PortDeclaration> ports;
    for (int i = 1; i <= paths; ++i)
        ports.push_back({"path" + std::to_string(i), std::to_string(i), "a parallel path", true});
    return ports;
}

} // namespace headroom::project
