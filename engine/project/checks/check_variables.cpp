// Variables that expressions use on ways on which nothing has set them: there they are 0.
#include "project/checks/check_context.h"
#include "project/checks/placed_blocks.h"
#include "project/document/software.h"
#include "project/vocabulary/assignments.h"
#include "project/vocabulary/block_variables.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace headroom::project {
namespace {

/// Variables known at a place: those that some way there sets, and those that every way sets.
struct Known
{
    bool reached = false; ///< some way leads here; else the rest means nothing
    std::vector<bool> ever, always;

    void set(std::size_t variable) { ever[variable] = always[variable] = true; }

    /// Adds another way; whether anything has changed.
    bool merge(const Known& other)
    {
        if (!other.reached)
            return false;
        const Known before = *this;
        if (!reached) {
            *this = other;
            return true;
        }
        for (std::size_t v = 0; v < ever.size(); ++v) {
            ever[v] = ever[v] || other.ever[v];
            always[v] = always[v] && other.always[v];
        }
        return ever != before.ever || always != before.always;
    }
};

std::vector<std::string> keysOf(const Json& object)
{
    std::vector<std::string> keys;
    if (object.is_object())
        for (const auto& [key, value] : object.items())
            keys.push_back(key);
    return keys;
}

class VariableCheck
{
public:
    VariableCheck(CheckContext& context, const Role& role, const Operation& operation, const PlacedBlocks& placed,
                  const Scope& scope)
        : context_(context), role_(role), operation_(operation), placed_(placed), blocks_(placed.blocks()),
          scope_(scope), rounds_(blocks_.size()), joins_(joinsOfForks())
    {
    }

    void run()
    {
        follow();
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            rounds_[i] = again_[i].always;
        if (std::ranges::any_of(again_, &Known::reached))
            follow();
        for (const Severity severity : {Severity::error, Severity::warning})
            for (std::size_t i = 0; i < blocks_.size(); ++i)
                checkBlock(i, severity);
    }

private:
    const BlockType* typeOf(const Block& block) const { return context_.blockTypes.find(block.type); }

    bool works(const Block& block) const { return typeOf(block) && !context_.blockTypes.isDisabled(block); }

    // Ways of requests --------------------------------------------------------------------------------------------

    /// True if requests may leave the block by the output, with the present parameters.
    bool leaves(const Block& block, const std::string& port) const
    {
        if (context_.blockTypes.isDisabled(block))
            return port == context_.blockTypes.wayThrough(block, "");
        if (block.type == "branch") {
            const bool drawn = block.fields.value("condition", Json()).is_null();
            const std::optional<double> yes = context_.constant(block, drawn ? "probability" : "condition", scope_);
            return !yes || (port == "yes" ? *yes != 0 : drawn ? *yes < 1 : *yes == 0);
        }
        return block.type != "loop" || port != "body" || !repeats(block) || *repeats(block) > 0;
    }

    /// Number of rounds of a loop, if that is the same for all requests.
    std::optional<double> repeats(const Block& loop) const
    {
        return loop.fields.value("while", Json()).is_null() ? context_.constant(loop, "count", scope_) : std::nullopt;
    }

    // Variables set on the way ------------------------------------------------------------------------------------

    void set(Known& known, const std::string& name) const
    {
        if (const auto found = scope_.variables.find(name); found != scope_.variables.end())
            known.set(found->second);
    }

    Known atStart() const
    {
        Known known{true, std::vector<bool>(scope_.variables.size()), std::vector<bool>(scope_.variables.size())};
        for (const char* name : {"request", "now", "node"})
            set(known, name);
        for (const Argument& argument : operation_.arguments)
            set(known, argument.name);
        for (const StateItem& item : role_.state)
            if (item.fields.value("type", Json()) == "value")
                set(known, item.id);
        return known;
    }

    void setAfter(Known& known, const Block& block, const std::string& port) const
    {
        for (const std::string& name : variablesSetAt(*typeOf(block), block, port))
            set(known, name);
    }

