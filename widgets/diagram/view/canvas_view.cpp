#include "widgets/diagram/view/canvas_view.h"

#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/diagram/view/accessible_canvas.h"
#include "widgets/diagram/view/far_view.h"
#include "widgets/diagram/view/overlays.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::widgets {

namespace {

constexpr qreal smallestZoom = 0.05;
constexpr qreal largestZoom = 4;
constexpr qreal largestFit = 1.5;   // maximum zoom for a selection, so that a single box does not fill the window
constexpr qreal openingZoom = 0.75; // a drawing opens at least at this zoom, so that it can be read,
constexpr qreal wholeZoom = 0.65;   // unless the whole drawing fits at this zoom
constexpr qreal mostSeen = 0.85;    // no mini-map if this share of the drawing is visible
constexpr qreal fitMargin = 40;
constexpr int overlayMargin = 16;
constexpr qreal dotPitch = 2 * gridSize;

} // namespace

CanvasView::CanvasView(CanvasScene& scene, QWidget* parent)
    : QGraphicsView(&scene, parent), scene_(scene), miniMap_(new MiniMap(*this)), legend_(new LoadLegend(this))
{
    exposeCanvases(); // before anything is reported of the view
    setRenderHint(QPainter::Antialiasing);
    setViewportUpdateMode(MinimalViewportUpdate);
    setOptimizationFlag(DontSavePainterState, false);
    setTransformationAnchor(AnchorUnderMouse);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setAcceptDrops(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Diagram"));
    connect(&scene, &CanvasScene::selectionEdited, this, [this] { tellSelected(*this); });
    // The visible part stays where it is when the drawing grows or shrinks.
    setSceneRect(scene.sceneRect());
    connect(&scene, &CanvasScene::sceneRectChanged, this,
            [this](const QRectF& drawing) { setSceneRect(drawing | visibleRect()); });
    const auto refreshOverlays = [this] {
        placeOverlays();
        viewport()->update();
        tellBoxesChanged(*this);
    };
    connect(&scene_, &CanvasScene::contentChanged, this, refreshOverlays);
    connect(this, &CanvasView::viewMoved, this, &CanvasView::placeOverlays);
}

QRectF CanvasView::visibleRect() const
{
    return mapToScene(viewport()->rect()).boundingRect();
}

void CanvasView::setLoadCaption(const QString& caption, const QString& warning)
{
    legend_->setCaption(caption, warning);
    placeOverlays();
}

void CanvasView::setZoom(qreal wanted)
{
    touched_ = true;
    changeZoom(wanted);
}

void CanvasView::changeZoom(qreal wanted)
{
    const qreal zoom = std::clamp(wanted, smallestZoom, largestZoom);
    scale(zoom / this->zoom(), zoom / this->zoom());
    emit viewMoved();
}

void CanvasView::fit()
{
    const QRectF content = scene_.contentRect().adjusted(-fitMargin, -fitMargin, fitMargin, fitMargin);
    if (scene_.boxes().isEmpty())
        return;
    const qreal below = scene_.showsLoads() ? legend_->sizeHint().height() : 0; // the legend covers no box
    const QSizeF room = viewport()->size() - QSizeF(0, below);
    setZoom(std::min({1.0, room.width() / content.width(), room.height() / content.height()}));
    centerOn(content.center() + QPointF(0, below / zoom() / 2));
    emit viewMoved();
}

void CanvasView::zoomToSelection()
{
    QRectF area;
    for (const QString& id : scene_.selectedBoxes())
        area |= scene_.box(id)->sceneFrame();
    if (area.isNull()) {
        fit();
        return;
    }
    area.adjust(-fitMargin, -fitMargin, fitMargin, fitMargin);
    const QSizeF room = viewport()->size();
    setZoom(std::min({largestFit, room.width() / area.width(), room.height() / area.height()}));
    centerOn(area.center());
    emit viewMoved();
}

/// Brings a drawing into view that was just opened, and again until the user has chosen what is visible: a window that
/// is opened with a project gets its final size later.
void CanvasView::open()
{
    fit();
    touched_ = false;
    if (scene_.boxes().isEmpty() || zoom() >= wholeZoom)
        return;
    // Too large to be readable as a whole: show the start of the paths.
    changeZoom(openingZoom);
    const QRectF content = scene_.contentRect().adjusted(-fitMargin, -fitMargin, fitMargin, fitMargin);
    const QSizeF room = QSizeF(viewport()->size()) / openingZoom;
    const qreal x = content.width() > room.width() ? content.left() + room.width() / 2 : content.center().x();
    const qreal y = content.height() > room.height() ? content.top() + room.height() / 2 : content.center().y();
    centerOn(x, y);
    emit viewMoved();
}

void CanvasView::drawBackground(QPainter* painter, const QRectF& rect)
{
    const Colours& colours = widgets::colours(palette());
    painter->fillRect(rect, colours.canvas);
    // Minimum distance of the dots on the screen.
    qreal pitch = dotPitch;
    while (pitch * zoom() < 12)
        pitch *= 2;
    // In whole device pixels without antialiasing, because there are thousands of dots.
    const QTransform toDevice = painter->worldTransform();
    QVector<QRect> dots;
    for (qreal x = std::floor(rect.left() / pitch) * pitch; x < rect.right(); x += pitch)
        for (qreal y = std::floor(rect.top() / pitch) * pitch; y < rect.bottom(); y += pitch)
            dots.append(QRect(toDevice.map(QPointF(x, y)).toPoint(), QSize(1, 1)));
    painter->save();
    painter->resetTransform();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colours.dots);
    painter->drawRects(dots);
    painter->restore();
    if (scene_.boxes().isEmpty())
        drawEmptyText(painter);
}

