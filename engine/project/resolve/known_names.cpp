#include "project/resolve/known_names.h"

#include "project/document/document.h"
#include "project/expression/quantity.h"
#include "project/library/figure_unit.h"
#include "project/resolve/request_names.h"
#include "project/resolve/resolver.h"
#include "project/vocabulary/block_variables.h"
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace headroom::project {

namespace {

std::string quotedUnless(bool plain, const std::string& name)
{
    return plain ? name : '"' + name + '"';
}

const std::vector<KnownName>& functionHelp()
{
    static const std::vector<KnownName> functions = {
        {"min(a, b, ...)", "min(", "the smallest"},
        {"max(a, b, ...)", "max(", "the largest"},
        {"abs(x)", "abs(", "without its sign"},
        {"ceil(x)", "ceil(", "rounded up"},
        {"floor(x)", "floor(", "rounded down"},
        {"round(x)", "round(", "rounded to the nearest whole number"},
        {"sqrt(x)", "sqrt(", "square root"},
        {"exp(x)", "exp(", "e to the power x"},
        {"ln(x)", "ln(", "natural logarithm"},
        {"log2(x)", "log2(", "logarithm to the base 2"},
        {"hash(a, b, ...)", "hash(", "a key made of several numbers"},
        {"mod(a, b)", "mod(", "remainder of a / b"},
        {"table(x; 1: 2.5, 4: 7)", "table(", "read off a line through points"},
        {"nodes(role)", "nodes(", "number of nodes of a role"},
    };
    return functions;
}

/// The variables of a workload's operations.
std::string meaningOfWorkloadVariable(const std::string& name)
{
    static const std::map<std::string, std::string> meanings = {
        {"key", "key of the operation"},
        {"worker", "number of the client"},
        {"size", "size of the operation in bytes"},
        {"asked", "number of the client's previous operations"},
        {"job", "number of the job"},
        {"task", "number of the task in its job"},
        {"tasks", "number of tasks of a job"},
        {"rank", "slot of the task"},
        {"ranks", "number of slots"},
    };
    const auto found = meanings.find(name);
    return found == meanings.end() ? "variable of the operation" : found->second;
}

std::string shortened(const std::string& value, const std::string& description)
{
    const std::string sentence = description.substr(0, description.find(". "));
    return sentence.empty() ? value : value + " \u00b7 " + sentence;
}

class Collecting
{
public:
    Collecting(const Project& project, const ComponentLibrary& components)
        : project_(project), components_(components), resolver_(project, components, ignored_)
    {
    }

    KnownNames of(ElementKind kind, const std::vector<std::string>& ids, const FieldDeclaration& field)
    {
        if (field.namesFigures && field.type == FieldType::text) {
            addFigures([](const std::string& name) { return name; });
            return std::move(known_);
        }
        const bool request = field.perRequest || field.type == FieldType::assignments;
        if (kind == ElementKind::block && !ids.empty())
            addGroupParameters(ids.front());
        const Scope scope = scopeAt(kind, ids, request);
        if (field.namesFigures)
            addFigures([](const std::string& name) { return quotedUnless(isPlainWord(name), name); });
        addConstants(scope, kind, ids);
        for (const KnownName& function : functionHelp())
            add(function);
        addChoices();
        for (const auto& [name, count] : scope.nodes.sorted()) {
            const std::string role(name);
            known_.roles.push_back({role, quotedUnless(isIdentifier(role), role),
                                    formatNumber(*count) + (*count == 1 ? " node" : " nodes")});
        }
        return std::move(known_);
    }

private:
    void add(KnownName name)
    {
        if (seen_.insert(name.name).second)
            known_.names.push_back(std::move(name));
    }

    static bool isPlainWord(const std::string& name)
    {
        const std::vector<std::string> words = identifiersIn(name);
        return words.size() == 1 && words.front() == name;
    }

    /// The scope of the element's expressions; adds its variables first.
    Scope scopeAt(ElementKind kind, const std::vector<std::string>& ids, bool request)
    {
        const bool ofRole = kind == ElementKind::block || kind == ElementKind::workers || kind == ElementKind::state ||
                            kind == ElementKind::roleParameter || kind == ElementKind::operation;
        if (kind == ElementKind::share && request && !ids.empty()) {
            for (const Workload& workload : project_.workloads)
                if (workload.id == ids.front())
                    for (const std::string& name : workloadVariables(textIn(workload.fields, "type")))
                        add({name, name, meaningOfWorkloadVariable(name)});
        }
        const std::string path = ids.empty() ? std::string() : ids.front();
        const Behaviour* behaviour = ofRole ? findBehaviour(project_, path.substr(0, path.find('/'))) : nullptr;
        if (!behaviour)
            return resolver_.globalScope();
        if (kind == ElementKind::roleParameter) {
            // The default of a parameter may use those before it.
            Behaviour before = *behaviour;
            const auto at = std::find_if(before.role.parameters.begin(), before.role.parameters.end(),
                                         [&](const RoleParameter& each) { return each.name == ids.back(); });
            before.role.parameters.erase(at, before.role.parameters.end());
            return resolver_.scopeOf(before, {});
        }
        Scope scope = resolver_.scopeOf(*behaviour, {});
        if (kind == ElementKind::block && request)
            addRequest(*behaviour, path, scope);
        return scope;
    }

    static std::string textIn(const Json& fields, const char* name)
    {
        const auto found = fields.find(name);
        return found != fields.end() && found->is_string() ? found->get<std::string>() : std::string();
    }

    /// Those of the groups around a block; the innermost one hides others.
    void addGroupParameters(std::string path)
    {
        for (std::size_t slash = path.rfind('/'); slash != std::string::npos; slash = path.rfind('/')) {
            const std::string id = path.substr(slash + 1);
            path.resize(slash);
            const Diagram* around = findDiagram(project_, path);
            const Block* group = around ? findBlock(*around, id) : nullptr;
            const auto parameters = group ? group->fields.find("parameters") : Json::const_iterator();
            if (!group || parameters == group->fields.end() || !parameters->is_object())
                continue;
            for (const auto& [name, value] : parameters->items())
                add({name, name, "parameter of " + id});
        }
    }

    /// The diagram of a block in a group is that around the group.
    void addRequest(const Behaviour& behaviour, const std::string& path, const Scope& scope)
    {
        for (const Operation& operation : behaviour.role.operations)
            for (const Diagram& diagram : operation.diagrams)
                if (const std::string own = diagramPath(behaviour.role.id, operation.id, diagram.id);
                    path == own || path.starts_with(own + '/'))
                    for (const RequestName& name :
                         requestNames(blockTypesOf(project_), behaviour.role, operation, diagram, scope))
                        add({name.name, name.name, name.meaning});
    }

    void addConstants(const Scope& scope, ElementKind kind, const std::vector<std::string>& ids)
    {
        const std::string path = ids.empty() ? std::string() : ids.front();
        const Behaviour* behaviour = findBehaviour(project_, path.substr(0, path.find('/')));
        if (behaviour && kind != ElementKind::binding)
            for (const RoleParameter& parameter : behaviour->role.parameters)
                if (const double* const value = scope.constants.find(parameter.name))
                    add({parameter.name, parameter.name,
                         shortened(formatQuantity(*value, parameter.unit), parameter.description)});
        for (const Parameter& parameter : project_.parameters) {
            const std::string value =
                parameter.value.is_string() ? parameter.value.get<std::string>() : parameter.value.dump();
            add({parameter.name, parameter.name, shortened(value, parameter.description)});
        }
        for (const Parameter& parameter : project_.parameters)
            addComponentFigures(parameter, scope);
    }

    void addComponentFigures(const Parameter& parameter, const Scope& scope)
    {
        const Component* component = parameter.type == ParameterType::component && parameter.value.is_string()
                                         ? components_.find(parameter.value.get_ref<const std::string&>())
                                         : nullptr;
        static const Json none = Json::object();
        const ComponentKind* kind = component ? findComponentKind(component->kind) : nullptr;
        if (component)
            add({parameter.name + ".kind", parameter.name + ".kind", component->kind + ", compared as a name"});
        for (const auto& [figure, unused] : (component ? component->parameters : none).items()) {
            const std::string name = parameter.name + '.' + figure;
            const double* const value = scope.constants.find(name);
            if (!value)
                continue;
            const FieldDeclaration* declared = kind ? findField(kind->figures, figure) : nullptr;
            add({name, name,
                 shortened(formatQuantity(*value, endingOf(figure).base), declared ? declared->label : std::string())});
        }
    }

    /// The values of choices, which expressions compare with.
    void addChoices()
    {
        for (const Parameter& parameter : project_.parameters)
            if (parameter.type == ParameterType::choice || parameter.type == ParameterType::component)
                for (const Json& value : parameter.alternatives)
                    if (value.is_string())
                        add({value.get<std::string>(),
                             quotedUnless(isIdentifier(value.get<std::string>()), value.get<std::string>()),
                             "a value of " + parameter.name});
    }

    template <typename Write>
    void addFigures(const Write& write)
    {
        for (const DerivedResult& result : project_.results)
            add({result.id, write(result.id), "derived result"});
        for (const std::string& name : figuresOf(project_)) {
            const std::string unit = unitOfFigure(name).value_or("");
            add({name, write(name), unit.empty() ? "figure of the run" : "figure of the run in " + unit});
        }
    }

    const Project& project_;
    const ComponentLibrary& components_;
    Findings ignored_; ///< the checks report what is wrong
    Resolver resolver_;
    KnownNames known_;
    std::set<std::string> seen_;
};

bool takesExpression(const FieldDeclaration& field)
{
    switch (field.type) {
    case FieldType::number:
    case FieldType::integer:
    case FieldType::quantity:
    case FieldType::flag:
        return true;
    case FieldType::assignments:
        return !field.valuesAreNames;
    default:
        return field.namesFigures;
    }
}

} // namespace

KnownNames knownNames(const Project& project, const ComponentLibrary& components, ElementKind kind,
                      const std::vector<std::string>& ids, const FieldDeclaration& field)
{
    return takesExpression(field) ? Collecting(project, components).of(kind, ids, field) : KnownNames{};
}

} // namespace headroom::project
