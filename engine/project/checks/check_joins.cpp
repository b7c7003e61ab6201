// Joins that wait for more paths than there are.
#include "project/checks/check_context.h"
#include "project/document/software.h"

#include <optional>
#include <string>

namespace headroom::project {
namespace {

/// Largest number of paths of a fork or a for each, as far as that is the same for all requests.
std::optional<double> pathsOf(const CheckContext& context, const Block& block, const Scope& scope)
{
    if (block.type == "fork")
        return static_cast<double>(context.blockTypes.outputsOf(block).size());
    const Json& over = valueOf(block.fields, *findField(context.blockTypes.find(block.type)->fields, "over"));
    return over == "count" ? context.constant(block, "count", scope) : std::nullopt;
}

} // namespace

void checkJoin(CheckContext& context, const Diagram& diagram, const Block& block, const std::string& pointer,
               const Scope& scope)
{
    if (block.type != "join" || block.fields.value("mode", Json()) != "k")
        return;
    const Json of = block.fields.value("of", Json());
    const Block* partner = of.is_string() ? findBlock(diagram, of.get<std::string>()) : nullptr;
    if (!partner || (partner->type != "fork" && partner->type != "for each"))
        return; // is reported elsewhere
    const std::optional<double> k = context.constant(block, "k", scope), paths = pathsOf(context, *partner, scope);
    if (k && paths && *k > *paths)
        context.error("join.too-many", pointer + "/k",
                      "It waits for more paths than \"" + partner->id + "\" has: all requests leave it by \"failed\".",
                      "Lower k, or let there be more paths.");
}

} // namespace headroom::project
