#include "study/search/cheapest.h"

#include "record/figures/statistics.h"
#include "study/search/cheapest_text.h"
#include "study/table/decision.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <stdexcept>

namespace headroom::study {

namespace {

constexpr double leastFigure = 1e-12; ///< instead of zero, which has no logarithm
/// Where all requests fail, a latency has no value: it counts as the worst that is known, or as twice the limit.
const double leastMissWithoutFigure = std::log(2);
constexpr double leastChance = 1e-6; ///< of a point that is worth a run while none meets the goals

/// Distance by which the goal is missed, as the logarithm of the worse of figure over upper and lower limit over
/// figure: at most 0 if it is met.
double missOf(const GoalCell& goal)
{
    double miss = -INFINITY;
    const double figure = std::max(goal.figure.value, leastFigure);
    if (goal.atMost)
        miss = std::max(miss, std::log(figure / std::max(*goal.atMost, leastFigure)));
    if (goal.atLeast)
        miss = std::max(miss, std::log(std::max(*goal.atLeast, leastFigure) / figure));
    return miss;
}

constexpr std::size_t drawCount = 500; ///< of what is uncertain
constexpr std::size_t together = 200;  ///< points whose figures are drawn together, at most

/// The chance by the rule of succession: explanations that all agree leave 1 / (explanations + 2) for what none of them
/// allows.
double bySuccession(double chance)
{
    return (chance * explanations + 1) / (explanations + 2);
}

/// Probabilities that each of so many points meets all goals. Goals are taken as independent, which is on the safe side
/// where one design that is strong in one of them is strong in the others.
std::vector<double> chancesOf(const std::vector<std::optional<Prediction>>& misses, std::size_t points)
{
    std::vector<double> all(points, 1);
    for (const auto& goal : misses)
        for (std::size_t i = 0; goal && i < points; ++i)
            all[i] *= goal->each[i].atMostZero();
    return all;
}

/// The same normal variables for each goal in each search.
class StandardNormal
{
public:
    explicit StandardNormal(std::size_t goal) : dice_(goal + 1) {}
    double operator()() { return normal_(dice_); }

private:
    std::mt19937_64 dice_;
    std::normal_distribution<double> normal_;
};

/// Standard deviation of the error that all observations share, since all points have the same seeds: more of them do
/// not make it smaller.
double commonError(const std::vector<Observation>& observations)
{
    std::vector<double> variances;
    for (const Observation& each : observations)
        variances.push_back(each.variance);
    const auto middle = variances.begin() + std::ssize(variances) / 2;
    std::ranges::nth_element(variances, middle);
    return std::sqrt(*middle);
}

/// Variance of the logarithm of a figure, from its interval; 0 if it has none.
double varianceOf(const Cell& figure)
{
    const double half = (figure.high - figure.low) / 2;
    if (!figure.known() || !std::isfinite(half) || figure.value == 0)
        return 0;
    const double relative = half / record::normal975 / figure.value;
    return relative * relative;
}

/// The error of the figure, in its standard deviations, up to which the goal is met: as probable to either side of 0 if
/// neither the interval nor the verdict tells.
double sparedBy(const GoalCell& goal)
{
    if (const double variance = varianceOf(goal.figure); variance > 0)
        return -missOf(goal) / std::sqrt(variance);
    return goal.verdict == "met" ? INFINITY : goal.verdict == "missed" ? -INFINITY : 0;
}

/// Probability that a point that was run meets all goals, by the intervals of its figures.
double chanceToMeet(const Row& row)
{
    double all = 1;
    for (const GoalCell& goal : row.goals)
        all *= Expectation{-sparedBy(goal), 1}.atMostZero();
    return all;
}

} // namespace

CheapestSearch::CheapestSearch(RunPlan plan, Table& table, std::vector<KnownBefore> known, std::size_t atOnce,
                               StudyFile* file, SearchLimits limits, Surrogate surrogate, Changed changed)
    : plan_(std::move(plan)), table_(table), known_(std::move(known)), places_(placesOf(table)),
      loads_(loadCases(table)), loadOf_(table.rows.size()), atOnce_(atOnce), file_(file), limits_(limits),
      surrogate_(std::move(surrogate)), changed_(std::move(changed)), efforts_(table.rows.size())
{
    if (table_.goals.empty())
        throw std::invalid_argument("the project has no goal, so that the point with the lowest " + nounOf(limits_.by) +
                                    " is the answer");
    while (figure_ < table_.figures.size() && table_.figures[figure_].name != limits_.by)
        ++figure_;
    if (figure_ == table_.figures.size())
        throw std::invalid_argument("the study does not report " + limits_.by);
    const bool onlyByRuns = limits_.by == "power";
    if (!onlyByRuns &&
        std::none_of(known_.begin(), known_.end(), [](const KnownBefore& each) { return each.cost > 0; }))
        throw std::invalid_argument(limits_.by == "price" ? "no component of the project has a price in the libraries"
                                                          : "the project names no chassis with a height");
    for (std::uint64_t point = 0; point < known_.size(); ++point) {
        const KnownBefore& each = known_[point];
        if (!each.misses.empty() && each.problem.empty() &&
            (!cheapest_.nearestDiscarded || each.lack < known_[*cheapest_.nearestDiscarded].lack))
            cheapest_.nearestDiscarded = point;
        cheapest_.discarded += !each.misses.empty() || !each.problem.empty();
        cheapest_.partsMissing = cheapest_.partsMissing || each.partsMissing;
    }
    if (!onlyByRuns)
        for (const KnownBefore& each : known_)
            if (each.cost > 0) {
                leastCost_ = std::fmin(leastCost_, each.cost); // of NaN and a number, the number
                mostCost_ = std::fmax(mostCost_, each.cost);
            }
    if (cheapest_.nearestDiscarded)
        cheapest_.nearestMisses = known_[*cheapest_.nearestDiscarded].misses;
    for (const Row& row : table_.rows)
        if (row.state != PointState::waiting)
            efforts_[row.number].seeds = std::max<std::uint64_t>(1, row.runs / (1 + plan_.under.size()));
    for (std::size_t i = 0; i < loads_.size(); ++i)
        for (const std::uint64_t point : loads_[i].points)
            loadOf_[point] = i;
    judge();
}

/// NaN if it is not known yet.
double CheapestSearch::costOf(std::uint64_t point) const
{
    const Row& row = table_.rows[point];
    return limits_.by != "power"           ? known_[point].cost
           : row.state == PointState::done ? row.figures[figure_].value
                                           : std::numeric_limits<double>::quiet_NaN();
}

/// The cheapest that is known for the load of a point.
std::optional<std::uint64_t> CheapestSearch::bestFor(std::uint64_t point) const
{
    return cheapest_.ofLoads[loadOf_[point]];
}

bool CheapestSearch::isCheaper(std::uint64_t point) const
{
    const auto best = bestFor(point);
    return !best || costOf(point) < costOf(*best) * (1 - limits_.within);
}

/// True if it may be the answer and was not run.
bool CheapestSearch::isOpen(std::uint64_t point) const
{
    const KnownBefore& known = known_[point];
    if (table_.rows[point].state != PointState::waiting || !known.misses.empty() || !known.problem.empty() ||
        (limits_.by != "power" && !(known.cost > 0)))
        return false;
    return limits_.by == "power" || isCheaper(point);
}

std::vector<std::uint64_t> CheapestSearch::openPoints() const
{
    std::vector<std::uint64_t> points;
    for (std::uint64_t i = 0; i < table_.rows.size(); ++i)
        if (isOpen(i))
            points.push_back(i);
    return points;
}

/// Two for each coordinate and some more, each as far as can be from those before it; the dearest first, which most
/// probably meets the goals.
std::vector<std::uint64_t> CheapestSearch::firstPoints() const
{
    constexpr std::size_t fewest = 6;
    const std::vector<std::uint64_t> open = openPoints();
    const std::size_t wanted = std::min(
        {open.size(), std::max(fewest, 2 * places_.parameters.size() + 2), std::max(fewest, open.size() / 20)});
    std::vector<std::uint64_t> chosen;
    std::vector<double> nearest(open.size(), INFINITY);
    for (const Row& row : table_.rows)
        if (row.state == PointState::done)
            for (std::size_t i = 0; i < open.size(); ++i)
                nearest[i] =
                    std::min(nearest[i], distance(places_.coordinates[open[i]], places_.coordinates[row.number]));
    while (chosen.size() < wanted) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < open.size(); ++i)
            if (nearest[i] > nearest[best] ||
                (nearest[i] == nearest[best] && known_[open[i]].cost > known_[open[best]].cost))
                best = i;
        chosen.push_back(open[best]);
        for (std::size_t i = 0; i < open.size(); ++i)
            nearest[i] = std::min(nearest[i], distance(places_.coordinates[open[i]], places_.coordinates[open[best]]));
    }
    return chosen;
}

