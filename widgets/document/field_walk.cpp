#include "widgets/document/field_walk.h"
#include "project/vocabulary/inner_diagrams.h"

#include "project/expression/expression.h"
#include "project/vocabulary/block_catalogue.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace headroom::widgets {

using project::FieldDeclaration;
using project::Fields;
using project::FieldType;
using project::Json;

namespace {

using See = std::function<void(const FieldPlace&)>;

struct Places
{
    Q_DECLARE_TR_FUNCTIONS(Places)
};

/// A number without a unit of its own: a role's parameter, a group's, a level of detail.
const FieldDeclaration& expressionField()
{
    static const FieldDeclaration field = [] {
        FieldDeclaration made;
        made.type = FieldType::number;
        return made;
    }();
    return field;
}

const FieldDeclaration& choiceField()
{
    static const FieldDeclaration field = [] {
        FieldDeclaration made;
        made.type = FieldType::choice;
        return made;
    }();
    return field;
}

class Walk
{
public:
    Walk(const project::Project& project, const See& see)
        : project_(project), types_(project::blockTypesOf(project)), see_(see)
    {
    }

    void run()
    {
        for (const auto& behaviour : project_.behaviours)
            role(behaviour);
        topology();
        for (const auto& selector : project_.selectors)
            fields({ElementKind::selector, {text(selector.id)}}, project::selectorFields(), selector.fields);
        for (const auto& workload : project_.workloads) {
            fields({ElementKind::workload, {text(workload.id)}}, project::workloadFields(), workload.fields);
            for (const auto& share : workload.operations)
                fields({ElementKind::share, {text(workload.id), text(share.operation)}}, project::shareFields(),
                       share.fields);
        }
        for (const auto& disturbance : project_.disturbances)
            fields({ElementKind::disturbance, {text(disturbance.id)}}, project::disturbanceFields(),
                   disturbance.fields);
        fields({ElementKind::run, {}}, project::runFields(), project_.run);
        one({ElementKind::project, {}}, "studies", nullptr, project_.studies);
        one({ElementKind::project, {}}, "measurements", nullptr, project_.measurements);
    }

private:
    void one(const ElementRef& element, const QString& field, const FieldDeclaration* declaration, const Json& value)
    {
        if (!value.is_null())
            see_({element, field, declaration, &value, &shadowing_});
    }

    void fields(const ElementRef& element, const Fields& declared, const Json& values)
    {
        if (!values.is_object())
            return;
        for (const auto& [name, value] : values.items())
            if (const FieldDeclaration* declaration = project::findField(declared, name))
                one(element, text(name), declaration, value);
    }

    void role(const project::Behaviour& behaviour)
    {
        const project::Role& role = behaviour.role;
        const QString id = text(role.id);
        for (const auto& [name, value] : behaviour.bindings.items())
            one({ElementKind::binding, {id}}, text(name), &expressionField(), value);
        for (const auto& parameter : role.parameters) {
            one({ElementKind::roleParameter, {id, text(parameter.name)}}, "value", &expressionField(), parameter.value);
            shadowing_.push_back(parameter.name);
        }
        fields({ElementKind::workers, {id}}, project::workersFields(), role.workers);
        for (const auto& item : role.state)
            fields({ElementKind::state, {id, text(item.id)}}, project::stateFields(), item.fields);
        for (const auto& operation : role.operations) {
            one({ElementKind::operation, {id, text(operation.id)}}, "level", &choiceField(), operation.level);
            const std::size_t outside = shadowing_.size();
            for (const auto& argument : operation.arguments)
                shadowing_.push_back(argument.name);
            for (const auto& inner : operation.diagrams)
                project::forEachBlock(types_, inner, [this](const project::Block& block) { variables(block); });
            for (const auto& inner : operation.diagrams)
                diagram(text(project::diagramPath(role.id, operation.id, inner.id)), inner);
            shadowing_.resize(outside);
        }
        shadowing_.clear();
    }

