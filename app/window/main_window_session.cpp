// The window between documents: welcome, several windows, files dragged in, what was not saved, files others changed.

#include "app/window/main_window.h"

#include "app/base/notice_bar.h"
#include "app/base/settings.h"
#include "app/document/autosave.h"
#include "app/document/recent_files.h"
#include "app/outline/find_bar.h"
#include "app/window/welcome_page.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int cascade = 32;        // from one window to the next
constexpr int narrowWindow = 1400; // pixels; a smaller window has smaller panels at its sides

QStringList projectsIn(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile() && url.path().endsWith(".headroom"))
            files.append(url.toLocalFile());
    return files;
}

} // namespace

void MainWindow::makeSession()
{
    setAcceptDrops(true);
    autosave_ = new Autosave(model_, *files_, this);
    connect(autosave_, &Autosave::failed, this, [this](const QString& why) { results_->addMessage("error", why); });
    connect(files_, &DocumentFiles::changedOnDisk, this, &MainWindow::showForeignChange);
    connect(files_, &DocumentFiles::removedFromDisk, this, [this] {
        notices_->showNotice("foreignChange", "dialog-warning",
                             tr("The file “%1” is no longer there. What is in this window is all there is of it.")
                                 .arg(files_->displayName()),
                             {{tr("Save it again"), [this] { files_->saveTo(files_->path()); }},
                              {tr("Save as …"), [this] { files_->saveAs(); }}});
    });
    connect(files_, &DocumentFiles::saved, this, [this] { notices_->withdraw("foreignChange"); });

    connect(welcome_, &WelcomePage::newRequested, this, &MainWindow::createProject);
    connect(welcome_, &WelcomePage::openRequested, this, &MainWindow::openChosen);
    connect(welcome_, &WelcomePage::fileChosen, this, &MainWindow::openSomewhere);
    connect(welcome_, &WelcomePage::templateChosen, this, &MainWindow::createFromTemplate);
    connect(welcome_, &WelcomePage::recoveryChosen, this, &MainWindow::recover);
}

/// Notices, then either the welcome or the drawings.
QWidget* MainWindow::makeCentre()
{
    notices_ = new NoticeBar;
    welcome_ = new WelcomePage(files_->library());
    makeFind();
    auto* drawings = new QWidget;
    auto* below = new QVBoxLayout(drawings);
    below->setContentsMargins(0, 0, 0, 0);
    below->setSpacing(0);
    below->addWidget(find_);
    below->addWidget(tabs_, 1);
    pages_ = new QStackedWidget;
    pages_->addWidget(welcome_);
    pages_->addWidget(drawings);
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(notices_);
    column->addWidget(pages_, 1);
    return centre;
}

void MainWindow::showWelcome()
{
    docksBeside_ = saveState();
    for (auto* dock : findChildren<QDockWidget*>())
        dock->hide();
    showDocumentActions(false);
    pages_->setCurrentWidget(welcome_);
}

void MainWindow::leaveWelcome()
{
    notices_->withdrawAll();
    if (pages_->currentWidget() != welcome_)
        return;
    restoreState(docksBeside_);
    showDocumentActions(true);
    if (!std::exchange(arranged_, true))
        shareRoom();
    layout()->activate(); // a drawing is fitted into the room that it will have
    pages_->setCurrentIndex(1);
}

/// The drawing gets most of the window, on a small screen too.
void MainWindow::shareRoom()
{
    const auto dock = [this](const char* name) { return findChild<QDockWidget*>(name); };
    const int left = width() < narrowWindow ? 208 : 232, right = width() < narrowWindow ? 264 : 300;
    resizeDocks({dock("project"), dock("parameters")}, {left, right}, Qt::Horizontal);
    resizeDocks({results_}, {height() / 4}, Qt::Vertical);
    resizeDocks({dock("project"), dock("blocks")}, {height() / 3, height() / 3}, Qt::Vertical);
    resizeDocks({dock("parameters"), dock("properties")}, {height() / 3, height() / 3}, Qt::Vertical);
}

/// Without a document there is nothing to run, edit or save.
void MainWindow::showDocumentActions(bool shown)
{
    findChild<QToolBar*>("runBar")->setVisible(shown);
    problemButton_->setVisible(shown);
    const QList<QAction*> menus = menuBar()->actions();
    for (QAction* menu : menus)
        menu->setEnabled(shown || menu == menus.front() || menu == menus.back()); // files and help are always there
    for (QAction* action : documentActions_)
        action->setEnabled(shown);
}

MainWindow& MainWindow::openWindow()
{
    auto* window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->move(pos() + QPoint(cascade, cascade));
    window->show();
    return *window;
}

MainWindow& MainWindow::windowForAnother()
{
    const bool busy = controller_.isActive();
    return files_->isOpen() && (busy || !model_.isClean()) ? openWindow() : *this;
}

bool MainWindow::openSomewhere(const QString& path)
{
    const QString file = QFileInfo(path).absoluteFilePath();
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        auto* window = qobject_cast<MainWindow*>(widget);
        if (window && window->isVisible() && window->files().path() == file) {
            window->raise();
            window->activateWindow();
            return true;
        }
    }
    return windowForAnother().openProject(path);
}

/// In a window of its own: what is here stays beside what was run.
void MainWindow::openAsRun(const QString& text, const QString& name)
{
    openWindow().files_->openText(text, name);
}

void MainWindow::openChosen()
{
    if (const QString path = files_->chooseFile(); !path.isEmpty())
        openSomewhere(path);
}

void MainWindow::createProject()
{
    windowForAnother().files_->createNew();
}

void MainWindow::createFromTemplate(const QString& path)
{
    windowForAnother().files_->openTemplate(path);
}

bool MainWindow::openProject(const QString& path)
{
    const QList<RecoverableWork> left = recoverableWork();
    if (!files_->open(path))
        return false;
    for (const RecoverableWork& work : left)
        if (work.projectPath == files_->path())
            offerRecovery(work);
    return true;
}

void MainWindow::offerRecovery(const RecoverableWork& work)
{
    notices_->showNotice(
        "recovery", "dialog-information",
        tr("The window that had “%1” open ended without saving it. Its work as of %2 can be recovered.")
            .arg(work.title, momentText(work.time)),
        {{tr("Recover"), [this, work] { recover(work); }}, {tr("Discard"), [this, work] {
                                                                discardWork(work);
                                                                welcome_->refresh();
                                                            }}});
}

void MainWindow::recover(const RecoverableWork& work)
{
    MainWindow& window = windowForAnother();
    if (!window.files_->openRecovered(work))
        return;
    if (!window.autosave_->takeOver(work))
        window.results_->addMessage("warning", tr("Another window has recovered this work too."));
    window.updateTitle();
}

void MainWindow::showForeignChange()
{
    const QString text = model_.isClean()
                             ? tr("“%1” has been changed by another program.").arg(files_->displayName())
                             : tr("“%1” has been changed by another program, and has changes here that are not saved.")
                                   .arg(files_->displayName());
    notices_->showNotice("foreignChange", "dialog-warning", text,
                         {{tr("Reload"), [this] { files_->reload(); }},
                          {tr("Keep mine"), [this] { model_.markUnsaved(); }},
                          {tr("Save mine as …"), [this] { files_->saveAs(); }}});
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!projectsIn(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QStringList files = projectsIn(*event->mimeData());
    event->setDropAction(Qt::CopyAction); // whoever gave the file keeps it
    event->accept();
    for (const QString& file : files)
        openSomewhere(file);
}

} // namespace headroom::app
