// Connects the property inspector with the document: shows the selection and turns edits into commands.
#pragma once

#include "project/document/finding.h"
#include "project/library/components.h"
#include "widgets/document/document_model.h"
#include "widgets/parameters/property_inspector.h"

#include <memory>

namespace headroom::widgets {

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

signals:
    /// The displayed element has a new id.
    void renamed(const headroom::widgets::ElementRef& element);
    void refused(const QString& why);

private:
    void refresh();
    void showProblems();
    void edit(const QString& field, const project::Json& value, int typing);
    void askForNew(const QString& field);
    void rename(const QString& name);

    DocumentModel& model_;
    PropertyInspector& inspector_;
    std::shared_ptr<const project::ComponentLibrary> library_;
    QList<ElementRef> elements_;
    project::Findings findings_;
    std::string fieldsShown_; ///< names of the displayed fields; other fields need a new form
};

} // namespace headroom::widgets
