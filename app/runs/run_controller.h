// The runs of a window: queues them, lets two go on at once, and says what becomes of the one that is shown.
#pragma once

#include "app/base/time_cursor.h"
#include "app/runs/run_session.h"

#include <QObject>

#include <functional>
#include <memory>

namespace headroom::app {

class RunController : public QObject
{
    Q_OBJECT
public:
    using State = RunSession::State;
    static constexpr std::size_t atOnce = 2;

    explicit RunController(QObject* parent = nullptr);
    ~RunController() override;

    // The run that is shown: history().current() with its header's figures, series, curves and summary.
    State state() const;
    /// Whether any run waits or goes on.
    bool isActive() const { return !sessions_.empty() || !queue_.empty(); }
    const Progress& progress() const;
    RunHistory& history() { return history_; }
    /// The instant at which everything is looked at.
    TimeCursor& cursor() { return cursor_; }
    /// Of the run that is shown; it must be going on.
    EngineProcess& engine() { return session()->engine(); }
    /// Someone looks at these series of the run that is shown, which is to send them.
    void watch(SeriesWatch::Viewer viewer, const std::vector<std::uint32_t>& series);
    /// That one looks at no series of any run any more.
    void unwatch(SeriesWatch::Viewer viewer);
    /// Which series the values of a sample belong to, in order.
    const std::vector<std::uint32_t>& watchedSeries() const;

    /// Names the result file of a run; empty: none is written.
    using ResultPath = std::function<QString(int number)>;
    void setResultPath(ResultPath path) { resultPath_ = std::move(path); }

    /// Where the files lie that projects name: traces, block types. Empty: nowhere, the project has no file yet.
    void setFolder(const QString& folder) { folder_ = folder; }

    /// Begins a run, or queues it while others go on; its number.
    int start(const project::Project& project, const project::ComponentLibrary& library)
    {
        return add(project, library, false);
    }
    /// The same for a run that is shorter than the project asks for.
    int startLight(const project::Project& project, const project::ComponentLibrary& library)
    {
        return add(project, library, true);
    }
    void pauseOrResume();
    /// On to the next sample, then paused.
    void step();
    /// On by so many simulated seconds, then paused.
    void step(double seconds);
    /// On to what a command `until` says (engine/record/STREAM.md), then paused.
    void runUntil(const record::Command& goal);
    void runUntil(int number, const record::Command& goal);
    /// Simulated seconds in a real one, at most, of all runs from now on; 0: as fast as it goes.
    void setPace(double factor);
    double pace() const { return pace_; }
    void stop();
    void stop(int number);
    void stopAll();
    /// Shows another run; one without curves comes with them later (RunStore).
    void show(int number);
    /// The curves of a run have come.
    void curvesCame(int number);
    /// Takes a run that has ended out of the history; the one before or after it is shown instead of it.
    void forget(int number);
    /// Ends all runs without a word and forgets them: another project is shown.
    void reset();

signals:
    void stateChanged();
    /// The run that is shown is another one, or its series are known now.
    void begun();
    /// Of the run that is shown.
    void samplesArrived(const std::vector<headroom::record::Sample>& samples);
    void message(const QString& level, const QString& text);
    /// The run that is shown has ended.
    void finished(headroom::app::Ending ending, const QString& sentence);
    /// Any run has ended, or was taken out of the queue.
    void runEnded(int number);
    /// The curves of a run are wanted that does not have them.
    void curvesWanted(int number);

private:
    struct Waiting
    {
        int number;
        QByteArray projectText;
        QString name;
        std::optional<record::Command> goal;
    };
    int add(const project::Project& project, const project::ComponentLibrary& library, bool light);
    RunSession* session() const;
    RunSession* sessionOf(int number) const;
    void beginNext();
    void begin(const Waiting& waiting);
    void conclude(RunSession& session, Ending ending, const QString& sentence);
    void send(record::CommandKind kind, double seconds = 0);
    bool isShown(const RunSession& session) const { return history_.shown() == session.number(); }

    RunHistory history_;
    TimeCursor cursor_;
    std::vector<std::unique_ptr<RunSession>> sessions_;
    std::deque<Waiting> queue_;
    std::map<int, Progress> ended_; ///< of runs of this session that have ended
    ResultPath resultPath_;
    QString folder_;
    double pace_ = 0;
};

} // namespace headroom::app
