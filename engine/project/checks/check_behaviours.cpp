#include "project/checks/check_context.h"
#include "project/checks/placed_blocks.h"
#include "project/resolve/request_names.h"
#include "project/structure/member_keys.h"
#include "project/vocabulary/assignments.h"
#include "project/vocabulary/block_variables.h"
#include "project/vocabulary/disabled_blocks.h"
#include "project/vocabulary/inner_diagrams.h"

#include <algorithm>
#include <map>
#include <set>

namespace headroom::project {
namespace {

class DiagramCheck
{
public:
    DiagramCheck(CheckContext& context, const Role& role, const Operation& operation, const Diagram& diagram,
                 const std::string& pointer, Scope scope)
        : context_(context), role_(role), operation_(operation), diagram_(diagram), pointer_(pointer),
          scope_(std::move(scope))
    {
        for (const RequestName& each : requestNames(context.blockTypes, role, operation, diagram, scope_))
            scope_.variables.emplace(each.name, scope_.variables.size());
        for (const auto& [name, slot] : scope_.variables)
            scope_.units.erase(name); // of a parameter that the variable hides
        for (const Argument& argument : operation.arguments)
            scope_.units.set(argument.name, unitOfArgument(context, operation, argument));
        size_ = context.blocksIn(diagram).size();
        sharedValues();
    }

    void run()
    {
        if (size_ >= mostBlocks) {
            context_.error("group.too-large", pointer_,
                           "The diagram has " + std::to_string(mostBlocks) +
                               " blocks or more, including those in groups.",
                           "Draw fewer, or use for each and loop instead of copies.");
            return;
        }
        check();
        const PlacedBlocks placed(context_.blockTypes, diagram_, pointer_);
        checkRings(context_, placed);
        checkVariables(context_, role_, operation_, placed, scope_);
    }

private:
    /// Values that requests share have names like variables; only set blocks give them a number.
    void sharedValues()
    {
        for (const StateItem& item : role_.state) {
            if (item.fields.value("type", Json()) != "value")
                continue;
            for (const Argument& argument : operation_.arguments)
                if (argument.name == item.id)
                    hidesValue(pointer_, item.id, "argument of the operation");
        }
    }

    void hidesValue(const std::string& pointer, const std::string& name, const char* what)
    {
        context_.error("value.hidden", pointer,
                       std::string("An ") + what + " has the name of the value \"" + name + "\".",
                       "Give one of them another name; set blocks change the value.");
    }

    /// A variable that a block defines may not be a value that requests share, except that of a set.
    void definesValue(const Block& block, const BlockType& type, const std::string& pointer)
    {
        if (type.name == "set")
            return;
        for (const std::string& name : variablesOf(type, block))
            for (const StateItem& item : role_.state)
                if (item.id == name && item.fields.value("type", Json()) == "value")
                    hidesValue(pointer, name, "output of the block");
    }

    /// For the diagram inside a block of another diagram, which has the variables of the outer one.
    DiagramCheck(const DiagramCheck& outer, const Diagram& diagram, const std::string& pointer)
        : context_(outer.context_), role_(outer.role_), operation_(outer.operation_), diagram_(diagram),
          pointer_(pointer), scope_(outer.scope_), depth_(outer.depth_ + 1)
    {
    }

    void check()
    {
        context_.uniqueIds(idsOf(diagram_.blocks), pointer_ + "/blocks");
        for (std::size_t i = 0; i < diagram_.blocks.size(); ++i)
            block(diagram_.blocks[i], pointer_ + "/blocks" + below(i));
        for (std::size_t i = 0; i < diagram_.wires.size(); ++i)
            wire(diagram_.wires[i], pointer_ + "/wires" + below(i));
        starts();
        requiredPorts();
        walk();
    }

    std::string blockPointer(const Block& block) const
    {
        return pointer_ + "/blocks" + below(static_cast<std::size_t>(&block - diagram_.blocks.data()));
    }

