// Shows the findings of the checks at their elements: on the boxes of the drawings and in the project tree.
#pragma once

#include "project/document/finding.h"
#include "widgets/diagram/canvas/box_marks.h"
#include "widgets/document/model/element_ref.h"

#include <QObject>

#include <optional>

class QTreeWidgetItem;

namespace headroom::widgets {
class DocumentModel;
} // namespace headroom::widgets

namespace headroom::app {

class CanvasTab;
class ProjectTree;

class ProblemMarks : public QObject
{
    Q_OBJECT
public:
    ProblemMarks(const widgets::DocumentModel& model, QList<CanvasTab*> canvases, ProjectTree& tree, QObject* parent);

    void setFindings(const project::Findings& findings);

private:
    struct Problem
    {
        widgets::ElementRef element;
        project::Severity severity = project::Severity::error;
        QString text;
    };

    void markCanvases();
    void markTree();
    std::optional<project::Severity> markItem(QTreeWidgetItem& item);

    const widgets::DocumentModel& model_;
    QList<CanvasTab*> canvases_;
    ProjectTree& tree_;
    QList<Problem> problems_;
};

/// Box of an element in the drawing of a path: the block itself, or the group that contains it; for a device, its node
/// group. Empty: it is in another drawing.
QString boxOf(const widgets::ElementRef& element, const QString& path);

} // namespace headroom::app
