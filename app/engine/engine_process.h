// Runs the engine as a child process: starts it, sends commands, receives records, and reports its end exactly once.
#pragma once

#include "app/engine/stream_worker.h"
#include "child/simulation.h"

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <optional>

namespace headroom::app {

/// End of a run. If it has a summary, endingOf() in run_history.h distinguishes the first four.
enum class Ending
{
    finished,
    stopped,    ///< by the user
    stuck,      ///< nothing could happen any more while requests waited
    limited,    ///< it reached a limit, e.g. of memory, before its end time
    notStarted, ///< the program is missing or cannot be started
    refused,    ///< exit status 1: the project or the arguments are invalid
    failed,     ///< exit status 2 without such a reason, or the process ended without a summary
    crashed     ///< ended by a signal
};

class EngineProcess : public QObject
{
    Q_OBJECT
public:
    explicit EngineProcess(QObject* parent = nullptr);
    ~EngineProcess() override; ///< ends the child

    /// The path in $HEADROOM_ENGINE, or else of the program beside this one.
    static QString program();

    /// Simulates a project given as the text of its file, with the stream as the answer. `name` becomes the file's
    /// name; `simulation` says how to run it, without the project.
    void start(const QByteArray& projectText, const QString& name, child::Simulation simulation);
    qint64 processId() const { return process_.processId(); }
    void send(const record::Command& command);
    /// Asks the run to stop. If the child does not end in time, it is terminated, then killed.
    void stop();
    /// Ends the child immediately. No more signals are emitted for its run, not even ended().
    void abandon();

signals:
    void received(const headroom::app::Records& records);
    /// Emitted exactly once for each start that is not abandoned, and never within start(). `sentence` describes the
    /// result for the user.
    void ended(headroom::app::Ending ending, const QString& sentence);

private:
    void passOutputOn();
    void processEnded();
    void conclude();
    void notStarted(const QString& sentence); ///< later, because whoever starts is not ready for the end
    void finish(Ending ending, const QString& sentence);
    void leaveRun();
    std::pair<Ending, QString> verdict() const;

    QProcess process_;
    QThread thread_;
    StreamWorker* worker_ = nullptr;
    int generation_ = 0; ///< of the worker; results queued by an earlier one are ignored
    std::optional<QTemporaryDir> folder_;
    QTimer patience_;
    QByteArray standardError_; ///< the first part of it
    bool running_ = false;
    bool stopWished_ = false;
    bool summarised_ = false;
};

} // namespace headroom::app