    void block(const Block& block, const std::string& pointer)
    {
        if (block.id.find('.') != std::string::npos)
            context_.error("id.invalid", pointer + "/id", "A block's id cannot contain a dot.", "Use a dash instead.");
        const BlockType* type = context_.blockTypes.find(block.type);
        if (!type) {
            std::vector<std::string> names;
            for (const BlockType& candidate : context_.blockTypes.types())
                names.push_back(candidate.name);
            const std::string near = nearestName(block.type, names);
            context_.error(
                "block.unknown-type", pointer + "/type", "There is no block type \"" + block.type + "\".",
                (near.empty() ? std::string() : "Did you mean \"" + near + "\"? ") +
                    "Types are those of the palette and of the files blocks/*.json beside the project and in "
                    "the folders of the libraries.");
            return;
        }
        disabled(block, *type, pointer);
        if (context_.blockTypes.isDisabled(block))
            return; // nothing of it is run
        const Surroundings around{.role = &role_, .diagram = &diagram_};
        static const std::vector<std::string> keys = memberKeys<Block>();
        if (block.fields.contains("disabled")) {
            Json values = block.fields;
            values.erase("disabled"); // checked already
            context_.fields(type->fields, values, keys, pointer, scope_, around);
        } else {
            context_.fields(type->fields, block.fields, keys, pointer, scope_, around);
        }
        definesValue(block, *type, pointer);
        talk(block, pointer);
        partners(block, pointer);
        checkTransfers(context_, diagram_, block, pointer);
        checkJoin(context_, diagram_, block, pointer, scope_);
        checkStateBlock(context_, role_, diagram_, block, pointer, scope_);
        checkKey(context_, role_, block, pointer);
        checkDeviceRange(context_, role_, block, pointer, scope_);
        checkRandomPlaces(context_, block, pointer, scope_);
        checkDistribution(context_, role_, block, pointer, scope_);
        paths(block, pointer);
        takes(block, pointer);
        inside(block, pointer);
        if (block.type == "start")
            checkConsumer(context_, role_, operation_, block, pointer);
        else if (block.type == "put")
            checkMessage(context_, role_, block, pointer);
        else if (block.type == "reply")
            names(block, "results", operation_.results, pointer, "result of this operation named");
    }

    /// The outputs of a fork are wired by hand, so their number must be fixed in the drawing.
    void paths(const Block& block, const std::string& pointer)
    {
        const auto paths = block.fields.find("paths");
        if (block.type == "fork" && paths != block.fields.end() && !paths->is_number() && !paths->is_null()) {
            context_.error("fork.paths-not-fixed", pointer + "/paths",
                           "The number of paths of a fork must be a number, not an expression.",
                           "Write a number, or use a for each, which opens as many paths as an expression says.");
        }
    }

    /// A for each over a ring cannot take more devices than a partition has replicas.
    void takes(const Block& block, const std::string& pointer)
    {
        if (block.type != "for each" || block.fields.value("over", Json()) != "ring" || !block.fields.contains("take"))
            return;
        const auto& selectors = context_.project.selectors;
        const auto ring = std::find_if(selectors.begin(), selectors.end(), [&](const auto& selector) {
            return block.fields.value("ring", Json()) == selector.id;
        });
        if (ring == selectors.end())
            return;
        Findings told; // errors of the fields themselves are reported elsewhere
        Resolver resolver(context_.resolver, told);
        const Expression take =
            resolver.expression(context_.blockTypes.find(block.type)->fields, "take", block.fields, pointer, scope_);
        const double replicas = resolver.number(selectorFields(), "replicas", ring->fields, pointer);
        if (told.empty() && take.isConstant() && take.value() > replicas) {
            context_.report(Severity::warning, "for-each.too-many", pointer + "/take",
                            "It takes more devices than the ring \"" + ring->id +
                                "\" has replicas: it iterates over those.",
                            "Lower it, or raise the replicas of the ring.");
        }
    }

    void disabled(const Block& block, const BlockType& type, const std::string& pointer)
    {
        const auto set = block.fields.find("disabled");
        if (set == block.fields.end() || (set->is_boolean() && !set->get<bool>()))
            return;
        if (!canBeDisabled(type)) {
            context_.error("block.cannot-disable", pointer + "/disabled",
                           "A " + type.name + " block cannot be disabled: nothing could pass through it.",
                           "Take \"disabled\" out, or take the block out of the path.");
        } else if (!set->is_boolean()) {
            context_.error("block.disabled", pointer + "/disabled", "\"disabled\" is neither true nor false.",
                           "Write true, false, or an expression over the parameters of the project and of the role.");
        }
    }

