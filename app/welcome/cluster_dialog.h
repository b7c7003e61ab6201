// "New from my cluster": files of a cluster are made into a project by `headroom-engine adopt`, and what it rests on is
// shown before it opens.
#pragma once

#include "app/engine/streamed_command.h"
#include "widgets/controls/dialog.h"

#include <QStringList>
#include <QTemporaryDir>

#include <optional>

class QLabel;
class QMimeData;
class QProgressBar;
class QPushButton;
class QTextBrowser;

namespace headroom::app {

class ClusterDialog : public widgets::Dialog
{
    Q_OBJECT
public:
    explicit ClusterDialog(QWidget* parent = nullptr);

    /// Reads files, folders and archives; without any it asks for them first. What was read before is forgotten.
    void read(const QStringList& files);
    /// The text of the project's file; empty before it is made.
    const QString& projectText() const { return text_; }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* makeFoot();
    void chooseFiles();
    void chooseFolder();
    void conclude(const QString& said);
    void showFaults(const QString& said);
    void showResult(const QByteArray& answer);

    StreamedCommand command_;
    std::optional<QTemporaryDir> folder_;
    QByteArray answer_;
    QString file_, text_, name_;
    QLabel* lead_;
    QProgressBar* progress_;
    QTextBrowser* story_;
    QPushButton* open_ = nullptr;
};

/// Files and folders among dragged data that may be of a cluster; none if there is a project among them.
QStringList clusterFilesIn(const QMimeData& data);

} // namespace headroom::app
