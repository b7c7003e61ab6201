#include "widgets/document/model/field_walk.h"

#include "project/expression/name_choice.h"
#include "project/structure/parameter_uses.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace headroom::widgets {

namespace {

struct Places
{
    Q_DECLARE_TR_FUNCTIONS(Places)
};

FieldPlace shown(const project::FieldPlace& place)
{
    ElementRef element{place.kind, {}};
    for (const std::string& id : place.ids)
        element.ids.append(text(id));
    return {std::move(element), text(place.field), place.declaration, place.value, place.shadowing};
}

/// The uses by expression or choice, and with `references` also the members that name parameters by id.
std::vector<FieldEdit> usesRenamed(const project::Project& project, const std::string& from, const std::string& to,
                                   bool references)
{
    std::vector<FieldEdit> edits;
    project::forEachField(project, [&](const project::FieldPlace& place) {
        const bool refers = !place.declaration->refersTo.empty() && !place.declaration->keysAreElements;
        if (!references && refers)
            return;
        if (auto value = project::renamedParameter(place, from, to)) {
            const FieldPlace at = shown(place);
            edits.push_back({at.element, at.field, std::move(*value)});
        }
    });
    return edits;
}

} // namespace

void forEachField(const project::Project& project, const std::function<void(const FieldPlace&)>& see)
{
    project::forEachField(project, [&](const project::FieldPlace& place) { see(shown(place)); });
}

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
        if (place.declaration->type != project::FieldType::component || !place.value->is_string())
            return;
        const auto& present = place.value->get_ref<const std::string&>();
        const std::string now = project::withComponents(
            present, [&](const std::string& component) { return component == from ? to : component; });
        if (now != present)
            edits.push_back({place.element, place.field, now});
    });
    return edits;
}

std::optional<FieldPlace> captured(const project::Project& project, const std::string& from, const std::string& to)
{
    std::optional<FieldPlace> found;
    project::forEachField(project, [&](const project::FieldPlace& place) {
        const auto& others = *place.shadowing;
        if (!found && project::usesParameter(place, from) &&
            std::find(others.begin(), others.end(), to) != others.end())
            found = shown(place);
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
