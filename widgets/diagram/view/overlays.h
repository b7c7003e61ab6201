// What floats over a canvas: the mini-map and the scale of the loads.
#pragma once

#include <QPixmap>
#include <QWidget>

namespace headroom::widgets {

class CanvasView;

/// The whole drawing in small with the visible part framed; a click goes there.
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
    /// From the scene to the widget, so that boxes and visible part are both inside.
    QTransform projection() const;
    void goTo(const QPoint& point);
    void paintDrawing();

    CanvasView& view_;
    QPixmap drawing_; ///< all but the frame of what is visible; null: to be painted
};

/// "Share of processor and waiting time  0 ▭▭▭ 100 %".
class LoadLegend : public QWidget
{
    Q_OBJECT

public:
    explicit LoadLegend(QWidget* parent);
    void setCaption(const QString& caption);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString caption_;
};

} // namespace headroom::widgets
