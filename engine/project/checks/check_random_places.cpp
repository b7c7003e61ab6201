// Random places that are always the same one.
#include "project/checks/check_context.h"
#include "project/document/document.h"

#include <string>

namespace headroom::project {

namespace {

/// The pattern with the present parameters; empty if the block has none, or a fault that is reported elsewhere.
std::string patternOf(CheckContext& context, const Block& block)
{
    const Fields& declared = context.blockTypes.find(block.type)->fields;
    if (!findField(declared, "pattern"))
        return {};
    const ReportedElsewhere faults(context.findings);
    return context.resolver.text(declared, "pattern", block.fields, "");
}

} // namespace

void checkRandomPlaces(CheckContext& context, const Block& block, const std::string& pointer, const Scope& scope)
{
    if (patternOf(context, block) == "random places" && context.constant(block, "offset", scope) &&
        context.constant(block, "key", scope))
        context.report(Severity::warning, "storage.same-place", pointer + "/offset",
                       "All requests use the same place of the same file: offset and key are the same for all.",
                       "Draw the offset with a block Draw, and name the variable here.");
}

} // namespace headroom::project
