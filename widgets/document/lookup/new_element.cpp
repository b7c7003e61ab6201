#include "widgets/document/lookup/new_element.h"

#include "project/document/document.h"
#include "project/vocabulary/state_types.h"
#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

QString stateTypeAt(const project::Project& project, const ElementRef& element)
{
    const project::Diagram* diagram = project::findDiagram(project, element.ids.value(0).toStdString());
    const project::Block* block = diagram ? project::findBlock(*diagram, element.ids.value(1).toStdString()) : nullptr;
    return block ? QString::fromStdString(project::stateTypeFor(block->type)) : QString();
}

QString newElementTitle(const project::Project& project, const ElementRef& element,
                        const project::FieldDeclaration& field)
{
    if (element.kind != ElementKind::block || !project::findBehaviour(project, roleOf(element).toStdString()))
        return {};
    if (field.type == project::FieldType::volume)
        return DocumentModel::tr("New volume");
    if (field.type == project::FieldType::selector)
        return DocumentModel::tr("New ring");
    if (const QString type = stateTypeAt(project, element); field.type == project::FieldType::state && !type.isEmpty())
        return type == QStringLiteral("slots") ? DocumentModel::tr("New slots") : DocumentModel::tr("New %1").arg(type);
    return {};
}

} // namespace headroom::widgets
