// Widgets on top of a canvas view: the mini-map and the legend of the loads.
#pragma once

#include <QPixmap>
#include <QWidget>

namespace headroom::widgets {

class CanvasView;

/// A small picture of the whole drawing with a frame around the visible part. A click moves the view there.
class MiniMap : public QWidget
{
    Q_OBJECT

public:
    explicit MiniMap(CanvasView& view);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    /// Maps the scene to the widget so that all boxes and the visible part fit in.
    QTransform projection() const;
    void goTo(const QPoint& point);
    void paintDrawing();

    CanvasView& view_;
    QPixmap drawing_; ///< the picture without the frame of the visible part; null: it must be painted again
};

/// Shows e.g. "Share of processor and waiting time  0 ▭▭▭ 100 %", and a warning above it if there is one.
class LoadLegend : public QWidget
{
    Q_OBJECT

public:
    explicit LoadLegend(QWidget* parent);
    void setCaption(const QString& caption, const QString& warning = {});
    const QString& caption() const { return caption_; }
    const QString& warning() const { return warning_; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString caption_, warning_;
};

} // namespace headroom::widgets
