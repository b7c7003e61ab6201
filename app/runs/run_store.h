// Where the runs of a document are kept between sessions: the folder results/NAME beside the project's file, a result
// file for each run. Of a project without a file they are kept until the window goes, or until it gets one. Reading and
// writing happen in a thread.
#pragma once

#include "app/base/in_thread.h"
#include "app/runs/run_controller.h"

#include <QTemporaryDir>

#include <set>

namespace headroom::app {

class DocumentFiles;

class RunStore : public QObject
{
    Q_OBJECT
public:
    /// What is kept of a project: runs that nobody has named, commented or pinned go first, the oldest of them first.
    static constexpr int mostRuns = 100;
    static constexpr qint64 mostBytes = qint64{4} << 30;

    RunStore(RunController& controller, DocumentFiles& files, QObject* parent);
    ~RunStore() override; ///< what is being written is finished

    QString folder() const { return folder_; }
    /// Another document: its runs come as they are read.
    void open();
    /// A result file from anywhere, shown once it has been read.
    void openResult(const QString& file);
    /// Takes a run away, and its file if it is the studio's own.
    void remove(int number);
    /// The project as it was run; empty if it cannot be read. Quick: the text only.
    static QString projectText(const Run& run, QString& problem);

signals:
    void message(const QString& level, const QString& text);

private:
    struct Former
    {
        std::shared_ptr<Run> run; ///< null: the file could not be read
        bool pinned = false;
        QString problem;
    };
    void readFolder();
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
    std::optional<QTemporaryDir> temporary_; ///< of a project without a file
    Question document_;                      ///< what is read for a former one is void
    std::set<int> loading_;                  ///< runs whose curves are being read
    QThreadPool reading_;
    QThreadPool writing_; ///< in order, and to its end
};

} // namespace headroom::app