    std::size_t forkOf(std::size_t join) const
    {
        const Json of = blocks_[join].block->fields.value("of", Json());
        return of.is_string() ? placed_.beside(blocks_[join], of.get<std::string>()) : blocks_.size();
    }

    /// Behind a join the variables are those at the fork, except for those that it hands on.
    Known afterJoin(std::size_t join, const std::string& port) const
    {
        const std::size_t fork = forkOf(join);
        Known known = fork < blocks_.size() ? before_[fork] : before_[join];
        if (known.reached && before_[join].reached && port == "next")
            for (const std::string& name : keysOf(blocks_[join].block->fields.value("hand_on", Json())))
                if (const auto found = scope_.variables.find(name); found != scope_.variables.end()) {
                    known.ever[found->second] = before_[join].ever[found->second];
                    known.always[found->second] = before_[join].always[found->second];
                }
        return known;
    }

    /// Variables that the rounds of a loop set begin at 0: a counter, or the result of a search.
    Known entering(std::size_t index) const
    {
        Known known = before_[index];
        known.merge(again_[index]);
        for (std::size_t v = 0; known.reached && v < rounds_[index].size(); ++v)
            if (rounds_[index][v])
                known.set(v);
        return known;
    }

    Known after(std::size_t index, const std::string& port) const
    {
        const Block& block = *blocks_[index].block;
        Known known = entering(index);
        if (!works(block))
            return known;
        if (block.type == "join")
            return afterJoin(index, port);
        if (block.type == "loop" && port == "done" && repeats(block).value_or(0) > 0)
            return again_[index]; // the body has run
        if (known.reached)
            setAfter(known, block, port);
        return known;
    }

    std::vector<std::vector<std::size_t>> joinsOfForks() const
    {
        std::vector<std::vector<std::size_t>> joins(blocks_.size());
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            if (const std::size_t fork = blocks_[i].block->type == "join" ? forkOf(i) : blocks_.size();
                fork < blocks_.size())
                joins[fork].push_back(i);
        return joins;
    }

    /// Iterates to the fixed point: more and more variables are set on some way, fewer and fewer on each.
    void follow()
    {
        before_.assign(blocks_.size(), {});
        again_ = before_;
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            if (blocks_[i].block->type == "start" && blocks_[i].level == 0) {
                before_[i] = atStart();
                open.push_back(i);
            }
        }
        while (!open.empty()) {
            const std::size_t index = open.back();
            open.pop_back();
            if (std::ranges::any_of(joins_[index], [&](std::size_t join) { return before_[join].reached; }))
                open.insert(open.end(), joins_[index].begin(), joins_[index].end());
            for (const PlacedBlock::Way& way : blocks_[index].next)
                if (leaves(*blocks_[index].block, way.port) &&
                    (way.again ? again_ : before_)[way.to].merge(after(index, way.port)))
                    open.push_back(way.to);
        }
    }

    // Used variables ----------------------------------------------------------------------------------------------

    const std::vector<std::string>& namesIn(const Json& value)
    {
        static const std::vector<std::string> none;
        if (!value.is_string())
            return none;
        const auto [entry, isNew] = names_.try_emplace(value.get<std::string>());
        try {
            if (isNew)
                entry->second = Expression::compile(entry->first, scope_).variables();
        } catch (const ExpressionError&) { // is reported with the field
        }
        return entry->second;
    }

    void checkNames(std::size_t index, const Known& known, const std::vector<std::string>& names,
                    const std::string& below, Severity severity)
    {
        for (const std::string& name : names) {
            const auto found = scope_.variables.find(name);
            if (!known.reached || found == scope_.variables.end() || known.always[found->second])
                continue;
            const bool never = !known.ever[found->second];
            if (never == (severity == Severity::error) && told_.insert(name).second)
                tell(blocks_[index], name, below, never);
        }
    }

