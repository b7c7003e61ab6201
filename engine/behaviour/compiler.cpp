#include "behaviour/compiler.h"

#include "project/declarations.h"

#include <algorithm>
#include <map>
#include <set>

namespace headroom::behaviour {

using project::Block;
using project::BlockType;
using project::Diagram;
using project::Expression;
using project::Json;
using project::Scope;

namespace {

/// Compiles the diagram of one operation.
class DiagramCompiler
{
public:
    DiagramCompiler(Software& software, project::Resolver& resolver, const std::map<std::string, std::uint32_t>& rings,
                    const project::Behaviour& behaviour, const project::Operation& operation, const Diagram& diagram,
                    Program& program, Scope scope, std::string pointer, std::uint64_t sourceBase)
        : software_(software), resolver_(resolver), rings_(rings), behaviour_(behaviour), operation_(operation),
          diagram_(diagram), program_(program), scope_(std::move(scope)), pointer_(std::move(pointer)),
          sourceBase_(sourceBase)
    {
    }

    void compile()
    {
        for (std::uint32_t i = 0; i < diagram_.blocks.size(); ++i)
            index_[diagram_.blocks[i].id] = i;
        declareVariables();
        program_.code.resize(diagram_.blocks.size());
        for (std::uint32_t i = 0; i < diagram_.blocks.size(); ++i)
            compileBlock(i);
        linkJoins();
        markChunkPaths();
        markReceivers();
        program_.slots = static_cast<std::uint32_t>(scope_.slots.size()) + hiddenSlots_;
        software_.slots = std::max(software_.slots, program_.slots);
    }

private:
    // Names and places ------------------------------------------------------------------------------------------

    std::string place(const Block& block) const { return pointer_ + "/blocks/" + std::to_string(index_.at(block.id)); }

    void fault(const Block& block, const std::string& key, const std::string& problem, const std::string& remedy)
    {
        resolver_.findings().push_back({project::Severity::error, key, place(block),
                                        program_.diagram + " › block \"" + block.id + "\"", problem, remedy});
    }

    std::uint32_t target(const Block& block, const std::string& port) const
    {
        for (const auto& wire : diagram_.wires)
            if (wire.fromBlock == block.id && wire.fromPort == port)
                if (const auto found = index_.find(wire.toBlock); found != index_.end())
                    return found->second;
        return nowhere;
    }

    void declare(const std::string& name) { scope_.slots.try_emplace(name, scope_.slots.size()); }
    std::uint32_t slot(const std::string& name) const { return static_cast<std::uint32_t>(scope_.slots.at(name)); }
    /// A slot that no expression can name, behind those of the variables.
    std::uint32_t hiddenSlot() { return static_cast<std::uint32_t>(scope_.slots.size()) + hiddenSlots_++; }

