#include "app/menus/file_actions.h"

#include "app/frame/session_controller.h"
#include "app/frame/workspace.h"
#include "app/menus/export_actions.h"
#include "app/welcome/recent_menu.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QMainWindow>
#include <QMenu>

namespace headroom::app {

using namespace widgets;

FileActions::FileActions(Workspace& workspace, SessionController& session) : workspace_(workspace), session_(session) {}

void FileActions::fillMenu(QMenu& menu, ExportActions& exports)
{
    const auto add = [&](const char* iconName, const QString& text, const QKeySequence& key, auto act) {
        QAction* action = menu.addAction(icon(iconName), text, this, act);
        action->setShortcut(key);
        return action;
    };
    DocumentFiles& files = workspace_.files();
    add("document-new", tr("&New"), QKeySequence::New, [this] { session_.createProject(); });
    add("edit-find", tr("Si&ze a cluster …"), {}, [this] { session_.size(); });
    add("network-server", tr("New from &my cluster …"), {}, [this] { session_.adoptCluster({}); });
    fillTemplates(*menu.addMenu(tr("New from &template")));
    add("window-new", tr("New &window"), QKeySequence("Ctrl+Shift+N"), [this] { session_.openWindow(); });
    menu.addSeparator();
    add("document-open", tr("&Open …"), QKeySequence::Open, [this] { session_.openChosen(); });
    auto* recent = new RecentMenu(tr("Open &recent"), &menu);
    connect(recent, &RecentMenu::chosen, this, [this](const QString& path) { session_.openSomewhere(path); });
    menu.addMenu(recent);
    menu.addSeparator();
    QAction* save = add("document-save", tr("&Save"), QKeySequence::Save, [&files] { files.save(); });
    QAction* saveAs =
        add("document-save-as", tr("Save &as …"), QKeySequence("Ctrl+Shift+S"), [&files] { files.saveAs(); });
    menu.addSeparator();
    QAction* exporting = menu.addMenu(&exports.menu());
    QAction* print =
        add("document-print", tr("&Print drawing …"), QKeySequence::Print, [&exports] { exports.printDrawing(); });
    menu.addSeparator();
    QAction* close =
        add("go-home", tr("Close pro&ject"), QKeySequence("Ctrl+Shift+W"), [this] { session_.closeProject(); });
    close->setToolTip(tr("Back to the start page"));
    ofDocument_ = {save, saveAs, exporting, print, close};
    add("window-close", tr("&Close window"), QKeySequence::Close, [this] { workspace_.window().close(); });
    add("application-exit", tr("&Quit"), QKeySequence::Quit, [] { QApplication::closeAllWindows(); });
}

void FileActions::fillTemplates(QMenu& menu)
{
    const auto found = DocumentFiles::samples();
    for (auto sample = found.begin(); sample != found.end(); ++sample)
        menu.addAction(sample.key(), this, [this, path = sample.value()] { session_.createFromTemplate(path); });
    menu.setEnabled(!found.isEmpty());
}

void FileActions::enableDocument(bool on)
{
    for (QAction* action : ofDocument_)
        action->setEnabled(on);
}

} // namespace headroom::app