std::vector<Observation> CheapestSearch::observationsOf(std::size_t goal) const
{
    std::vector<Observation> observations;
    double worst = leastMissWithoutFigure;
    for (const Row& row : table_.rows)
        if (row.state == PointState::done && row.goals[goal].figure.known()) {
            observations.push_back({placeOf(row.number), missOf(row.goals[goal]), varianceOf(row.goals[goal].figure)});
            worst = std::max(worst, observations.back().value);
        }
    for (const Row& row : table_.rows)
        if (row.state == PointState::done && row.goals[goal].verdict == "missed" && !row.goals[goal].figure.known())
            observations.push_back({placeOf(row.number), worst, 0});
    return observations;
}

/// The place of a point for the surrogate, with the logarithm of its cost from 0 to 1 if costs differ.
std::vector<double> CheapestSearch::placeOf(std::uint64_t point) const
{
    std::vector<double> place = places_.coordinates[point];
    if (mostCost_ > leastCost_)
        place.push_back(
            known_[point].cost > 0 ? std::log(known_[point].cost / leastCost_) / std::log(mostCost_ / leastCost_) : 0);
    return place;
}

Places CheapestSearch::placesAt(const std::vector<std::uint64_t>& points) const
{
    Places places{{}, places_.parameters, {}};
    if (mostCost_ > leastCost_) {
        places.falls = places.parameters.size();
        places.parameters.push_back(table_.parameters.size());
    }
    for (const std::uint64_t point : points)
        places.coordinates.push_back(placeOf(point));
    return places;
}

