#include "widgets/diagram/canvas/gestures/rubber_band_gesture.h"

#include "widgets/theme/theme.h"

#include <QGraphicsRectItem>
#include <QGraphicsSceneMouseEvent>

namespace headroom::widgets {

namespace {

std::unique_ptr<QGraphicsRectItem> bandAt(const QPointF& point, const QPalette& palette)
{
    const QColor accent = colours(palette).accent;
    QColor inside = accent;
    inside.setAlphaF(0.12F);
    QPen edge(accent, 1);
    edge.setCosmetic(true);
    auto band = std::make_unique<QGraphicsRectItem>(QRectF(point, QSizeF()));
    band->setPen(edge);
    band->setBrush(inside);
    band->setZValue(9);
    return band;
}

} // namespace

RubberBandGesture::RubberBandGesture(CanvasSurface& canvas, const QPointF& press, Qt::KeyboardModifiers modifiers)
    : canvas_(canvas), press_(press), mode_(modeOf(modifiers))
{
    QGraphicsScene& scene = canvas.drawn().scene();
    const auto selected = scene.selectedItems();
    before_ = {selected.begin(), selected.end()};
    if (mode_ == Mode::replace)
        scene.clearSelection();
    band_ = bandAt(press, scene.palette());
    scene.addItem(band_.get());
    canvas.holdSelection(true); // the panels are updated on release
}

RubberBandGesture::~RubberBandGesture() = default;

RubberBandGesture::Mode RubberBandGesture::modeOf(Qt::KeyboardModifiers modifiers)
{
    const bool control = modifiers & Qt::ControlModifier, shift = modifiers & Qt::ShiftModifier;
    if (modifiers & Qt::AltModifier || (control && shift))
        return Mode::remove;
    return control || shift ? Mode::add : Mode::replace;
}

QSet<QGraphicsItem*> RubberBandGesture::touched(const QRectF& rect) const
{
    QSet<QGraphicsItem*> items;
    for (BoxItem* item : canvas_.drawn().boxes())
        if (item->sceneFrame().intersects(rect))
            items.insert(item);
    for (NoteItem* item : canvas_.drawn().notes())
        if (item->sceneFrame().intersects(rect))
            items.insert(item);
    for (WireItem* wire : canvas_.drawn().wires())
        if (wire->runsThrough(rect))
            items.insert(wire);
    return items;
}

bool RubberBandGesture::follow(const QGraphicsSceneMouseEvent& event)
{
    const QRectF rect = QRectF(press_, event.scenePos()).normalized();
    band_->setRect(rect);
    QSet<QGraphicsItem*> wanted = mode_ == Mode::replace ? QSet<QGraphicsItem*>() : before_;
    if (mode_ == Mode::remove)
        wanted.subtract(touched(rect));
    else
        wanted.unite(touched(rect));
    select(wanted);
    return true;
}

void RubberBandGesture::select(const QSet<QGraphicsItem*>& wanted) const
{
    for (QGraphicsItem* item : canvas_.drawn().scene().selectedItems())
        if (!wanted.contains(item))
            item->setSelected(false);
    for (QGraphicsItem* item : wanted)
        item->setSelected(true);
}

void RubberBandGesture::release(const QGraphicsSceneMouseEvent&)
{
    band_.reset();
    canvas_.holdSelection(false);
}

void RubberBandGesture::cancel()
{
    band_.reset();
    select(before_);
    canvas_.holdSelection(false);
}

QVector<QGraphicsItem*> RubberBandGesture::shown() const
{
    return {band_.get()};
}

} // namespace headroom::widgets
