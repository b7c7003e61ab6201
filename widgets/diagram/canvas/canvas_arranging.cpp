// Automatic layout of a canvas.
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/geometry/graphviz_layout.h"

#include <QThread>

#include <memory>

namespace headroom::widgets {

std::function<Positions()> CanvasScene::arrangement() const
{
    return [positions = automaticPositions()] { return positions; };
}

void CanvasScene::arrange()
{
    if (arranging_)
        return;
    const auto find = arrangement();
    if (boxes_.size() <= mostAtOnce) {
        takeArrangement(find());
        return;
    }
    arranging_ = true;
    emit refused(tr("Laying out %1 boxes …").arg(boxes_.size()));
    const auto found = std::make_shared<Positions>();
    QThread* thread = QThread::create([find, found] { *found = find(); });
    connect(thread, &QThread::finished, this, [this, found] {
        arranging_ = false;
        takeArrangement(*found);
    });
    connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

void CanvasScene::takeArrangement(const Positions& positions)
{
    // Boxes may have come and gone meanwhile.
    Positions known;
    for (auto entry = positions.begin(); entry != positions.end(); ++entry)
        if (box(entry.key()))
            known.insert(entry.key(), entry.value());
    if (!known.isEmpty())
        model_.moveItems(path_, known, -1, tr("Arrange"));
}

} // namespace headroom::widgets
