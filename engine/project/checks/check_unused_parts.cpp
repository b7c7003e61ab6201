// Checks for declared parts of a role or a project that nothing uses: mostly a name is written differently elsewhere.
#include "project/checks/check_context.h"
#include "project/document/document.h"
#include "project/structure/parameter_uses.h"
#include "project/vocabulary/assignments.h"
#include "project/vocabulary/inner_diagrams.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace headroom::project {
namespace {

using Names = std::set<std::string>;

/// The names in the texts of a value, those in expressions included.
void addNamesIn(Names& names, const Json& value)
{
    if (value.is_structured()) {
        for (const Json& each : value)
            addNamesIn(names, each);
    } else if (value.is_string()) {
        const std::string& text = value.get_ref<const std::string&>();
        if (!names.insert(text).second || isIdentifier(text))
            return;
        for (const std::string& name : identifiersIn(text))
            names.insert(name.substr(0, name.find('.')));
    }
}

/// True if a field names something or refers to an element, and has no value of its own.
bool onlyNames(const Block& block, const FieldDeclaration& field)
{
    using Type = FieldType;
    if (field.type == Type::variable)
        return block.type != "for each" || field.name != "list";
    return field.valuesAreNames || field.type == Type::role || field.type == Type::operation ||
           field.type == Type::volume || field.type == Type::state || field.type == Type::selector ||
           field.type == Type::block;
}

/// The names that the values of a block's fields use.
void addUsed(Names& names, const BlockType& type, const Block& block)
{
    for (const auto& [key, value] : block.fields.items()) {
        const FieldDeclaration* field = findField(type.fields, key);
        if (!field || onlyNames(block, *field))
            continue;
        addNamesIn(names, value);
        if (block.type == "join" && value.is_object())
            for (const auto& [name, way] : value.items())
                names.insert(name);
    }
}

class UnusedOfRole
{
public:
    UnusedOfRole(CheckContext& context, const Role& role, std::string pointer)
        : context_(context), role_(role), pointer_(std::move(pointer))
    {
        for (const Operation& operation : role.operations) {
            Names& used = usedBy_.emplace_back();
            for (const Diagram& diagram : operation.diagrams)
                forEachBlock(
                    context.blockTypes, diagram, [&](const Block& block) { see(block, used); }, true);
            used_.insert(used.begin(), used.end());
        }
    }

    void run()
    {
        checkParameters();
        checkState();
        checkVolumes();
        checkHelpers();
        checkStretches();
        for (std::size_t o = 0; o < role_.operations.size(); ++o)
            checkOperation(role_.operations[o], usedBy_[o], pointer_ + "/operations" + below(o));
    }

private:
    void warn(const char* key, const std::string& pointer, const std::string& problem, const std::string& remedy)
    {
        context_.report(Severity::warning, key, pointer, problem, remedy);
    }

    void see(const Block& block, Names& used)
    {
        const BlockType* type = context_.blockTypes.find(block.type);
        if (!type)
            return;
        addUsed(used, *type, block);
        const Json waits = block.fields.value("waits", Json());
        aside_ = aside_ || (waits.is_string() && waits != "worker");
        for (const FieldDeclaration& field : type->fields) {
            const auto value = block.fields.find(field.name);
            if (value == block.fields.end() || !value->is_string())
                continue;
            if (field.type == FieldType::state)
                (block.type == "put" ? put_ : taken_).insert(value->get<std::string>());
            else if (field.type == FieldType::volume)
                volumes_.insert(value->get<std::string>());
        }
        if (block.type == "probe")
            (edgeOf(block) == "end" ? ended_ : begun_).insert(stretchOf(block));
        if (block.type == "set")
            for (const Assignment& each : assignmentsIn(block.fields.value("assignments", Json())))
                set_.insert(each.name);
    }

