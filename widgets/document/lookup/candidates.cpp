#include "widgets/document/lookup/candidates.h"

#include "project/document/document.h"
#include "project/expression/expression.h"
#include "project/expression/name_choice.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/resolve/resolver.h"
#include "project/structure/references.h"
#include "widgets/document/lookup/component_title.h"
#include "widgets/document/lookup/inspected_element.h"
#include "widgets/document/lookup/new_element.h"
#include "widgets/document/lookup/work_here.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace headroom::widgets {

using project::FieldType;

bool mayName(const project::Parameter& parameter, const project::FieldDeclaration& field)
{
    return parameter.type == project::ParameterType::component &&
           (parameter.kinds.empty() ||
            std::any_of(parameter.kinds.begin(), parameter.kinds.end(), [&](const std::string& kind) {
                return std::find(field.kinds.begin(), field.kinds.end(), kind) != field.kinds.end();
            }));
}

QList<Candidate> candidatesFor(const project::Project& project, const project::ComponentLibrary& library,
                               const ElementRef& element, const project::FieldDeclaration& field)
{
    QList<Candidate> candidates;
    const auto add = [&](const std::string& value, const std::string& title) {
        candidates.append({text(value), text(title.empty() ? value : title)});
    };
    const auto inspected = inspectedElement(project, element);
    const project::Json values = inspected ? inspected->values : project::Json::object();
    for (const auto& named : project::namesFor(project, element.kind, idsOf(element), field, values))
        add(named.id, named.title);
    if (const QString title = newElementTitle(project, element, field); !title.isEmpty())
        candidates.append({QString::fromLatin1(newElement), title});
    if (field.type == FieldType::component) {
        for (const auto& parameter : project.parameters)
            if (mayName(parameter, field))
                add(parameter.name, {});
        for (const auto* component : library.ofKinds(field.kinds))
            candidates.append({text(component->id), titleOf(*component), text(project::keyFigures(*component))});
    }
    return candidates;
}

namespace {

/// The number that an expression has now, with the names of a role if one is given; nothing if it depends on a request
/// or is wrong, which the checks report.
std::optional<double> constantOf(const project::Project& project, const project::ComponentLibrary& library,
                                 const std::string& written, const project::Behaviour* role = nullptr)
{
    try {
        project::Findings findings;
        project::Resolver resolver(project, library, findings);
        const project::Scope scope = role ? resolver.scopeOf(*role, {}) : resolver.globalScope();
        const auto compiled = project::Expression::compile(written, scope);
        return compiled.isConstant() ? std::optional(compiled.value()) : std::nullopt;
    } catch (const std::exception&) {
        return {};
    }
}

} // namespace

QString previewOf(const project::Project& project, const project::ComponentLibrary& library, const ElementRef& element,
                  const project::FieldDeclaration& field, const QString& expression)
{
    if (expression.isEmpty())
        return {};
    const bool isWork = element.kind == ElementKind::block && field.name == "work";
    if (const auto plain = project::parseQuantity(expression.toStdString())) // it needs no preview
        return isWork ? workHere(project, library, element, plain->value) : QString();
    if (field.type == FieldType::choice || field.type == FieldType::component) {
        const std::string written = expression.toStdString();
        const bool computed = project::findParameter(project, written) ||
                              (field.type == FieldType::component && project::NameChoice::chooses(written));
        return computed ? displayOf(project, library, written) : QString();
    }
    const auto value = constantOf(project, library, expression.toStdString(),
                                  project::findBehaviour(project, roleOf(element).toStdString()));
    if (!value)
        return {};
    if (field.type == FieldType::flag)
        return *value != 0 ? QStringLiteral("true") : QStringLiteral("false");
    const bool plainNumber = field.unit.empty() || field.unit == project::anyUnit;
    if (plainNumber && *value == std::floor(*value))
        return text(project::exactText(*value, {})); // a count is not rounded
    const QString number = valueText(*value, plainNumber ? "1" : text(field.unit));
    const QString here = isWork ? workHere(project, library, element, *value) : QString();
    return here.isEmpty() ? number : number + QStringLiteral(" = ") + here;
}

namespace {

/// The quantity that an expression over parameters has now, in the words of the parameter that it chooses ("64 GiB"),
/// or as a number; empty if it is none. Names alone are no expressions.
QString computed(const project::Project& project, const project::ComponentLibrary& library, const std::string& written)
{
    if (written.find_first_of("()*/+?<>=") == std::string::npos || project::parseQuantity(written))
        return {};
    const auto number = constantOf(project, library, written);
    if (!number)
        return {};
    for (const std::string& name : project::identifiersIn(written)) {
        const project::Parameter* const parameter = project::findParameter(project, name);
        if (!parameter || !parameter->value.is_string())
            continue;
        const auto quantity = project::parseQuantity(parameter->value.get_ref<const std::string&>());
        if (quantity && !quantity->unit.empty() && quantity->value == *number)
            return text(parameter->value.get<std::string>());
    }
    return text(project::formatNumber(*number));
}

} // namespace

QString displayOf(const project::Project& project, const project::ComponentLibrary& library, const project::Json& value)
{
    if (!value.is_string())
        return displayOf(library, value);
    const auto& written = value.get_ref<const std::string&>();
    const project::Component* component = project::presentComponent(project, library, written);
    const project::Parameter* parameter = project::findParameter(project, written);
    if (component)
        return text(component->model);
    const QString number = parameter ? QString() : computed(project, library, written);
    return number.isEmpty() ? displayOf(library, parameter ? parameter->value : value) : number;
}

QString displayOf(const project::ComponentLibrary& library, const project::Json& value)
{
    if (!value.is_string())
        return text(value.dump());
    const auto word = value.get<std::string>();
    const project::Component* component = library.find(word);
    return text(component ? component->model : word);
}

} // namespace headroom::widgets
