#include "project/resolve/disabled.h"
#include "project/document/document.h"
#include "project/document/pointer.h"
#include "project/resolve/role_instances.h"
#include "project/vocabulary/block_catalogue.h"

#include <algorithm>

namespace headroom::project {
namespace {

/// The field that chooses the level of detail of blocks of a type; null if none does.
const FieldDeclaration* levelField(const BlockType* type)
{
    return type && type->levels && !type->level.empty() ? findField(type->fields, type->level) : nullptr;
}

/// Visits the texts that decide whether a block is disabled, and those that choose a block's level of detail. In a
/// constant diagram the values are constant.
template <typename AnyDiagram, typename See>
void inDiagram(const BlockCatalogue& types, AnyDiagram& diagram, const std::string& pointer, const See& see)
{
    for (std::size_t b = 0; b < diagram.blocks.size(); ++b) {
        auto& block = diagram.blocks[b];
        const std::string place = pointer + "/blocks" + below(b);
        if (const auto set = block.fields.find("disabled"); set != block.fields.end() && set->is_string())
            see(*set, place + "/disabled", nullptr);
        if (const FieldDeclaration* field = levelField(types.find(block.type)))
            if (const auto set = block.fields.find(field->name); set != block.fields.end() && set->is_string())
                see(*set, place + below(field->name), field);
        for (auto& inner : block.inner)
            inDiagram(types, inner, place + "/inner", see);
    }
}

template <typename AnyBehaviour, typename See>
void inBehaviour(const BlockCatalogue& types, AnyBehaviour& behaviour, const std::string& pointer, const See& see)
{
    auto& operations = behaviour.role.operations;
    for (std::size_t o = 0; o < operations.size(); ++o)
        for (std::size_t d = 0; d < operations[o].diagrams.size(); ++d)
            inDiagram(types, operations[o].diagrams[d],
                      pointer + "/definition/operations" + below(o) + "/diagrams" + below(d), see);
}

bool isText(const Json& fields, const char* name)
{
    const auto value = fields.find(name);
    return value != fields.end() && value->is_string();
}

bool isUnsettled(const BlockCatalogue& types, const Behaviour& behaviour)
{
    bool any = isText(behaviour.role.workers, "for_each_if");
    inBehaviour(types, behaviour, {}, [&any](const Json&, const std::string&, const FieldDeclaration*) { any = true; });
    return any;
}

/// Settles for the present parameters whether the role has an instance for each device.
void settleInstances(Behaviour& behaviour, const std::string& pointer, Resolver& resolver, Scope scope)
{
    if (!isText(behaviour.role.workers, "for_each_if"))
        return;
    Json& condition = behaviour.role.workers["for_each_if"];
    const std::optional<bool> each = eachDeviceHasInstance(behaviour, resolver.globalScope());
    const std::size_t before = resolver.findings().size();
    scope.nodes.clear();
    (void)resolver.expression(condition, "", pointer, scope); // reports its faults
    if (!each && resolver.findings().size() == before)
        resolver.findings().push_back(
            {Severity::error, "workers.unknown-instances", pointer, "role \"" + behaviour.role.id + '"',
             "Whether each device has an instance of the role depends on a number of nodes, or on a faulty parameter.",
             "Let \"for_each_if\" depend on parameters only."});
    condition = each.value_or(true);
}

} // namespace

bool isUnsettled(const Project& project)
{
    const BlockCatalogue& types = blockTypesOf(project);
    return std::ranges::any_of(project.behaviours,
                               [&types](const Behaviour& each) { return isUnsettled(types, each); });
}

Scope scopeOfDisabled(const Behaviour& behaviour, const Resolver& resolver)
{
    Findings unheard; // the checks of the role report faults of its parameters
    return Resolver(resolver, unheard).scopeOf(behaviour, {});
}

bool isDisabledNow(const Json& disabled, const std::string& pointer, Resolver& resolver, const Scope& scope)
{
    return resolver.expression(disabled, "", pointer, scope).value() != 0;
}

void settleBlocks(Project& project, Resolver& resolver)
{
    const BlockCatalogue& types = blockTypesOf(project);
    for (std::size_t r = 0; r < project.behaviours.size(); ++r) {
        Behaviour& behaviour = project.behaviours[r];
        if (!isUnsettled(types, behaviour))
            continue;
        const Scope scope = scopeOfDisabled(behaviour, resolver);
        const auto settle = [&](Json& text, const std::string& pointer, const FieldDeclaration* level) {
            if (!level)
                text = isDisabledNow(text, pointer, resolver, scope);
            else if (const Json* value = resolver.parameterValue(text.get_ref<const std::string&>());
                     value && std::ranges::count(level->choices, text.get_ref<const std::string&>()) == 0)
                text = Json(*value);
        };
        inBehaviour(types, behaviour, "/behaviours" + below(r), settle);
        settleInstances(behaviour, "/behaviours" + below(r) + "/definition/workers/for_each_if", resolver, scope);
    }
}

} // namespace headroom::project
