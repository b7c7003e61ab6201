// A whole run: elaborates a project into a model, runs it on the kernel, says what happens.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"
#include "project/library/components.h"
#include "record/series.h"
#include "record/span.h"
#include "record/stream.h"
#include "record/summary.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace headroom::run {

struct Options
{
    std::optional<std::uint64_t> seed; ///< instead of the project's
    std::optional<double> durationS = {};
    std::filesystem::path folder = {}; ///< of the project's file, where its traces lie; empty: it has none
    bool trace = false; ///< spans of requests: of the share that the project says, of all if it says none
    /// Spans of some hundred requests, ever fewer as the run goes on, where the project asks for no spans.
    bool traceSome = false;
    /// Fail the run if it breaks a law: conservation, Little's law, utilisation, order of time.
    bool checkLaws = false;
};

/// Hears of a run as it proceeds. Called on the thread that runs it, between events.
class Observer
{
public:
    virtual ~Observer() = default;
    virtual void started(const record::Header&) {}
    /// All series of the header, in order, every sampling interval.
    virtual void sampled(const record::Sample&) {}
    /// A stretch of a traced request has ended.
    virtual void spanned(const record::Span&) {}
    /// Something is said about the run: what fails, limps or returns.
    virtual void noted(const record::LogLine&) {}
    enum class Wish
    {
        goOn,
        pause,
        stop
    };
    /// Simulated seconds that the run does not pass before it has asked again. Looked at when it has asked, and after
    /// each sample.
    virtual double horizon() const { return std::numeric_limits<double>::infinity(); }
    /// Asked some hundred times a second of real time. `simulatedS` is how far the run is. While it answers pause
    /// the model stands still and is asked again (the observer waits inside, so nothing spins).
    virtual Wish betweenEvents(double simulatedS, std::uint64_t events)
    {
        (void)simulatedS;
        (void)events;
        return Wish::goOn;
    }
};

/// Builds the model. Faults that only show when everything is put together (no node carries a role, a volume has no
/// device ...) come as findings; then run() must not be called. One simulation in a process: SystemC elaborates once.
class Simulation
{
public:
    Simulation(const project::Project& project, const project::ComponentLibrary& components, const Options& options);
    ~Simulation();

    const project::Findings& findings() const;
    std::uint64_t seed() const;
    /// How many runs the project asks for; this is one of them.
    std::uint64_t replications() const;
    /// Runs to the end (or until the observer stops it). Throws std::runtime_error if the model breaks a promise.
    record::Summary run(Observer& observer);

private:
    struct Model;
    std::unique_ptr<Model> model_;
};

/// Seed of replication `number`, counted from 0: the first has the run's own seed, so that it is the plain run.
std::uint64_t replicationSeed(std::uint64_t seed, std::uint64_t number);

} // namespace headroom::run
