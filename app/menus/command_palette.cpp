#include "app/menus/command_palette.h"

#include "app/document/help_pages.h"
#include "app/frame/navigator.h"
#include "app/frame/workspace.h"
#include "app/outline/project_tree.h"
#include "widgets/diagram/canvas/quick_add.h"
#include "widgets/theme/theme.h"

#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QTabWidget>

#include <memory>
#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr QSize paletteSize(440, 380);
constexpr int belowTop = 90; ///< pixels

QString withoutMnemonic(QString text)
{
    return text.remove('&');
}

QString below(const QString& path, const QString& name)
{
    return path.isEmpty() ? name : path + QStringLiteral(" \u203a ") + name;
}

} // namespace

CommandPalette::CommandPalette(Workspace& workspace, ProjectTree& tree, Navigator& navigator)
    : QObject(&workspace.window()), workspace_(workspace), tree_(tree), navigator_(navigator)
{
}

void CommandPalette::fillMenu(QMenu& menu)
{
    QAction* find =
        menu.addAction(icon("system-search"), tr("Find &command, element or page …"), this, &CommandPalette::open);
    // A text field has Ctrl+K for itself.
    find->setShortcuts({QKeySequence("Ctrl+K"), QKeySequence("Ctrl+Shift+K")});
}

void CommandPalette::Choices::add(const QString& icon, const QString& label, const QString& place,
                                  std::function<void()> act)
{
    entries.append({QString::number(acts.size()), label, {}, icon, place});
    acts.push_back(std::move(act));
}

void CommandPalette::open()
{
    auto choices = std::make_shared<Choices>();
    QMainWindow& window = workspace_.window();
    for (const QAction* action : window.menuBar()->actions())
        if (action->menu() && action->isVisible()) {
            emit action->menu()->aboutToShow(); // some are filled, or know what is possible, only then
            addCommands(*action->menu(), withoutMnemonic(action->text()), {}, *choices);
            emit action->menu()->aboutToHide();
        }
    if (workspace_.tabs().isVisible()) {
        addViews(*choices);
        for (int i = 0; i < tree_.topLevelItemCount(); ++i)
            addElements(*tree_.topLevelItem(i), {}, *choices);
    }
    addPages(*choices);
    auto* palette = new QuickAdd(tr("Command, element or page …"), choices->entries, &window);
    palette->resize(paletteSize);
    // Queued: a command may open a dialog, for which the list has to be gone.
    connect(
        palette, &QuickAdd::chosen, this, [choices](const QString& key) { choices->acts[key.toUInt()](); },
        Qt::QueuedConnection);
    palette->popupAt(window.mapToGlobal(QPoint((window.width() - paletteSize.width()) / 2, belowTop)), {});
}

void CommandPalette::addCommands(const QMenu& menu, const QString& top, const QString& within, Choices& choices) const
{
    for (QAction* action : menu.actions()) {
        const QString name = below(within, withoutMnemonic(action->text()));
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        if (action->menu())
            addCommands(*action->menu(), top, name, choices);
        else if (!action->text().isEmpty() && action->isVisible() && action->isEnabled())
            choices.add({}, name, key.isEmpty() ? tr("Menu %1").arg(top) : tr("Menu %1, %2").arg(top, key),
                        [action = QPointer(action)] {
                            if (action)
                                action->trigger();
                        });
    }
}

void CommandPalette::addViews(Choices& choices) const
{
    QTabWidget& tabs = workspace_.tabs();
    for (int i = 0; i < tabs.count(); ++i)
        choices.add({}, tabs.tabText(i), tr("View"), [&tabs, i] { tabs.setCurrentIndex(i); });
    for (const auto& [name, show] : views_)
        choices.add({}, name, tr("View"), show);
}

void CommandPalette::addView(const QString& name, std::function<void()> show)
{
    views_.emplace_back(name, std::move(show));
}

void CommandPalette::addElements(QTreeWidgetItem& item, const QString& path, Choices& choices) const
{
    const QString diagram = item.data(0, ProjectTree::pathRole).toString();
    const QVariant element = item.data(0, ProjectTree::elementRole);
    const QString owner = path.section(" \u203a ", -1);
    const QString name = owner.isEmpty() ? item.text(0) : item.text(0) + QStringLiteral(" · ") + owner;
    if (!diagram.isEmpty())
        choices.add({}, name, path, [this, diagram] { navigator_.showDiagram(diagram); });
    else if (element.isValid())
        choices.add({}, name, path, [this, shown = element.value<ElementRef>()] { navigator_.showElement(shown); });
    for (int i = 0; i < item.childCount(); ++i)
        addElements(*item.child(i), below(path, item.text(0)), choices);
}

void CommandPalette::addPages(Choices& choices) const
{
    for (const auto& [page, title] : manualPages())
        choices.add("help-contents", title, tr("Manual"), [this, name = page] {
            showHelpPage(project::blockTypesOf(workspace_.model().project()), name, {}, &workspace_.window());
        });
}

} // namespace headroom::app
