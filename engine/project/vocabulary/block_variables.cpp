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

void addNames(const Json& value, std::vector<std::string>& names)
{
    if (value.is_string())
        names.push_back(value.get<std::string>());
    else if (value.is_object())
        for (const auto& [name, unused] : value.items())
            names.push_back(name);
}

} // namespace

std::vector<std::string> variablesOf(const BlockType& type, const Block& block)
{
    std::vector<std::string> names;
    for (const FieldDeclaration& field : type.fields)
        if (field.definesVariable && !isIdle(type, block, field))
            addNames(valueOf(block.fields, field), names);
    for (const PortDeclaration& port : type.outputs)
        names.insert(names.end(), port.variables.begin(), port.variables.end());
    return names;
}

std::vector<std::string> variablesSetAt(const BlockType& type, const Block& block, const std::string& output)
{
    std::vector<std::string> names;
    for (const FieldDeclaration& field : type.fields)
        if (field.definesVariable && !field.readsVariable && (field.setAt.empty() || field.setAt == output) &&
            !unmetCondition(type.fields, field, block.fields))
            addNames(valueOf(block.fields, field), names);
    for (const PortDeclaration& port : type.outputs)
        if (port.name == output)
            names.insert(names.end(), port.variables.begin(), port.variables.end());
    return names;
}

} // namespace headroom::project
