// Runs `headroom-engine study` as a child process and passes on its table as it fills.
#pragma once

#include "app/engine/streamed_command.h"
#include "app/studies/turns.h"
#include "study/run/study_stream.h"

#include <optional>

namespace headroom::app {

class StudyProcess : public QObject
{
    Q_OBJECT
public:
    explicit StudyProcess(QObject* parent = nullptr);

    /// Runs a study of a project, given as the text of its file, or searches in it: `command` is "study", "cheapest" or
    /// "best".
    /// `arguments` say which study (engine/study/README.md); `folder`: of the files that it names, where results are
    /// kept too; empty: none. A study that runs is ended.
    void start(const QString& command, const QByteArray& projectText, const QString& folder, const QString& id,
               const QStringList& arguments);
    void pause();
    void resume();
    /// Ends it; what is finished is kept and `ended` follows.
    void stop();
    /// Ends it at once. No more signals follow.
    void cancel();
    /// True if more may follow.
    bool isRunning() const { return command_.isRunning() || said_.has_value(); }
    /// The search goes on until the answer is sure enough: how many runs that takes is not known before.
    bool isForTheBest() const { return forTheBest_; }
    /// The file of the study; empty if none was started.
    QString file() const { return file_; }
    bool isPaused() const { return paused_ && isRunning(); }
    /// The last one was not begun, since another study is in its file; "--restart" replaces that.
    bool isBlocked() const { return blocked_; }
    /// The command that was started last.
    const QString& command() const { return name_; }
    /// The point that the study names, after it has ended.
    std::optional<qulonglong> decision() const { return decision_; }

signals:
    /// The study was put together: its columns. Its points arrive.
    void begun(const headroom::study::Table& columns);
    void progressed(const headroom::study::Progress& progress);
    /// Points as they are: all of them in their order, some of which may be finished already; then each that has been
    /// finished.
    void arrived(const std::vector<headroom::study::Row>& rows);
    /// The answer so far of a search for the best, with its probability.
    void answered(const QString& sentence);
    /// No more follows. `problem` says why if not all points are finished; `sentence` is the decision
    /// by those that are.
    void ended(const QString& sentence, const QString& problem);

private:
    QString outFile(const QString& folder, const QString& name);
    bool takeSome();
    void take(const study::StudyRecord& record);
    void conclude();

    StreamedCommand command_;
    std::optional<QTemporaryDir> results_; ///< where they cannot be kept
    study::Table table_;                   ///< its columns
    QByteArrayList lines_;                 ///< that have come and were not yet taken in
    Turns turns_;
    std::optional<QString> said_; ///< by the engine at its end
    QString sentence_, file_, name_;
    QString refusal_; ///< why its file cannot be used
    std::optional<qulonglong> decision_;
    bool paused_ = false, stopped_ = false, complete_ = false, forTheBest_ = false, blocked_ = false;
};

} // namespace headroom::app