    /// Every variable that any block of the diagram can set, before expressions are compiled.
    void declareVariables()
    {
        for (const auto& argument : operation_.arguments)
            declare(argument.name);
        declare("request");
        program_.requestSlot = slot("request");
        for (const Block& block : diagram_.blocks) {
            const BlockType* type = project::findBlockType(block.type);
            if (!type)
                continue;
            for (const auto& field : type->fields) {
                const Json& value = valueOf(block.fields, field);
                if (field.type == project::FieldType::variable && value.is_string())
                    declare(value.get<std::string>());
                const bool sets = (type->name == "set" && field.name == "assignments") ||
                                  (type->name == "call" && field.name == "results") ||
                                  field.type == project::FieldType::reductions;
                if (sets && value.is_object())
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

    // Fields ----------------------------------------------------------------------------------------------------

    const project::Fields& fieldsOf(const Block& block) const { return project::findBlockType(block.type)->fields; }

    const Json& raw(const Block& block, const char* name) const
    {
        return valueOf(block.fields, *findField(fieldsOf(block), name));
    }
    bool isSet(const Block& block, const char* name) const
    {
        const Json& value = raw(block, name);
        return !value.is_null() && !(value.is_string() && value.get_ref<const std::string&>().empty());
    }
    Expression expression(const Block& block, const char* name)
    {
        return resolver_.expression(fieldsOf(block), name, block.fields, place(block), scope_);
    }
    std::optional<Expression> optionalExpression(const Block& block, const char* name)
    {
        return isSet(block, name) ? std::optional(expression(block, name)) : std::nullopt;
    }
    double number(const Block& block, const char* name)
    {
        return resolver_.number(fieldsOf(block), name, block.fields, place(block), scope_);
    }
    std::string text(const Block& block, const char* name)
    {
        return resolver_.text(fieldsOf(block), name, block.fields, place(block));
    }
    std::vector<std::pair<std::string, Expression>> assignments(const Block& block, const char* name)
    {
        std::vector<std::pair<std::string, Expression>> result;
        if (const Json& value = raw(block, name); value.is_object())
            for (const auto& [variable, what] : value.items())
                result.emplace_back(variable,
                                    resolver_.expression(what, "", place(block) + "/" + name + "/" + variable, scope_));
        return result;
    }
    std::uint32_t ring(const Block& block)
    {
        const auto found = rings_.find(text(block, "ring"));
        if (found == rings_.end()) {
            fault(block, "ring.unknown", "It names no ring of the project.", "Choose one of the project's selectors.");
            return nowhere;
        }
        return found->second;
    }

    // Blocks ----------------------------------------------------------------------------------------------------

    void compileBlock(std::uint32_t i)
    {
        const Block& block = diagram_.blocks[i];
        Instruction& code = program_.code[i];
        code.source = kernel::mix(sourceBase_, kernel::hashText(block.id.data(), block.id.size()));
        code.monitor = static_cast<std::uint32_t>(software_.blocks.size());
        software_.blocks.push_back({program_.diagram, block.id});
        code.next = target(block, "next");

        using Compile = void (DiagramCompiler::*)(const Block&, Instruction&);
        static const std::map<std::string, Compile> compilers = {
            {"start", &DiagramCompiler::compileStart},       {"reply", &DiagramCompiler::compileReply},
            {"end", &DiagramCompiler::compileEnd},           {"compute", &DiagramCompiler::compileCompute},
            {"read", &DiagramCompiler::compileStorage},      {"write", &DiagramCompiler::compileStorage},
            {"flush", &DiagramCompiler::compileStorage},     {"call", &DiagramCompiler::compileCall},
            {"transfer", &DiagramCompiler::compileTransfer}, {"send", &DiagramCompiler::compileSend},
            {"fork", &DiagramCompiler::compileFork},         {"for each", &DiagramCompiler::compileForEach},
            {"join", &DiagramCompiler::compileJoin},         {"branch", &DiagramCompiler::compileBranch},
            {"loop", &DiagramCompiler::compileLoop},         {"delay", &DiagramCompiler::compileDelay},
            {"set", &DiagramCompiler::compileSet},           {"probe", &DiagramCompiler::compileProbe},
            {"acquire", &DiagramCompiler::compileState},     {"release", &DiagramCompiler::compileState},
        };
        const auto found = compilers.find(block.type);
        if (found == compilers.end())
            fault(block, "block.unknown-type", "There is no block type \"" + block.type + "\".",
                  "Choose one from the palette.");
        else
            (this->*found->second)(block, code);
    }

    template <typename Step>
    static void add(Instruction& code, Code kind, std::vector<Step>& steps, Step step)
    {
        code.code = kind;
        code.detail = static_cast<std::uint32_t>(steps.size());
        steps.push_back(std::move(step));
    }

    void compileStart(const Block&, Instruction& code) { program_.entry = code.next; }
    void compileEnd(const Block&, Instruction& code) { code.code = Code::end; }

    void compileReply(const Block& block, Instruction& code)
    {
        ReplyStep step;
        step.bytes = expression(block, "bytes");
        step.ok = text(block, "status") == "ok";
        for (auto& [name, value] : assignments(block, "results")) {
            const auto found = std::find(program_.results.begin(), program_.results.end(), name);
            if (found == program_.results.end())
                fault(block, "reply.unknown-result", "The operation declares no result \"" + name + "\".",
                      "Declare it among the operation's results.");
            else
                step.results.push_back({static_cast<std::uint32_t>(found - program_.results.begin()), value});
        }
        add(code, Code::reply, program_.replies, std::move(step));
    }

    void compileCompute(const Block& block, Instruction& code)
    {
        ComputeStep step;
        step.work = expression(block, "work");
        step.exponential = text(block, "distribution") == "exponential";
        if (const auto* reference = resolver_.component(fieldsOf(block), "reference", block.fields, place(block)))
            step.toReference = singleThreadFigure(*reference) / referenceFigure();
        add(code, Code::compute, program_.computes, std::move(step));
    }

    void compileStorage(const Block& block, Instruction& code)
    {
        StorageStep step;
        const std::string volume = text(block, "volume");
        for (std::uint32_t v = 0; v < software_.volumes.size(); ++v)
            if (software_.volumes[v].role == program_.role && software_.volumes[v].name == volume)
                step.volume = v;
        if (step.volume == nowhere)
            fault(block, "volume.unknown", "The role has no volume \"" + volume + "\".",
                  "Add it to the role's volumes.");
        step.key = expression(block, "key");
        step.device = optionalExpression(block, "device");
        const bool flush = block.type == "flush";
        step.bytes = expression(block, flush ? "journal" : "bytes");
        if (flush) {
            step.keep = !resolver_.flag(fieldsOf(block), "drop", block.fields, place(block));
        } else {
            step.offset = expression(block, "offset");
            step.random = text(block, "pattern") == "random";
            step.direct = text(block, "through") == "direct";
            if (block.type == "read")
                step.keep = resolver_.flag(fieldsOf(block), "keep", block.fields, place(block));
        }
        add(code,
            flush                  ? Code::flush
            : block.type == "read" ? Code::read
                                   : Code::write,
            program_.storage, std::move(step));
    }

    Target compileTarget(const Block& block)
    {
        Target target;
        const std::string role = text(block, "role"), operation = text(block, "operation");
        target.role = software_.findRole(role);
        target.operation = software_.findOperation(role, operation);
        if (target.operation == nowhere) {
            fault(block, "call.unknown-operation",
                  "There is no operation \"" + operation + "\" of a role \"" + role + "\".",
                  "Choose a role of the project and one of its operations.");
            return target;
        }
        const std::map<std::string, Selection> selections = {
            {"round robin", Selection::roundRobin},   {"random", Selection::random},
            {"least loaded", Selection::leastLoaded}, {"same node", Selection::sameNode},
            {"at device", Selection::atDevice},       {"ring", Selection::ring}};
        if (const auto found = selections.find(text(block, "selector")); found != selections.end())
            target.selection = found->second;
        if (target.selection == Selection::ring) {
            target.ring = ring(block);
            target.deviceSlot = slot(text(block, "device_variable"));
        }
        target.key = expression(block, "key");
        if (target.selection == Selection::atDevice) {
            if (!isSet(block, "device"))
                fault(block, "call.no-device", "It goes to the node of a device but names none.",
                      "Set the field Device.");
            else
                target.device = expression(block, "device");
        }
        target.requestBytes = expression(block, "request");
        const auto& names = software_.operations[target.operation].arguments;
        for (auto& [name, value] : assignments(block, "arguments")) {
            const auto found = std::find(names.begin(), names.end(), name);
            if (found == names.end())
                fault(block, "call.unknown-argument", "The operation takes no argument \"" + name + "\".",
                      "Declare it at " + role + " " + operation + ", or leave it out.");
            else
                target.arguments.push_back({static_cast<std::uint32_t>(found - names.begin()), value});
        }
        return target;
    }

    void compileCall(const Block& block, Instruction& code)
    {
        CallStep step;
        step.target = compileTarget(block);
        step.deadline = expression(block, "deadline");
        step.keptConnection = text(block, "connection") == "kept";
        if (const Json& results = raw(block, "results"); results.is_object() && step.target.operation != nowhere) {
            const auto& names = software_.operations[step.target.operation].results;
            for (const auto& [variable, result] : results.items()) {
                const auto found =
                    std::find(names.begin(), names.end(), result.is_string() ? result.get<std::string>() : "");
                if (found == names.end())
                    fault(block, "call.unknown-result", "The operation gives no such result.",
                          "Use one of its declared results.");
                else
                    step.results.push_back({slot(variable), static_cast<std::uint32_t>(found - names.begin())});
            }
        }
        step.opened = target(block, "opened");
        step.timeout = target(block, "timeout");
        step.refused = target(block, "refused");
        step.error = target(block, "error");
        code.next = target(block, "reply");
        add(code, Code::call, program_.calls, std::move(step));
    }

    void compileSend(const Block& block, Instruction& code)
    {
        add(code, Code::send, program_.sends, compileTarget(block));
    }

    void compileTransfer(const Block& block, Instruction& code)
    {
        TransferStep step;
        step.receive = text(block, "direction") == "receive";
        if (const std::string over = text(block, "over"); over != "caller") {
            if (const auto found = index_.find(over); found != index_.end())
                step.over = found->second;
            else
                fault(block, "transfer.unknown-call", "There is no call block \"" + over + "\".",
                      "Name a call block of this diagram, or \"caller\".");
        }
        step.bytes = expression(block, "bytes");
        step.chunk = expression(block, "chunk");
        step.window = static_cast<std::uint32_t>(std::max(1.0, number(block, "window")));
        step.chunkPath = target(block, "chunk");
        step.bytesSlot = slot("chunk_bytes");
        step.countSlot = slot("chunk_count");
        step.offsetSlot = slot("chunk_offset");
        add(code, Code::transfer, program_.transfers, std::move(step));
    }

    void compileFork(const Block& block, Instruction& code)
    {
        ForkStep step;
        for (const auto& port : project::outputsOf(block))
            if (const std::uint32_t to = target(block, port.name); to != nowhere)
                step.paths.push_back(to);
        step.count = Expression::constant(static_cast<double>(step.paths.size()));
        add(code, Code::fork, program_.forks, std::move(step));
    }

    void compileForEach(const Block& block, Instruction& code)
    {
        ForkStep step;
        step.paths.push_back(target(block, "each"));
        step.overRing = text(block, "over") == "ring";
        step.shuffled = text(block, "order") == "shuffled";
        step.count = expression(block, "count");
        step.key = expression(block, "key");
        step.take = expression(block, "take");
        step.atOnce = expression(block, "at_once");
        if (step.overRing) {
            step.ring = ring(block);
            step.deviceSlot = slot(text(block, "device_variable"));
        }
        step.indexSlot = slot(text(block, "index"));
        step.done = target(block, "done");
        add(code, Code::forEach, program_.forks, std::move(step));
    }

    void compileJoin(const Block& block, Instruction& code)
    {
        JoinStep step;
        if (const auto found = index_.find(text(block, "of")); found != index_.end())
            step.fork = found->second;
        const std::string mode = text(block, "mode");
        step.mode = mode == "any" ? JoinStep::Mode::any : mode == "k" ? JoinStep::Mode::k : JoinStep::Mode::all;
        step.k = expression(block, "k");
        step.grace = expression(block, "grace");
        step.cancelRest = text(block, "rest") == "is cancelled";
        if (const Json& handOn = raw(block, "hand_on"); handOn.is_object())
            for (const auto& [variable, take] : handOn.items()) {
                static const std::map<std::string, JoinStep::Take> takes = {{"first", JoinStep::Take::first},
                                                                            {"min", JoinStep::Take::min},
                                                                            {"max", JoinStep::Take::max},
                                                                            {"sum", JoinStep::Take::sum}};
                const auto found = takes.find(take.is_string() ? take.get<std::string>() : "");
                if (found == takes.end())
                    fault(block, "join.hand-on", "\"" + variable + "\" is handed on in an unknown way.",
                          "Use first, min, max or sum.");
                else
                    step.reductions.push_back({slot(variable), found->second});
            }
        step.failed = target(block, "failed");
        add(code, Code::join, program_.joins, std::move(step));
    }

    void compileBranch(const Block& block, Instruction& code)
    {
        BranchStep step;
        step.condition = optionalExpression(block, "condition");
        step.probability = expression(block, "probability");
        code.next = target(block, "yes");
        step.no = target(block, "no");
        add(code, Code::branch, program_.branches, std::move(step));
    }

    void compileLoop(const Block& block, Instruction& code)
    {
        LoopStep step;
        step.count = expression(block, "count");
        step.condition = optionalExpression(block, "while");
        step.counterSlot = hiddenSlot();
        step.body = target(block, "body");
        code.next = target(block, "done");
        add(code, Code::loop, program_.loops, std::move(step));
    }

    void compileDelay(const Block& block, Instruction& code)
    {
        ComputeStep step;
        step.work = expression(block, "time");
        step.exponential = text(block, "distribution") == "exponential";
        add(code, Code::delay, program_.delays, std::move(step));
    }

    void compileSet(const Block& block, Instruction& code)
    {
        std::vector<Assignment> step;
        for (auto& [name, value] : assignments(block, "assignments"))
            step.push_back({slot(name), value});
        add(code, Code::set, program_.sets, std::move(step));
    }

    void compileProbe(const Block& block, Instruction& code)
    {
        ProbeStep step;
        const std::string name = behaviour_.role.id + " " + operation_.id + " " + text(block, "stretch");
        const auto found = std::find(software_.stretches.begin(), software_.stretches.end(), name);
        step.stretch = static_cast<std::uint32_t>(found - software_.stretches.begin());
        if (found == software_.stretches.end())
            software_.stretches.push_back(name);
        const auto [entry, fresh] = stretchSlots_.try_emplace(step.stretch, 0);
        if (fresh)
            entry->second = hiddenSlot();
        step.slot = entry->second;
        step.begin = text(block, "edge") == "begin";
        add(code, Code::probe, program_.probes, std::move(step));
    }

    void compileState(const Block& block, Instruction& code)
    {
        StateStep step;
        const std::string name = text(block, "state");
        for (std::uint32_t s = 0; s < software_.states.size(); ++s)
            if (software_.states[s].role == program_.role && software_.states[s].name == name)
                step.state = s;
        if (step.state == nowhere)
            fault(block, "state.unknown", "The role has no state item \"" + name + "\".",
                  "Add it to the role's state.");
        step.key = expression(block, "key");
        step.amount = expression(block, "amount");
        add(code, block.type == "acquire" ? Code::acquire : Code::release, program_.states, std::move(step));
    }

    // Across blocks ---------------------------------------------------------------------------------------------

    void linkJoins()
    {
        for (std::uint32_t i = 0; i < program_.code.size(); ++i) {
            if (program_.code[i].code != Code::join)
                continue;
            JoinStep& join = program_.joins[program_.code[i].detail];
            const bool forkIsOne = join.fork != nowhere && (program_.code[join.fork].code == Code::fork ||
                                                            program_.code[join.fork].code == Code::forEach);
            if (!forkIsOne) {
                fault(diagram_.blocks[i], "join.no-fork", "It does not say which fork or for each it joins.",
                      "Set the field Joins to a fork or for each of this diagram.");
                continue;
            }
            auto& joins = program_.forks[program_.code[join.fork].detail].joins;
            join.number = static_cast<std::uint32_t>(joins.size());
            joins.push_back(i);
        }
    }

    /// A transfer that lies in another transfer's chunk path moves what that one gave it in one piece.
    void markChunkPaths()
    {
        for (const auto& transfer : program_.transfers) {
            std::vector<std::uint32_t> open;
            std::set<std::uint32_t> seen;
            if (transfer.chunkPath != nowhere)
                open.push_back(transfer.chunkPath);
            while (!open.empty()) {
                const std::uint32_t at = open.back();
                open.pop_back();
                if (!seen.insert(at).second)
                    continue;
                if (program_.code[at].code == Code::transfer)
                    program_.transfers[program_.code[at].detail].insideChunk = true;
                for (const auto& wire : diagram_.wires)
                    if (wire.fromBlock == diagram_.blocks[at].id)
                        if (const auto found = index_.find(wire.toBlock); found != index_.end())
                            open.push_back(found->second);
            }
        }
    }

    /// Whether a call has to wait for a stream from the callee: only if some block takes one.
    void markReceivers()
    {
        for (const auto& transfer : program_.transfers)
            if (transfer.receive && transfer.over != nowhere && program_.code[transfer.over].code == Code::call)
                program_.calls[program_.code[transfer.over].detail].receives = true;
    }

    Software& software_;
    project::Resolver& resolver_;
    const std::map<std::string, std::uint32_t>& rings_;
    const project::Behaviour& behaviour_;
    const project::Operation& operation_;
    const Diagram& diagram_;
    Program& program_;
    Scope scope_;
    std::string pointer_;
    std::uint64_t sourceBase_;
    std::map<std::string, std::uint32_t> index_;
    std::map<std::uint32_t, std::uint32_t> stretchSlots_;
    std::uint32_t hiddenSlots_ = 0;
};

const Diagram* chosenLevel(const project::Operation& operation, project::Resolver& resolver, const std::string& pointer)
{
    if (operation.diagrams.empty())
        return nullptr;
    if (!operation.level.is_string())
        return &operation.diagrams.front();
    std::string level = operation.level.get<std::string>();
    if (const Json* value = resolver.parameterValue(level); value && value->is_string())
        level = value->get<std::string>();
    for (const Diagram& diagram : operation.diagrams)
        if (diagram.id == level)
            return &diagram;
    resolver.findings().push_back({project::Severity::error, "operation.unknown-level", pointer + "/level",
                                   operation.id, "There is no diagram \"" + level + "\" of this operation.",
                                   "Choose one of its levels of detail."});
    return nullptr;
}

/// Roles with their workers, volumes and state; operations with their names, so that calls can refer to any of them.
void declareRoles(Software& software, const project::Project& project, project::Resolver& resolver,
                  std::vector<Scope>& scopes)
{
    for (std::uint32_t r = 0; r < project.behaviours.size(); ++r) {
        const auto& behaviour = project.behaviours[r];
        const std::string pointer = "/behaviours/" + std::to_string(r);
        scopes.push_back(resolver.scopeOf(behaviour, pointer));
        const Scope& scope = scopes.back();
        const auto& fields = project::workersFields();
        const auto count = [&](const char* name) {
            return static_cast<std::uint32_t>(
                std::max(0.0, resolver.number(fields, name, behaviour.role.workers, pointer + "/workers", scope)));
        };
        RoleInfo role;
        role.id = behaviour.role.id;
        const std::string kind = resolver.text(fields, "kind", behaviour.role.workers, pointer + "/workers");
        role.kind = kind == "event loop" ? WorkerKind::eventLoop
                    : kind == "threads"  ? WorkerKind::threads
                                         : WorkerKind::threadPerRequest;
        role.workers = std::max(1u, count("count"));
        role.clients = std::max(1u, count("clients"));
        role.backlog = count("backlog");
        software.roles.push_back(role);

        for (const std::string& volume : behaviour.role.volumes)
            software.volumes.push_back({r, volume});
        for (const auto& item : behaviour.role.state) {
            StateInfo state;
            state.name = item.id;
            state.role = r;
            const std::string owner =
                resolver.text(project::stateFields(), "owner", item.fields, pointer + "/state/" + item.id);
            state.owner = owner == "worker" ? Owner::worker : owner == "cluster" ? Owner::cluster : Owner::node;
            state.capacity = static_cast<std::uint32_t>(
                std::max(1.0, resolver.number(project::stateFields(), "capacity", item.fields,
                                              pointer + "/state/" + item.id, scope)));
            state.keyed = resolver.flag(project::stateFields(), "keyed", item.fields, pointer + "/state/" + item.id);
            software.states.push_back(state);
        }
        for (const auto& operation : behaviour.role.operations) {
            Program program;
            program.role = r;
            program.operation = operation.id;
            for (const auto& argument : operation.arguments)
                program.arguments.push_back(argument.name);
            for (const auto& result : operation.results)
                program.results.push_back(result.name);
            software.operations.push_back(std::move(program));
        }
    }
}

std::map<std::string, std::uint32_t> buildRings(Software& software, const project::Project& project,
                                                project::Resolver& resolver, const topology::ExpandedTopology& topology,
                                                const mapping::Placement& placement, std::uint64_t seed)
{
    std::map<std::string, std::uint32_t> rings;
    const auto& fields = project::selectorFields();
    for (std::uint32_t s = 0; s < project.selectors.size(); ++s) {
        const auto& selector = project.selectors[s];
        const std::string pointer = "/selectors/" + std::to_string(s);
        const auto devices = placement.devicesOf(resolver.text(fields, "role", selector.fields, pointer),
                                                 resolver.text(fields, "volume", selector.fields, pointer));
        if (devices.empty()) {
            resolver.findings().push_back({project::Severity::error, "ring.no-device", pointer,
                                           "selector " + selector.id, "The ring has no device.",
                                           "Name a role that stands on nodes and a volume bound there."});
            continue;
        }
        std::vector<std::uint32_t> nodes;
        for (const std::uint32_t device : devices)
            nodes.push_back(topology.devices()[device].node);
        const double power = resolver.number(fields, "partition_power", selector.fields, pointer);
        const double replicas = resolver.number(fields, "replicas", selector.fields, pointer);
        if (power > 24) {
            resolver.findings().push_back({project::Severity::error, "ring.too-large", pointer + "/partition_power",
                                           "selector " + selector.id, "More than 2^24 partitions.",
                                           "Use a partition power of at most 24."});
            continue;
        }
        rings[selector.id] = static_cast<std::uint32_t>(software.rings.size());
        software.rings.emplace_back(devices, nodes, static_cast<std::uint32_t>(power),
                                    static_cast<std::uint32_t>(std::max(1.0, replicas)),
                                    kernel::mix(seed, kernel::hashText(selector.id.data(), selector.id.size())));
    }
    return rings;
}

} // namespace

std::uint32_t Software::findRole(const std::string& id) const
{
    for (std::uint32_t r = 0; r < roles.size(); ++r)
        if (roles[r].id == id)
            return r;
    return nowhere;
}

std::uint32_t Software::findOperation(const std::string& role, const std::string& operation) const
{
    for (std::uint32_t o = 0; o < operations.size(); ++o)
        if (roles[operations[o].role].id == role && operations[o].operation == operation)
            return o;
    return nowhere;
}

double referenceFigure()
{
    // PassMark single-thread rating of the Xeon E5-2695 v3 (PerformanceTest V10): what reference-seconds are stated
    // for.
    return 1739;
}

double singleThreadFigure(const project::Component& processor)
{
    if (processor.has("passmark_single_thread_points"))
        return processor.figure("passmark_single_thread_points");
    // Without the benchmark: by turbo clock against the reference's 3.3 GHz. One or the other, never both.
    return referenceFigure() * processor.figure("max_turbo_clock_Hz", processor.figure("base_clock_Hz", 3.3e9)) / 3.3e9;
}

Software compile(const project::Project& project, project::Resolver& resolver,
                 const topology::ExpandedTopology& topology, const mapping::Placement& placement, std::uint64_t seed)
{
    Software software;
    std::vector<Scope> scopes;
    declareRoles(software, project, resolver, scopes);
    const auto rings = buildRings(software, project, resolver, topology, placement, seed);

    std::uint32_t next = 0;
    for (std::uint32_t r = 0; r < project.behaviours.size(); ++r) {
        const auto& behaviour = project.behaviours[r];
        for (std::uint32_t o = 0; o < behaviour.role.operations.size(); ++o) {
            const auto& operation = behaviour.role.operations[o];
            Program& program = software.operations[next++];
            std::string pointer = "/behaviours/" + std::to_string(r) + "/definition/operations/" + std::to_string(o);
            const Diagram* diagram = chosenLevel(operation, resolver, pointer);
            if (!diagram)
                continue;
            program.diagram = project::diagramPath(behaviour.role.id, operation.id, diagram->id);
            pointer += "/diagrams/" + std::to_string(diagram - operation.diagrams.data());
            DiagramCompiler(software, resolver, rings, behaviour, operation, *diagram, program, scopes[r], pointer,
                            kernel::hashText(program.diagram.data(), program.diagram.size()))
                .compile();
        }
    }
    return software;
}

} // namespace headroom::behaviour
