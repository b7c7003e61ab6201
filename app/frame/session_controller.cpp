#include "app/frame/session_controller.h"

#include "app/base/notice_bar.h"
#include "app/document/help_pages.h"
#include "app/document/recent_files.h"
#include "app/frame/workspace.h"
#include "app/sizing/size_dialog.h"
#include "app/welcome/cluster_dialog.h"
#include "app/welcome/welcome_page.h"
#include "project/file/json_writer.h"

#include <QApplication>
#include <QFileInfo>
#include <QMainWindow>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>

namespace headroom::app {

using namespace widgets;

namespace {

QStringList projectsIn(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile() && url.path().endsWith(".headroom"))
            files.append(url.toLocalFile());
    return files;
}

} // namespace

SessionController::SessionController(Workspace& workspace, NewWindow newWindow)
    : QObject(&workspace.window()), workspace_(workspace), newWindow_(std::move(newWindow)), notices_(new NoticeBar),
      welcome_(new WelcomePage(workspace.files().library())),
      autosave_(std::make_unique<Autosave>(workspace.model(), workspace.files(), nullptr))
{
    connect(autosave_.get(), &Autosave::failed, this, [this](const QString& why) { emit message("error", why); });
    connect(workspace.model().undoStack(), &QUndoStack::cleanChanged, this, &SessionController::updateTitle);
    connectFiles();
    connectWelcome();
    updateTitle();
}

void SessionController::connectFiles()
{
    DocumentFiles& files = workspace_.files();
    connect(&files, &DocumentFiles::opened, this, [this] {
        notices_->withdrawAll();
        workspace_.status().setSaved(false);
        updateTitle();
        showReadOnly();
    });
    connect(&files, &DocumentFiles::closed, this, &SessionController::updateTitle);
    connect(&files, &DocumentFiles::saved, this, [this] {
        notices_->withdraw("foreignChange");
        notices_->withdraw("readOnly");
        workspace_.status().setSaved(true);
        updateTitle();
    });
    connect(&files, &DocumentFiles::changedOnDisk, this, &SessionController::showForeignChange);
    connect(&files, &DocumentFiles::removedFromDisk, this, &SessionController::showRemoved);
}

void SessionController::connectWelcome()
{
    connect(welcome_, &WelcomePage::newRequested, this, &SessionController::createProject);
    connect(welcome_, &WelcomePage::sizeRequested, this, &SessionController::size);
    connect(welcome_, &WelcomePage::clusterGiven, this, &SessionController::adoptCluster);
    connect(welcome_, &WelcomePage::openRequested, this, &SessionController::openChosen);
    connect(welcome_, &WelcomePage::fileChosen, this, &SessionController::openSomewhere);
    connect(welcome_, &WelcomePage::templateChosen, this, &SessionController::createFromTemplate);
    connect(welcome_, &WelcomePage::recoveryChosen, this, &SessionController::recover);
}

void SessionController::updateTitle()
{
    const DocumentFiles& files = workspace_.files();
    QMainWindow& window = workspace_.window();
    window.setWindowTitle(files.isOpen() ? tr("%1[*] — Headroom").arg(files.displayName()) : tr("Headroom"));
    window.setWindowModified(!workspace_.model().isClean());
}

SessionController& SessionController::windowForAnother()
{
    const bool busy = workspace_.runs().isActive() || !workspace_.model().isClean();
    return workspace_.files().isOpen() && busy ? newWindow_() : *this;
}

bool SessionController::openSomewhere(const QString& path)
{
    const QString file = QFileInfo(path).absoluteFilePath();
    for (QWidget* window : QApplication::topLevelWidgets()) {
        const auto* session = window->findChild<SessionController*>({}, Qt::FindDirectChildrenOnly);
        if (session && window->isVisible() && session->workspace_.files().path() == file) {
            window->raise();
            window->activateWindow();
            return true;
        }
    }
    return windowForAnother().openProject(path);
}

bool SessionController::holdsProjects(const QMimeData& files)
{
    return !projectsIn(files).isEmpty();
}

void SessionController::openDropped(const QMimeData& files)
{
    for (const QString& file : projectsIn(files))
        openSomewhere(file);
}

void SessionController::openAsRun(const QString& text, const QString& name)
{
    newWindow_().workspace_.files().openText(text, name, workspace_.files().folder(), name);
}

void SessionController::openChosen()
{
    if (const QString path = workspace_.files().chooseFile(); !path.isEmpty())
        openSomewhere(path);
}

void SessionController::createProject()
{
    windowForAnother().workspace_.files().createNew();
}

void SessionController::size()
{
    SizeDialog dialog(workspace_.files().library(), &workspace_.window());
    setManualPage(dialog, "sizing");
    if (dialog.exec() != QDialog::Accepted)
        return;
    SessionController& session = windowForAnother();
    const QString text = QString::fromStdString(project::toText(dialog.project()));
    if (!session.workspace_.files().openText(text, tr("“Size a cluster”"), dialog.folder()))
        return;
    session.workspace_.model().markUnsaved();
    emit session.sizingOpened(dialog.sizing());
}

