#include "study/validation/health_check.h"

#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "project/structure/parameter_uses.h"
#include "record/figures/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace headroom::study {

namespace {

constexpr std::size_t mostCasesRun = 6;
constexpr double firstFactor = 0.25;
constexpr std::array<double, 7> otherFactors{0.7, 0.5, 0.35, 0.15, 0.1, 0.05, 0.02};
constexpr double usedAtAll = 0.005; ///< share of its time that a resource must be busy to matter when slower

/// "PUT.latency.p99" grows as the cluster becomes slower, "PUT.throughput" falls.
bool growsWhenSlower(const std::string& metric)
{
    return metric.find(".latency.") != std::string::npos || metric.find(".completion") != std::string::npos;
}

std::set<std::string> resourcesIn(const std::map<std::size_t, record::Summary>& runs)
{
    std::set<std::string> names;
    for (const auto& [number, summary] : runs)
        for (const record::ResourceSummary& row : summary.resources)
            if (row.utilisationMax > usedAtAll && row.nodeGroup != "link" && row.nodeGroup != "switch")
                names.insert(record::nameOf(row));
    return names;
}

/// Usual reasons for a resource that is slower than its data sheet, by its kind.
std::string usualCauseOf(const std::string& resource)
{
    const auto speaksOf = [&](const char* word) { return resource.find(word) != std::string::npos; };
    if (speaksOf(".network") || speaksOf("link "))
        return "A port that negotiated a lower speed (ethtool: Speed), one cable of a bond that is down, an "
               "oversubscribed uplink, or packets that are lost (ethtool -S, nstat).";
    if (speaksOf(".disk"))
        return "A drive that fails or recovers (smartctl, iostat -x: await of one drive above the others), write "
               "caching "
               "switched off or flushes that a drive without power-loss protection has to write out, a rebuild, or "
               "drives of another kind than the project names.";
    if (speaksOf(".controller"))
        return "A write cache of the controller that is off since its battery failed, or fewer lanes than expected "
               "(lspci -vv: LnkSta).";
    if (speaksOf(".processor"))
        return "A governor that saves power (cpupower frequency-info), processes besides the modelled ones (top), a "
               "debug level of logging, encryption or compression, or a virtual machine with a limit.";
    if (speaksOf(".memory"))
        return "Memory channels that are not filled, or nodes of memory that are crossed (numastat).";
    if (speaksOf(".workers") || speaksOf(".slots") || speaksOf(".tokens") || speaksOf(".consumers"))
        return "Fewer threads, connections or permits in the configuration than the project has.";
    return "Look at what differs between its configuration and the project.";
}

bool isOfFlushing(const std::string& setting)
{
    std::string word = setting.substr(0, setting.find('='));
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::any_of(std::array{"sync", "flush", "commit", "ack", "cache"},
                               [&](const char* each) { return word.find(each) != std::string::npos; });
}

std::string speedInWords(double factor)
{
    return project::formatNumber(factor) + " times as fast";
}

} // namespace

HealthCheck::HealthCheck(MeasuredCases cases, CasePlan plan, const std::vector<CaseOutcome>& outcomes,
                         const std::vector<std::string>& settings)
    : cases_(std::move(cases)), plan_(std::move(plan))
{
    std::vector<std::size_t> known;
    for (std::size_t c = 0; c < outcomes.size(); ++c)
        if (!outcomes[c].runs.empty() && outcomes[c].problem.empty())
            known.push_back(c);
    const std::size_t count = std::min(mostCasesRun, known.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t number = known[count == 1 ? 0 : i * (known.size() - 1) / (count - 1)];
        chosen_.push_back(number);
        present_.emplace(number, outcomes[number].runs.front());
    }
    double sum = 0;
    std::size_t figures = 0;
    for (const Compared& each : compared(present_)) {
        const double slower = std::log(each.simulatedOverMeasured);
        sum += growsWhenSlower(*each.metric) ? -slower : slower;
        ++figures;
    }
    below_ = figures > 0 && sum / static_cast<double>(figures) > std::log(1 / (1 - farBelow));
    if (!below_)
        return;
    for (const std::string& resource : resourcesIn(present_))
        addTrial({resource, firstFactor, ""});
    for (const std::string& setting : settings)
        addTrial({"", 1, setting});
}

void HealthCheck::addTrial(Suspect suspect)
{
    trials_.push_back({std::move(suspect), {}, 0, false});
    for (const std::size_t number : chosen_)
        runs_.emplace_back(trials_.size() - 1, number);
}

/// The figures that were measured and simulated.
std::vector<HealthCheck::Compared> HealthCheck::compared(const std::map<std::size_t, record::Summary>& runs) const
{
    std::vector<Compared> all;
    for (const auto& [number, summary] : runs)
        for (std::size_t m = 0; m < cases_.metrics.size(); ++m) {
            std::string why;
            const auto figure = record::figureOf(summary, cases_.metrics[m].name, why);
            const double measured = cases_.cases[number].measured[m];
            if (figure && figure->value > 0 && measured > 0)
                all.push_back({&cases_.metrics[m].name, figure->value / measured});
        }
    return all;
}

std::optional<double> HealthCheck::distance(const std::map<std::size_t, record::Summary>& runs) const
{
    double sum = 0;
    const std::vector<Compared> figures = compared(runs);
    for (const Compared& each : figures)
        sum += std::fabs(std::log(each.simulatedOverMeasured));
    return figures.empty() ? std::nullopt : std::optional(sum / static_cast<double>(figures.size()));
}