    /// What a block names becomes a variable of the request.
    void variables(const project::Block& block)
    {
        const project::BlockType* type = types_.find(block.type);
        for (const auto& [name, value] : block.fields.items()) {
            const FieldDeclaration* field = type ? project::findField(type->fields, name) : nullptr;
            if (field && field->type == FieldType::variable && value.is_string())
                shadowing_.push_back(value.get<std::string>());
            else if (field && value.is_object() &&
                     (field->name == "assignments" || field->type == FieldType::reductions))
                for (const auto& [variable, unused] : value.items())
                    shadowing_.push_back(variable);
        }
    }

    void diagram(const QString& path, const project::Diagram& diagram)
    {
        for (const auto& block : diagram.blocks) {
            if (const project::BlockType* type = types_.find(block.type))
                fields(ElementRef::block(path, text(block.id)), type->fields, block.fields);
            const std::size_t outside = shadowing_.size();
            if (const auto own = block.fields.find("parameters"); own != block.fields.end() && own->is_object())
                for (const auto& [name, value] : own->items())
                    shadowing_.push_back(name);
            for (const auto& inner : block.inner)
                this->diagram(path + '/' + text(block.id), inner);
            shadowing_.resize(outside);
        }
    }

    void topology()
    {
        const project::Topology& topology = project_.topology;
        one({ElementKind::topology, {}}, "fabric", &choiceField(), topology.fabric);
        for (const auto& group : topology.groups) {
            const QString id = text(group.id);
            fields(ElementRef::nodeGroup(id), project::nodeGroupFields(), group.fields);
            for (const auto& controller : group.controllers)
                fields({ElementKind::controller, {id, text(controller.id)}}, project::controllerFields(),
                       controller.fields);
            for (const auto& device : group.devices)
                fields(ElementRef::device(id, text(device.id)), project::deviceFields(), device.fields);
            for (const auto& volume : group.volumes)
                fields({ElementKind::volume, {id, text(volume.volume)}}, project::volumeFields(), volume.fields);
        }
        for (const auto& fabric : topology.fabrics) {
            const QString id = text(fabric.id);
            fields({ElementKind::fabric, {id}}, project::fabricFields(), fabric.fields);
            for (const auto& device : fabric.switches)
                fields({ElementKind::networkSwitch, {id, text(device.id)}}, project::switchFields(), device.fields);
            for (const auto& link : fabric.links)
                fields({ElementKind::link, {id, text(link.id)}}, project::linkFields(), link.fields);
        }
    }

    const project::Project& project_;
    const project::BlockCatalogue& types_;
    const See& see_;
    std::vector<std::string> shadowing_;
};

/// A value with a parameter's name replaced; nothing if it does not name the parameter.
class Renaming
{
public:
    Renaming(const std::string& from, const std::string& to) : from_(from), to_(to) {}

    std::optional<Json> of(const FieldPlace& place) const
    {
        auto renamed = place.declaration ? ofField(*place.declaration, *place.value) : ofAnything(*place.value);
        const auto& others = *place.shadowing;
        if (renamed && std::find(others.begin(), others.end(), from_) != others.end())
            return {};
        return renamed;
    }

private:
    std::optional<Json> ofText(const Json& value) const
    {
        if (!value.is_string() || value.get_ref<const std::string&>().find(from_) == std::string::npos)
            return {};
        const std::string& text = value.get_ref<const std::string&>();
        std::string renamed = project::renameIdentifier(text, from_, to_);
        const auto names = project::identifiersIn(text);
        return std::find(names.begin(), names.end(), from_) == names.end() ? std::nullopt
                                                                           : std::optional<Json>(std::move(renamed));
    }

    std::optional<Json> ofName(const FieldDeclaration& field, const Json& value) const
    {
        const bool own = std::find(field.choices.begin(), field.choices.end(), from_) != field.choices.end();
        return value.is_string() && value.get_ref<const std::string&>() == from_ && !own ? std::optional<Json>(to_)
                                                                                         : std::nullopt;
    }

    std::optional<Json> ofField(const FieldDeclaration& field, const Json& value) const
    {
        switch (field.type) {
        case FieldType::number:
        case FieldType::integer:
        case FieldType::quantity:
        case FieldType::flag:
            return ofText(value);
        case FieldType::choice:
        case FieldType::component:
        case FieldType::text:
            return ofName(field, value);
        case FieldType::assignments:
            // What a get keeps names parts of a message.
            return field.name == "values" ? std::nullopt
                                          : ofParts(value, [this](const Json& part) { return ofText(part); });
        case FieldType::rows:
            return ofParts(value, [this](const Json& row) {
                return ofParts(row, [this](const Json& cell) { return ofText(cell); });
            });
        default:
            return {};
        }
    }