    /// The diagram inside a group, or inside a block of a type from a library file; errors in the latter are reported
    /// at the block.
    void inside(const Block& block, const std::string& pointer)
    {
        const BlockType& type = *context_.blockTypes.find(block.type);
        // Those in the diagrams of the project are settled; a value that is no choice is reported with the field.
        if (type.levels && findField(type.fields, type.level) && context_.resolver.parameterValue(levelOf(type, block)))
            context_.error("level.by-parameter", pointer + below(type.level),
                           "A parameter cannot choose the level of a block inside another type of block.",
                           "Give that type a field for it, and name the field here.");
        const std::optional<Diagram> inner = innerOf(context_.blockTypes, block);
        if (!inner) {
            if (block.type == "group") {
                context_.error("group.empty", pointer, "The group is empty.", "Draw what it does.");
            } else if (!block.inner.empty()) {
                context_.report(Severity::warning, "key.unknown", pointer + "/inner",
                                "Only a group has a diagram inside; it is kept and has no effect.",
                                "Make the block a group, or remove what is inside.");
            }
            return;
        }
        if (depth_ >= deepestGroups) {
            context_.error("group.too-deep", pointer,
                           "More than " + std::to_string(deepestGroups) + " diagrams are nested.",
                           "Nest fewer groups.");
            return;
        }
        const std::size_t before = context_.findings.size();
        DiagramCheck(*this, *inner, pointer + "/inner").check();
        const bool added = context_.blockTypes.find(block.type)->inner != nullptr;
        for (std::size_t f = before; added && f < context_.findings.size(); ++f) {
            Finding& finding = context_.findings[f];
            const std::vector<std::string> parts = partsOf(finding.pointer.substr(pointer.size()));
            const bool ofBlock = parts.size() > 2 && parts[1] == "blocks";
            const std::size_t index = ofBlock ? std::stoul(parts[2]) : inner->blocks.size();
            finding.pointer = pointer;
            finding.place = context_.resolver.placeOf(pointer) +
                            (index < inner->blocks.size() ? ", in it block \"" + inner->blocks[index].id + '"' : "");
        }
    }

    /// The names on the left of assignments must be declared at the other end.
    void names(const Block& block, const char* field, const std::vector<Argument>& declared, const std::string& pointer,
               const char* what)
    {
        const auto values = block.fields.find(field);
        if (values == block.fields.end())
            return;
        std::vector<std::string> known;
        for (const Argument& argument : declared)
            known.push_back(argument.name);
        for (const Assignment& each : assignmentsIn(*values))
            context_.known("argument.unknown", what, each.name, known, pointer + '/' + field + below(each.key));
    }

    void talk(const Block& block, const std::string& pointer)
    {
        const Operation* called = block.type == "call" || block.type == "send" ? calledBy(context_, block) : nullptr;
        if (!called || !context_.isThere(*called, pointer + "/operation"))
            return;
        checkInstanceCall(context_, role_, block, pointer);
        checkLocalCall(context_, role_, diagram_, block, *called, pointer);
        names(block, "arguments", called->arguments, pointer, "argument of the called operation named");
        const Json given = block.fields.value("arguments", Json());
        context_.argumentsGiven(called->arguments, given, pointer + "/arguments");
        checkArgumentUnits(context_, *called, given, pointer + "/arguments", scope_);
        const auto results = block.fields.find("results");
        if (block.type != "call" || results == block.fields.end() || !results->is_object())
            return;
        std::vector<std::string> known;
        for (const Argument& result : called->results)
            known.push_back(result.name);
        for (const auto& [variable, result] : results->items()) {
            context_.known("result.unknown", "result of the called operation named",
                           result.is_string() ? result.get<std::string>() : result.dump(), known,
                           pointer + "/results" + below(variable));
        }
    }

    /// A join names the fork or for each whose paths it collects, a transfer the call that it uses.
    void partners(const Block& block, const std::string& pointer)
    {
        const auto check = [&](const char* field, const char* expected) {
            const std::vector<std::string> types = partnerTypes(block.type);
            const auto value = block.fields.find(field);
            const Block* partner = value != block.fields.end() && value->is_string()
                                       ? findBlock(diagram_, value->get<std::string>())
                                       : nullptr;
            if (partner && context_.blockTypes.isDisabled(*partner)) {
                context_.error("block.disabled-partner", pointer + '/' + field,
                               "\"" + partner->id + "\" is disabled, and this block needs it.",
                               "Disable this block too, or enable that one.");
            } else if (partner && std::find(types.begin(), types.end(), partner->type) == types.end()) {
                context_.error("block.wrong-type", pointer + '/' + field,
                               "\"" + partner->id + "\" is a " + partner->type + " block.", expected);
            }
        };
        if (block.type == "join")
            check("of", "Name a fork or a for each.");
        else if (block.type == "transfer")
            check("over", "Name a call, or \"caller\".");
    }