/// The logarithms of their costs.
std::vector<Expectation> CheapestSearch::expectedCosts(const std::vector<std::uint64_t>& points) const
{
    std::vector<Expectation> expected;
    if (limits_.by != "power") {
        for (const std::uint64_t point : points)
            expected.push_back({std::log(known_[point].cost), 0});
        return expected;
    }
    std::vector<Observation> observations;
    for (const Row& row : table_.rows)
        if (row.state == PointState::done && row.figures[figure_].value > 0)
            observations.push_back(
                {placeOf(row.number), std::log(row.figures[figure_].value), varianceOf(row.figures[figure_])});
    if (observations.size() < 2)
        return std::vector<Expectation>(points.size(), {0, 1});
    return surrogate_(observations, placesAt(points), 0).each;
}

/// How far the points are to be expected from the limit of a goal, with so many draws.
CheapestSearch::Misses CheapestSearch::missesOf(std::size_t goal, const std::vector<std::uint64_t>& points,
                                                std::size_t draws) const
{
    const std::vector<Observation> observations = observationsOf(goal);
    if (observations.size() < 2)
        return {};
    const auto [least, most] = std::ranges::minmax(observations, {}, &Observation::value);
    Prediction prediction;
    if (most.value - least.value < leastFigure) { // the same everywhere, as far as is known
        prediction.each.assign(points.size(), {most.value, 0});
        prediction.draws.assign(draws, std::vector<double>(points.size(), most.value));
    } else {
        prediction = surrogate_(observations, placesAt(points), draws);
    }
    const double common = commonError(observations);
    for (Expectation& each : prediction.each)
        each.deviation = std::hypot(each.deviation, common);
    StandardNormal normal(goal);
    for (std::vector<double>& draw : prediction.draws) {
        const double error = common * normal();
        for (double& value : draw)
            value += error;
    }
    return prediction;
}

std::vector<CheapestSearch::Misses> CheapestSearch::missesOf(const std::vector<std::uint64_t>& points,
                                                             std::size_t draws) const
{
    std::vector<Misses> misses;
    for (std::size_t goal = 0; goal < table_.goals.size(); ++goal)
        misses.push_back(missesOf(goal, points, draws));
    return misses;
}

