// Joins the property inspector with the document: shows what is selected, turns edits into commands.
#pragma once

#include "app/subject.h"
#include "widgets/diagram/document_model.h"

#include <memory>

namespace headroom::app {

class Inspection : public QObject
{
    Q_OBJECT
public:
    Inspection(widgets::DocumentModel& model, widgets::PropertyInspector& inspector, QObject* parent = nullptr);

    void setLibrary(std::shared_ptr<const project::ComponentLibrary> library) { library_ = std::move(library); }
    void show(const std::optional<widgets::ElementRef>& element);
    const std::optional<widgets::ElementRef>& element() const { return element_; }

private:
    void refresh();

    widgets::DocumentModel& model_;
    widgets::PropertyInspector& inspector_;
    std::shared_ptr<const project::ComponentLibrary> library_;
    std::optional<widgets::ElementRef> element_;
    std::string fieldsShown_; ///< names of the fields: others need a new form
};

} // namespace headroom::app
