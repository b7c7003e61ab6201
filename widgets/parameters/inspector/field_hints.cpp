#include "widgets/parameters/inspector/field_hints.h"

#include "widgets/parameters/fields/quantity_check.h"

#include <QCoreApplication>

namespace headroom::widgets {

QString hintOf(const project::FieldDeclaration& field)
{
    using enum project::FieldType;
    if (field.type == number || field.type == integer || field.type == quantity)
        return field.unit.empty() ? QCoreApplication::translate("PropertyInspector", "expression")
                                  : QString::fromStdString(field.unit);
    return field.required ? QCoreApplication::translate("PropertyInspector", "required") : QString();
}

QString placeholderOf(const project::FieldDeclaration& field)
{
    if (!field.defaultValue.is_null())
        return editorText(field.defaultValue);
    return field.example.empty()
               ? QString()
               : QCoreApplication::translate("PropertyInspector", "e.g. %1").arg(QString::fromStdString(field.example));
}

QString helpOf(const project::FieldDeclaration& field)
{
    QString text = QString::fromStdString(field.meaning);
    if (!field.example.empty())
        text +=
            '\n' +
            QCoreApplication::translate("PropertyInspector", "Example: %1").arg(QString::fromStdString(field.example));
    if (!field.defaultValue.is_null())
        text +=
            '\n' + QCoreApplication::translate("PropertyInspector", "Default: %1").arg(editorText(field.defaultValue));
    return text;
}

} // namespace headroom::widgets
