// A diagram while it is compiled: its names and places, the fields of its blocks, and the program that it becomes.
// Internal to behaviour/.
#pragma once

#include "behaviour/compile/diagram_flattening.h"
#include "behaviour/program/program.h"
#include "mapping/placement.h"
#include "project/document/software.h"
#include "project/resolve/resolver.h"
#include "project/vocabulary/block_catalogue.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::behaviour {

using project::Block;
using project::BlockType;
using project::Diagram;
using project::Expression;
using project::Json;

struct DiagramContext
{
    Software& software;
    project::Resolver& resolver;
    const mapping::Placement& placement;
    const std::map<std::string, std::uint32_t>& rings;
    const project::Behaviour& behaviour;
    const project::Operation& operation;
    const FlatDiagram& flat;
    Program& program;
    project::Scope scope;
    std::string pointer; ///< of the diagram in the project's file
    std::uint64_t sourceBase;

    const Diagram& diagram = flat.diagram;
    std::map<std::string, std::uint32_t> index = {}; ///< of the block's instruction, by its id
    /// A loop has a second instruction, behind those of the blocks. The wires to its input port "again" lead to it.
    std::map<std::string, std::uint32_t> again = {};
    std::map<std::uint32_t, std::uint32_t> stretchSlots = {};
    std::uint32_t hiddenSlots = 0;
    struct Use
    {
        std::uint32_t block;
        Expression expression;
    };
    std::vector<Use> uses = {};              ///< expressions over the request's variables
    std::vector<Use> efforts = {};           ///< times and amounts of work that blocks take
    std::vector<std::uint32_t> senders = {}; ///< blocks that send a message

    std::string place(const Block& block) const { return pointer + flat.places[index.at(block.id)]; }
    void fault(const Block& block, const std::string& key, const std::string& problem, const std::string& remedy);
    /// The instruction that the wire from an output leads to; `nowhere` without a wire.
    std::uint32_t target(const Block& block, const std::string& port) const;

    void declare(const std::string& name) { scope.variables.try_emplace(name, scope.variables.size()); }
    std::uint32_t slot(const std::string& name) const { return static_cast<std::uint32_t>(scope.variables.at(name)); }
    /// The slot of the variable that the field names; nowhere if it names none.
    std::uint32_t optionalSlot(const Block& block, const char* field)
    {
        return isSet(block, field) ? slot(text(block, field)) : nowhere;
    }
    /// A slot that no expression can name, behind the slots of the variables.
    std::uint32_t hiddenSlot() { return static_cast<std::uint32_t>(scope.variables.size()) + hiddenSlots++; }

    const project::Fields& fieldsOf(const Block& block) const { return project::vocabulary().find(block.type)->fields; }
    const Json& raw(const Block& block, const char* name) const;
    bool isSet(const Block& block, const char* name) const;
    Expression expression(const Block& block, const char* name);
    /// Records the block that evaluates the expression, and returns the expression.
    Expression used(const Block& block, Expression expression);
    /// Records that the block takes so much time, or works on so many bytes.
    void takes(const Block& block, const Expression& effort) { efforts.push_back({index.at(block.id), effort}); }
    std::optional<Expression> optionalExpression(const Block& block, const char* name);
    /// One of reductionWays(), of a variable.
    Take take(const Block& block, const std::string& variable, const Json& way);
    double number(const Block& block, const char* name);
    std::string text(const Block& block, const char* name);
    /// The block with the choices of this run in place of the parameters that choose.
    Block withChoices(const Block& block) const;
    std::vector<std::pair<std::string, Expression>> assignments(const Block& block, const char* name);
    std::uint32_t ring(const Block& block);
    /// The table of the distribution that the block names; null, and a fault, if there is none.
    std::shared_ptr<const project::ValueTable> tableOf(const Block& block);
    /// The time of a block with a distribution; its mean is in the field of that name.
    ComputeStep time(const Block& block, const char* name);
};

/// Appends a block's step to the steps of its kind, and lets its instruction refer to it.
template <typename Step>
void add(Instruction& code, Code kind, std::vector<Step>& steps, Step step)
{
    code.code = kind;
    code.detail = static_cast<std::uint32_t>(steps.size());
    steps.push_back(std::move(step));
}

} // namespace headroom::behaviour
