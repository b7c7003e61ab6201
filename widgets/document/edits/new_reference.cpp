#include "widgets/document/edits/new_reference.h"

#include "project/vocabulary/state_types.h"
#include "widgets/document/edit_step.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/section_edits.h"

#include <algorithm>

namespace headroom::widgets {

namespace {

using project::FieldType;

/// The type of the state item that a block works on; empty if it works on none.
QString stateTypeAt(const project::Project& project, const ElementRef& element)
{
    const project::Diagram* diagram = project::findDiagram(project, element.ids.value(0).toStdString());
    const project::Block* block = diagram ? project::findBlock(*diagram, element.ids.value(1).toStdString()) : nullptr;
    return block ? QString::fromStdString(project::stateTypeFor(block->type)) : QString();
}

QString addVolume(DocumentModel& model, const QString& role)
{
    const auto* behaviour = project::findBehaviour(model.project(), role.toStdString());
    std::vector<std::string> volumes = behaviour->role.volumes;
    std::string name = "data";
    for (int number = 2; std::find(volumes.begin(), volumes.end(), name) != volumes.end(); ++number)
        name = "data" + std::to_string(number);
    volumes.push_back(name);
    setField(model, {ElementKind::role, {role}}, "volumes", volumes);
    return QString::fromStdString(name);
}

} // namespace

QString newElementTitle(const project::Project& project, const ElementRef& element,
                        const project::FieldDeclaration& field)
{
    if (element.kind != ElementKind::block || !project::findBehaviour(project, roleOf(element).toStdString()))
        return {};
    if (field.type == FieldType::volume)
        return DocumentModel::tr("New volume");
    if (field.type == FieldType::selector)
        return DocumentModel::tr("New ring");
    if (const QString type = stateTypeAt(project, element); field.type == FieldType::state && !type.isEmpty())
        return type == QStringLiteral("slots") ? DocumentModel::tr("New slots") : DocumentModel::tr("New %1").arg(type);
    return {};
}

void nameNewElement(DocumentModel& model, const QList<ElementRef>& elements, const project::FieldDeclaration& field)
{
    const ElementRef& element = elements.front();
    const EditStep edit(model, newElementTitle(model.project(), element, field));
    const QString role = roleOf(element);
    const QString name = field.type == FieldType::volume ? addVolume(model, role)
                         : field.type == FieldType::selector
                             ? addSelector(model)
                             : addState(model, role, stateTypeAt(model.project(), element));
    for (const ElementRef& each : elements)
        setField(model, each, QString::fromStdString(field.name), name.toStdString());
}

} // namespace headroom::widgets
