#include "widgets/diagram/canvas/items/wire_labels.h"

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr qreal betweenLabels = 2; // pixels

} // namespace

void placeLabels(const QVector<WireItem*>& wires, const QVector<QRectF>& boxes)
{
    QVector<QRectF> taken = boxes;
    for (WireItem* wire : wires) {
        const auto places = wire->labelPlaces();
        const auto cost = [&](const QRectF& rect) -> qsizetype {
            const QRectF room = rect.adjusted(-betweenLabels, -betweenLabels, betweenLabels, betweenLabels);
            const auto labels =
                std::count_if(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(room); });
            if (labels > 0) // worse than any number of lines
                return labels * wires.size();
            return std::count_if(wires.begin(), wires.end(),
                                 [&](const WireItem* other) { return other != wire && other->runsThrough(rect); });
        };
        int best = 0;
        auto least = wires.size() * wires.size();
        for (int i = 0; i < places.size() && least > 0; ++i)
            if (const auto each = cost(places[i].rect); each < least) {
                least = each;
                best = i;
            }
        wire->setLabelPlace(best);
        if (!places.isEmpty())
            taken.append(places[best].rect);
    }
}

} // namespace headroom::widgets
