#include "widgets/diagram/canvas/items/box_index.h"

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr qreal cellSize = 256; // about a box and the space around it

} // namespace

template <typename See>
void BoxIndex::forEachCell(const QRectF& rect, const See& see)
{
    const auto cell = [](qreal place) { return static_cast<qint64>(std::floor(place / cellSize)); };
    for (qint64 x = cell(rect.left()); x <= cell(rect.right()); ++x)
        for (qint64 y = cell(rect.top()); y <= cell(rect.bottom()); ++y)
            see((x << 32) ^ (y & 0xffffffff));
}

void BoxIndex::clear()
{
    cells_.clear();
    frames_.clear();
    forgetChanges();
}

void BoxIndex::put(const BoxItem* box)
{
    const QRectF now = box->sceneFrame();
    if (const auto before = frames_.constFind(box); before != frames_.constEnd()) {
        if (*before == now)
            return;
        forEachCell(*before, [&](qint64 cell) {
            cells_[cell].removeOne(box);
            changedCells_.insert(cell);
        });
    }
    frames_[box] = now;
    moved_.insert(box);
    forEachCell(now, [&](qint64 cell) {
        cells_[cell].append(box);
        changedCells_.insert(cell);
    });
}

bool BoxIndex::hasChangedNear(const QRectF& rect) const
{
    bool changed = false;
    forEachCell(rect, [&](qint64 cell) { changed = changed || changedCells_.contains(cell); });
    return changed;
}

void BoxIndex::forgetChanges()
{
    moved_.clear();
    changedCells_.clear();
}

QVector<QRectF> BoxIndex::near(const QRectF& rect) const
{
    QVector<const BoxItem*> found;
    forEachCell(rect, [&](qint64 cell) {
        if (const auto boxes = cells_.constFind(cell); boxes != cells_.constEnd())
            found += *boxes;
    });
    // A box may be in several cells.
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    QVector<QRectF> frames;
    frames.reserve(found.size());
    for (const BoxItem* box : found)
        frames.append(box->sceneFrame());
    return frames;
}

bool BoxIndex::isEmptyAt(const QRectF& rect) const
{
    bool empty = true;
    forEachCell(rect, [&](qint64 cell) {
        const auto boxes = empty ? cells_.constFind(cell) : cells_.constEnd();
        if (boxes != cells_.constEnd())
            empty = std::none_of(boxes->begin(), boxes->end(),
                                 [&](const BoxItem* box) { return box->sceneFrame().intersects(rect); });
    });
    return empty;
}

} // namespace headroom::widgets
