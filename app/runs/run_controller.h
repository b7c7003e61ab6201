// The runs of a window: queues them, lets two run at once, and reports the state of the displayed run.
#pragma once

#include "app/base/time_cursor.h"
#include "app/runs/run_session.h"
#include "widgets/plots/timeline/thing_colours.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>

namespace headroom::project {
struct Project;
}

namespace headroom::app {

class RunController : public QObject
{
    Q_OBJECT
public:
    using State = RunSession::State;
    static constexpr std::size_t atOnce = 2;

    explicit RunController(QObject* parent = nullptr);
    ~RunController() override;

    // The displayed run: history().current() with its header's figures, series, curves and summary.
    State state() const;
    /// True if any run is queued or active.
    bool isActive() const { return !sessions_.empty() || !queue_.empty(); }
    const Progress& progress() const;
    /// Seconds of real time since its engine was last heard of, while it should be going on; else 0.
    double silentS() const;
    RunHistory& history() { return history_; }
    /// The instant that all drawings and readings show.
    TimeCursor& cursor() { return cursor_; }
    /// The colours of what the runs consist of, for all views.
    widgets::ThingColours& colours() { return colours_; }
    /// The engine of the displayed run, which must be active.
    EngineProcess& engine() { return session()->engine(); }
    /// A viewer needs the samples of these series of the displayed run.
    void watch(SeriesWatch::Viewer viewer, const std::vector<std::uint32_t>& series);
    /// The viewer no longer needs any series of any run.
    void unwatch(SeriesWatch::Viewer viewer);
    /// The series that the values of a sample belong to, in order.
    const std::vector<std::uint32_t>& watchedSeries() const;

    /// Returns the path of a run's result file; empty if none is to be written.
    using ResultPath = std::function<QString(int number)>;
    void setResultPath(ResultPath path) { resultPath_ = std::move(path); }

    /// Sets the folder of the files that projects name: traces, block types. Empty if the project has no file yet.
    void setFolder(const QString& folder) { folder_ = folder; }
    const QString& folder() const { return folder_; }

    /// Starts a run, or queues it while others are active. Returns its number.
    int start(const project::Project& project, const project::ComponentLibrary& library)
    {
        return add(project, library, false);
    }
    /// The same for a light run, whose duration is shorter than the project's.
    int startLight(const project::Project& project, const project::ComponentLibrary& library)
    {
        return add(project, library, true);
    }
    void pauseOrResume();
    /// Runs to the next sample, then pauses.
    void step();
    /// Advances by this many simulated seconds, then pauses.
    void step(double seconds);
    /// Runs until the condition of a command `until` (engine/record/STREAM.md), then pauses.
    void runUntil(const record::Command& goal);
    void runUntil(int number, const record::Command& goal);
    /// Limits all runs from now on to this many simulated seconds per real second; 0: no limit.
    void setPace(double factor);
    double pace() const { return pace_; }
    void stop();
    void stop(int number);
    void stopAll();
    /// Shows another run. If its curves are not loaded, they follow later (RunStore).
    void show(int number);
    /// The curves of a run have been loaded.
    void curvesCame(int number);
    /// Removes a run that has ended from the history. If it was displayed, the run before or after it is displayed
    /// instead.
    void forget(int number);
    /// Ends all runs without signals and removes them, because another project is opened; `opened`, `sections`: its
    /// parameters and sections, as RunHistory::clear() takes them.
    void reset(std::map<std::string, QString> opened = {}, SectionHashes sections = {});

signals:
    void stateChanged();
    /// Another run is displayed, or the series of the displayed run are known now.
    void begun();
    /// Samples of the displayed run.
    void samplesArrived(const std::vector<headroom::record::Sample>& samples);
    void message(const QString& level, const QString& text);
    /// The displayed run has ended.
    void finished(headroom::app::Ending ending, const QString& sentence);
    /// A run has ended, or was removed from the queue.
    void runEnded(int number);
    /// The curves of a run are needed but not loaded.
    void curvesWanted(int number);

private:
    struct Waiting
    {
        int number;
        QByteArray projectText;
        QString name; ///< of the project
        bool light;
        std::optional<record::Command> goal;
    };
    int add(const project::Project& project, const project::ComponentLibrary& library, bool light);
    RunSession* session() const;
    RunSession* sessionOf(int number) const;
    void beginNext();
    /// Starts the engine of a run, which need not be in the history yet.
    std::unique_ptr<RunSession> launch(const Waiting& waiting);
    /// Shows the run of the session, which is in the history.
    void begin(std::unique_ptr<RunSession> session);
    void conclude(RunSession& session, Ending ending, const QString& sentence);
    void send(record::CommandKind kind, double seconds = 0);
    bool isShown(const RunSession& session) const { return history_.shown() == session.number(); }

    RunHistory history_;
    TimeCursor cursor_;
    widgets::ThingColours colours_;
    std::vector<std::unique_ptr<RunSession>> sessions_;
    std::deque<Waiting> queue_;
    std::map<int, Progress> ended_; ///< of ended runs of this session
    ResultPath resultPath_;
    QString folder_;
    double pace_ = 0;
};

} // namespace headroom::app
