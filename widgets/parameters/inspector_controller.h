// Joins the property inspector with the document: shows what is selected, turns edits into commands.
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
    /// What is wrong with the document: shown beside the fields it concerns.
    void setFindings(const project::Findings& findings);
    void show(const std::optional<ElementRef>& element);
    /// Several at once: the fields that all of them have, edited in one step.
    void showAll(const QList<ElementRef>& elements);
    const QList<ElementRef>& elements() const { return elements_; }
    /// The one that is shown; none if it is none or several.
    std::optional<ElementRef> element() const;

signals:
    /// The element that is shown has another id now.
    void renamed(const headroom::widgets::ElementRef& element);
    void refused(const QString& why);

private:
    void refresh();
    void showProblems();
    void edit(const QString& field, const project::Json& value, int typing);
    void rename(const QString& name);

    DocumentModel& model_;
    PropertyInspector& inspector_;
    std::shared_ptr<const project::ComponentLibrary> library_;
    QList<ElementRef> elements_;
    project::Findings findings_;
    std::string fieldsShown_; ///< names of the fields: others need a new form
};

} // namespace headroom::widgets
