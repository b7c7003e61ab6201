#include "cli/commands/child_run.h"

#include "child/process.h"
#include "record/structure/summary_json.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace headroom::cli {

namespace {

using record::Json;

/// Adds up the times of the followed operation's requests.
class Stopwatch : public run::Observer
{
public:
    explicit Stopwatch(const std::optional<Followed>& followed) : followed_(followed) {}

    void spanned(const record::Span& span) override
    {
        if (!followed_ || span.unfinished || span.role != followed_->role || span.operation != followed_->operation)
            return;
        if (span.kind == "block" && followed_->replies.contains(span.name))
            answered_.emplace(span.parent, span.beginS);
        if (span.kind == "request")
            add(span);
    }

    Json times() const
    {
        const double count = static_cast<double>(count_);
        const double variance = count_ > 1 ? squares_ / (count - 1) : 0;
        const double window = lastS_ - firstS_;
        return {{"count", count_},
                {"mean_s", mean_},
                {"variation", mean_ > 0 ? std::sqrt(variance) / mean_ : 0},
                {"per_s", window > 0 ? count / window / static_cast<double>(nodes_.size()) : 0}};
    }

private:
    /// Mean and squares by Welford's recurrence (Technometrics 4, 1962), which avoids cancellation.
    void add(const record::Span& span)
    {
        const auto answer = answered_.find(span.id);
        const double time = (answer == answered_.end() ? span.endS : answer->second) - span.beginS + span.acceptWaitS;
        if (answer != answered_.end())
            answered_.erase(answer);
        ++count_;
        const double from = time - mean_;
        mean_ += from / static_cast<double>(count_);
        squares_ += from * (time - mean_);
        firstS_ = count_ == 1 ? span.endS : std::min(firstS_, span.endS);
        lastS_ = std::max(lastS_, span.endS);
        nodes_.insert(span.node);
    }

    const std::optional<Followed>& followed_;
    std::map<std::uint64_t, double> answered_; ///< request's span → time of the answer
    std::set<std::string> nodes_;
    std::uint64_t count_ = 0;
    double mean_ = 0, squares_ = 0, firstS_ = 0, lastS_ = 0;
};

Json simulated(const project::Project& project, const project::ComponentLibrary& components,
               const run::Options& options, const std::optional<Followed>& followed)
{
    try {
        run::Simulation simulation(project, components, options);
        for (const project::Finding& finding : simulation.findings())
            if (finding.severity == project::Severity::error)
                return {{"fault", project::toLine(finding)}};
        Stopwatch watch(followed);
        const record::Summary summary = simulation.run(watch);
        if (!summary.limit.empty())
            return {{"fault", "The run was stopped: " + summary.limit + "."}};
        if (summary.stuck)
            return {{"fault", record::sentenceOf(*summary.stuck)}};
        return {{"summary", record::toJson(summary)}, {"times", watch.times()}};
    } catch (const std::exception& error) {
        return {{"fault", std::string("The run failed: ") + error.what() + "."}};
    }
}

} // namespace

ChildRun runInChild(const project::Project& project, const project::ComponentLibrary& components,
                    const run::Options& options, const std::optional<Followed>& followed)
{
    child::Process process([&] {
        const Json said = simulated(project, components, options, followed);
        return said.dump(-1, ' ', false, Json::error_handler_t::replace);
    });
    const child::Ending ending = process.wait();
    if (!ending.good())
        throw std::runtime_error(ending.signal != 0 ? "a run was " + ending.reason()
                                                    : std::string("a run could not say what happened"));
    const Json said = Json::parse(ending.output);
    if (said.contains("fault"))
        throw std::runtime_error(said["fault"].get<std::string>());
    const Json& times = said["times"];
    return {record::summaryFromJson(said["summary"]),
            {times["count"].get<std::uint64_t>(), times["mean_s"].get<double>(), times["variation"].get<double>(),
             times["per_s"].get<double>()}};
}

} // namespace headroom::cli