void SessionController::adoptCluster(const QStringList& files)
{
    ClusterDialog dialog(&workspace_.window());
    if (!files.isEmpty())
        dialog.read(files);
    if (dialog.exec() != QDialog::Accepted)
        return;
    SessionController& session = windowForAnother();
    if (session.workspace_.files().openText(dialog.projectText(), tr("“New from my cluster”"), {}))
        session.workspace_.model().markUnsaved();
}

void SessionController::createFromTemplate(const QString& path)
{
    windowForAnother().workspace_.files().openTemplate(path);
}

bool SessionController::openProject(const QString& path)
{
    const QList<RecoverableWork> left = recoverableWork();
    if (!workspace_.files().open(path))
        return false;
    for (const RecoverableWork& work : left)
        if (work.projectPath == workspace_.files().path())
            offerRecovery(work);
    return true;
}

void SessionController::closeProject()
{
    if (!mayClose())
        return;
    workspace_.files().close(); // ends the runs, too
}

bool SessionController::mayClose()
{
    if (!mayStopRuns() || !workspace_.files().mayLeave())
        return false;
    autosave_->discard();
    return true;
}

/// Asks if runs are active or queued: they end with the window, and their results are lost.
bool SessionController::mayStopRuns()
{
    if (!workspace_.runs().isActive())
        return true;
    QStringList titles;
    for (const Run& run : workspace_.runs().history().runs())
        if (!run.ending)
            titles += run.title();
    QMessageBox question(QMessageBox::Question, tr("Run in progress"),
                         titles.size() == 1 ? tr("“%1” has not ended yet.").arg(titles.front())
                                            : tr("%1 runs have not ended yet.").arg(titles.size()),
                         QMessageBox::Cancel, &workspace_.window());
    question.setObjectName("activeRuns");
    question.setInformativeText(titles.size() == 1
                                    ? tr("If the window is closed, the run is stopped and its results are lost.")
                                    : tr("If the window is closed, they are stopped and their results are lost."));
    auto* stop = question.addButton(tr("Stop and close"), QMessageBox::DestructiveRole);
    stop->setObjectName("stopAndClose");
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    return question.clickedButton() == stop;
}

void SessionController::offerRecovery(const RecoverableWork& work)
{
    const auto discard = [this, work] {
        discardWork(work);
        welcome_->refresh();
    };
    notices_->showNotice(
        "recovery", "dialog-information",
        tr("The window that had “%1” open ended without saving it. The changes up to %2 can be recovered.")
            .arg(work.title, momentText(work.time)),
        {{tr("Recover"), [this, work] { recover(work); }}, {tr("Discard"), discard}});
}

void SessionController::recover(const RecoverableWork& work)
{
    windowForAnother().takeRecovered(work);
}

void SessionController::takeRecovered(const RecoverableWork& work)
{
    if (!workspace_.files().openRecovered(work))
        return;
    if (!autosave_->takeOver(work))
        emit message("warning", tr("Another window has recovered this work too."));
    updateTitle();
}

void SessionController::showForeignChange()
{
    DocumentFiles& files = workspace_.files();
    const QString name = files.displayName();
    const QString text =
        workspace_.model().isClean()
            ? tr("“%1” has been changed by another program.").arg(name)
            : tr("“%1” has been changed by another program, and has changes here that are not saved.").arg(name);
    notices_->showNotice("foreignChange", "dialog-warning", text,
                         {{tr("Reload"), [&files] { files.reload(); }},
                          {tr("Keep mine"), [this] { workspace_.model().markUnsaved(); }},
                          {tr("Save mine as …"), [&files] { files.saveAs(); }}});
}

void SessionController::showUnlinked(const QString& role, const QString& library, std::function<void()> linkAgain)
{
    notices_->showNotice("unlinked " + role, "dialog-information",
                         tr("Your edit made “%1” a copy in this project. It was linked to the library “%2”, whose "
                            "changes no longer reach it.")
                             .arg(role, library),
                         {{tr("Keep the copy"), [] {}}, {tr("Link it again"), std::move(linkAgain)}});
}

void SessionController::showLinked(const QString& role)
{
    notices_->withdraw("unlinked " + role);
}

void SessionController::showRemoved()
{
    DocumentFiles& files = workspace_.files();
    notices_->showNotice(
        "foreignChange", "dialog-warning",
        tr("The file “%1” no longer exists. This window holds the only copy.").arg(files.displayName()),
        {{tr("Save it again"), [&files] { files.saveTo(files.path()); }},
         {tr("Save as …"), [&files] { files.saveAs(); }}});
}

/// Told at once, not when the work is to be saved.
void SessionController::showReadOnly()
{
    DocumentFiles& files = workspace_.files();
    if (files.isReadOnly())
        notices_->showNotice(
            "readOnly", "dialog-information",
            tr("“%1” is read-only: changes can be saved under another name only.").arg(files.displayName()),
            {{tr("Save as …"), [&files] { files.saveAs(); }}});
}

} // namespace headroom::app
