// What happens to a window between documents: the welcome page, opening and making projects here or in another window,
// work that was not saved, files that others changed.
#pragma once

#include "app/document/autosave.h"

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
    /// Shows another window; its session.
    using NewWindow = std::function<SessionController&()>;

    SessionController(Workspace& workspace, NewWindow newWindow);

    /// Both belong to whoever puts them into a layout.
    NoticeBar& notices() { return *notices_; }
    WelcomePage& welcome() { return *welcome_; }
    Autosave& autosave() { return *autosave_; }

    /// In this window, whatever it shows.
    bool openProject(const QString& path);
    /// In the window that has it already; else in this one, or in a new one if this one's document has changes or runs.
    bool openSomewhere(const QString& path);
    /// Several files that were dropped onto the window.
    void openDropped(const QMimeData& files);
    static bool holdsProjects(const QMimeData& files);
    /// A project as it was run, in a window of its own: what is here stays beside it.
    void openAsRun(const QString& text, const QString& name);
    void openChosen();
    void createProject();
    void createFromTemplate(const QString& path);
    SessionController& openWindow() { return newWindow_(); }
    /// Whether the window may close; asks what to do with unsaved changes.
    bool mayClose();

signals:
    void message(const QString& level, const QString& text);

private:
    void connectFiles();
    void connectWelcome();
    SessionController& windowForAnother();
    void offerRecovery(const RecoverableWork& work);
    void recover(const RecoverableWork& work);
    void takeRecovered(const RecoverableWork& work);
    void showForeignChange();
    void showRemoved();
    void updateTitle();

    Workspace& workspace_;
    NewWindow newWindow_;
    NoticeBar* notices_;
    WelcomePage* welcome_;
    std::unique_ptr<Autosave> autosave_;
};

} // namespace headroom::app
