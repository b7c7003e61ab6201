// Joins the panel of generic parameters with the document: turns what someone wants into commands.
#pragma once

#include "widgets/document/edits/parameter_edits.h"
#include "widgets/document/field_walk.h"
#include "widgets/parameters/parameter_panel.h"

namespace headroom::app {

class ParameterWiring : public QObject
{
    Q_OBJECT
public:
    ParameterWiring(widgets::DocumentModel& model, widgets::ParameterPanel& panel, QObject* parent = nullptr);

signals:
    /// Someone wants to go to a field that names a parameter.
    void placeChosen(const headroom::widgets::ElementRef& element, const QString& field);

private:
    void add(const project::Parameter& parameter);
    std::vector<widgets::FieldEdit> usesOf(const QString& parameter) const;

    widgets::DocumentModel& model_;
    widgets::ParameterPanel& panel_;
};

} // namespace headroom::app
