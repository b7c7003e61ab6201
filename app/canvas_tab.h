// A drawing with the line above it: where one is, and how it is looked at.
#pragma once

#include "widgets/diagram/canvas_view.h"

#include <QWidget>

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
    void setBreadcrumb(const QString& richText);
    widgets::CanvasScene* scene() const { return scene_; }
    widgets::CanvasView* view() const { return view_; }

private:
    QLabel* breadcrumb_;
    QWidget* tools_;
    QLabel* empty_;
    QVBoxLayout* column_;
    widgets::CanvasScene* scene_ = nullptr;
    widgets::CanvasView* view_ = nullptr;
};

} // namespace headroom::app