    void checkParameters()
    {
        Names names = used_;
        addNamesIn(names, role_.workers);
        for (const StateItem& item : role_.state)
            addNamesIn(names, item.fields);
        for (const RoleParameter& parameter : role_.parameters)
            addNamesIn(names, parameter.value);
        for (const Operation& operation : role_.operations) {
            addNamesIn(names, operation.level);
            for (const Argument& argument : operation.arguments)
                addNamesIn(names, argument.defaultValue);
            for (const Diagram& diagram : operation.diagrams) // values given to a group, whether used there or not
                for (const Block& block : diagram.blocks)
                    addNamesIn(names, block.fields);
        }
        for (std::size_t p = 0; p < role_.parameters.size(); ++p)
            if (const std::string& name = role_.parameters[p].name; !names.contains(name))
                warn("parameter.unused", pointer_ + "/parameters" + below(p),
                     "It has no effect: nothing in the role uses the parameter \"" + name + "\".",
                     "Use it where it is meant, or remove it.");
    }

    void checkState()
    {
        for (std::size_t s = 0; s < role_.state.size(); ++s) {
            const StateItem& item = role_.state[s];
            const Json type = valueOf(item.fields, *findField(stateFields(), "type"));
            const std::string pointer = pointer_ + "/state" + below(s);
            const bool fills = put_.contains(item.id) || !item.fields.value("missing_of", Json()).is_null();
            if (type == "value" ? !used_.contains(item.id) && !set_.contains(item.id)
                                : !put_.contains(item.id) && !taken_.contains(item.id))
                warn("state.unused", pointer, "No block uses \"" + item.id + "\".",
                     "Name it in a block, or remove it.");
            else if (type == "queue" && !taken_.contains(item.id))
                warn("queue.never-taken", pointer, "Nobody takes messages from the queue \"" + item.id + "\".",
                     "Let a get or a start block name it.");
            else if (type == "queue" && !fills)
                warn("queue.never-filled", pointer, "Nobody puts messages into the queue \"" + item.id + "\".",
                     "Let a put block name it.");
        }
    }

    void checkVolumes()
    {
        addNamesIn(volumes_, role_.workers.value("for_each", Json()));
        for (const Selector& selector : context_.project.selectors)
            if (selector.fields.value("role", Json()) == role_.id)
                addNamesIn(volumes_, selector.fields.value("volume", Json()));
        for (std::size_t v = 0; v < role_.volumes.size(); ++v)
            if (!volumes_.contains(role_.volumes[v]))
                warn("volume.unused", pointer_ + "/volumes" + below(v),
                     "No block of the role uses the volume \"" + role_.volumes[v] + "\".",
                     "Name it in a block, or remove it.");
    }

    void checkHelpers()
    {
        if (!aside_ && !role_.workers.value("helper_threads", Json()).is_null())
            warn("workers.no-aside", pointer_ + "/workers/helper_threads",
                 "It has no effect: nothing of the role waits aside.",
                 "Let a read, write, flush or group wait aside, or remove it.");
    }

    /// A stretch of time has a beginning and an end, which may stand in different operations.
    void checkStretches()
    {
        for (std::size_t o = 0; o < role_.operations.size(); ++o)
            for (std::size_t d = 0; d < role_.operations[o].diagrams.size(); ++d) {
                const Diagram& diagram = role_.operations[o].diagrams[d];
                for (std::size_t b = 0; b < diagram.blocks.size(); ++b) {
                    const Block& block = diagram.blocks[b];
                    const std::string stretch = block.type == "probe" ? stretchOf(block) : std::string();
                    const bool begins = edgeOf(block) == "begin";
                    if (!stretch.empty() && !(begins ? ended_ : begun_).contains(stretch))
                        warn("probe.one-sided",
                             pointer_ + "/operations" + below(o) + "/diagrams" + below(d) + "/blocks" + below(b),
                             "The stretch \"" + stretch + "\" " + (begins ? "never ends" : "never begins") +
                                 ": nothing is measured.",
                             "Put a probe of that name where it " + std::string(begins ? "ends." : "begins."));
                }
            }
    }

    static std::string stretchOf(const Block& probe)
    {
        const Json stretch = probe.fields.value("stretch", Json());
        return stretch.is_string() ? stretch.get<std::string>() : std::string();
    }
    static Json edgeOf(const Block& probe) { return probe.fields.value("edge", Json("begin")); }

