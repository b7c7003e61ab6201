// Opens, creates and closes documents: the welcome page, projects in this window or another one, recovery of unsaved
// work, and files that other programs have changed.
#pragma once

#include "app/document/autosave.h"
#include "app/sizing/sizing.h"

#include <functional>

class QMimeData;

namespace headroom::app {

class NoticeBar;
class WelcomePage;
class Workspace;

class SessionController : public QObject
{
    Q_OBJECT
public:
    /// Shows another window and returns its session.
    using NewWindow = std::function<SessionController&()>;

    SessionController(Workspace& workspace, NewWindow newWindow);

    /// The caller puts both into a layout, which then owns them.
    NoticeBar& notices() { return *notices_; }
    WelcomePage& welcome() { return *welcome_; }
    Autosave& autosave() { return *autosave_; }

    /// Opens a project in this window, even if it already has a document.
    bool openProject(const QString& path);
    /// Opens a project in the window that already has it; else in this window, or in a new one if this document has
    /// changes or runs.
    bool openSomewhere(const QString& path);
    /// Opens all files that were dropped onto the window.
    void openDropped(const QMimeData& files);
    static bool holdsProjects(const QMimeData& files);
    /// Opens the project of a run in a new window; the current document stays open.
    void openAsRun(const QString& text, const QString& name);
    void openChosen();
    void createProject();
    /// Asks for a requirement and searches the cheapest system that meets it.
    void size();
    /// A new project from files of a running cluster; without any it asks for them.
    void adoptCluster(const QStringList& files);
    void createFromTemplate(const QString& path);
    SessionController& openWindow() { return newWindow_(); }
    /// Back to the start page, unless the user wants to stay with the document.
    void closeProject();
    /// An edit has made a linked role a copy of the project: `linkAgain` takes that back.
    void showUnlinked(const QString& role, const QString& library, std::function<void()> linkAgain);
    /// The role is linked again.
    void showLinked(const QString& role);
    /// True if the window may close. Asks what to do with active runs and unsaved changes.
    bool mayClose();

signals:
    void message(const QString& level, const QString& text);
    /// A project to search the cheapest system in was opened in this window.
    void sizingOpened(const headroom::app::Sizing& sizing);

private:
    void connectFiles();
    void connectWelcome();
    SessionController& windowForAnother();
    bool mayStopRuns();
    void offerRecovery(const RecoverableWork& work);
    void recover(const RecoverableWork& work);
    void takeRecovered(const RecoverableWork& work);
    void showForeignChange();
    void showReadOnly();
    void showRemoved();
    void updateTitle();

    Workspace& workspace_;
    NewWindow newWindow_;
    NoticeBar* notices_;
    WelcomePage* welcome_;
    std::unique_ptr<Autosave> autosave_;
};

} // namespace headroom::app
