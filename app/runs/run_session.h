// One run while it goes on: its engine, what it says, how far it is. What arrives goes into the history.
#pragma once

#include "app/runs/run_history.h"
#include "app/runs/series_watch.h"

#include <QElapsedTimer>
#include <QObject>

namespace headroom::app {

/// How far a run is, for the run bar.
struct Progress
{
    double simulatedS = 0, durationS = 0;
    double rate = 0;            ///< simulated seconds in a second of real time
    double leftS = 0;           ///< real time
    double eventsPerSecond = 0; ///< of real time
    std::uint64_t events = 0;
    std::uint64_t requests = 0; ///< of users, answered well
};

class RunSession : public QObject
{
    Q_OBJECT
public:
    enum class State
    {
        idle,
        starting,
        running,
        paused,
        stopping
    };

    RunSession(RunHistory& history, int number, QObject* parent);

    int number() const { return number_; }
    State state() const { return state_; }
    const Progress& progress() const { return progress_; }
    EngineProcess& engine() { return engine_; }
    /// Who looks at which of its series.
    SeriesWatch& watch() { return watch_; }
    /// Which series the values of a sample belong to, in order.
    const std::vector<std::uint32_t>& watchedSeries() const { return watchedIds_; }

    /// `folder`: where the files lie that the project names; empty: nowhere. `resultFile`: empty: none is written.
    /// `pace`: simulated seconds in a real one; 0: as fast as it goes.
    void start(const QByteArray& projectText, const QString& name, const QString& folder, const QString& resultFile,
               double pace);
    void send(const record::Command& command) { engine_.send(command); }
    void stop();

signals:
    void stateChanged();
    /// The series of the run are known.
    void begun();
    void samplesArrived(const std::vector<headroom::record::Sample>& samples);
    void message(const QString& level, const QString& text);
    void ended(headroom::app::Ending ending, const QString& sentence);

private:
    Run& run() { return *history_.find(number_); }
    void take(const Records& records);
    void takeHeader(const record::Header& header);
    void takeWatching(const record::Watching& watching);
    void takeSamples(const std::vector<record::Sample>& samples);
    void takeState(const std::string& state);
    void conclude(Ending ending, const QString& sentence);
    void setState(State state);
    void measureRate();

    RunHistory& history_;
    int number_;
    QString resultFile_;
    EngineProcess engine_;
    SeriesWatch watch_;
    State state_ = State::idle;
    Progress progress_;
    std::vector<widgets::CurveData*> watched_; ///< by position in the samples
    std::vector<std::uint32_t> watchedIds_;
    std::map<std::uint32_t, std::string> names_;
    // Rates are taken over a window, so that a pause does not spoil them.
    QElapsedTimer window_;
    double windowSimulatedS_ = 0;
    std::uint64_t windowEvents_ = 0;
};

/// Points that each of so many curves of a run keeps: together they take a bounded amount of memory.
std::size_t pointsOfCurve(std::size_t curves);
/// The series that a run is watched by: all, or if they are very many, those that tell most.
std::vector<std::uint32_t> worthWatching(const std::vector<record::SeriesInfo>& series);

} // namespace headroom::app