    void checkOperation(const Operation& operation, const Names& used, const std::string& pointer)
    {
        for (std::size_t a = 0; a < operation.arguments.size(); ++a)
            if (const std::string& name = operation.arguments[a].name;
                !used.contains(name) && !operation.diagrams.empty())
                warn("argument.unused", pointer + "/arguments" + below(a),
                     "No block of the operation uses its argument \"" + name + "\".",
                     "Use it where it is meant, or remove it here and where the operation is asked for.");
        for (std::size_t d = 0; d < operation.diagrams.size(); ++d)
            checkAssigned(operation.diagrams[d], used, pointer + "/diagrams" + below(d));
    }

    void checkAssigned(const Diagram& diagram, const Names& used, const std::string& pointer)
    {
        const auto isValue = [this](const std::string& name) {
            return std::ranges::any_of(role_.state, [&](const StateItem& item) { return item.id == name; });
        };
        for (std::size_t b = 0; b < diagram.blocks.size(); ++b) {
            const Block& block = diagram.blocks[b];
            const std::string place = pointer + "/blocks" + below(b);
            if (block.type == "set")
                for (const Assignment& each : assignmentsIn(block.fields.value("assignments", Json())))
                    if (!used.contains(each.name) && !isValue(each.name))
                        warn("variable.unused", place + "/assignments" + below(each.key),
                             "Nothing in the operation uses the variable \"" + each.name + "\".",
                             "Use it in an expression, or remove it.");
            for (const Diagram& inner : block.inner)
                checkAssigned(inner, used, place + "/inner");
        }
    }

    CheckContext& context_;
    const Role& role_;
    std::string pointer_;
    std::vector<Names> usedBy_; ///< by operation: in expressions and texts of its blocks
    Names used_;                ///< by any of them
    Names put_, taken_;         ///< state items that blocks name: queues by put, all others by any block
    Names volumes_, set_;
    Names begun_, ended_; ///< stretches of time that probes measure
    bool aside_ = false;
};

} // namespace

void checkUnusedOfRole(CheckContext& context, const Role& role, const std::string& pointer)
{
    UnusedOfRole(context, role, pointer).run();
}

namespace {

void checkUnusedDistributions(CheckContext& context)
{
    Names used;
    forEachField(context.asWritten, [&](const FieldPlace& place) {
        if (place.value->is_string() && std::ranges::any_of(place.declaration->refersTo, [](const Reference& each) {
                return each.to == ElementKind::distribution;
            }))
            used.insert(place.value->get<std::string>());
    });
    const auto& distributions = context.project.distributions;
    for (std::size_t d = 0; d < distributions.size(); ++d)
        if (!used.contains(distributions[d].id))
            context.report(Severity::warning, "distribution.unused", "/distributions" + below(d),
                           "Nothing draws values from \"" + distributions[d].id + "\".",
                           "Name it in a table field of a block or a workload, or remove it.");
}

/// A parameter without an effect gives every run of a study over it the same results.
void checkIdleAxes(CheckContext& context)
{
    std::vector<std::string> names;
    for (const Study& study : context.project.studies)
        for (const StudyAxis& axis : study.space)
            if (std::ranges::find(context.project.parameters, axis.parameter, &Parameter::name) !=
                context.project.parameters.end())
                names.push_back(axis.parameter);
    if (names.empty())
        return;
    const std::vector<std::string> idle = withoutEffect(context.asWritten, names);
    const auto isIdle = [&](const std::string& name) { return std::ranges::count(idle, name) > 0; };
    for (std::size_t s = 0; s < context.project.studies.size(); ++s) {
        const std::vector<StudyAxis>& axes = context.project.studies[s].space;
        for (std::size_t a = 0; a < axes.size(); ++a)
            if (isIdle(axes[a].parameter))
                context.report(
                    Severity::warning, "axis.no-effect", "/studies" + below(s) + "/space" + below(a) + "/parameter",
                    "All its values give the same results: nothing uses the parameter \"" + axes[a].parameter + "\".",
                    "Vary another parameter, or use this one.");
    }
}

} // namespace

void checkUnusedOfProject(CheckContext& context)
{
    if (std::ranges::any_of(context.findings,
                            [](const Finding& finding) { return finding.severity == Severity::error; }))
        return; // parts that look unused beside an error are mostly meant by the faulty one
    checkUnusedDistributions(context);
    checkIdleAxes(context);
}

} // namespace headroom::project
