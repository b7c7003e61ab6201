// Joins the property inspector with the document: shows what is selected, turns edits into commands.
#pragma once

#include "app/runs/subject.h"
#include "project/document/finding.h"
#include "widgets/document/document_model.h"

#include <memory>

namespace headroom::app {

class Inspection : public QObject
{
    Q_OBJECT
public:
    Inspection(widgets::DocumentModel& model, widgets::PropertyInspector& inspector, QObject* parent = nullptr);

    void setLibrary(std::shared_ptr<const project::ComponentLibrary> library) { library_ = std::move(library); }
    /// What is wrong with the document: shown beside the fields it concerns.
    void setFindings(const project::Findings& findings);
    void show(const std::optional<widgets::ElementRef>& element);
    /// Several at once: the fields that all of them have, edited in one step.
    void showAll(const QList<widgets::ElementRef>& elements);
    const QList<widgets::ElementRef>& elements() const { return elements_; }
    /// The one that is shown; none if it is none or several.
    std::optional<widgets::ElementRef> element() const;

signals:
    /// The element that is shown has another id now.
    void renamed(const headroom::widgets::ElementRef& element);
    void refused(const QString& why);

private:
    void refresh();
    void showProblems();
    void edit(const QString& field, const project::Json& value, int typing);
    void rename(const QString& name);

    widgets::DocumentModel& model_;
    widgets::PropertyInspector& inspector_;
    std::shared_ptr<const project::ComponentLibrary> library_;
    QList<widgets::ElementRef> elements_;
    project::Findings findings_;
    std::string fieldsShown_; ///< names of the fields: others need a new form
};

} // namespace headroom::app
