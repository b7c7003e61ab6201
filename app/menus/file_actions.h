// The File menu: create, open, save and export projects, and open windows.
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
    /// Enables the actions that need a document: save, export and print.
    void enableDocument(bool on);

private:
    void fillTemplates(QMenu& menu);

    Workspace& workspace_;
    SessionController& session_;
    QList<QAction*> ofDocument_;
};

} // namespace headroom::app