/// Probability that any of the points meets all goals, if they are run, alone and together with the undecided ones.
/// Points that resemble each other meet them together or not at all, so that many of them are hardly likelier to hold
/// one that does than one of them is.
CheapestSearch::Chance CheapestSearch::chanceOfAny(const std::vector<std::uint64_t>& points,
                                                   const std::vector<Misses>& misses,
                                                   const std::vector<char>& runMeets) const
{
    const std::vector<double> costs = costChances(points);
    Chance none;
    for (std::size_t draw = 0; draw < drawCount; ++draw) {
        double dearer = 1; // that none of those that meet the goals is cheaper
        for (std::size_t i = 0; i < points.size(); ++i)
            if (std::ranges::all_of(misses, [&](const Misses& each) { return !each || each->draws[draw][i] <= 0; }))
                dearer *= 1 - costs[i];
        none.open += dearer / static_cast<double>(drawCount);
        none.either += (runMeets[draw] ? 0 : dearer) / static_cast<double>(drawCount);
    }
    return {1 - none.open, 1 - none.either};
}

/// The same of any number of points: the likeliest are taken together, the others as independent, which is on the safe
/// side.
CheapestSearch::Chance CheapestSearch::chanceOfAny(const std::vector<std::uint64_t>& points,
                                                   const std::vector<double>& chances,
                                                   const std::vector<char>& runMeets) const
{
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return chances[i]; });
    std::vector<std::uint64_t> likeliest;
    double noOther = 1;
    for (const std::size_t i : order)
        if (likeliest.size() < together)
            likeliest.push_back(points[i]);
        else
            noOther *= 1 - chances[i];
    const Chance some = chanceOfAny(likeliest, missesOf(likeliest, drawCount), runMeets);
    return {1 - (1 - some.open) * noOther, 1 - (1 - some.either) * noOther};
}

/// Probabilities that the points, which were not run, cost less than the best for their load.
std::vector<double> CheapestSearch::costChances(const std::vector<std::uint64_t>& points) const
{
    std::vector<double> chances(points.size(), 1);
    if (limits_.by != "power")
        return chances;
    const std::vector<Expectation> costs = expectedCosts(points);
    for (std::size_t i = 0; i < points.size(); ++i)
        if (const auto best = bestFor(points[i]))
            chances[i] = Expectation{costs[i].mean - std::log(costOf(*best) * (1 - limits_.within)), costs[i].deviation}
                             .atMostZero();
    return chances;
}

/// The best point so far, of what is known.
void CheapestSearch::judge()
{
    cheapest_.ofLoads.assign(loads_.size(), {});
    cheapest_.run = 0;
    for (const Row& row : table_.rows) {
        cheapest_.run += row.state == PointState::done || row.state == PointState::failed;
        const double cost = costOf(row.number);
        auto& best = cheapest_.ofLoads[loadOf_[row.number]];
        if (row.meetsAllGoals() && cost > 0 && (!best || cost < costOf(*best)))
            best = row.number;
    }
    double sound = 1;
    for (const auto& best : cheapest_.ofLoads)
        sound *= best ? 1 - doubtOf(*best) : 1;
    cheapest_.doubt = 1 - sound;
    cheapest_.point = hardestOf(cheapest_.ofLoads, [this](std::uint64_t point) { return costOf(point); });
}

