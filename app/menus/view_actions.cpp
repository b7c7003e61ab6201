#include "app/menus/view_actions.h"

#include "app/base/settings.h"
#include "app/frame/navigator.h"
#include "app/frame/panels.h"
#include "app/frame/workspace.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QTabWidget>

namespace headroom::app {

using namespace widgets;

ViewActions::ViewActions(Workspace& workspace, Navigator& navigator) : workspace_(workspace), navigator_(navigator) {}

void ViewActions::fillMenu(QMenu& menu, const Panels& panels, QWidget& components)
{
    menu.addActions(panels.toggles());
    menu.addAction(tr("&Components"), this, [this, &components] { workspace_.tabs().setCurrentWidget(&components); });
    menu.addSeparator();
    addPlaces(menu);
    menu.addSeparator();
    addZoom(menu);
    menu.addSeparator();
    addThemes(*menu.addMenu(tr("&Theme")));
}

void ViewActions::addPlaces(QMenu& menu)
{
    const auto add = [&](const char* iconName, const QString& text, const QList<QKeySequence>& keys, int step) {
        QAction* action = menu.addAction(icon(iconName), text, this, [this, step] { navigator_.go(step); });
        action->setShortcuts(keys);
        connect(&menu, &QMenu::aboutToShow, action,
                [this, action, step] { action->setEnabled(navigator_.canGo(step)); });
        // Enabled while the menu is closed, so that the shortcut reaches the navigator.
        connect(&menu, &QMenu::aboutToHide, action, [action] { action->setEnabled(true); });
    };
    add("go-previous", tr("&Back"), {QKeySequence("Ctrl+Left"), Qt::Key_Back}, -1);
    add("go-next", tr("For&ward"), {QKeySequence("Ctrl+Right"), Qt::Key_Forward}, 1);
}

void ViewActions::addZoom(QMenu& menu)
{
    const auto add = [&](const QString& text, const QKeySequence& key, auto act) {
        const auto zoom = [this, act] {
            if (CanvasView* view = workspace_.currentCanvas().view())
                act(*view);
        };
        menu.addAction(text, this, zoom)->setShortcut(key);
    };
    add(tr("Zoom &in"), QKeySequence::ZoomIn, [](CanvasView& view) { view.setZoom(view.zoom() * 1.25); });
    add(tr("Zoom &out"), QKeySequence::ZoomOut, [](CanvasView& view) { view.setZoom(view.zoom() / 1.25); });
    add(tr("&Natural size"), QKeySequence("Ctrl+0"), [](CanvasView& view) { view.setZoom(1); });
    add(tr("Zoom to &selection"), QKeySequence("Ctrl+8"), [](CanvasView& view) { view.zoomToSelection(); });
    add(tr("&Fit"), QKeySequence("Ctrl+9"), [](CanvasView& view) { view.fit(); });
}

void ViewActions::addThemes(QMenu& menu)
{
    auto* group = new QActionGroup(&menu);
    const std::pair<QString, Theme> choices[] = {
        {tr("&Follow the desktop"), Theme::followDesktop}, {tr("&Light"), Theme::light}, {tr("&Dark"), Theme::dark}};
    for (const auto& [text, theme] : choices) {
        QAction* choice = menu.addAction(text, this, [chosen = theme] {
            storeTheme(chosen);
            applyTheme(*qApp, chosen);
        });
        choice->setCheckable(true);
        choice->setChecked(theme == storedTheme());
        group->addAction(choice);
    }
}

} // namespace headroom::app
