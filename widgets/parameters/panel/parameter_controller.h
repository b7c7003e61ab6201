// Connects the panel of generic parameters with the document: turns the user's edits into commands.
#pragma once

#include "widgets/document/edits/parameter_edits.h"
#include "widgets/document/model/field_walk.h"
#include "widgets/parameters/panel/parameter_panel.h"

namespace headroom::widgets {

class ParameterController : public QObject
{
    Q_OBJECT
public:
    ParameterController(DocumentModel& model, ParameterPanel& panel, QObject* parent = nullptr);

signals:
    /// A parameter was added, whose name is edited next.
    void panelWanted();
    /// The user wants to edit an element in its properties.
    void elementWanted(const headroom::widgets::ElementRef& element);
    /// The user wants to go to a field that uses a parameter.
    void placeChosen(const headroom::widgets::ElementRef& element, const QString& field);

private:
    void add(const project::Parameter& parameter);
    void connectPresets();
    void use(const QString& preset);
    std::vector<FieldEdit> usesOf(const QString& parameter) const;

    DocumentModel& model_;
    ParameterPanel& panel_;
};

} // namespace headroom::widgets
