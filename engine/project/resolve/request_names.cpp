#include "project/resolve/request_names.h"

#include "project/document/software.h"
#include "project/vocabulary/block_variables.h"
#include "project/vocabulary/inner_diagrams.h"

#include <set>
#include <utility>

namespace headroom::project {

std::vector<RequestName> requestNames(const BlockCatalogue& types, const Role& role, const Operation& operation,
                                      const Diagram& diagram, const Scope& around)
{
    std::vector<RequestName> names;
    std::set<std::string> seen;
    const auto add = [&](const std::string& name, std::string meaning) {
        if (!name.empty() && seen.insert(name).second)
            names.push_back({name, std::move(meaning)});
    };
    for (const Argument& argument : operation.arguments)
        add(argument.name, "argument of " + operation.id);
    add("request", "unique number of the request");
    forEachBlock(types, diagram, [&](const Block& block) {
        if (const BlockType* type = types.find(block.type); type && !types.isDisabled(block))
            for (const std::string& name : variablesOf(*type, block))
                add(name, "from block " + block.id);
    });
    for (const StateItem& item : role.state)
        if (const auto type = item.fields.find("type"); type != item.fields.end() && *type == "value")
            add(item.id, "shared value of " + role.id);
    if (!around.constants.contains("now"))
        add("now", "simulated time in seconds");
    if (!around.constants.contains("node"))
        add("node", "number of the node among those of the role");
    return names;
}

} // namespace headroom::project