    void checkBlock(std::size_t index, Severity severity)
    {
        const Block& block = *blocks_[index].block;
        if (!works(block))
            return;
        const Known known = entering(index);
        const Fields& fields = typeOf(block)->fields;
        for (const FieldDeclaration& field : fields) {
            const auto set = block.fields.find(field.name);
            if (set == block.fields.end() || unmetCondition(fields, field, block.fields) ||
                comesFromTable(field, block.fields))
                continue;
            if (field.type == FieldType::assignments && !field.valuesAreNames)
                checkAssignments(index, field, known, severity);
            else if (field.type == FieldType::reductions && block.type == "join")
                checkHandedOn(index, *set, severity);
            else if (field.readsVariable && set->is_string())
                checkNames(index, known, {set->get<std::string>()}, below(field.name), severity);
            else if (field.perRequest)
                checkNames(index,
                           block.type == "join" && forkOf(index) < blocks_.size() ? before_[forkOf(index)] : known,
                           namesIn(*set), below(field.name), severity);
        }
    }

    /// Each assignment of a set sees what those before it have set.
    void checkAssignments(std::size_t index, const FieldDeclaration& field, Known known, Severity severity)
    {
        if (known.reached && blocks_[index].block->type == "call")
            setAfter(known, *blocks_[index].block, ""); // whom it asks is chosen before what it asks for
        for (const Assignment& each : assignmentsIn(blocks_[index].block->fields.at(field.name))) {
            checkNames(index, known, namesIn(each.value), below(field.name) + below(each.key), severity);
            if (field.definesVariable && known.reached)
                set(known, each.name);
        }
    }

    void checkHandedOn(std::size_t join, const Json& handedOn, Severity severity)
    {
        for (const std::string& name : keysOf(handedOn))
            checkNames(join, before_[join], {name}, below("hand_on") + below(name), severity);
    }

    // Reports -----------------------------------------------------------------------------------------------------

    /// A join at which a path comes that has set the variable, and which does not hand it on; nullptr if there is none.
    const Block* joinThatDrops(const std::string& name) const
    {
        const std::size_t variable = scope_.variables.at(name);
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            if (blocks_[i].block->type == "join" && before_[i].reached && before_[i].ever[variable] &&
                !blocks_[i].block->fields.value("hand_on", Json::object()).contains(name))
                return blocks_[i].block;
        return nullptr;
    }

    void tell(const PlacedBlock& at, const std::string& name, const std::string& below, bool never)
    {
        const std::string in = at.drawn ? std::string() : "In its block \"" + at.block->id + "\": ";
        const std::string pointer = at.drawn ? at.pointer + below : at.pointer;
        if (!never) {
            context_.report(Severity::warning, "variable.sometimes-set", pointer,
                            in + "\"" + name + "\" is not set on every way that leads here: without that it is 0.",
                            "Set it on each of these ways, or to a first value before they part.");
            return;
        }
        context_.error("variable.never-set", pointer,
                       in + "\"" + name + "\" is set on no way that leads here: it is 0.", remedyFor(name));
    }

    std::string remedyFor(const std::string& name) const
    {
        if (scope_.constants.contains(name))
            return "It is a variable in the whole diagram: give that another name if the parameter is meant here.";
        if (const Block* join = joinThatDrops(name))
            return "Let the join \"" + join->id + "\" hand it on, or set it before this block.";
        return "Set it before this block, for example with a set block or as an argument.";
    }

    CheckContext& context_;
    const Role& role_;
    const Operation& operation_;
    const PlacedBlocks& placed_;
    const std::vector<PlacedBlock>& blocks_;
    const Scope& scope_;
    std::vector<Known> before_;                   ///< where a block begins
    std::vector<Known> again_;                    ///< where the body of a loop comes back to it
    std::vector<std::vector<bool>> rounds_;       ///< of a loop: what each of its rounds sets, once it is known
    std::vector<std::vector<std::size_t>> joins_; ///< of a fork or for each
    std::set<std::string> told_;
    std::map<std::string, std::vector<std::string>> names_; ///< variables of the expressions seen so far
};

} // namespace

void checkVariables(CheckContext& context, const Role& role, const Operation& operation, const PlacedBlocks& placed,
                    const Scope& scope)
{
    VariableCheck(context, role, operation, placed, scope).run();
}

} // namespace headroom::project
