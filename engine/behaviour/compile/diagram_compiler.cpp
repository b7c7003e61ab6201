#include "behaviour/compile/diagram_compiler.h"

#include "behaviour/compile/across_blocks.h"
#include "behaviour/compile/block_rows.h"
#include "behaviour/compile/list_check.h"
#include "project/vocabulary/block_variables.h"

#include <algorithm>

namespace headroom::behaviour {

namespace {

std::map<std::string, CompileBlock> gatherRows()
{
    std::map<std::string, CompileBlock> all;
    for (const BlockRows rows : {flowRows(), communicationRows(), stateRows(), workRows()})
        for (const BlockRow& row : rows)
            all.emplace(row.type, row.compile);
    return all;
}

void nameGroups(DiagramContext& context)
{
    const auto monitorsOf = [&](const std::vector<std::uint32_t>& blocks) {
        std::vector<std::uint32_t> monitors;
        for (const std::uint32_t block : blocks)
            monitors.push_back(context.program.code[block].monitor);
        return monitors;
    };
    for (const FlatDiagram::Group& group : context.flat.groups)
        context.software.groups.push_back(
            {context.program.diagram, group.path, monitorsOf(group.entries), monitorsOf(group.members)});
}

/// True if a text in the fields of any block, or in what these contain, has the name.
bool isNamed(const Diagram& diagram, const std::string& name)
{
    const auto inValue = [&name](const auto& self, const Json& value) -> bool {
        if (value.is_structured())
            return std::any_of(value.begin(), value.end(), [&](const Json& each) { return self(self, each); });
        // To look for the letters takes far less time than to read the expression.
        if (!value.is_string() || value.get_ref<const std::string&>().find(name) == std::string::npos)
            return false;
        const std::vector<std::string> names = project::identifiersIn(value.get_ref<const std::string&>());
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    return std::any_of(diagram.blocks.begin(), diagram.blocks.end(),
                       [&](const Block& block) { return inValue(inValue, block.fields); });
}

/// Where and when: what the diagram itself, or a parameter, calls so has precedence.
void declarePlace(DiagramContext& context)
{
    for (const auto& [name, slot] :
         {std::pair("now", &context.program.nowSlot), std::pair("node", &context.program.nodeSlot)})
        if (!context.scope.variables.contains(name) && !context.scope.constants.contains(name) &&
            isNamed(context.diagram, name)) {
            context.declare(name);
            *slot = context.slot(name);
        }
}

/// The values that the role's requests share, as far as the diagram names them.
void declareSharedValues(DiagramContext& context)
{
    for (std::uint32_t s = 0; s < context.software.states.size(); ++s) {
        const StateInfo& state = context.software.states[s];
        if (state.role != context.program.role || state.kind != StateKind::value ||
            !(context.scope.variables.contains(state.name) || isNamed(context.diagram, state.name)))
            continue;
        context.declare(state.name);
        context.program.shared.push_back({context.slot(state.name), s});
    }
}

void declareVariables(DiagramContext& context)
{
    for (const auto& argument : context.operation.arguments)
        context.declare(argument.name);
    context.declare("request");
    context.program.requestSlot = context.slot("request");
    for (const Block& block : context.diagram.blocks) {
        const BlockType* type = project::vocabulary().find(block.type);
        if (!type)
            continue;
        for (const std::string& name : project::variablesOf(*type, block))
            context.declare(name);
        for (const auto& field : type->fields)
            if (const Json& value = valueOf(block.fields, field);
                field.type == project::FieldType::reductions && value.is_object())
                for (const auto& [name, unused] : value.items())
                    context.declare(name);
    }
    declareSharedValues(context);
    declarePlace(context);
}

/// Both instructions of a loop have the same ways out.
void recordWaysOut(DiagramContext& context)
{
    context.program.waysOut.resize(context.program.code.size());
    for (const auto& wire : context.diagram.wires) {
        const auto from = context.index.find(wire.fromBlock);
        if (from == context.index.end())
            continue;
        const std::uint32_t way = context.target(context.diagram.blocks[from->second], wire.fromPort);
        if (way == nowhere)
            continue;
        context.program.waysOut[from->second].push_back(way);
        if (const auto second = context.again.find(wire.fromBlock); second != context.again.end())
            context.program.waysOut[second->second].push_back(way);
    }
}

void compileBlock(DiagramContext& context, std::uint32_t i)
{
    const Block& block = context.diagram.blocks[i];
    Instruction& code = context.program.code[i];
    const std::string& drawName = context.flat.drawNames[i];
    code.source = kernel::mix(context.sourceBase, kernel::hashText(drawName.data(), drawName.size()));
    code.monitor = static_cast<std::uint32_t>(context.software.blocks.size());
    static const project::BlockTraits none;
    const BlockType* type = project::vocabulary().find(block.type);
    context.software.blocks.push_back({context.program.diagram, block.id, type ? &type->traits : &none});
    code.next = context.target(block, "next");
    code.aside = context.flat.aside[i];

    static const std::map<std::string, CompileBlock> rows = gatherRows();
    const auto found = rows.find(block.type);
    if (found == rows.end())
        context.fault(block, "block.unknown-type", "There is no block type \"" + block.type + "\".",
                      "Choose one from the palette.");
    else
        found->second(context, block, code);
}

} // namespace

void compileDiagram(DiagramContext& context)
{
    auto instructions = static_cast<std::uint32_t>(context.diagram.blocks.size());
    for (std::uint32_t i = 0; i < context.diagram.blocks.size(); ++i) {
        context.index[context.diagram.blocks[i].id] = i;
        if (context.diagram.blocks[i].type == "loop")
            context.again[context.diagram.blocks[i].id] = instructions++;
    }
    declareVariables(context);
    context.program.code.resize(instructions);
    for (std::uint32_t i = 0; i < context.diagram.blocks.size(); ++i)
        compileBlock(context, i);
    recordWaysOut(context);
    nameGroups(context);
    linkJoins(context);
    ListCheck(context).check();
    markChunkPaths(context);
    markReceivers(context);
    markForgetting(context);
    for (Instruction& code : context.program.code)
        if (code.next != nowhere)
            code.nextCode = context.program.code[code.next].code;
    context.program.slots = static_cast<std::uint32_t>(context.scope.variables.size()) + context.hiddenSlots;
    context.program.frame = context.program.slots > 1 || !context.uses.empty(); // the only slot is "request"
    // An answer's results travel in a frame as well.
    const auto results = static_cast<std::uint32_t>(context.program.results.size());
    context.software.slots = std::max({context.software.slots, context.program.slots, results});
}

} // namespace headroom::behaviour
