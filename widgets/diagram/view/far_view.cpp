#include "widgets/diagram/view/far_view.h"

#include "widgets/theme/drawing_colours.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr qreal farScale = 0.6; // above this scale, the screen never has too many boxes for full painting
constexpr int mostInFull = 500; // boxes and wires that can be painted in full within a frame
constexpr int framedWidth = 8;  // minimum width in pixels of a box with a frame

QColor mixed(const QColor& a, const QColor& b, qreal share)
{
    const auto part = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

/// Rectangles of one colour, painted together.
class Batch
{
public:
    Batch(QPainter& painter, const QColor& colour) : painter_(painter), colour_(colour) {}
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    ~Batch() { flush(); }

    void add(const QRect& rect) { rects_.append(rect); }
    void flush()
    {
        if (rects_.isEmpty())
            return;
        painter_.setBrush(colour_);
        painter_.drawRects(rects_);
        rects_.clear();
    }

private:
    QPainter& painter_;
    QColor colour_;
    QVector<QRect> rects_;
};

/// Maps the scene to whole pixels.
class Pixels
{
public:
    Pixels(const QTransform& transform, const QRect& area)
        : scale_(transform.m11()), dx_(transform.dx()), dy_(transform.dy()), area_(area)
    {
    }

    QPoint map(const QPointF& point) const
    {
        return {static_cast<int>(std::lround(point.x() * scale_ + dx_)),
                static_cast<int>(std::lround(point.y() * scale_ + dy_))};
    }
    QRect map(const QRectF& rect) const
    {
        const QPoint corner = map(rect.topLeft()), end = map(rect.bottomRight());
        return {corner, QSize(std::max(1, end.x() - corner.x()), std::max(1, end.y() - corner.y()))};
    }
    bool shows(const QRect& rect) const { return area_.intersects(rect); }

private:
    qreal scale_, dx_, dy_;
    QRect area_;
};

void addWire(const WireItem& wire, const Pixels& pixels, Batch& batch)
{
    const auto& corners = wire.corners();
    for (qsizetype i = 1; i < corners.size(); ++i) {
        const QPoint a = pixels.map(corners[i - 1]), b = pixels.map(corners[i]);
        // Wires run horizontally or vertically; a segment that is slightly diagonal is drawn as a step.
        const QRect stretch(QPoint(std::min(a.x(), b.x()), std::min(a.y(), b.y())),
                            QSize(std::abs(a.x() - b.x()) + 1, 1));
        const QRect step(QPoint(b.x(), std::min(a.y(), b.y())), QSize(1, std::abs(a.y() - b.y()) + 1));
        if (a.x() != b.x() && pixels.shows(stretch))
            batch.add(stretch);
        if (a.y() != b.y() && pixels.shows(step))
            batch.add(step);
    }
}

} // namespace

bool isFar(const CanvasScene& scene, const QRectF& visible, qreal zoom)
{
    if (zoom >= farScale || scene.boxes().size() + scene.wires().size() <= mostInFull)
        return false;
    // Nearly every wire has a box at either end, so the number of boxes is a good estimate.
    const double wiresPerBox = static_cast<double>(scene.wires().size()) / std::max<double>(1, scene.boxes().size());
    int seen = 0;
    for (const BoxItem* box : scene.boxes()) {
        seen += visible.intersects(box->sceneFrame());
        if (seen * (1 + wiresPerBox) > mostInFull)
            return true;
    }
    return false;
}

void paintFar(QPainter& painter, const CanvasScene& scene, const QTransform& toDevice, const QRect& area)
{
    const Colours& look = colours(scene.palette());
    const Pixels pixels(toDevice, area);
    painter.save();
    painter.resetTransform();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    // Lines cannot be thinner than a pixel, so they are paler instead.
    const qreal fade = std::clamp(0.7 - toDevice.m11() / farScale, 0.0, 0.7);
    {
        Batch plain(painter, mixed(look.wire, look.canvas, fade)), chosen(painter, look.accent);
        for (const WireItem* wire : scene.wires())
            addWire(*wire, pixels, wire->isSelected() ? chosen : plain);
        plain.flush();
    }
    Batch frames(painter, mixed(look.fieldBorder, look.wire, fade)), chosen(painter, look.accent);
    Batch boxes(painter, look.box), chosenBoxes(painter, look.box);
    QVector<std::pair<QRect, QColor>> tinted;
    for (const BoxItem* box : scene.boxes()) {
        const QRect rect = pixels.map(box->sceneFrame());
        if (!pixels.shows(rect))
            continue;
        (box->isSelected() ? chosen : frames).add(rect);
        const QRect inner = rect.adjusted(1, 1, -1, -1);
        const bool framed = rect.width() >= framedWidth && !inner.isEmpty();
        if (box->load())
            tinted.append({framed ? inner : rect, loadColour(*box->load(), scene.palette())});
        else if (!box->colour().isEmpty())
            tinted.append({framed ? inner : rect, drawingTint(box->colour(), scene.palette())});
        else if (framed)
            (box->isSelected() ? chosenBoxes : boxes).add(inner);
    }
    frames.flush();
    boxes.flush();
    chosen.flush();
    chosenBoxes.flush();
    for (const auto& [rect, colour] : tinted)
        painter.fillRect(rect, colour);
    painter.restore();
}

} // namespace headroom::widgets
