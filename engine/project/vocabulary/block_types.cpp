#include "project/document/software.h"
#include "project/vocabulary/block_catalogue.h"

namespace headroom::project {

std::string wayOf(const Block& block)
{
    const BlockType* type = vocabulary().find(block.type);
    const FieldDeclaration* field = type ? findField(type->fields, "way") : nullptr;
    if (!field)
        return {};
    const Json& value = valueOf(block.fields, *field);
    return value.is_string() ? value.get<std::string>() : std::string();
}

const std::vector<std::pair<std::string, FieldType>>& fieldTypesOfFiles()
{
    using enum FieldType;
    static const std::vector<std::pair<std::string, FieldType>> types = {
        {"number", number},       {"integer", integer},
        {"quantity", quantity},   {"switch", flag},
        {"choice", choice},       {"text", text},
        {"component", component}, {"role", role},
        {"operation", operation}, {"volume", volume},
        {"state", state},         {"selector", selector},
        {"variable", variable},   {"assignments", assignments}};
    return types;
}

} // namespace headroom::project
