// One active run: its engine, its records and its progress. Results are stored in the history.
#pragma once

#include "app/runs/run_history.h"
#include "app/runs/series_watch.h"

#include <QElapsedTimer>
#include <QObject>

namespace headroom::app {

/// The progress of a run, for the run bar.
struct Progress
{
    double simulatedS = 0, durationS = 0;
    double rate = 0;            ///< simulated seconds per real second
    double leftS = 0;           ///< remaining real time
    double eventsPerSecond = 0; ///< per second of real time
    std::uint64_t events = 0;
    std::uint64_t requests = 0; ///< requests of users that succeeded
    QString building; ///< what the engine is doing before the run begins; empty: it has begun, or said nothing
    std::optional<record::Steady> steady = {}; ///< throughput of the steady state, while it is known
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
    /// For how many seconds of real time nothing has come from the engine of a run that should be going on; else 0.
    double silentS() const;
    /// Counts which of its series are viewed.
    SeriesWatch& watch() { return watch_; }
    /// The series that the values of a sample belong to, in order.
    const std::vector<std::uint32_t>& watchedSeries() const { return watchedIds_; }

    /// A run as its engine needs it.
    struct Order
    {
        QByteArray projectText;
        QString name;       ///< of the project
        QString folder;     ///< of the files that the project names; empty if there is none
        QString resultFile; ///< empty: none is written
        double pace = 0;    ///< simulated seconds per real second; 0: no limit
        bool light = false; ///< a single run even if the project asks for several
    };
    /// Starts the engine. The run need not be in the history yet: the engine loads the project meanwhile.
    void start(const Order& order);
    /// The run, which is in the history now, is no longer queued.
    void begin();
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
    void conclude(Ending ending, QString sentence);
    void explain(Ending& ending, QString& sentence);
    void setState(State state);
    void measureRate();
    void tellHistory();

    RunHistory& history_;
    int number_;
    QString resultFile_;
    EngineProcess engine_;
    SeriesWatch watch_;
    State state_ = State::idle;
    Progress progress_;
    std::vector<widgets::CurveData*> watched_; ///< by index in a sample
    std::vector<std::uint32_t> watchedIds_;
    std::map<std::uint32_t, std::string> names_;
    // The rate is measured over a time window, so that a pause does not distort it.
    QElapsedTimer window_;
    QElapsedTimer heard_; ///< since the last records
    QElapsedTimer told_;  ///< since the list of runs last showed the progress
    double windowSimulatedS_ = 0;
    std::uint64_t windowEvents_ = 0;
};

/// "steady: 4 120 /s ± 1.2 %".
QString steadyText(const record::Steady& steady);
/// Number of points that each curve of a run with this many curves stores; this limits the memory of all together.
std::size_t pointsOfCurve(std::size_t curves);
/// The series to watch during a run: all, or the most informative ones if there are very many.
std::vector<std::uint32_t> worthWatching(const std::vector<record::SeriesInfo>& series);

} // namespace headroom::app
