#include "study/search/best.h"

#include "project/vocabulary/figure_names.h"
#include "record/figures/figures.h"
#include "record/figures/statistics.h"
#include "study/table/load_cases.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>

namespace headroom::study {

namespace {

/// Probability that a variable of Student's t distribution is above `t`; by Hill's normal approximation (Communications
/// of the ACM 13, 1970, algorithm 395), which is accurate to three digits from three degrees of freedom on.
double aboveT(double t, double freedom)
{
    const double a = freedom - 0.5, b = 48 * a * a;
    const double z = std::sqrt(a * std::log1p(t * t / freedom));
    const double normal = z + (z * z * z + 3 * z) / b;
    const double tail = 0.5 * std::erfc(normal / std::sqrt(2.0));
    return t >= 0 ? tail : 1 - tail;
}

/// Standard error of the mean of differences; infinite for fewer than two.
double errorOf(const std::vector<double>& differences, double mean)
{
    if (differences.size() < 2)
        return INFINITY;
    double squares = 0;
    for (const double each : differences)
        squares += (each - mean) * (each - mean);
    const auto count = static_cast<double>(differences.size());
    return std::sqrt(squares / (count - 1) / count);
}

double meanOf(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return values.empty() ? NAN : sum / static_cast<double>(values.size());
}

} // namespace

BestSearch::BestSearch(RunPlan plan, Table& table, std::size_t figure, std::size_t atOnce, StudyFile* file,
                       BestLimits limits, Changed changed)
    : plan_(std::move(plan)), table_(table), figure_(figure), larger_(false), atOnce_(atOnce), file_(file),
      limits_(limits), changed_(std::move(changed)), loads_(loadCases(table)), runs_(table.rows.size()),
      begun_(table.rows.size(), 0)
{
    const std::optional<bool> larger = project::largerIsBetter(table_.figures.at(figure_).name);
    if (!larger)
        throw std::invalid_argument(table_.figures[figure_].name + " has no better and no worse");
    larger_ = *larger;
    limits_.most = std::min<std::uint64_t>(limits_.most, plan_.seeds.size());
    progress_.points = table_.rows.size();
}

/// The figure in each run, by number of the seed, as far as it is known.
std::vector<double> BestSearch::values(std::uint64_t point) const
{
    std::vector<double> values;
    for (const auto& [seed, summary] : runs_[point].summaries()) {
        std::string why;
        const auto figure = record::figureOf(summary, table_.figures[figure_].name, why);
        values.push_back(figure ? figure->value : NAN);
    }
    return values;
}

/// By how much `better` is better than `worse` in the runs that both have with the same seed.
std::vector<double> BestSearch::differences(std::uint64_t better, std::uint64_t worse) const
{
    const std::vector<double> one = values(better), other = values(worse);
    std::vector<double> differences;
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
        if (std::isfinite(one[i]) && std::isfinite(other[i]))
            differences.push_back(larger_ ? one[i] - other[i] : other[i] - one[i]);
    return differences;
}

void BestSearch::judge()
{
    Best& best = found_.back();
    std::map<std::uint64_t, double> means;
    for (const std::uint64_t point : points_)
        if (const double mean = meanOf(values(point)); !runs_[point].failed() && std::isfinite(mean))
            means[point] = mean;
    best.known = !means.empty();
    best.alike.clear();
    if (means.empty())
        return;
    best.point = means.begin()->first;
    for (const auto& [point, mean] : means)
        if (larger_ ? mean > means[best.point] : mean < means[best.point])
            best.point = point;
    const double margin = limits_.within * std::fabs(means[best.point]);
    double doubt = 0;
    for (const auto& [point, unused] : means) {
        if (point == best.point)
            continue;
        const std::vector<double> lead = differences(best.point, point);
        const double mean = meanOf(lead), error = errorOf(lead, mean);
        // Probability that it is better by more than the margin: that the lead is below minus the margin.
        const double chance = error > 0 ? aboveT((mean + margin) / error, static_cast<double>(lead.size()) - 1)
                                        : (mean + margin > 0 ? 0 : 1);
        doubt += std::isfinite(error) ? chance : 0.5;
        constexpr double notable = 0.025; // of one that is told apart in a two-sided test at 5 %
        const bool mayBeBetter =
            !std::isfinite(error) ||
            (error > 0 ? aboveT(mean / error, static_cast<double>(lead.size()) - 1) > notable : mean <= 0);
        if (mayBeBetter || mean < margin)
            best.alike.push_back(point);
    }
    best.probability = std::max(0.0, 1 - doubt);
    best.complete = best.probability >= limits_.probability;
}

/// Number of runs of each point that are to be next: about one round of the executor more, where they decide most.
std::map<std::uint64_t, std::uint64_t> BestSearch::shares() const
{
    const Best& best = found_.back();
    std::map<std::uint64_t, double> weights;
    double squares = 0;
    const double margin = limits_.within * std::fabs(meanOf(values(best.point)));
    for (const std::uint64_t point : points_) {
        if (point == best.point || runs_[point].failed())
            continue;
        const std::vector<double> lead = differences(best.point, point);
        const double mean = meanOf(lead);
        const double spread = errorOf(lead, mean) * std::sqrt(static_cast<double>(lead.size()));
        if (!std::isfinite(spread))
            continue;
        const double apart = std::max(mean, 0.0) + margin;
        weights[point] = apart > 0 ? spread * spread / (apart * apart) : 0;
        squares += weights[point] * weights[point];
    }
    weights[best.point] = std::sqrt(squares);
    double sum = 0, total = 0;
    for (const auto& [point, weight] : weights) {
        sum += weight;
        total += static_cast<double>(begun_[point]);
    }
    // Points that are clearly different have had more runs than their share. The others get the rest of theirs bit by
    // bit: a few runs often decide.
    const std::size_t round = std::max<std::size_t>(2, atOnce_);
    const double budget = total + static_cast<double>(round);
    std::map<std::uint64_t, std::uint64_t> wanted;
    for (std::size_t run = 0; run < round; ++run) {
        const auto lacking = [&](const auto& each) {
            const std::uint64_t count = wanted.contains(each.first) ? wanted[each.first] : begun_[each.first];
            const double share = sum > 0 ? std::min(budget * each.second / sum, static_cast<double>(limits_.most)) : 0;
            return share - static_cast<double>(count);
        };
        const auto most = std::max_element(weights.begin(), weights.end(), [&](const auto& one, const auto& other) {
            return lacking(one) < lacking(other);
        });
        if (!(lacking(*most) > 0))
            break;
        wanted.try_emplace(most->first, begun_[most->first]).first->second += 1;
    }
    return wanted;
}

/// Asks for the runs that each point lacks of so many, round by round.
void BestSearch::plan(const std::map<std::uint64_t, std::uint64_t>& wanted)
{
    for (const auto& [point, count] : wanted)
        for (std::uint64_t seed = begun_[point]; seed < count; ++seed)
            toBegin_.emplace_back(seed, point);
    std::sort(toBegin_.begin(), toBegin_.end());
    progress_.runs += toBegin_.size();
}

bool BestSearch::beginLoad()
{
    if (found_.size() == loads_.size())
        return false;
    points_ = loads_[found_.size()].points;
    found_.emplace_back();
    std::map<std::uint64_t, std::uint64_t> wanted;
    for (const std::uint64_t point : points_)
        wanted[point] = std::min(limits_.fewest, limits_.most);
    plan(wanted);
    return true;
}

/// All runs that were asked for have ended: asks for more, or begins with the next load. False if nothing is left.
bool BestSearch::goOn()
{
    if (found_.empty())
        return beginLoad();
    judge();
    if (changed_)
        changed_(found_, progress_, nullptr);
    if (!found_.back().complete && found_.back().known)
        plan(shares());
    return !toBegin_.empty() || beginLoad();
}

std::vector<WantedRun> BestSearch::propose(std::size_t room)
{
    std::vector<WantedRun> runs;
    if (toBegin_.empty() && underWay_.empty() && !goOn())
        return runs;
    for (; runs.size() < room && !toBegin_.empty(); toBegin_.pop_front())
        runs.push_back(begin(toBegin_.front().first, toBegin_.front().second));
    return runs;
}

WantedRun BestSearch::begin(std::uint64_t seed, std::uint64_t point)
{
    child::Simulation simulation = plan_.simulation;
    simulation.single = true;
    for (std::string& setting : settingsOf(table_, table_.rows[point]))
        simulation.settings.push_back(std::move(setting));
    simulation.seed = std::to_string(plan_.seeds[seed]);
    underWay_[jobs_] = {point, {seed, plan_.seeds[seed], {}}};
    ++begun_[point];
    return {jobs_++, std::move(simulation)};
}

void BestSearch::take(std::uint64_t number, RunOutcome outcome)
{
    const auto [point, run] = underWay_.at(number);
    underWay_.erase(number);
    progress_.processorS += outcome.processorS;
    ++progress_.runsDone;
    ++found_.back().runs;
    runs_[point].add(table_, point, run, std::move(outcome));
    Row& row = table_.rows[point];
    runs_[point].fill(table_, {}, nullptr, row);
    if (file_)
        file_->add(row, runs_[point].records());
    progress_.done = table_.count(PointState::done);
    progress_.failed = table_.count(PointState::failed);
    if (changed_)
        changed_(found_, progress_, &row);
}

const Best* lastKnown(const BestOfLoads& best)
{
    const auto last = std::find_if(best.rbegin(), best.rend(), std::mem_fn(&Best::known));
    return last == best.rend() ? nullptr : &*last;
}

} // namespace headroom::study
