#include "project/vocabulary/disabled_blocks.h"

namespace headroom::project {

bool canBeDisabled(const BlockType& type)
{
    if (type.traits.structure)
        return false;
    return type.name == "group" || (!type.inputs.empty() && !type.outputs.empty());
}

FieldDeclaration disabledField()
{
    FieldDeclaration declared;
    declared.name = "disabled";
    declared.label = "Disabled";
    declared.type = FieldType::flag;
    declared.defaultValue = false;
    declared.meaning = "Switched off: requests pass through to the first way out (of several ways in, each to the one "
                       "of its number) and "
                       "nothing is done. True, false, or an expression "
                       "over the parameters of the project and of the role.";
    declared.example = "true";
    return declared;
}

} // namespace headroom::project