    const Block* end(const std::string& id, const std::string& pointer)
    {
        const Block* found = findBlock(diagram_, id);
        if (!found)
            context_.known("wire.unknown-block", "block", id, idsOf(diagram_.blocks), pointer);
        return found;
    }

    void wire(const Wire& wire, const std::string& pointer)
    {
        context_.unknownKeys(wire.extra, {}, {"from", "to"}, pointer);
        const Block* from = end(wire.fromBlock, pointer);
        const Block* to = end(wire.toBlock, pointer);
        const auto port = [&](const Block& block, const std::vector<PortDeclaration>& ports, const std::string& name,
                              const char* direction) {
            std::vector<std::string> names;
            for (const PortDeclaration& candidate : ports)
                names.push_back(candidate.name);
            return context_.known("wire.unknown-port", direction + (" of \"" + block.id + "\" named"), name, names,
                                  pointer);
        };
        const BlockType* toType = to ? context_.blockTypes.find(to->type) : nullptr;
        const bool out = from && context_.blockTypes.find(from->type) &&
                         port(*from, context_.blockTypes.outputsOf(*from), wire.fromPort, "way out");
        const bool in = toType && port(*to, context_.blockTypes.inputsOf(*to), wire.toPort, "way in");
        if (out && !used_.emplace(wire.fromBlock, wire.fromPort).second) {
            context_.error("wire.doubled", pointer,
                           "The way out \"" + wire.fromPort + "\" of \"" + wire.fromBlock + "\" has two wires.",
                           "Use a fork for parallel paths, or remove one.");
        }
        if (in)
            entered_.emplace(wire.toBlock, wire.toPort);
        if (out && in)
            follow_[from].emplace_back(to, wire.toPort);
    }

    /// A diagram begins at its start, the diagram inside a block at its inputs.
    const char* entry() const { return depth_ == 0 ? "start" : "way in"; }

    void starts()
    {
        const auto count = std::count_if(diagram_.blocks.begin(), diagram_.blocks.end(),
                                         [this](const Block& block) { return block.type == entry(); });
        if (depth_ == 0 && count != 1) {
            context_.error("diagram.start", pointer_,
                           count == 0 ? "The diagram has no start." : "The diagram has more than one start.",
                           "A diagram has exactly one start block.");
        } else if (count == 0) {
            context_.error("group.no-way-in", pointer_, "No path enters the group.", "Add a way in.");
        }
        std::set<std::string> ways;
        for (const Block& block : diagram_.blocks) {
            if (depth_ == 0 && (block.type == "way in" || block.type == "way out")) {
                context_.error("group.way-outside", blockPointer(block), "A " + block.type + " is not inside a group.",
                               "Put it into a group, or use start and end.");
            } else if (depth_ > 0 && block.type == "start") {
                context_.error("group.start", blockPointer(block), "A start lies inside a group.",
                               "Use a way in: a group starts where the surrounding diagram enters it.");
            } else if (block.type == "way in" && !ways.insert(wayOf(block)).second) {
                context_.error("id.duplicate", blockPointer(block) + "/way",
                               "Two ways in are called \"" + wayOf(block) + "\".", "Give each a name of its own.");
            }
        }
    }

    /// The wire of an output.
    const Wire* wireFrom(const Block& block, const std::string& port) const
    {
        const auto found = std::find_if(diagram_.wires.begin(), diagram_.wires.end(), [&](const Wire& wire) {
            return wire.fromBlock == block.id && wire.fromPort == port;
        });
        return found == diagram_.wires.end() ? nullptr : &*found;
    }

    /// True if a wired output leads only to disabled blocks, with nothing after them.
    bool endsInDisabled(const Block& block, const std::string& port) const
    {
        const Wire* wire = wireFrom(block, port);
        for (std::size_t steps = 0; wire && steps < diagram_.wires.size(); ++steps) {
            const Block* to = findBlock(diagram_, wire->toBlock);
            if (!to || !context_.blockTypes.isDisabled(*to))
                return false;
            wire = wireFrom(*to, context_.blockTypes.wayThrough(*to, wire->toPort));
        }
        return true;
    }