void CanvasView::paintEvent(QPaintEvent* event)
{
    if (!isFar(scene_, visibleRect(), zoom())) {
        QGraphicsView::paintEvent(event);
        return;
    }
    QPainter painter(viewport());
    const QTransform toDevice = viewportTransform();
    painter.setTransform(toDevice);
    drawBackground(&painter, toDevice.inverted().mapRect(QRectF(event->rect())));
    paintFar(painter, scene_, toDevice, event->rect());
    painter.setRenderHint(QPainter::Antialiasing);
    for (QGraphicsItem* item : scene_.extras()) {
        painter.setTransform(item->sceneTransform() * toDevice);
        QStyleOptionGraphicsItem option;
        option.exposedRect = item->boundingRect();
        item->paint(&painter, &option, viewport());
    }
}

void CanvasView::drawEmptyText(QPainter* painter) const
{
    painter->save();
    painter->resetTransform();
    painter->setPen(colours(palette()).dimText);
    painter->setFont(titleFont());
    painter->drawText(viewport()->rect(), Qt::AlignCenter, scene_.emptyText());
    painter->restore();
}

void CanvasView::wheelEvent(QWheelEvent* event)
{
    touched_ = true;
    if (event->modifiers() & Qt::ShiftModifier) {
        QGraphicsView::wheelEvent(event);
        return;
    }
    // A notch of a wheel is 120 units; eight notches are a factor of about four.
    setZoom(zoom() * std::pow(2.0, event->angleDelta().y() / 480.0));
    event->accept();
}

void CanvasView::mousePressEvent(QMouseEvent* event)
{
    touched_ = true;
    if (panning_.press(*event))
        event->accept();
    else
        QGraphicsView::mousePressEvent(event);
}

void CanvasView::mouseMoveEvent(QMouseEvent* event)
{
    if (!panning_.move(*event))
        QGraphicsView::mouseMoveEvent(event);
}

void CanvasView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!panning_.release())
        QGraphicsView::mouseReleaseEvent(event);
}

void CanvasView::keyPressEvent(QKeyEvent* event)
{
    touched_ = true;
    if (scene_.isWriting())
        QGraphicsView::keyPressEvent(event);
    else if (event->key() == Qt::Key_0 && event->modifiers() & Qt::ControlModifier)
        fit();
    else if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        panning_.holdSpace(true);
    else if (event->matches(QKeySequence::ZoomIn))
        setZoom(zoom() * 1.25);
    else if (event->matches(QKeySequence::ZoomOut))
        setZoom(zoom() / 1.25);
    else
        QGraphicsView::keyPressEvent(event);
}

void CanvasView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat())
        panning_.holdSpace(false);
    else
        QGraphicsView::keyReleaseEvent(event);
}

void CanvasView::placeOverlays()
{
    if (!scene()) // the scene is destroyed before its view
        return;
    const QRect area = viewport()->geometry();
    const bool room = area.width() > 3 * miniMap_->width() && area.height() > 3 * miniMap_->height();
    // If nearly everything is visible, the map would only cover the drawing.
    const QRectF content = scene_.contentRect(), seen = visibleRect() & content;
    const bool needed = seen.width() * seen.height() < mostSeen * content.width() * content.height();
    legend_->setMaximumWidth(std::max(0, area.width() - 2 * overlayMargin));
    legend_->adjustSize();
    legend_->move(area.left() + overlayMargin, area.bottom() - legend_->height() - overlayMargin / 2);
    legend_->setVisible(scene_.showsLoads());
    if (room && needed && !miniMap_->underMouse()) // it does not run away from a pointer that drags in it
        miniMap_->move(placeOfMap());
    miniMap_->setVisible(room && needed);
    miniMap_->update();
}

/// The corner in which the mini-map covers the fewest boxes; the first of them if several are equal.
QPoint CanvasView::placeOfMap() const
{
    const QRect area = viewport()->geometry().adjusted(overlayMargin, overlayMargin, -overlayMargin, -overlayMargin);
    const QSize size = miniMap_->size();
    const int right = area.right() - size.width(), bottom = area.bottom() - size.height();
    const int aboveLegend = scene_.showsLoads() ? bottom - legend_->height() : bottom;
    QPoint best(right, bottom);
    int fewest = std::numeric_limits<int>::max();
    for (const QPoint& corner : {best, QPoint(right, area.top()), area.topLeft(), QPoint(area.left(), aboveLegend)}) {
        const QRectF covered = mapToScene(QRect(corner, size).translated(-viewport()->pos())).boundingRect();
        const auto& boxes = scene_.boxes();
        const auto count = std::count_if(boxes.begin(), boxes.end(),
                                         [&](const BoxItem* box) { return box->sceneFrame().intersects(covered); });
        if (count < fewest) {
            fewest = static_cast<int>(count);
            best = corner;
        }
    }
    return best;
}

void CanvasView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    if (opened_ && !touched_ && scene_.selectedItems().isEmpty())
        open();
    emit viewMoved();
}

void CanvasView::showEvent(QShowEvent* event)
{
    QGraphicsView::showEvent(event);
    if (!opened_) {
        opened_ = true;
        open();
    }
    placeOverlays();
}

void CanvasView::scrollContentsBy(int dx, int dy)
{
    QGraphicsView::scrollContentsBy(dx, dy);
    emit viewMoved();
}

} // namespace headroom::widgets