/// Those that are to be run next; none if the wanted risk is reached.
std::vector<std::uint64_t> CheapestSearch::nextPoints()
{
    const std::vector<std::uint64_t> open = openPoints();
    const std::vector<char> run = runMeets();
    cheapest_.unrun = open.size();
    cheapest_.risk = static_cast<double>(std::ranges::count(run, 1)) / static_cast<double>(drawCount);
    if (open.empty())
        return {};
    const bool few = open.size() <= together;
    const std::vector<Misses> misses = missesOf(open, few ? drawCount : 0);
    std::vector<double> chances = chancesOf(misses, open.size());
    const std::vector<Expectation> costs = expectedCosts(open);
    const std::vector<double> costing = costChances(open);
    for (std::size_t i = 0; i < open.size(); ++i)
        chances[i] *= costing[i];
    const Chance any = few ? chanceOfAny(open, misses, run) : chanceOfAny(open, chances, run);
    cheapest_.risk = bySuccession(any.either);
    if (bySuccession(any.open) < limits_.risk && 1 / (static_cast<double>(cheapest_.run) + 2) < limits_.risk)
        return {};
    std::vector<std::pair<double, std::uint64_t>> worth;
    for (std::size_t i = 0; i < open.size(); ++i) {
        // Where the cost is uncertain, points a little cheaper than expected count as well.
        const auto best = bestFor(open[i]);
        const double saves = best ? 1 - std::exp(costs[i].mean - costs[i].deviation) / costOf(*best) : 1;
        worth.emplace_back(saves * std::max(chances[i], leastChance), open[i]);
    }
    const std::size_t count = std::min(worth.size(), std::max<std::size_t>(1, atOnce_));
    std::partial_sort(worth.begin(), worth.begin() + static_cast<std::ptrdiff_t>(count), worth.end(),
                      [&](const auto& a, const auto& b) {
                          return a.first != b.first ? a.first > b.first : known_[a.second].cost < known_[b.second].cost;
                      });
    std::vector<std::uint64_t> points;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back(worth[i].second);
    return points;
}

/// Points that miss no goal and are not known to meet all, cheaper than the best; from the cheapest on.
std::vector<std::uint64_t> CheapestSearch::undecided() const
{
    std::vector<std::uint64_t> points;
    for (const Row& row : table_.rows)
        if (row.isUndecided() && isCheaper(row.number))
            points.push_back(row.number);
    std::ranges::stable_sort(points, {}, [this](std::uint64_t point) { return costOf(point); });
    return points;
}

/// Runs that may decide the point; nothing if it has had all that the limits allow.
std::optional<Effort> CheapestSearch::moreFor(std::uint64_t point) const
{
    constexpr std::uint64_t growth = 4;
    Effort effort = efforts_[point];
    bool unbounded = false;
    for (std::size_t i = 0; i < table_.goals.size(); ++i) {
        const GoalCell& goal = table_.rows[point].goals[i];
        if (goal.verdict == "met" || (std::isfinite(goal.figure.low) && std::isfinite(goal.figure.high)))
            continue;
        if (isOfParts(table_.goals[i].metric))
            continue; // no run tells a figure that the libraries lack
        unbounded = true;
    }
    if (isOpenByParts(table_, table_.rows[point]))
        return {};
    // A baseline has runs of one length only.
    if (!plan_.baselines && known_[point].durationS > 0 && effort.length < limits_.mostLength)
        effort.length = std::min(limits_.mostLength, effort.length * growth);
    else if (!unbounded && effort.seeds < limits_.mostSeeds)
        effort.seeds = std::min(limits_.mostSeeds, growth * effort.seeds);
    else
        return {};
    return effort;
}

/// Cheaper points that were run and do not meet the goals by their verdicts, but may by the intervals of their figures:
/// the undecided ones and those that miss narrowly.
std::vector<const Row*> CheapestSearch::mayMeet(double chance) const
{
    std::vector<const Row*> rows;
    for (const Row& row : table_.rows)
        if (row.state == PointState::done && !row.meetsAllGoals() && isCheaper(row.number) &&
            (row.isUndecided() || chanceToMeet(row) > chance))
            rows.push_back(&row);
    return rows;
}

/// For each draw, true if any cheaper point that was run meets all goals. All points have the same seeds: their figures
/// err to the same side at once.
std::vector<char> CheapestSearch::runMeets() const
{
    constexpr double leastChance = 1e-4; // less does not count
    const std::vector<const Row*> rows = mayMeet(leastChance);
    std::vector<StandardNormal> normals;
    for (std::size_t goal = 0; goal < table_.goals.size(); ++goal)
        normals.emplace_back(goal);
    std::vector<char> some;
    std::vector<double> errors(table_.goals.size());
    for (std::size_t draw = 0; draw < drawCount; ++draw) {
        for (std::size_t goal = 0; goal < errors.size(); ++goal)
            errors[goal] = normals[goal]();
        some.push_back(std::ranges::any_of(rows, [&](const Row* row) {
            return std::ranges::equal(errors, row->goals, std::ranges::less_equal{}, {}, sparedBy);
        }));
    }
    return some;
}

