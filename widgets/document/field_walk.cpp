#include "widgets/document/field_walk.h"

#include "project/expression/expression.h"
#include "project/structure/field_walk.h"
#include "project/vocabulary/assignments.h"
#include "project/vocabulary/figure_names.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace headroom::widgets {

using project::FieldDeclaration;
using project::FieldType;
using project::Json;

namespace {

struct Places
{
    Q_DECLARE_TR_FUNCTIONS(Places)
};

/// Replaces a parameter's name in a value; nullopt if the value does not use the parameter.
class Renaming
{
public:
    Renaming(const std::string& from, const std::string& to) : from_(from), to_(to) {}

    std::optional<Json> of(const FieldPlace& place) const
    {
        auto renamed = ofField(*place.declaration, *place.value);
        const auto& others = *place.shadowing;
        if (renamed && std::find(others.begin(), others.end(), from_) != others.end())
            return {};
        return renamed;
    }

private:
    std::optional<Json> ofText(const Json& value, bool namesFigures = false) const
    {
        if (!value.is_string() || value.get_ref<const std::string&>().find(from_) == std::string::npos)
            return {};
        const std::string& text = value.get_ref<const std::string&>();
        const auto names = project::identifiersIn(text);
        const auto uses = [&](const std::string& name) { return project::beginsWithIdentifier(name, from_); };
        // An operation may have the parameter's name: PUT.throughput is its figure, not one of a component.
        const auto isFigure = [&](const std::string& name) { return namesFigures && project::unitOfFigure(name); };
        if (std::none_of(names.begin(), names.end(),
                         [&](const std::string& name) { return uses(name) && !isFigure(name); }))
            return {};
        return project::renameIdentifiers(text, [&](const std::string& name) {
            return uses(name) && !isFigure(name) ? to_ + name.substr(from_.size()) : name;
        });
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
            return ofText(value, field.namesFigures);
        case FieldType::choice:
        case FieldType::component:
        case FieldType::text:
            return ofName(field, value);
        case FieldType::assignments:
            return field.valuesAreNames
                       ? std::nullopt
                       : ofParts(project::withNames(value), [this](const Json& part) { return ofText(part); });
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

    const std::string& from_;
    const std::string& to_;
};

} // namespace

void forEachField(const project::Project& project, const std::function<void(const FieldPlace&)>& see)
{
    project::forEachField(project, [&](const project::FieldPlace& place) {
        ElementRef element{place.kind, {}};
        for (const std::string& id : place.ids)
            element.ids.append(text(id));
        see({std::move(element), text(place.field), place.declaration, place.value, place.shadowing});
    });
}

namespace {

/// The uses by expression or choice, and with `references` also the members that name parameters by id.
std::vector<FieldEdit> usesRenamed(const project::Project& project, const std::string& from, const std::string& to,
                                   bool references)
{
    std::vector<FieldEdit> edits;
    const Renaming renaming(from, to);
    forEachField(project, [&](const FieldPlace& place) {
        const bool refers = !place.declaration->refersTo.empty() && !place.declaration->keysAreElements;
        if (!references && refers)
            return;
        if (auto value = renaming.of(place))
            edits.push_back({place.element, place.field, std::move(*value)});
    });
    return edits;
}

} // namespace

std::vector<FieldEdit> renamedUses(const project::Project& project, const std::string& from, const std::string& to)
{
    return usesRenamed(project, from, to, false);
}

std::vector<FieldEdit> usesOfParameter(const project::Project& project, const std::string& name)
{
    return usesRenamed(project, name, name, true);
}

std::vector<FieldEdit> swappedComponents(const project::Project& project, const std::string& from,
                                         const std::string& to)
{
    std::vector<FieldEdit> edits;
    forEachField(project, [&](const FieldPlace& place) {
        if (place.declaration->type == FieldType::component && *place.value == from)
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
    // The path without the level of detail, which matters only if an operation has several.
    if (element.kind == ElementKind::block && parts.size() > 3)
        parts.removeAt(2);
    QString name = field;
    name.replace('_', ' ');
    const bool bare = element.kind == ElementKind::roleParameter || parts.isEmpty();
    return parts.join(" › ") + (parts.isEmpty() ? QString() : QString(" · ")) +
           (bare && !parts.isEmpty() ? Places::tr("default") : name);
}

} // namespace headroom::widgets
