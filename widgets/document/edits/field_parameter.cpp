#include "widgets/document/edits/field_parameter.h"

#include "project/expression/expression.h"
#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "project/structure/rows.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/document/model/edit_step.h"

#include <QCoreApplication>

#include <algorithm>
#include <cctype>

namespace headroom::widgets {

using project::FieldDeclaration;
using project::FieldType;
using project::Json;
using project::Parameter;
using project::ParameterType;

namespace {

struct FieldParameters
{
    Q_DECLARE_TR_FUNCTIONS(FieldParameters)
};

/// A quantity of any unit has that of its value.
std::string unitFor(const FieldDeclaration& field, const Json& value)
{
    if (field.unit != project::anyUnit)
        return field.unit;
    const auto quantity = value.is_string() ? project::parseQuantity(value.get<std::string>()) : std::nullopt;
    return quantity ? quantity->unit : std::string();
}

Parameter parameterFor(const FieldDeclaration& field, const Json& value)
{
    Parameter parameter;
    parameter.value = value;
    switch (field.type) {
    case FieldType::component:
        parameter.type = ParameterType::component;
        parameter.kinds = field.kinds;
        break;
    case FieldType::choice:
        parameter.type = ParameterType::choice;
        parameter.alternatives.assign(field.choices.begin(), field.choices.end());
        break;
    case FieldType::flag:
        parameter.type = ParameterType::flag;
        break;
    default:
        parameter.unit = unitFor(field, value);
        parameter.type = !parameter.unit.empty()            ? ParameterType::quantity
                         : field.type == FieldType::integer ? ParameterType::integer
                                                            : ParameterType::number;
        parameter.minimum = field.minimum;
        parameter.maximum = field.maximum;
    }
    return parameter;
}

/// "DISK1_MODEL" of the element disk1 and the field "model".
std::string nameFor(const ElementRef& element, const FieldDeclaration& field)
{
    const QString owner = element.ids.value(element.ids.size() - 1);
    std::string name = (owner.isEmpty() ? QString() : owner + '_').toStdString() + field.name;
    for (char& letter : name)
        letter = std::isalnum(static_cast<unsigned char>(letter))
                     ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter)))
                     : '_';
    return std::isalpha(static_cast<unsigned char>(name.front())) ? name : "P_" + name;
}

/// Lets the fields name the parameter, in the project as it will be.
void setNames(project::Project& project, const QList<ElementRef>& elements, const std::string& field,
              const std::string& name)
{
    for (const ElementRef& element : elements) {
        const FieldSlot slot = findSlot(project, element, QString::fromStdString(field));
        writeSlot(slot, withField(slot, field, name));
    }
}

/// False if the name is taken, reserved, or means something else at one of the fields.
bool isFree(const project::Project& project, const QList<ElementRef>& elements, const FieldDeclaration& field,
            const Parameter& parameter)
{
    if (!project::isIdentifier(parameter.name) || project::identifiersIn(parameter.name).empty() ||
        project::findParameter(project, parameter.name))
        return false;
    project::Project after = project;
    after.parameters.push_back(parameter);
    setNames(after, elements, field.name, parameter.name);
    const auto uses = usesOfParameter(after, parameter.name);
    return std::all_of(elements.begin(), elements.end(), [&](const ElementRef& element) {
        return std::any_of(uses.begin(), uses.end(), [&](const FieldEdit& use) {
            return use.element == element && use.field == QString::fromStdString(field.name);
        });
    });
}

} // namespace

bool mayBeParameter(const ElementRef& element, const FieldDeclaration& field)
{
    if (const project::List* list = project::listOf(element.kind); list && !list->simulated)
        return false;
    switch (element.kind) {
    case ElementKind::block: // the ports of a fork are fixed in its drawing
        if (field.name == "paths")
            return false;
        break;
    case ElementKind::state: // decides which blocks can work on it
        if (field.name == "type")
            return false;
        break;
    case ElementKind::link: // its ends, and the devices of a volume, are names
        if (field.name == "from" || field.name == "to")
            return false;
        break;
    case ElementKind::volume:
        if (field.name == "devices")
            return false;
        break;
    default:
        break;
    }
    switch (field.type) {
    case FieldType::number:
    case FieldType::integer:
    case FieldType::quantity:
    case FieldType::flag:
    case FieldType::choice:
    case FieldType::component:
        return true;
    default:
        return false;
    }
}

QString parameterNamedBy(const project::Project& project, const FieldDeclaration& field, const Json& value)
{
    const Json& present = value.is_null() ? field.defaultValue : value;
    const Parameter* parameter =
        present.is_string() ? project::findParameter(project, present.get<std::string>()) : nullptr;
    return parameter ? QString::fromStdString(parameter->name) : QString();
}

MadeParameter makeParameter(DocumentModel& model, const project::ComponentLibrary& library,
                            const QList<ElementRef>& elements, const FieldDeclaration& field, const Json& value)
{
    const QString label = QString::fromStdString(field.label.empty() ? field.name : field.label);
    const Json& present = value.is_null() ? field.defaultValue : value;
    if (present.is_null() || elements.isEmpty())
        return {{}, FieldParameters::tr("Give “%1” a value first: the parameter takes it over.").arg(label)};
    Parameter parameter = parameterFor(field, present);
    if (const auto fault = project::faultOf(parameter, present, library)) {
        const QString text = QString::fromStdString(present.is_string() ? present.get<std::string>() : present.dump());
        return {{},
                FieldParameters::tr("“%1” of “%2” cannot be the value of a parameter. %3 %4")
                    .arg(text, label, QString::fromStdString(fault->problem), QString::fromStdString(fault->remedy))};
    }
    const std::string wanted = nameFor(elements.front(), field);
    parameter.name = wanted;
    constexpr int attempts = 100;
    for (int number = 2; !isFree(model.project(), elements, field, parameter); ++number) {
        if (number > attempts)
            return {{}, FieldParameters::tr("“%1” cannot name a parameter.").arg(label)};
        parameter.name = wanted + '_' + std::to_string(number);
    }
    const QString name = QString::fromStdString(parameter.name);
    std::vector<FieldEdit> edits;
    for (const ElementRef& element : elements)
        edits.push_back({element, QString::fromStdString(field.name), parameter.name});
    const EditStep step(model, FieldParameters::tr("Make %1 of a field").arg(name));
    addParameter(model, std::move(parameter));
    setFields(model, {}, edits);
    return {name, {}};
}

} // namespace headroom::widgets