    template <typename Part>
    std::optional<Json> ofParts(const Json& value, const Part& part) const
    {
        if (!value.is_structured())
            return {};
        Json result = value;
        bool named = false;
        for (auto entry = result.begin(); entry != result.end(); ++entry) {
            if (auto renamed = part(*entry)) {
                *entry = std::move(*renamed);
                named = true;
            }
        }
        return named ? std::optional<Json>(std::move(result)) : std::nullopt;
    }

    /// Lists that are kept as they are: keys, and texts that read like an expression.
    std::optional<Json> ofAnything(const Json& value) const
    {
        if (!value.is_structured())
            return ofText(value);
        std::optional<Json> inner = ofParts(value, [this](const Json& part) { return ofAnything(part); });
        if (!value.is_object() || !value.contains(from_))
            return inner;
        Json result = Json::object(); // with the keys in their order
        const Json present = inner ? std::move(*inner) : value;
        for (const auto& [key, part] : present.items())
            result[key == from_ ? to_ : key] = part;
        return result;
    }

    const std::string& from_;
    const std::string& to_;
};

} // namespace

void forEachField(const project::Project& project, const See& see)
{
    Walk(project, see).run();
}

std::vector<FieldEdit> renamedUses(const project::Project& project, const std::string& from, const std::string& to)
{
    std::vector<FieldEdit> edits;
    const Renaming renaming(from, to);
    forEachField(project, [&](const FieldPlace& place) {
        if (auto value = renaming.of(place))
            edits.push_back({place.element, place.field, std::move(*value)});
    });
    return edits;
}

std::vector<FieldEdit> usesOfParameter(const project::Project& project, const std::string& name)
{
    return renamedUses(project, name, name);
}

std::vector<FieldEdit> swappedComponents(const project::Project& project, const std::string& from,
                                         const std::string& to)
{
    std::vector<FieldEdit> edits;
    forEachField(project, [&](const FieldPlace& place) {
        if (place.declaration && place.declaration->type == FieldType::component && *place.value == from)
            edits.push_back({place.element, place.field, to});
    });
    return edits;
}

std::vector<FieldEdit> renamedNames(const project::Project& project, FieldType type, const QString& role,
                                    const std::string& from, const std::string& to)
{
    std::vector<FieldEdit> edits;
    forEachField(project, [&](const FieldPlace& place) {
        if (place.declaration && place.declaration->type == type && *place.value == from &&
            (role.isEmpty() || roleOf(place.element) == role))
            edits.push_back({place.element, place.field, to});
    });
    return edits;
}

std::optional<FieldPlace> captured(const project::Project& project, const std::string& from, const std::string& to)
{
    std::optional<FieldPlace> found;
    const Renaming renaming(from, to);
    forEachField(project, [&](const FieldPlace& place) {
        const auto& others = *place.shadowing;
        if (!found && renaming.of(place) && std::find(others.begin(), others.end(), to) != others.end())
            found = place;
    });
    return found;
}

QString placeText(const ElementRef& element, const QString& field)
{
    QStringList parts;
    switch (element.kind) {
    case ElementKind::block: {
        parts = element.ids.value(0).split('/');
        parts.append(element.ids.value(1));
        break;
    }
    case ElementKind::workers:
        parts = {element.ids.value(0), Places::tr("workers")};
        break;
    case ElementKind::run:
        parts = {Places::tr("run")};
        break;
    case ElementKind::topology:
        parts = {Places::tr("topology")};
        break;
    default:
        parts = element.ids;
    }
    // The level of detail says something only where there are several; it is left out.
    if (element.kind == ElementKind::block && parts.size() > 3)
        parts.removeAt(2);
    QString name = field;
    name.replace('_', ' ');
    const bool bare = element.kind == ElementKind::roleParameter || parts.isEmpty();
    return parts.join(" › ") + (parts.isEmpty() ? QString() : QString(" · ")) +
           (bare && !parts.isEmpty() ? Places::tr("default") : name);
}

} // namespace headroom::widgets