    void requiredPorts()
    {
        for (const Block& block : diagram_.blocks) {
            const BlockType* type = context_.blockTypes.find(block.type);
            if (!type || context_.blockTypes.isDisabled(block))
                continue;
            for (const PortDeclaration& port : context_.blockTypes.outputsOf(block)) {
                if (!port.required)
                    continue;
                if (!used_.contains({block.id, port.name})) {
                    context_.error("wire.missing", blockPointer(block),
                                   "The way out \"" + port.name + "\" leads nowhere.", "Wire it to the next block.");
                } else if (endsInDisabled(block, port.name)) {
                    context_.error("wire.missing", blockPointer(block),
                                   "The way out \"" + port.name + "\" leads to disabled blocks only.",
                                   "Enable one of them, or wire the last to the next block.");
                }
            }
            for (const PortDeclaration& port : context_.blockTypes.inputsOf(block)) {
                if (port.required && !entered_.contains({block.id, port.name})) {
                    context_.error("wire.missing", blockPointer(block), "No path returns to \"" + port.name + "\".",
                                   "Wire the end of the body to it.");
                }
            }
        }
    }

    /// True if the ring at the end of the path leads through a diagram inside a block. The inside decides whether
    /// control returns, see checkRings.
    bool throughGroup(const std::vector<std::pair<const Block*, std::size_t>>& path, const Block* target) const
    {
        for (auto at = path.rbegin(); at != path.rend(); ++at) {
            if (context_.blockTypes.isDisabled(*at->first) ? passThrough(context_.blockTypes, *at->first)
                                                           : innerOf(context_.blockTypes, *at->first))
                return true;
            if (at->first == target)
                break;
        }
        return false;
    }

    /// Checks reachability and cycles, without recursion because a diagram may be long.
    void walk()
    {
        enum class Mark
        {
            fresh,
            open,
            done
        };
        std::map<const Block*, Mark> marks;
        for (const bool fromStart : {true, false}) {
            for (const Block& root : diagram_.blocks) {
                if ((fromStart && root.type != entry()) || marks[&root] != Mark::fresh)
                    continue;
                if (!fromStart) {
                    context_.report(Severity::warning, "block.unreachable", blockPointer(root),
                                    "No path leads to this block.", "Wire it, or remove it.");
                }
                std::vector<std::pair<const Block*, std::size_t>> path{{&root, 0}};
                marks[&root] = Mark::open;
                while (!path.empty()) {
                    const Block* at = path.back().first;
                    const auto& next = follow_[at];
                    if (path.back().second == next.size()) {
                        marks[at] = Mark::done;
                        path.pop_back();
                        continue;
                    }
                    const auto& [target, port] = next[path.back().second++];
                    if (marks[target] == Mark::fresh) {
                        marks[target] = Mark::open;
                        path.emplace_back(target, 0);
                    } else if (marks[target] == Mark::open && port != "again" && !throughGroup(path, target)) {
                        context_.error("diagram.cycle", blockPointer(*target),
                                       "The path from \"" + at->id + "\" leads back to it.",
                                       "Go back only through the \"again\" of a loop.");
                    }
                }
            }
        }
    }

