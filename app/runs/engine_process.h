// One run as a child process: started, spoken to, listened to, and ended in exactly one way.
#pragma once

#include "app/runs/stream_worker.h"

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <optional>

namespace headroom::app {

enum class Ending
{
    finished,
    stopped,    ///< by the user
    notStarted, ///< the program is missing or cannot be started
    refused,    ///< exit status 1: the project or the arguments are at fault
    failed,     ///< exit status 2, or an end without a summary
    crashed     ///< ended by a signal
};

class EngineProcess : public QObject
{
    Q_OBJECT
public:
    explicit EngineProcess(QObject* parent = nullptr);
    ~EngineProcess() override; ///< ends the child

    /// $HEADROOM_ENGINE, else the program beside this one.
    static QString program();

    /// Simulates a project given as its file's text. `name` becomes the file's name; `more` are arguments besides.
    void start(const QByteArray& projectText, const QString& name, const QStringList& more = {});
    qint64 processId() const { return process_.processId(); }
    void send(const record::Command& command);
    /// Asks the run to stop; a child that does not obey in time is terminated, then killed.
    void stop();
    /// Ends the child at once and says nothing more of its run, not even that it ended.
    void abandon();

signals:
    void received(const headroom::app::Records& records);
    /// Comes exactly once for each start that is not abandoned. `sentence` says what happened, for people.
    void ended(headroom::app::Ending ending, const QString& sentence);

private:
    void passOutputOn();
    void processEnded();
    void conclude();
    void finish(Ending ending, const QString& sentence);
    void leaveRun();
    std::pair<Ending, QString> verdict() const;

    QProcess process_;
    QThread thread_;
    StreamWorker* worker_ = nullptr;
    int generation_ = 0; ///< of the worker: what a former one queued is void
    std::optional<QTemporaryDir> folder_;
    QTimer patience_;
    QByteArray standardError_; ///< its beginning
    bool running_ = false;
    bool stopWished_ = false;
    bool summarised_ = false;
};

} // namespace headroom::app
