// A drawing with the line above it: where one is, and how it is looked at.
#pragma once

#include "widgets/diagram/canvas/box_marks.h"
#include "widgets/diagram/view/canvas_view.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace headroom::app {

class CanvasTab : public QWidget
{
    Q_OBJECT
public:
    explicit CanvasTab(QWidget* parent = nullptr);

    /// Shows another drawing, and owns it; null: the empty page.
    void setScene(widgets::CanvasScene* scene);
    /// What is shown while there is no drawing; owned.
    void setEmptyPage(QWidget* page);
    void setBreadcrumb(const QString& richText);
    /// Something more above the drawing, left of the tools.
    void addHeader(QWidget* header);
    /// Another way to look at what is drawn; owned.
    void addPage(QWidget* page);
    /// Shows a page that was added; null: the drawing.
    void showPage(QWidget* page);
    widgets::CanvasScene* scene() const { return scene_; }
    widgets::CanvasView* view() const { return view_; }
    /// Of the scene that is shown; null without one.
    widgets::BoxMarks* marks() const { return marks_; }

signals:
    void sceneChanged();
    /// A part of the line above the drawing was clicked: the path of its diagram.
    void crumbChosen(const QString& path);

private:
    QLabel* breadcrumb_;
    QWidget* tools_;
    QWidget* empty_ = nullptr;
    QHBoxLayout* headers_;
    QList<QWidget*> pages_;
    QVBoxLayout* column_;
    widgets::CanvasScene* scene_ = nullptr;
    widgets::CanvasView* view_ = nullptr;
    widgets::BoxMarks* marks_ = nullptr;
};

} // namespace headroom::app
