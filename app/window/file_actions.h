// The File menu: projects that are made, opened, saved and exported, and windows for them.
#pragma once

#include <QList>
#include <QObject>

class QAction;
class QMenu;

namespace headroom::app {

class ExportActions;
class SessionController;
class Workspace;

class FileActions : public QObject
{
    Q_OBJECT
public:
    FileActions(Workspace& workspace, SessionController& session);

    void fillMenu(QMenu& menu, ExportActions& exports);
    /// What saves, exports and prints needs a document.
    void enableDocument(bool on);

private:
    void fillTemplates(QMenu& menu);
    void fillRecent(QMenu& menu);

    Workspace& workspace_;
    SessionController& session_;
    QList<QAction*> ofDocument_;
};

} // namespace headroom::app