void CheapestSearch::begin(const std::vector<std::uint64_t>& points, const Effort& effort)
{
    RunPlan plan = plan_;
    plan.seeds.resize(std::min<std::size_t>(effort.seeds, plan.seeds.size()));
    plan.longer = effort.length;
    if (effort.length > 1)
        plan.simulation.duration = std::to_string(effort.length * known_[points.front()].durationS) + " s";
    for (const std::uint64_t point : points) {
        table_.rows[point].state = PointState::waiting;
        efforts_[point] = {plan.seeds.size(), effort.length};
    }
    points_ =
        std::make_unique<StudyRun>(std::move(plan), table_, file_, [this](const Progress& progress, const Row* row) {
            if (changed_)
                changed_(cheapest_, progress, row);
        });
    points_->choose(points);
}

/// Probability that a point that is known to meet all goals misses one all the same, by the intervals of its figures.
double CheapestSearch::doubtOf(std::uint64_t point) const
{
    return 1 - chanceToMeet(table_.rows[point]);
}

/// Named points that miss a goal too probably, and cheaper ones whose goals are missed too narrowly to be sure of it.
std::vector<std::uint64_t> CheapestSearch::doubtful() const
{
    std::vector<std::uint64_t> points;
    for (const Row* row : mayMeet(limits_.doubt))
        points.push_back(row->number);
    std::ranges::stable_sort(points, {}, [this](std::uint64_t point) { return costOf(point); });
    for (const auto& best : cheapest_.ofLoads)
        if (best && doubtOf(*best) > limits_.doubt)
            points.push_back(*best);
    return points;
}

/// Begins runs with other seeds of named points that have had few. The interval of a run holds what varies within it;
/// what all of the run has in common, as a queue that fills and empties slowly, only other seeds show.
bool CheapestSearch::confirm()
{
    constexpr std::uint64_t fewest = 4;
    constexpr double clear = 6; // standard deviations: not in doubt whatever they are worth
    const std::uint64_t wanted = std::min(fewest, limits_.mostSeeds);
    for (const auto& best : cheapest_.ofLoads)
        if (best && efforts_[*best].seeds < wanted &&
            std::ranges::any_of(table_.rows[*best].goals,
                                [](const GoalCell& goal) { return sparedBy(goal) < clear; })) {
            begin({*best}, {wanted, efforts_[*best].length});
            return true;
        }
    return false;
}

/// Begins longer or more runs of the first of the points that they may tell more of, and of others that take the same,
/// as many as run at once. False if there is none. Not of all: a cheaper point that meets the goals spares the dearer
/// ones.
bool CheapestSearch::runMore(const std::vector<std::uint64_t>& points)
{
    std::vector<std::uint64_t> chosen;
    Effort wanted;
    for (const std::uint64_t point : points) {
        const auto effort = moreFor(point);
        if (!effort || chosen.size() * wanted.seeds >= std::max<std::size_t>(1, atOnce_))
            continue;
        if (chosen.empty())
            wanted = *effort;
        else if (effort->seeds != wanted.seeds || effort->length != wanted.length ||
                 known_[point].durationS != known_[chosen.front()].durationS)
            continue;
        chosen.push_back(point);
    }
    if (!chosen.empty())
        begin(chosen, wanted);
    return !chosen.empty();
}

/// All points that were chosen are finished: chooses more. False if the search is over.
bool CheapestSearch::goOn()
{
    const bool first = !points_;
    if (!first) {
        judge();
        cheapest_.undecided = undecided();
        if (runMore(cheapest_.undecided))
            return true;
    }
    const std::vector<std::uint64_t> points = first ? firstPoints() : nextPoints();
    cheapest_.complete = points.empty();
    if (points.empty() || (limits_.most > 0 && cheapest_.run >= limits_.most))
        return runMore(doubtful()) || confirm();
    begin(points, {limits_.seeds, 1});
    return true;
}

std::vector<WantedRun> CheapestSearch::propose(std::size_t room)
{
    if ((!points_ || points_->over()) && !goOn())
        return {};
    return points_->propose(room);
}

} // namespace headroom::study
