// Joins that wait for more paths than there are.
#include "project/checks/check_context.h"

#include <optional>
#include <string>

namespace headroom::project {
namespace {

class JoinCheck
{
public:
    JoinCheck(CheckContext& context, const Scope& scope)
        : context_(context), scope_(scope), resolver_(context.project, context.resolver.components(), told_)
    {
    }

    /// The value of a field, if it is the same for all requests.
    std::optional<double> constant(const Block& block, const char* name)
    {
        const Expression value =
            resolver_.expression(context_.blockTypes.find(block.type)->fields, name, block.fields, "", scope_);
        return told_.empty() && value.isConstant() ? std::optional(value.value()) : std::nullopt;
    }

    /// How many paths a fork or a for each has at most, as far as that is the same for all requests.
    std::optional<double> pathsOf(const Block& block)
    {
        if (block.type == "fork")
            return static_cast<double>(context_.blockTypes.outputsOf(block).size());
        const Json& over = valueOf(block.fields, *findField(context_.blockTypes.find(block.type)->fields, "over"));
        return over == "count" ? constant(block, "count") : std::nullopt;
    }

private:
    CheckContext& context_;
    const Scope& scope_;
    Findings told_; ///< errors of the fields themselves are reported elsewhere
    Resolver resolver_;
};

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
    JoinCheck check(context, scope);
    const std::optional<double> k = check.constant(block, "k"), paths = check.pathsOf(*partner);
    if (k && paths && *k > *paths)
        context.error("join.too-many", pointer + "/k",
                      "It waits for more paths than \"" + partner->id + "\" has: all requests leave it by \"failed\".",
                      "Lower k, or let there be more paths.");
}

} // namespace headroom::project
