#include "widgets/diagram/geometry/pushing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::widgets {

namespace {

bool isBeside(const QRectF& left, const QRectF& right)
{
    return left.right() <= right.left() && left.top() < right.bottom() && right.top() < left.bottom();
}

} // namespace

QVector<qreal> pushedRight(const QVector<Widened>& boxes, qreal gap, qreal grid)
{
    QVector<qsizetype> fromLeft(boxes.size());
    std::iota(fromLeft.begin(), fromLeft.end(), 0);
    std::sort(fromLeft.begin(), fromLeft.end(),
              [&](qsizetype one, qsizetype other) { return boxes[one].frame.left() < boxes[other].frame.left(); });
    QVector<qreal> steps(boxes.size(), 0);
    QVector<qsizetype> grown; // boxes whose right edge moves to the right, from the left
    for (const qsizetype at : fromLeft) {
        const Widened& box = boxes[at];
        for (const qsizetype other : grown) {
            const QRectF& before = boxes[other].frame;
            if (!isBeside(before, box.frame))
                continue;
            const qreal edge = before.left() + steps[other] + boxes[other].width;
            const qreal lacking = edge + std::min(gap, box.frame.left() - before.right()) - box.frame.left();
            steps[at] = std::max(steps[at], std::ceil(lacking / grid) * grid);
        }
        if (steps[at] + box.width > box.frame.width())
            grown.append(at);
    }
    return steps;
}

} // namespace headroom::widgets
