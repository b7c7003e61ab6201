// Stores the runs of a document between sessions, one result file for each run, in the folder results/NAME beside the
// project's file. For a project without a file they are stored until the window is closed or the project gets a file.
// Reading and writing happen in threads.
#pragma once

#include "app/base/in_thread.h"
#include "app/runs/run_controller.h"

#include <QTemporaryDir>

#include <set>

class QFileInfo;

namespace headroom::app {

class DocumentFiles;

class RunStore : public QObject
{
    Q_OBJECT
public:
    /// Limits for one project. Runs without a name, a comment or a pin are deleted first, the oldest of them first.
    static constexpr int mostRuns = 100;
    static constexpr qint64 mostBytes = qint64{4} << 30;
    /// Runs of the terminal that are shown, the latest.
    static constexpr int mostTerminalRuns = 30;

    RunStore(RunController& controller, DocumentFiles& files, QObject* parent);
    ~RunStore() override; ///< waits until writing has finished

    QString folder() const { return folder_; }
    /// Another document is open: adds its runs as they are read.
    void open();
    /// Opens any result file and shows its run once it has been read.
    void openResult(const QString& file);
    /// Removes a run, and its file if the studio wrote it.
    void remove(int number);
    /// The project of a run; empty if it cannot be read. Fast, because only the text is read.
    static QString projectText(const Run& run, QString& problem);

signals:
    void message(const QString& level, const QString& text);
    /// All runs that were stored with the document are in the history now, and there is at least one file of them.
    void formerRead();

private:
    struct Former
    {
        std::shared_ptr<Run> run; ///< null: the file could not be read
        bool pinned = false;
        QString problem;
    };
    void readFolder();
    void readTerminal(const QFileInfo& project);
    void readFormer(const QString& path, int number);
    void addFormer(const Former& former, bool show);
    void loadCurves(int number);
    void keepNote(int number, const QString& name, const QString& text);
    void move();
    void prune();
    void dropCurves();
    QString pathOf(int number) const;

    RunController& controller_;
    DocumentFiles& files_;
    QString folder_;
    std::optional<QTemporaryDir> temporary_; ///< for a project without a file
    Question document_;                      ///< results that were read for an earlier document are dropped
    std::set<int> loading_;                  ///< runs whose curves are being read
    int unread_ = 0;                         ///< files of former runs that are still being read
    QThreadPool reading_;
    QThreadPool writing_; ///< in order; never cancelled
};

} // namespace headroom::app
