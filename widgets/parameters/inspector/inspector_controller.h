// Connects the property inspector with the document: shows the selection and turns edits into commands.
#pragma once

#include "project/document/finding.h"
#include "project/library/components.h"
#include "widgets/document/model/document_model.h"
#include "widgets/parameters/inspector/property_inspector.h"

#include <memory>

namespace headroom::widgets {

/// Makes a generic parameter of the field with the focus.
inline constexpr const char* makeParameterKey = "Ctrl+Shift+P";

class InspectorController : public QObject
{
    Q_OBJECT
public:
    InspectorController(DocumentModel& model, PropertyInspector& inspector, QObject* parent = nullptr);

    void setLibrary(std::shared_ptr<const project::ComponentLibrary> library) { library_ = std::move(library); }
    /// Sets the problems of the document, which are shown beside the affected fields.
    void setFindings(const project::Findings& findings);
    void show(const std::optional<ElementRef>& element);
    /// Shows several elements: the fields that all of them have, edited in one step.
    void showAll(const QList<ElementRef>& elements);
    const QList<ElementRef>& elements() const { return elements_; }
    /// The displayed element; nullopt if there is none or several.
    std::optional<ElementRef> element() const;
    /// Makes a generic parameter of the field that has the focus, or shows the one that it names.
    void makeParameterOfFocused();

signals:
    /// A generic parameter has been made of a field.
    void parameterMade(const QString& name);
    /// The user wants to see the generic parameter that a field names.
    void parameterWanted(const QString& name);
    /// The displayed element has a new id.
    void renamed(const headroom::widgets::ElementRef& element);
    void refused(const QString& why);

private:
    void refresh();
    void showProblems();
    void edit(const QString& field, const project::Json& value, int typing);
    void askForNew(const QString& field, const QString& name);
    QList<FieldAction> actionsOf(const project::FieldDeclaration& field);
    void parameterOf(const project::FieldDeclaration& field);
    void rename(const QString& name);
    void take(const QString& name);

    DocumentModel& model_;
    PropertyInspector& inspector_;
    std::shared_ptr<const project::ComponentLibrary> library_;
    QList<ElementRef> elements_;
    project::Findings findings_;
    std::string fieldsShown_; ///< names of the displayed fields; other fields need a new form
};

} // namespace headroom::widgets
