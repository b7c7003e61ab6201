#include "project/resolve/disabled.h"
#include "project/document/pointer.h"

namespace headroom::project {
namespace {

/// Of a constant diagram the values are constant.
template <typename AnyDiagram, typename See>
void inDiagram(AnyDiagram& diagram, const std::string& pointer, const See& see)
{
    for (std::size_t b = 0; b < diagram.blocks.size(); ++b) {
        auto& block = diagram.blocks[b];
        const std::string place = pointer + "/blocks" + below(b);
        if (const auto set = block.fields.find("disabled"); set != block.fields.end() && set->is_string())
            see(*set, place + "/disabled");
        for (auto& inner : block.inner)
            inDiagram(inner, place + "/inner", see);
    }
}

template <typename AnyProject, typename See>
void forEachExpression(AnyProject& project, const See& see)
{
    for (std::size_t r = 0; r < project.behaviours.size(); ++r) {
        auto& operations = project.behaviours[r].role.operations;
        for (std::size_t o = 0; o < operations.size(); ++o)
            for (std::size_t d = 0; d < operations[o].diagrams.size(); ++d)
                inDiagram(operations[o].diagrams[d],
                          "/behaviours" + below(r) + "/definition/operations" + below(o) + "/diagrams" + below(d), see);
    }
}

} // namespace

bool hasDisabledByExpression(const Project& project)
{
    bool any = false;
    forEachExpression(project, [&any](const Json&, const std::string&) { any = true; });
    return any;
}

bool isDisabledNow(const Json& disabled, const std::string& pointer, Resolver& resolver)
{
    return resolver.expression(disabled, "", pointer, resolver.globalScope()).value() != 0;
}

void settleDisabled(Project& project, Resolver& resolver)
{
    forEachExpression(project, [&resolver](Json& disabled, const std::string& pointer) {
        disabled = isDisabledNow(disabled, pointer, resolver);
    });
}

} // namespace headroom::project
