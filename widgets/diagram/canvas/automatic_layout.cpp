#include "widgets/diagram/canvas/automatic_layout.h"

#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/geometry/graphviz_layout.h"
#include "widgets/document/edits/diagram_edits.h"

#include <QThread>

#include <memory>

namespace headroom::widgets {

AutomaticLayout::AutomaticLayout(CanvasScene& scene) : QObject(&scene), scene_(scene) {}

void AutomaticLayout::arrange(const std::function<Positions()>& find)
{
    if (arranging_)
        return;
    if (scene_.boxes().size() <= mostAtOnce)
        take(find());
    else
        findInThread(find);
}

void AutomaticLayout::findInThread(const std::function<Positions()>& find)
{
    arranging_ = true;
    scene_.refuse(tr("Laying out %1 boxes …").arg(scene_.boxes().size()));
    const auto found = std::make_shared<Positions>();
    QThread* thread = QThread::create([find, found] { *found = find(); });
    connect(thread, &QThread::finished, this, [this, found] {
        arranging_ = false;
        take(*found);
    });
    connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

void AutomaticLayout::take(const Positions& positions)
{
    // Boxes may have been added or removed in the meantime.
    Positions known;
    for (auto entry = positions.begin(); entry != positions.end(); ++entry)
        if (scene_.box(entry.key()))
            known.insert(entry.key(), entry.value());
    if (!known.isEmpty())
        moveItems(scene_.model(), scene_.path(), known, -1, tr("Arrange"));
}

} // namespace headroom::widgets