std::vector<WantedRun> HealthCheck::propose(std::size_t room)
{
    while (begun_ == runs_.size() && ended_ == begun_ && refined_ < 2)
        refine();
    std::vector<WantedRun> wanted;
    for (; begun_ < runs_.size() && wanted.size() < room; ++begun_) {
        const auto [trial, number] = runs_[begun_];
        const Suspect& suspect = trials_[trial].suspect;
        child::Simulation simulation = plan_.simulation;
        for (const std::string& setting : cases_.settingsOf(number))
            simulation.settings.push_back(setting);
        if (!suspect.setting.empty())
            simulation.settings.push_back(suspect.setting);
        if (!suspect.resource.empty())
            simulation.scale.push_back(suspect.resource + '=' + project::Json(suspect.factor).dump());
        simulation.seed = std::to_string(plan_.seeds.front());
        simulation.single = true;
        wanted.push_back({begun_, std::move(simulation)});
    }
    return wanted;
}

void HealthCheck::take(std::uint64_t number, RunOutcome outcome)
{
    const auto [trial, ofCase] = runs_[number];
    ++ended_;
    ++trials_[trial].ended;
    if (outcome.summary && outcome.problem.empty())
        trials_[trial].runs.emplace(ofCase, std::move(*outcome.summary));
    else
        trials_[trial].failed = true;
}

std::vector<std::pair<double, const HealthCheck::Trial*>> HealthCheck::ranked() const
{
    std::vector<std::pair<double, const Trial*>> order;
    for (const Trial& trial : trials_)
        if (const auto apart = distance(trial.runs); apart && !trial.failed && trial.ended == chosen_.size())
            order.emplace_back(*apart, &trial);
    std::ranges::stable_sort(order, {}, [](const auto& each) { return each.first; });
    return order;
}

void HealthCheck::refine()
{
    ++refined_;
    std::vector<Suspect> nearest;
    for (const auto& [apart, trial] : ranked())
        if (nearest.size() < 3 && !trial->suspect.resource.empty() &&
            std::ranges::find(nearest, trial->suspect.resource, &Suspect::resource) == nearest.end())
            nearest.push_back(trial->suspect);
    for (const Suspect& each : nearest) {
        if (refined_ == 1)
            for (const double factor : otherFactors)
                addTrial({each.resource, factor, ""});
        else
            for (const double beside : {0.85, 1.18})
                addTrial({each.resource, each.factor * beside, ""});
    }
}

Progress HealthCheck::progress() const
{
    return {.runs = runs_.size(), .runsDone = ended_};
}

Suspicion HealthCheck::suspicionOf(const Trial& trial, double meanError) const
{
    Suspicion suspicion;
    suspicion.suspect = trial.suspect;
    suspicion.meanError = meanError;
    const std::string error = project::formatNumber(100 * std::expm1(meanError)) + " % on average";
    if (trial.suspect.setting.empty()) {
        const std::string name = record::resourceInWords(trial.suspect.resource);
        suspicion.sentence = "The measured figures are met to " + error + " if " + name + " were " +
                             speedInWords(trial.suspect.factor) + " as the model has them.";
        suspicion.usualCause = usualCauseOf(trial.suspect.resource);
    } else {
        suspicion.sentence = "The measured figures are met to " + error + " with " + trial.suspect.setting + '.';
        suspicion.usualCause = isOfFlushing(trial.suspect.setting)
                                   ? "The cluster makes data durable otherwise than the project says: look at this "
                                     "setting on all nodes, and at what the benchmark asks for."
                                   : "Look at this setting on all nodes of the cluster.";
    }
    return suspicion;
}

Health HealthCheck::answer() const
{
    Health health;
    health.below = below_;
    health.runs = ended_;
    const double present = distance(present_).value_or(0);
    health.meanError = present;
    if (!below_) {
        health.sentence = present_.empty() ? "No case could be run, so that nothing can be examined."
                                           : "The measured figures are not far below the model; nothing is suspected.";
        return health;
    }
    std::set<std::string> named;
    for (const auto& [apart, trial] : ranked()) {
        const std::string name = trial->suspect.resource + trial->suspect.setting;
        if (apart > present / 2 || health.suspicions.size() == 3)
            break;
        if (named.insert(name).second)
            health.suspicions.push_back(suspicionOf(*trial, apart));
    }
    health.sentence = "The measured figures are far below the model, by a factor of " +
                      project::formatNumber(std::exp(present)) + " on average. ";
    if (health.suspicions.empty())
        health.sentence += "No single resource or setting explains half of it.";
    else
        health.sentence += health.suspicions.front().sentence + ' ' + health.suspicions.front().usualCause;
    return health;
}

std::vector<std::string> otherSettings(const project::Project& project, const MeasuredCases& cases)
{
    constexpr std::size_t mostValues = 3;
    std::vector<std::string> settings;
    for (const project::Parameter& parameter : project.parameters) {
        const project::LoadUse use = project::loadUse(project, parameter.name);
        if (std::ranges::find(cases.parameters, parameter.name) != cases.parameters.end() || use.users || use.load ||
            use.hardware)
            continue;
        if (parameter.type == project::ParameterType::flag && parameter.value.is_boolean())
            settings.push_back(parameter.name + '=' + (parameter.value.get<bool>() ? "false" : "true"));
        std::size_t taken = 0;
        if (parameter.type == project::ParameterType::choice ||
            (parameter.tunable.value_or(false) && parameter.type != project::ParameterType::flag))
            for (const project::Json& value : parameter.alternatives)
                if (value != parameter.value && taken++ < mostValues)
                    settings.push_back(parameter.name + '=' + project::settingText(value));
    }
    return settings;
}

} // namespace headroom::study
