// Compiles the diagram of one operation: each block becomes an instruction, its fields become expressions over slots.
// Internal to behaviour/; compile_flow.cpp, compile_work.cpp ... contain the blocks of one palette heading each.
#pragma once

#include "behaviour/compile/diagram_flattening.h"
#include "behaviour/program/program.h"
#include "project/resolve/resolver.h"
#include "project/vocabulary/block_catalogue.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace headroom::behaviour {

using project::Block;
using project::BlockType;
using project::Diagram;
using project::Expression;
using project::Json;

class DiagramCompiler
{
public:
    DiagramCompiler(Software& software, project::Resolver& resolver, const std::map<std::string, std::uint32_t>& rings,
                    const project::Behaviour& behaviour, const project::Operation& operation, const FlatDiagram& flat,
                    Program& program, project::Scope scope, std::string pointer, std::uint64_t sourceBase)
        : software_(software), resolver_(resolver), rings_(rings), behaviour_(behaviour), operation_(operation),
          flat_(flat), diagram_(flat.diagram), program_(program), scope_(std::move(scope)),
          pointer_(std::move(pointer)), sourceBase_(sourceBase)
    {
    }

    void compile();

private:
    // Names and places ------------------------------------------------------------------------------------------

    std::string place(const Block& block) const { return pointer_ + flat_.places[index_.at(block.id)]; }

    void fault(const Block& block, const std::string& key, const std::string& problem, const std::string& remedy);

    std::uint32_t target(const Block& block, const std::string& port) const;

    void declare(const std::string& name) { scope_.variables.try_emplace(name, scope_.variables.size()); }
    std::uint32_t slot(const std::string& name) const { return static_cast<std::uint32_t>(scope_.variables.at(name)); }
    /// A slot that no expression can name, behind the slots of the variables.
    std::uint32_t hiddenSlot() { return static_cast<std::uint32_t>(scope_.variables.size()) + hiddenSlots_++; }

    /// Declares every variable that any block of the diagram can set, before expressions are compiled.
    void declareVariables();

    // Fields ----------------------------------------------------------------------------------------------------

    const project::Fields& fieldsOf(const Block& block) const { return project::vocabulary().find(block.type)->fields; }

    const Json& raw(const Block& block, const char* name) const;
    bool isSet(const Block& block, const char* name) const;
    Expression expression(const Block& block, const char* name);
    /// Records the block that evaluates the expression, and returns the expression.
    Expression used(const Block& block, Expression expression);
    std::optional<Expression> optionalExpression(const Block& block, const char* name);
    double number(const Block& block, const char* name);
    std::string text(const Block& block, const char* name);
    std::vector<std::pair<std::string, Expression>> assignments(const Block& block, const char* name);
    std::uint32_t ring(const Block& block);
    Variation variation(const Block& block);
    std::uint32_t stateItem(const Block& block, const char* field, StateKind kind);

    // Blocks ----------------------------------------------------------------------------------------------------

    /// How the blocks of one type are compiled.
    struct Row
    {
        const char* type; ///< name of the type in project files
        void (*compile)(DiagramCompiler& compiler, const Block& block, Instruction& code);
    };
    using Rows = std::span<const Row>;
    // The rows of the table. Each function is in the file that compiles these blocks.
    static Rows flowRows();
    static Rows talkRows();
    static Rows holdRows();
    static Rows workRows();
    static std::map<std::string, Row> gatherRows();
    /// Sets a row's `compile` to one of the functions below.
    template <auto function>
    static void compileBy(DiagramCompiler& compiler, const Block& block, Instruction& code)
    {
        (compiler.*function)(block, code);
    }
    void compileBlock(std::uint32_t i);

    template <typename Step>
    static void add(Instruction& code, Code kind, std::vector<Step>& steps, Step step)
    {
        code.code = kind;
        code.detail = static_cast<std::uint32_t>(steps.size());
        steps.push_back(std::move(step));
    }

    void compileStart(const Block& block, Instruction& code);
    void compileEnd(const Block&, Instruction& code) { code.code = Code::end; }
    void compileWayIn(const Block& block, Instruction& code);

    void compileReply(const Block& block, Instruction& code);
    void compileCompute(const Block& block, Instruction& code);
    void compileBlackBox(const Block& block, Instruction& code);
    void compileStorage(const Block& block, Instruction& code);

    Target compileTarget(const Block& block);
    void compileCall(const Block& block, Instruction& code);
    void compileSend(const Block& block, Instruction& code);
    void compileTransfer(const Block& block, Instruction& code);
    void compileFork(const Block& block, Instruction& code);
    void compileForEach(const Block& block, Instruction& code);
    void compileJoin(const Block& block, Instruction& code);
    void compileBranch(const Block& block, Instruction& code);
    void compileLoop(const Block& block, Instruction& code);
    void compileDelay(const Block& block, Instruction& code);
    void compileDraw(const Block& block, Instruction& code);
    void compileSet(const Block& block, Instruction& code);
    void compileProbe(const Block& block, Instruction& code);
    void compileState(const Block& block, Instruction& code);
    void compileCache(const Block& block, Instruction& code);
    void compilePut(const Block& block, Instruction& code);
    void compileGet(const Block& block, Instruction& code);
    void compileBarrier(const Block& block, Instruction& code);
    void compileMemory(const Block& block, Instruction& code);

    // Across blocks ---------------------------------------------------------------------------------------------

    void nameGroups();

    void linkJoins();

    /// What a variable may hold where a block begins: a number, a list, or either.
    enum Holds : std::uint8_t
    {
        aNumber = 1,
        aList = 2
    };
    using Holdings = std::vector<std::uint8_t>; ///< by variable; 0: no path reaches the block
    /// Reports lists used as numbers in expressions: only a for each can use a list.
    void checkLists();
    bool hasLists() const;
    std::vector<Holdings> holdingsBefore() const;
    Holdings holdingsAfter(std::uint32_t block, const std::string& port, const std::vector<Holdings>& before) const;
    void checkUses(const std::vector<Holdings>& before);
    void checkHandedOn(const std::vector<Holdings>& before);
    std::uint32_t forkOf(std::uint32_t block) const;
    const std::string& variable(std::uint32_t slot) const;

    /// Marks each transfer in the chunk path of another transfer: it moves the chunk it is given in one piece.
    void markChunkPaths();

    /// Marks calls and joins after which no block uses a variable.
    void markForgetting();
    bool looksAtVariables(std::uint32_t block) const;

    /// Marks the calls that have to wait for a stream from the callee: only those for which some block receives one.
    void markReceivers();

    Software& software_;
    project::Resolver& resolver_;
    const std::map<std::string, std::uint32_t>& rings_;
    const project::Behaviour& behaviour_;
    const project::Operation& operation_;
    const FlatDiagram& flat_;
    const Diagram& diagram_;
    Program& program_;
    project::Scope scope_;
    std::string pointer_;
    std::uint64_t sourceBase_;
    std::map<std::string, std::uint32_t> index_;
    /// A loop has a second instruction, behind those of the blocks. The wires to its input port "again" lead to it.
    std::map<std::string, std::uint32_t> again_;
    std::map<std::uint32_t, std::uint32_t> stretchSlots_;
    std::uint32_t hiddenSlots_ = 0;
    struct Use
    {
        std::uint32_t block;
        Expression expression;
    };
    std::vector<Use> uses_; ///< expressions over the request's variables
};

} // namespace headroom::behaviour
