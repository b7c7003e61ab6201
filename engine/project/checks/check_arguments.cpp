// Units of what an operation is given: an argument that it uses as bytes is no time.
#include "project/checks/check_context.h"
#include "project/document/software.h"
#include "project/vocabulary/assignments.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace headroom::project {
namespace {

/// Searches the fields that have exactly an argument as their value, also behind calls that pass it on.
class UnitOfUse
{
public:
    explicit UnitOfUse(const CheckContext& context) : context_(context) {}

    std::string of(const Operation& operation, const Argument& argument)
    {
        if (argument.type == "bytes")
            return "B";
        if (argument.type == "time")
            return "s";
        if (!seen_.emplace(&operation, argument.name).second)
            return {};
        std::string unit;
        for (const Diagram& diagram : operation.diagrams)
            for (const Block* block : context_.blocksIn(diagram))
                if (unit.empty() && !context_.blockTypes.isDisabled(*block))
                    unit = inBlock(*block, argument.name);
        return unit;
    }

private:
    std::string inBlock(const Block& block, const std::string& name)
    {
        const BlockType* type = context_.blockTypes.find(block.type);
        if (!type || type->inner || type->name == "group")
            return {};
        const bool given = std::ranges::any_of(block.fields, [&](const Json& value) {
            return value.is_string() && value.get_ref<const std::string&>() == name;
        });
        for (const FieldDeclaration& field : type->fields)
            if (given && field.type == FieldType::quantity && field.perRequest && field.unit != anyUnit &&
                block.fields.value(field.name, Json()) == name)
                return field.unit;
        if (const Operation* called = calledBy(context_, block))
            for (const Assignment& each : assignmentsIn(block.fields.value("arguments", Json())))
                if (each.value == name)
                    for (const Argument& argument : called->arguments)
                        if (argument.name == each.name)
                            if (std::string unit = of(*called, argument); !unit.empty())
                                return unit;
        return {};
    }

    const CheckContext& context_;
    std::set<std::pair<const Operation*, std::string>> seen_;
};

} // namespace

std::string unitOfArgument(const CheckContext& context, const Operation& operation, const Argument& argument)
{
    return UnitOfUse(context).of(operation, argument);
}

void checkArgumentUnits(CheckContext& context, const Operation& operation, const Json& given,
                        const std::string& pointer, const Scope& scope)
{
    for (const Assignment& each : assignmentsIn(given))
        for (const Argument& argument : operation.arguments) {
            const std::string unit =
                argument.name == each.name ? unitOfArgument(context, operation, argument) : std::string();
            if (unit.empty())
                continue;
            Findings found; // other faults of the expression are reported with the field
            Resolver(context.resolver, found).expression(each.value, unit, pointer + below(each.key), scope);
            for (const Finding& finding : found)
                if (finding.key == "unit.mismatch")
                    context.error("unit.mismatch", finding.pointer,
                                  finding.problem + " The operation uses the argument \"" + argument.name +
                                      "\" as a quantity in " + unit + '.',
                                  finding.remedy);
        }
}

} // namespace headroom::project
