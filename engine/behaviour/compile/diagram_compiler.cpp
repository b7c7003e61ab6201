// The common part of all blocks: names, places, fields, and the iteration over the diagram.
#include "behaviour/compile/diagram_compiler.h"

#include <algorithm>

namespace headroom::behaviour {

void DiagramCompiler::compile()
{
    auto instructions = static_cast<std::uint32_t>(diagram_.blocks.size());
    for (std::uint32_t i = 0; i < diagram_.blocks.size(); ++i) {
        index_[diagram_.blocks[i].id] = i;
        if (diagram_.blocks[i].type == "loop")
            again_[diagram_.blocks[i].id] = instructions++;
    }
    declareVariables();
    program_.code.resize(instructions);
    for (std::uint32_t i = 0; i < diagram_.blocks.size(); ++i)
        compileBlock(i);
    nameGroups();
    linkJoins();
    checkLists();
    markChunkPaths();
    markReceivers();
    markForgetting();
    for (Instruction& code : program_.code)
        if (code.next != nowhere)
            code.nextCode = program_.code[code.next].code;
    program_.slots = static_cast<std::uint32_t>(scope_.variables.size()) + hiddenSlots_;
    program_.frame = program_.slots > 1 || !uses_.empty(); // the only slot is "request"
    // An answer's results travel in a frame as well.
    const auto results = static_cast<std::uint32_t>(program_.results.size());
    software_.slots = std::max({software_.slots, program_.slots, results});
}

/// A way in does nothing: it counts how often the group is entered.
void DiagramCompiler::compileWayIn(const Block&, Instruction& code)
{
    add(code, Code::set, program_.sets, {});
}

void DiagramCompiler::nameGroups()
{
    const auto monitorsOf = [&](const std::vector<std::uint32_t>& blocks) {
        std::vector<std::uint32_t> monitors;
        for (const std::uint32_t block : blocks)
            monitors.push_back(program_.code[block].monitor);
        return monitors;
    };
    for (const FlatDiagram::Group& group : flat_.groups)
        software_.groups.push_back(
            {program_.diagram, group.path, monitorsOf(group.entries), monitorsOf(group.members)});
}

void DiagramCompiler::fault(const Block& block, const std::string& key, const std::string& problem,
                            const std::string& remedy)
{
    resolver_.findings().push_back({project::Severity::error, key, place(block),
                                    program_.diagram + " › block \"" + block.id + "\"", problem, remedy});
}

std::uint32_t DiagramCompiler::target(const Block& block, const std::string& port) const
{
    for (const auto& wire : diagram_.wires)
        if (wire.fromBlock == block.id && wire.fromPort == port) {
            if (const auto again = again_.find(wire.toBlock); wire.toPort == "again" && again != again_.end())
                return again->second;
            if (const auto found = index_.find(wire.toBlock); found != index_.end())
                return found->second;
        }
    return nowhere;
}

void DiagramCompiler::declareVariables()
{
    for (const auto& argument : operation_.arguments)
        declare(argument.name);
    declare("request");
    program_.requestSlot = slot("request");
    for (const Block& block : diagram_.blocks) {
        const BlockType* type = project::vocabulary().find(block.type);
        if (!type)
            continue;
        for (const auto& field : type->fields) {
            const Json& value = valueOf(block.fields, field);
            if (field.definesVariable && value.is_string())
                declare(value.get<std::string>());
            const bool named = field.definesVariable || field.type == project::FieldType::reductions;
            if (named && value.is_object())
                for (const auto& [name, unused] : value.items())
                    declare(name);
        }
        if (type->name == "transfer") {
            declare("chunk_bytes");
            declare("chunk_count");
            declare("chunk_offset");
        }
    }
}

const Json& DiagramCompiler::raw(const Block& block, const char* name) const
{
    return valueOf(block.fields, *findField(fieldsOf(block), name));
}

bool DiagramCompiler::isSet(const Block& block, const char* name) const
{
    const Json& value = raw(block, name);
    return !value.is_null() && !(value.is_string() && value.get_ref<const std::string&>().empty());
}

Expression DiagramCompiler::expression(const Block& block, const char* name)
{
    return used(block, resolver_.expression(fieldsOf(block), name, block.fields, place(block), scope_));
}

Expression DiagramCompiler::used(const Block& block, Expression expression)
{
    if (!expression.isConstant())
        uses_.push_back({index_.at(block.id), expression});
    return expression;
}

std::optional<Expression> DiagramCompiler::optionalExpression(const Block& block, const char* name)
{
    return isSet(block, name) ? std::optional(expression(block, name)) : std::nullopt;
}

double DiagramCompiler::number(const Block& block, const char* name)
{
    return resolver_.number(fieldsOf(block), name, block.fields, place(block), scope_);
}

std::string DiagramCompiler::text(const Block& block, const char* name)
{
    return resolver_.text(fieldsOf(block), name, block.fields, place(block));
}

std::vector<std::pair<std::string, Expression>> DiagramCompiler::assignments(const Block& block, const char* name)
{
    std::vector<std::pair<std::string, Expression>> result;
    if (const Json& value = raw(block, name); value.is_object())
        for (const auto& [variable, what] : value.items())
            result.emplace_back(variable,
                                used(block, resolver_.expression(what, project::anyUnit,
                                                                 place(block) + "/" + name + "/" + variable, scope_)));
    return result;
}

std::uint32_t DiagramCompiler::ring(const Block& block)
{
    const auto found = rings_.find(text(block, "ring"));
    if (found == rings_.end()) {
        fault(block, "ring.unknown", "It names no ring of the project.", "Choose one of the project's selectors.");
        return nowhere;
    }
    return found->second;
}

Variation DiagramCompiler::variation(const Block& block)
{
    using enum Variation::Shape;
    static const std::map<std::string, Variation::Shape> shapes = {{"constant", constant},
                                                                   {"exponential", exponential},
                                                                   {"uniform", uniform},
                                                                   {"log-normal", logNormal},
                                                                   {"erlang", erlang}};
    const auto found = shapes.find(text(block, "distribution"));
    const Variation varies{found == shapes.end() ? constant : found->second, number(block, "variation")};
    if (varies.shape == uniform && varies.coefficient > project::widestUniform) // possible by an override
        fault(block, "distribution.too-wide", "A uniform time varies by 0.577 at most: from 0 to twice its mean.",
              "Lower its variation, or choose log-normal.");
    return varies;
}

std::map<std::string, DiagramCompiler::Row> DiagramCompiler::gatherRows()
{
    std::map<std::string, Row> all;
    for (const Rows rows : {flowRows(), talkRows(), holdRows(), workRows()})
        for (const Row& row : rows)
            all.emplace(row.type, row);
    return all;
}

void DiagramCompiler::compileBlock(std::uint32_t i)
{
    const Block& block = diagram_.blocks[i];
    Instruction& code = program_.code[i];
    const std::string& drawName = flat_.drawNames[i];
    code.source = kernel::mix(sourceBase_, kernel::hashText(drawName.data(), drawName.size()));
    code.monitor = static_cast<std::uint32_t>(software_.blocks.size());
    software_.blocks.push_back({program_.diagram, block.id});
    code.next = target(block, "next");

    static const std::map<std::string, Row> rows = gatherRows();
    const auto found = rows.find(block.type);
    if (found == rows.end())
        fault(block, "block.unknown-type", "There is no block type \"" + block.type + "\".",
              "Choose one from the palette.");
    else
        found->second.compile(*this, block, code);
}

} // namespace headroom::behaviour
