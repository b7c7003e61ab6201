// The view of a canvas: zoom at the pointer, panning, the dot grid, the mini-map and the legend of loads.
#pragma once

#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/view/panning.h"

#include <QGraphicsView>

namespace headroom::widgets {

class MiniMap;
class LoadLegend;

class CanvasView : public QGraphicsView
{
    Q_OBJECT

public:
    explicit CanvasView(CanvasScene& scene, QWidget* parent = nullptr);

    CanvasScene& canvas() const { return scene_; }
    qreal zoom() const { return transform().m11(); }
    /// The part of the scene that is visible.
    QRectF visibleRect() const;
    /// The meaning of the boxes' tint, e.g. "Share of processor and waiting time, run 3, mean of 37.2 s to 37.8 s", and
    /// why it may not be that of what is drawn; empty if it is.
    void setLoadCaption(const QString& caption, const QString& warning = {});

public slots:
    /// Fits the whole drawing into the view, at most at its natural size.
    void fit();
    void setZoom(qreal zoom);
    /// Fits the selection into the view, at most at 1.5 times its natural size; the whole drawing if nothing is
    /// selected.
    void zoomToSelection();

signals:
    /// Another part of the scene is visible now.
    void viewMoved();

protected:
    void paintEvent(QPaintEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void open();
    void changeZoom(qreal wanted);
    void placeOverlays();
    QPoint placeOfMap() const;
    void drawEmptyText(QPainter* painter) const;

    CanvasScene& scene_;
    MiniMap* miniMap_;
    LoadLegend* legend_;
    Panning panning_{*this};
    bool opened_ = false;
    bool touched_ = false; ///< the user has chosen what is visible
};

/// Behaviour diagrams and the topology use the view as it is.
using DiagramView = CanvasView;

} // namespace headroom::widgets
