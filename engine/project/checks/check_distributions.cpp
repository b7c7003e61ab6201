// Distributions: those of blocks, and the tables of the project.
#include "project/checks/check_context.h"
#include "project/document/document.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/resolve/value_table.h"

#include <algorithm>
#include <string>

namespace headroom::project {

namespace {

bool isWritten(const Json& fields, const char* name)
{
    const auto found = fields.find(name);
    return found != fields.end() && !found->is_null() && *found != "";
}

/// A uniform time cannot vary more than from 0 to twice its mean, a hyperexponential one no less than an exponential
/// one.
void checkWidth(CheckContext& context, const std::string& distribution, double variation, const std::string& pointer)
{
    if (distribution == "uniform" && variation > widestUniform)
        context.error("distribution.too-wide", pointer + "/variation",
                      "A uniform time varies by 0.577 at most: from 0 to twice its mean.",
                      "Lower it, or choose log-normal.");
    if (distribution == "hyperexponential" && variation < 1)
        context.error("distribution.too-narrow", pointer + "/variation",
                      "A hyperexponential time varies by 1 at least, as an exponential one.",
                      "Raise it, or choose log-normal.");
}

/// Warns where "constant" may have been meant as "no variation of its own".
void checkConstant(CheckContext& context, const Role& role, const FieldDeclaration& declared, const Block& block,
                   const std::string& pointer, const Scope& scope)
{
    const auto varies = [&] {
        const ReportedElsewhere faults(context.findings);
        return context.resolver.number(workersFields(), "work_variation", role.workers, pointer, scope) > 0;
    };
    if (declared.defaultValue != "as the role" || !isWritten(block.fields, "distribution") || !varies())
        return;
    context.report(Severity::note, "distribution.not-as-role", pointer + "/distribution",
                   "This work is constant, and does not vary by the work variation of the role \"" + role.id + "\".",
                   "Choose \"as the role\" if it should.");
}

} // namespace

void checkTable(CheckContext& context, const Json& fields, const char* name, const std::string& unit,
                const std::string& pointer)
{
    const std::string place = pointer + '/' + name;
    if (!isWritten(fields, name)) {
        context.error("distribution.no-table", place, "It draws from a table, and names no distribution.",
                      "Choose one of the project's distributions.");
        return;
    }
    for (const Distribution& distribution : context.project.distributions) {
        const std::string its = distribution.id == fields.at(name) ? unitOfTable(distribution) : std::string();
        if (!its.empty() && !unit.empty() && !sameDimension(findUnit(its)->unit, unit))
            context.error("unit.mismatch", place,
                          "The values of \"" + distribution.id + "\" are in " + its + ", which does not fit.",
                          "Use a distribution in units of " + unit + '.');
    }
}

void checkDistribution(CheckContext& context, const Role& role, const Block& block, const std::string& pointer,
                       const Scope& scope)
{
    const Fields& fields = context.blockTypes.find(block.type)->fields;
    if (!findField(fields, "distribution") || !findField(fields, "table"))
        return;
    const std::string distribution = context.resolver.text(fields, "distribution", block.fields, pointer);
    const FieldDeclaration* const mean = findField(fields, findField(fields, "work") ? "work" : "time");
    const bool table = distribution == "table";
    if (distribution == "constant")
        checkConstant(context, role, *findField(fields, "distribution"), block, pointer, scope);
    // A parameter may choose; then all of them may be used.
    const bool fixed = !isWritten(block.fields, "distribution") || block.fields.at("distribution") == distribution;
    if (table)
        checkTable(context, block.fields, "table", mean ? mean->unit : "", pointer);
    else if (fixed && isWritten(block.fields, "table"))
        context.report(Severity::warning, "distribution.field-idle", pointer + "/table",
                       "It has no effect: the distribution is \"" + distribution + "\".",
                       "Remove it, or let the distribution be \"table\".");
    if (!mean)
        return;
    if (table && fixed && isWritten(block.fields, mean->name.c_str()))
        context.report(Severity::warning, "distribution.field-idle", pointer + below(mean->name),
                       "It has no effect: the times are those of the table.", "Remove one of the two.");
    if (!table)
        checkWidth(context, distribution, context.resolver.number(fields, "variation", block.fields, pointer, scope),
                   pointer);
}

/// A file is read by the run only.
void checkElement(CheckContext& context, const Distribution& distribution, const std::string& pointer)
{
    context.resolver.table(distribution.id);
    const auto unit = distribution.fields.find("unit");
    if (!isWritten(distribution.fields, "unit") || !unit->is_string())
        return;
    if (!findUnit(unit->get<std::string>()))
        context.error("distribution.unknown-unit", pointer + "/unit",
                      "There is no unit \"" + unit->get<std::string>() + "\".",
                      suggestion(unit->get<std::string>(), unitsOf({})));
    else if (!isWritten(distribution.fields, "file"))
        context.report(Severity::warning, "distribution.field-idle", pointer + "/unit",
                       "It has no effect: it is the unit of a file.", "Write the units with the values.");
}

} // namespace headroom::project
