// A whole run: builds a model from a project, runs it on the kernel, and reports what happens.
#pragma once

#include "project/document/finding.h"
#include "project/library/components.h"
#include "record/stream/series.h"
#include "record/stream/span.h"
#include "record/stream/stream.h"
#include "record/summary/summary.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::project {
struct Project;
} // namespace headroom::project

namespace headroom::run {

/// Options of a run that are not part of the project.
struct Options
{
    std::optional<std::uint64_t> seed; ///< instead of the project's
    std::optional<double> durationS = {}, warmUpS = {};
    /// The summary says what ended in each of so many equal parts of the measured window, which are sampled as such. 0:
    /// it does not, and the project's sampling interval holds.
    std::uint64_t windowParts = 0;
    std::filesystem::path folder = {}; ///< folder of the project's file and its traces; empty: there is no file
    bool trace = false;                ///< spans of requests: of the project's share, or of all requests if it has none
    /// Spans of some hundred requests, fewer and fewer during the run, if the project asks for no spans.
    bool traceSome = false;
    /// The run fails if it violates a law: conservation, Little's law, utilisation, order of time.
    bool checkLaws = false;
    /// Resources that are made faster or more, by their names in the summary (run/model/scaling.h says how).
    std::map<std::string, double> scale = {};
    std::string under = {}; ///< id of the goal under whose conditions the project was loaded; empty: of none
    /// Asked now and then while the model is built; if true, building ends with an error.
    std::function<bool()> stopAsked = {};
    /// Called a few times per second of real time while a large model is built.
    std::function<void(const record::Building&)> building = {};
};

/// Observes a run. Called on the thread that runs it, between events.
class Observer
{
public:
    virtual ~Observer() = default;
    virtual void started(const record::Header&) {}
    /// Called at every sampling interval with all series of the header, in order.
    virtual void sampled(const record::Sample&) {}
    /// Called when a span of a traced request has ended.
    virtual void spanned(const record::Span&) {}
    /// Called with a message on the run: a failure, a slow part, a recovery.
    virtual void noted(const record::LogLine&) {}
    enum class Wish
    {
        goOn,
        pause,
        stop
    };
    /// Simulated seconds that the run must not pass before the next call of betweenEvents. It is read after each such
    /// call and after each sample.
    virtual double horizon() const { return std::numeric_limits<double>::infinity(); }
    /// Called some hundred times per second of real time. `simulatedS` is the simulated time. While it returns pause,
    /// the model stops and calls it again (the observer waits inside, so this is no busy loop).
    virtual Wish betweenEvents(double simulatedS, std::uint64_t events)
    {
        (void)simulatedS;
        (void)events;
        return Wish::goOn;
    }
};

/// Builds the model. Errors that appear only when everything is put together (no node carries a role, a volume has no
/// device ...) become findings; then run() must not be called. There is one simulation per process: SystemC elaborates
/// once.
class Simulation
{
public:
    Simulation(const project::Project& project, const project::ComponentLibrary& components, const Options& options);
    ~Simulation();

    const project::Findings& findings() const;
    std::uint64_t seed() const;
    /// Number of runs that the project asks for; this is one of them.
    std::uint64_t replications() const;
    /// The project's goals with their conditions; not judged.
    const std::vector<record::GoalVerdict>& goals() const;
    /// Puts the derived results of several runs together in words, and compares the project's goals with them; run()
    /// does so with its own.
    void judgeGoals(record::Summary& summary) const;
    /// Simulated time that decides how precise the run is; 0 if something else ends it, as the last job.
    double durationS() const;
    /// Price and capacity, which are known without a run; nothing else of a summary.
    record::Summary inventory() const;
    /// Runs to the end (or until the observer stops it). Throws std::runtime_error if the model violates a law.
    record::Summary run(Observer& observer);

private:
    struct Model;
    std::unique_ptr<Model> model_;
};

/// Seed of replication `number`, counted from 0: the first one has the run's own seed, so it equals the single run.
std::uint64_t replicationSeed(std::uint64_t seed, std::uint64_t number);

} // namespace headroom::run
