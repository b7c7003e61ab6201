// The page of a window without a project: a new project, recent files, templates, and recoverable work.
#pragma once

#include "app/document/document_files.h"
#include "app/document/recovery.h"

#include <QScrollArea>
#include <QStringList>

class QVBoxLayout;

namespace headroom::app {

class RecentList;

class WelcomePage : public QScrollArea
{
    Q_OBJECT
public:
    explicit WelcomePage(DocumentFiles::Library library, QWidget* parent = nullptr);

    /// Reads the recent files and the recoverable work again.
    void refresh();

signals:
    void newRequested();
    void tourRequested();
    void sizeRequested();
    void openRequested();
    /// Files and folders of a cluster; none: ask for them.
    void clusterGiven(const QStringList& files);
    void fileChosen(const QString& path);
    void templateChosen(const QString& path);
    void recoveryChosen(const headroom::app::RecoverableWork& work);

protected:
    void showEvent(QShowEvent* event) override;
    /// Any files but projects, which the window takes.
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* makeStart();
    QLayout* makeTemplates(DocumentFiles::Library library);
    void showRecoverable();

    QWidget* recoverable_;
    QVBoxLayout* recoverableRows_;
    RecentList* recent_;
};

} // namespace headroom::app
