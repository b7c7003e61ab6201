#include "widgets/diagram/canvas/gestures/alignment_guides.h"

#include "widgets/diagram/geometry/alignment.h"
#include "widgets/theme/theme.h"

#include <QGraphicsLineItem>
#include <QGraphicsView>
#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr qreal snapReach = 5;            // screen pixels within which a box snaps to another
constexpr qreal neighbourRange = 1200;    // boxes further away are ignored
constexpr qsizetype mostNeighbours = 400; // in a drawing of thousands, the nearest boxes are sufficient

} // namespace

AlignmentGuides::AlignmentGuides(const CanvasItems& drawn, const MovedSelection& moved, const QGraphicsItem& grabbed)
    : drawn_(drawn), moved_(moved)
{
    const QRectF near =
        grabbed.sceneBoundingRect().adjusted(-neighbourRange, -neighbourRange, neighbourRange, neighbourRange);
    for (const BoxItem* item : drawn.boxes())
        if (others_.size() < mostNeighbours && !moved.contains(*item) && near.intersects(item->sceneFrame()))
            others_.append(item->frameAroundLine());
}

QPointF AlignmentGuides::guided(const QPointF& step, const QPointF& pointer)
{
    const QRectF area = moved_.areaAfter(step);
    if (area.isNull())
        return step;
    const auto views = drawn_.scene().views();
    const qreal scale = views.isEmpty() ? 1 : views.first()->transform().m11();
    const qreal reach = std::max(snapReach, snapReach / scale);
    const Snap snap = snapToNeighbours(area, others_, pointer - step, reach, gridSize);
    show(snap.guides);
    return step + snap.shift;
}

void AlignmentGuides::show(const QVector<QLineF>& lines)
{
    clear();
    QPen pen(colours(drawn_.scene().palette()).warning, 1, Qt::DashLine);
    pen.setCosmetic(true);
    for (const QLineF& line : lines) {
        lines_.append(drawn_.scene().addLine(line, pen));
        lines_.last()->setZValue(8);
    }
}

void AlignmentGuides::clear()
{
    qDeleteAll(std::exchange(lines_, {}));
}

QVector<QGraphicsItem*> AlignmentGuides::shown() const
{
    return {lines_.begin(), lines_.end()};
}

} // namespace headroom::widgets
