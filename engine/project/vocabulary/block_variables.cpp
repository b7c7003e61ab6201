#include "project/vocabulary/block_variables.h"

#include "project/document/software.h"

#include <algorithm>

namespace headroom::project {

namespace {

/// True if it is the variable for nodes of a for each that iterates over something else. Its name is "node" where none
/// is given, which then means the node of the request. A parameter that chooses the subject of the iteration may choose
/// nodes.
bool isIdle(const BlockType& type, const Block& block, const FieldDeclaration& field)
{
    if (type.name != "for each" || field.name != "node_variable")
        return false;
    const FieldDeclaration& over = *findField(type.fields, "over");
    const Json& chosen = valueOf(block.fields, over);
    return chosen.is_string() && chosen != "nodes" &&
           std::find(over.choices.begin(), over.choices.end(), chosen.get<std::string>()) != over.choices.end();
}

} // namespace

std::vector<std::string> variablesOf(const BlockType& type, const Block& block)
{
    std::vector<std::string> names;
    for (const FieldDeclaration& field : type.fields) {
        if (!field.definesVariable || isIdle(type, block, field))
            continue;
        const Json& value = valueOf(block.fields, field);
        if (value.is_string())
            names.push_back(value.get<std::string>());
        else if (value.is_object())
            for (const auto& [name, unused] : value.items())
                names.push_back(name);
    }
    if (type.name == "transfer")
        names.insert(names.end(), {"chunk_bytes", "chunk_count", "chunk_offset"});
    return names;
}

} // namespace headroom::project
