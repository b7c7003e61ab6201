#include "app/frame/find_controller.h"

#include "app/frame/navigator.h"
#include "app/frame/workspace.h"
#include "app/outline/problem_marks.h"
#include "widgets/theme/theme.h"

#include <QMenu>

namespace headroom::app {

using namespace widgets;

FindController::FindController(Workspace& workspace, Navigator& navigator)
    : workspace_(workspace), bar_(new FindBar(workspace.model()))
{
    connect(bar_, &FindBar::chosen, &navigator, &Navigator::showElement);
    connect(bar_, &FindBar::found, this, &FindController::markFound);
    connect(bar_, &FindBar::closed, this, [this] {
        if (CanvasView* view = workspace_.currentCanvas().view())
            view->setFocus();
    });
    for (CanvasTab* canvas : workspace_.canvases())
        connect(canvas, &CanvasTab::sceneChanged, this, &FindController::markFound);
}

void FindController::fillMenu(QMenu& menu)
{
    const auto add = [&](const char* iconName, const QString& text, const QKeySequence& key, auto act) {
        menu.addAction(icon(iconName), text, this, act)->setShortcut(key);
    };
    add("edit-find", tr("&Find …"), QKeySequence::Find, [this] { bar_->begin(); });
    add("go-down-search", tr("Find &next"), QKeySequence("F3"), [this] { bar_->goOn(1); });
    add("go-up-search", tr("Find &previous"), QKeySequence("Shift+F3"), [this] { bar_->goOn(-1); });
}

void FindController::markFound()
{
    for (CanvasTab* canvas : workspace_.canvases()) {
        if (!canvas->scene())
            continue;
        QSet<QString> boxes;
        for (const Hit& hit : bar_->hits())
            if (const QString box = boxOf(hit.element, canvas->scene()->path()); !box.isEmpty())
                boxes.insert(box);
        canvas->marks()->setFound(boxes);
    }
}

} // namespace headroom::app