    CheckContext& context_;
    const Role& role_;
    const Operation& operation_;
    const Diagram& diagram_;
    std::string pointer_;
    Scope scope_;
    std::size_t depth_ = 0; ///< nesting depth of this diagram
    std::size_t size_ = 0;  ///< number of blocks, including those inside blocks
    std::set<std::pair<std::string, std::string>> used_;
    std::set<std::pair<std::string, std::string>> entered_;
    std::map<const Block*, std::vector<std::pair<const Block*, std::string>>> follow_;
};

void checkLevel(CheckContext& context, const Operation& operation, const std::string& pointer)
{
    if (!operation.level.is_string())
        return;
    std::string level = operation.level.get<std::string>();
    if (const Json* value = context.resolver.parameterValue(level); value && value->is_string())
        level = value->get<std::string>();
    context.known("level.unknown", "diagram", level, idsOf(operation.diagrams), pointer + "/level");
}

void checkOperation(CheckContext& context, const Role& role, const Operation& operation, const std::string& pointer,
                    const Scope& scope)
{
    context.unknownKeys(operation.extra, {}, memberKeys<Operation>(), pointer);
    context.uniqueIds(idsOf(operation.diagrams), pointer + "/diagrams");
    if (operation.diagrams.empty()) {
        context.error("operation.empty", pointer + "/diagrams", "The operation has no diagram.", "Draw one.");
        return;
    }
    checkLevel(context, operation, pointer);
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
        const Argument& argument = operation.arguments[i];
        const std::string place = pointer + "/arguments" + below(i);
        context.unknownKeys(argument.extra, {}, memberKeys<Argument>(), place);
        if (!argument.defaultValue.is_null())
            context.resolver.expression(argument.defaultValue, anyUnit, place + "/default", scope);
    }
    for (std::size_t i = 0; i < operation.diagrams.size(); ++i) {
        const Diagram& diagram = operation.diagrams[i];
        const std::string place = pointer + "/diagrams" + below(i);
        context.unknownKeys(diagram.extra, {}, memberKeys<Diagram>(), place);
        DiagramCheck(context, role, operation, diagram, place, scope).run();
        checkReplies(context, diagram, place);
        checkResultsGiven(context, operation, diagram, place);
        checkEndlessCalls(context, operation, diagram, place);
    }
}

void checkRole(CheckContext& context, const Behaviour& behaviour, const std::string& pointer, const Scope& scope)
{
    const Role& role = behaviour.role;
    context.unknownKeys(role.extra, {}, memberKeys<Role>(), pointer);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < role.parameters.size(); ++i) {
        const std::string place = pointer + "/parameters" + below(i);
        names.push_back(role.parameters[i].name);
        context.baseUnit(role.parameters[i].unit, place);
        context.unknownKeys(unknownOf(role.parameters[i]), {}, memberKeys<RoleParameter>(), place);
    }
    context.uniqueIds(names, pointer + "/parameters", "name");
    context.fields(workersFields(), role.workers, {}, pointer + "/workers", scope, {.role = &role});
    context.uniqueIds(idsOf(role.state), pointer + "/state");
    for (std::size_t i = 0; i < role.state.size(); ++i)
        checkStateItem(context, role, role.state[i], pointer + "/state" + below(i), scope);
    context.uniqueIds(idsOf(role.operations), pointer + "/operations");
    for (std::size_t i = 0; i < role.operations.size(); ++i)
        if (missingRole(context.project, role.operations[i]).empty()) // else nothing of it is run
            checkOperation(context, role, role.operations[i], pointer + "/operations" + below(i), scope);
}

} // namespace

void checkBehaviours(CheckContext& context)
{
    context.uniqueIds(roleIds(context.project), "/behaviours", "role");
    for (std::size_t i = 0; i < context.project.behaviours.size(); ++i) {
        const Behaviour& behaviour = context.project.behaviours[i];
        const std::string pointer = "/behaviours" + below(i);
        context.unknownKeys(behaviour.extra, {}, memberKeys<Behaviour>(), pointer);
        if (behaviour.reference && behaviour.role.operations.empty())
            continue; // the library was not found, which is reported at its look-up
        const std::size_t before = context.findings.size();
        const Scope scope = context.resolver.scopeOf(behaviour, pointer);
        checkRole(context, behaviour, pointer + "/definition", scope);
        // Parts that look unused beside an error are mostly meant by the faulty one.
        if (std::ranges::none_of(context.findings,
                                 [](const Finding& finding) { return finding.severity == Severity::error; }))
            checkUnusedOfRole(context, context.asWritten.behaviours[i].role, pointer + "/definition");
        if (behaviour.role.operations.empty())
            context.report(Severity::warning, "role.no-operation", pointer,
                           "The role has no operation: nothing can call it.", "Add an operation, or delete the role.");
        // Errors in a library are not in the project's file: the finding points at the reference.
        for (std::size_t f = before; behaviour.reference && f < context.findings.size(); ++f) {
            Finding& finding = context.findings[f];
            if (liesIn(finding.pointer, pointer + "/definition")) {
                finding.pointer = pointer;
                finding.place += " (library " + behaviour.reference->library + ')';
            }
        }
    }
}

} // namespace headroom::project
