#include "cli/commands/program.h"
#include "cli/studies/prepared_study.h"
#include "cli/studies/search_command.h"
#include "cli/studies/study_session.h"
#include "cli/support/interruption.h"
#include "project/expression/quantity.h"
#include "record/figures/figures.h"
#include "record/structure/json.h"
#include "run/run.h"
#include "study/search/cheapest_text.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace headroom::cli {

namespace {

using record::Json;

struct CheapestOptions : StudyOptions
{
    double risk = study::SearchLimits().risk;
    std::string by = study::SearchLimits().by;
    std::uint64_t most = 0;
};

/// Keeps the goal that is missed by most.
void keepWorst(study::KnownBefore& known, const record::GoalVerdict& goal, double value)
{
    const bool above = goal.atMost && value > *goal.atMost;
    const std::optional<double> limit = above ? goal.atMost : goal.atLeast;
    if (!limit)
        return;
    const double lack = std::abs(value - *limit) / (*limit == 0 ? 1 : std::abs(*limit));
    if (!known.misses.empty() && lack <= known.lack)
        return;
    known.lack = lack;
    known.misses = study::lackInWords({goal.id, goal.metric, goal.unit, goal.conditions},
                                      {goal.verdict, {value, value, value}, goal.atMost, goal.atLeast, {}});
}

/// Facts about a point that need no run: its cost, the figure `by`, and goals that it misses whatever it does, such as
/// those on price and capacity.
study::KnownBefore knownBefore(const PreparedStudy& prepared, const std::vector<std::string>& settings,
                               const std::string& by)
{
    const RunBase& base = prepared.base;
    study::KnownBefore known;
    project::Findings findings;
    run::Options options;
    options.folder = base.folder;
    options.durationS = prepared.setup.durationS;
    const project::Project project = atPoint(base, settings, {}, findings);
    if (!project::hasErrors(findings)) {
        const run::Simulation simulation(project, base.components, options);
        findings = simulation.findings();
        if (!project::hasErrors(findings)) {
            known.durationS = simulation.durationS();
            const record::Summary inventory = simulation.inventory();
            std::string missing;
            const auto cost = study::isKnownBefore(by) ? record::figureOf(inventory, by, missing) : std::nullopt;
            if (cost) {
                known.cost = cost->value;
                known.partsMissing = std::isinf(cost->high);
            }
            for (record::GoalVerdict goal : simulation.goals()) {
                std::string why;
                const auto figure = study::isKnownBefore(goal.metric) && goal.conditions.empty()
                                        ? record::figureOf(inventory, goal.metric, why)
                                        : std::optional<record::Figure>();
                if (figure)
                    record::judge(goal, *figure);
                if (figure && goal.verdict == "missed")
                    keepWorst(known, goal, figure->value);
            }
        }
    }
    for (const project::Finding& finding : findings)
        if (finding.severity == project::Severity::error)
            known.problem = project::toLine(finding);
    return known;
}

Json toJson(const study::KnownBefore& known)
{
    return {{"cost", known.cost}, {"missing", known.partsMissing}, {"misses", known.misses},
            {"lack", known.lack}, {"problem", known.problem},      {"duration_s", known.durationS}};
}

study::KnownBefore fromJson(const Json& json)
{
    study::KnownBefore known;
    if (json.at("cost").is_number())
        known.cost = json.at("cost").get<double>();
    known.partsMissing = json.at("missing").get<bool>();
    known.misses = json.at("misses").get<std::string>();
    known.lack = json.at("lack").get<double>();
    known.problem = json.at("problem").get<std::string>();
    known.durationS = json.at("duration_s").get<double>();
    return known;
}

/// The same for all points, shared among copies of this process.
std::vector<study::KnownBefore> knownBefore(const PreparedStudy& prepared, const std::string& by, std::size_t processes)
{
    const study::Table& table = prepared.setup.table;
    std::vector<std::unique_ptr<child::Process>> shares;
    for (std::size_t share = 0; share < processes; ++share)
        shares.push_back(std::make_unique<child::Process>([&, share] {
            Json all = Json::array();
            for (std::size_t i = share; i < table.rows.size(); i += processes)
                all.push_back(toJson(knownBefore(prepared, study::settingsOf(table, table.rows[i]), by)));
            return all.dump(-1, ' ', false, Json::error_handler_t::replace);
        }));
    std::vector<study::KnownBefore> known(table.rows.size());
    for (std::size_t share = 0; share < processes; ++share) {
        const Json all = Json::parse(shares[share]->wait().output);
        for (std::size_t i = 0; i < all.size(); ++i)
            known[share + i * processes] = fromJson(all[i]);
    }
    return known;
}

Json decisionOf(const study::Cheapest& cheapest, const std::string& sentence)
{
    Json ofLoads = Json::array();
    for (const auto& point : cheapest.ofLoads)
        if (point && cheapest.ofLoads.size() > 1)
            ofLoads.push_back(*point);
    return {{"point", cheapest.point ? Json(*cheapest.point) : Json(nullptr)},
            {"sentence", sentence},
            {"of_loads", std::move(ofLoads)},
            {"risk", cheapest.risk},
            {"doubt", cheapest.doubt},
            {"undecided", cheapest.undecided},
            {"points_not_run", cheapest.unrun},
            {"points_run", cheapest.run},
            {"points_discarded", cheapest.discarded}};
}

ExitStatus search(const CheapestOptions& options, PreparedStudy& prepared, const std::filesystem::path& path)
{
    study::Table& table = prepared.setup.table;
    const auto executor = executorOf(options, prepared.base, path);
    study::StudyFile file = openStudy(path, prepared, options.restart);
    const auto known = knownBefore(prepared, options.by, atOnce(options));
    study::SearchLimits limits;
    limits.risk = options.risk;
    limits.most = options.most;
    limits.by = options.by;
    limits.seeds = prepared.setup.replications;
    limits.mostSeeds = std::max(limits.mostSeeds, limits.seeds);
    study::RunPlan plan = prepared.setup.plan;
    plan.seeds = prepared.seeds(limits.mostSeeds);
    StudySession session(table, options.stream);
    study::CheapestSearch search(
        plan, table, known, executor->atOnce(), &file, limits, study::kriged,
        [&](const study::Cheapest&, const auto& progress, const study::Row* row) { session.changed(progress, row); });
    session.begin(path, 0);
    study::execute(search, *executor, [&] { return session.wish(); });
    const study::Cheapest& cheapest = search.answer();
    const std::string sentence = study::inWords(table, cheapest, options.by);
    session.end(cheapest.complete, decisionOf(cheapest, sentence));
    tell(options, table, decisionOf(cheapest, sentence), path, sentence + "\nThe points that were run are in ");
    if (!cheapest.complete)
        reportError(options.most > 0 && cheapest.run >= options.most
                        ? "It ended at the number of points of --most."
                        : "It was interrupted. The same command goes on from the points that were run.");
    return cheapest.complete ? done : runFailed;
}

ExitStatus cheapest(CheapestOptions options)
{
    options.alsoReport = {options.by};
    return searchStudy(options, "-cheapest", [&](PreparedStudy& prepared, const std::filesystem::path& file) {
        return search(options, prepared, file);
    });
}

} // namespace

void addCheapest(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<CheapestOptions>();
    CLI::App* command = app.add_subcommand(
        "cheapest", "Searches the cheapest point of a study that meets all goals of the project, with far "
                    "fewer runs than the whole study takes");
    addStudyOptions(*command, *options);
    command->add_option("--by", options->by, "Figure that is to be low: price, power or rack_units")
        ->type_name("FIGURE")
        ->check(CLI::IsMember({"price", "power", "rack_units"}));
    command
        ->add_option("--risk", options->risk,
                     "Goes on until the probability of having missed a cheaper point is below this")
        ->type_name("SHARE")
        ->check(CLI::Range(1e-4, 0.9));
    command->add_option("--most", options->most, "Points to run, at most")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000));
    command->callback([options, &action] { action = [options] { return cheapest(*options); }; });
}

} // namespace headroom::cli
