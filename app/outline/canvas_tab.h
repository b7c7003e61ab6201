// A drawing with a header line above it: the path of the diagram, and the tools of the view.
#pragma once

#include "widgets/diagram/canvas/box_marks.h"
#include "widgets/diagram/view/canvas_view.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace headroom::app {

class CanvasTab : public QWidget
{
    Q_OBJECT
public:
    explicit CanvasTab(QWidget* parent = nullptr);

    /// Shows another drawing and takes ownership of it; null: the empty page.
    void setScene(widgets::CanvasScene* scene);
    /// The page shown while there is no drawing; takes ownership.
    void setEmptyPage(QWidget* page);
    void setBreadcrumb(const QString& richText);
    /// Adds a widget above the drawing, left of the tools.
    void addHeader(QWidget* header);
    /// Adds another view of the drawing's content; takes ownership.
    void addPage(QWidget* page);
    /// Shows a page that was added; null: the drawing.
    void showPage(QWidget* page);
    widgets::CanvasScene* scene() const { return scene_; }
    widgets::CanvasView* view() const { return view_; }
    /// Marks of the scene shown; null without one.
    widgets::BoxMarks* marks() const { return marks_; }

signals:
    void sceneChanged();
    /// A part of the path above the drawing was clicked; `path` is that of its diagram.
    void crumbChosen(const QString& path);

private:
    QLabel* breadcrumb_;
    QWidget* tools_;
    QToolButton* zoom_ = nullptr;
    QWidget* empty_ = nullptr;
    QHBoxLayout* headers_;
    QList<QWidget*> pages_;
    QVBoxLayout* column_;
    widgets::CanvasScene* scene_ = nullptr;
    widgets::CanvasView* view_ = nullptr;
    widgets::BoxMarks* marks_ = nullptr;
};

} // namespace headroom::app
