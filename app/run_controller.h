// What a run does to the rest of the studio: its state, its progress, and what has arrived of it.
#pragma once

#include "app/run_history.h"

#include <QElapsedTimer>
#include <QObject>

namespace headroom::app {

/// How far the current run is, for the run bar.
struct Progress
{
    double simulatedS = 0, durationS = 0;
    double rate = 0;            ///< simulated seconds in a second of real time
    double leftS = 0;           ///< real time
    double eventsPerSecond = 0; ///< of real time
    std::uint64_t events = 0;
};

class RunController : public QObject
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

    explicit RunController(QObject* parent = nullptr);

    State state() const { return state_; }
    bool isActive() const { return state_ != State::idle; }
    const Progress& progress() const { return progress_; }
    RunHistory& history() { return history_; }
    EngineProcess& engine() { return engine_; }
    /// Last value of a series of the current run by seriesName(); NaN if there is none.
    double lastValue(const std::string& name) const;

    /// Which series the values of a sample belong to, in order.
    const std::vector<std::uint32_t>& watchedSeries() const { return watchedIds_; }

    void start(const project::Project& project, const project::ComponentLibrary& library);
    void pauseOrResume();
    void stop();
    /// Ends a run without a word and forgets all runs: another project is shown.
    void reset();
    /// On by one sampling interval, then paused.
    void step();

signals:
    void stateChanged();
    /// The series of the run are known.
    void begun();
    void samplesArrived(const std::vector<headroom::record::Sample>& samples);
    void message(const QString& level, const QString& text);
    void finished(headroom::app::Ending ending, const QString& sentence);

private:
    void take(const Records& records);
    void takeHeader(const record::Header& header);
    void takeSamples(const std::vector<record::Sample>& samples);
    void takeState(const std::string& state);
    void takeLog(const record::LogLine& line)
    {
        emit message(QString::fromStdString(line.level), QString::fromStdString(line.text));
    }
    void conclude(Ending ending, const QString& sentence);
    void setState(State state);
    void send(record::CommandKind kind, double seconds = 0);

    EngineProcess engine_;
    RunHistory history_;
    State state_ = State::idle;
    Progress progress_;
    double intervalS_ = 0.1;
    std::vector<widgets::CurveData*> watched_; ///< by position in the samples
    std::vector<std::uint32_t> watchedIds_;
    std::map<std::uint32_t, std::string> names_;
    // Rates are taken over a window, so that a pause does not spoil them.
    QElapsedTimer window_;
    double windowSimulatedS_ = 0;
    std::uint64_t windowEvents_ = 0;
};

} // namespace headroom::app
