#include "study/calibration/calibration.h"

#include "study/statistics/statistics.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

namespace {

using Row = std::vector<double>;
using Matrix = std::vector<Row>; ///< by target, then by parameter

constexpr double screened = 0.25;    ///< of the bounds, up and down
constexpr double leastEffect = 0.01; ///< on the logarithm of a figure
constexpr double mostAlike = 0.995;  ///< cosine of the changes of two parameters
constexpr double firstRadius = 0.25, largestRadius = 0.5;
constexpr double smallestStep = 0.004; ///< of the bounds
constexpr double smallestGain = 0.002; ///< of the sum of squares
constexpr int mostSteps = 14;
constexpr double lastDifference = 0.04; ///< of the bounds, up and down
constexpr double atTheBound = 0.005;
constexpr double undeterminedHalf = 0.25;
constexpr double strongCorrelation = 0.95;

double sumOfSquares(const Row& row)
{
    double sum = 0;
    for (const double each : row)
        sum += each * each;
    return sum;
}

double cosine(const Row& one, const Row& other)
{
    double product = 0;
    for (std::size_t i = 0; i < one.size(); ++i)
        product += one[i] * other[i];
    const double length = std::sqrt(sumOfSquares(one) * sumOfSquares(other));
    return length > 0 ? product / length : 0;
}

double largest(const Row& row)
{
    double most = 0;
    for (const double each : row)
        most = std::max(most, std::fabs(each));
    return most;
}

/// One end of a difference, within the bounds.
double moved(double place, double by)
{
    return std::clamp(place + by, 0.0, 1.0);
}

/// The search; a place is where the parameters that are fitted lie in their bounds.
class Fit
{
public:
    Fit(const FitProblem& problem, const SimulateFit& simulate, const std::function<void(const Calibration&)>& progress)
        : problem_(problem), simulate_(simulate), progress_(progress)
    {
        for (const FittedParameter& parameter : problem.parameters) {
            FitResult& result = answer_.parameters.emplace_back();
            result.parameter = parameter;
            result.value = result.low = result.high = parameter.start;
        }
    }

    Calibration run()
    {
        if (screen() && search() && measureEnd())
            answer_.complete = true;
        return std::move(answer_);
    }

private:
    /// Residuals at places: the logarithm of simulated over measured. Nothing if it was stopped.
    std::optional<Matrix> at(const std::vector<Row>& places)
    {
        std::vector<Row> points;
        for (const Row& place : places) {
            Row& point = points.emplace_back();
            for (const FitResult& result : answer_.parameters)
                point.push_back(result.value);
            for (std::size_t i = 0; i < kept_.size(); ++i)
                point[kept_[i]] = problem_.parameters[kept_[i]].value(place[i]);
        }
        const auto figures = simulate_(points);
        if (!figures)
            return std::nullopt;
        answer_.points += points.size();
        Matrix residuals;
        for (const Row& each : *figures) {
            Row& row = residuals.emplace_back();
            for (std::size_t t = 0; t < problem_.targets.size(); ++t)
                row.push_back(std::log(each[t] / problem_.targets[t].measured));
        }
        return residuals;
    }

    static bool known(const Row& residuals)
    {
        return std::ranges::all_of(residuals, [](double each) { return std::isfinite(each); });
    }

    Row figuresOf(const Row& residuals) const
    {
        Row figures;
        for (std::size_t t = 0; t < residuals.size(); ++t)
            figures.push_back(problem_.targets[t].measured * std::exp(residuals[t]));
        return figures;
    }

    void tell() const
    {
        if (progress_)
            progress_(answer_);
    }

    /// The Jacobian by differences of so much of the bounds, up and down; a side that has no figures is left out.
    std::optional<Matrix> differences(double by)
    {
        std::vector<Row> places;
        for (std::size_t i = 0; i < kept_.size(); ++i)
            for (const double sign : {-1.0, 1.0}) {
                places.push_back(place_);
                places.back()[i] = moved(place_[i], sign * by);
            }
        const auto residuals = at(places);
        if (!residuals)
            return std::nullopt;
        Matrix jacobian(problem_.targets.size(), Row(kept_.size(), 0));
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            const bool below = known((*residuals)[2 * i]), above = known((*residuals)[2 * i + 1]);
            const Row& low = below ? (*residuals)[2 * i] : residuals_;
            const Row& high = above ? (*residuals)[2 * i + 1] : residuals_;
            const double apart = (above ? places[2 * i + 1][i] : place_[i]) - (below ? places[2 * i][i] : place_[i]);
            for (std::size_t t = 0; t < jacobian.size() && apart > 0; ++t)
                jacobian[t][i] = (high[t] - low[t]) / apart;
        }
        return jacobian;
    }

    bool screen()
    {
        for (std::size_t i = 0; i < problem_.parameters.size(); ++i) {
            kept_.push_back(i);
            place_.push_back(problem_.parameters[i].place(problem_.parameters[i].start));
        }
        const auto start = at({place_});
        if (!start)
            return false;
        residuals_ = start->front();
        for (std::size_t t = 0; t < residuals_.size(); ++t)
            if (!std::isfinite(residuals_[t]))
                throw std::runtime_error("the run of " + problem_.targets[t].name + " gave no figure");
        answer_.before = answer_.after = figuresOf(residuals_);
        tell();
        const auto jacobian = differences(screened);
        if (!jacobian)
            return false;
        leaveOut(*jacobian);
        tell();
        return true;
    }

    void leaveOut(const Matrix& jacobian)
    {
        std::vector<Row> effects;
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            Row& effect = effects.emplace_back();
            for (const Row& row : jacobian)
                effect.push_back(2 * screened * row[i]);
            answer_.parameters[i].largestEffect = std::expm1(largest(effect));
        }
        std::vector<std::size_t> order = kept_;
        std::ranges::sort(
            order, [&](std::size_t a, std::size_t b) { return sumOfSquares(effects[a]) > sumOfSquares(effects[b]); });
        std::vector<std::size_t> left;
        for (const std::size_t i : order) {
            FitResult& result = answer_.parameters[i];
            const auto like = std::ranges::find_if(
                left, [&](std::size_t other) { return std::fabs(cosine(effects[i], effects[other])) > mostAlike; });
            if (largest(effects[i]) < leastEffect)
                result.state = FitResult::State::noEffect;
            else if (like != left.end()) {
                result.state = FitResult::State::alike;
                result.like = problem_.parameters[*like].name;
            } else
                left.push_back(i);
        }
        std::ranges::sort(left);
        if (left.empty())
            throw CalibrationFault("None of the parameters changes a figure of these cases by 1 %, so they cannot be "
                                   "fitted to them.");
        Row places;
        jacobian_.assign(jacobian.size(), {});
        for (const std::size_t i : left) {
            places.push_back(place_[i]);
            for (std::size_t t = 0; t < jacobian.size(); ++t)
                jacobian_[t].push_back(jacobian[t][i]);
        }
        place_ = std::move(places);
        kept_ = std::move(left);
    }

    /// The step of least squares within the bounds and the radius, without the targets of a group.
    nlohmann::json leastSquares(double radius, std::optional<std::size_t> without = {}) const
    {
        nlohmann::json request = {{"do", "least squares"}};
        for (std::size_t i = 0; i < place_.size(); ++i) {
            request["low"].push_back(std::max(-radius, -place_[i]));
            request["high"].push_back(std::min(radius, 1 - place_[i]));
        }
        for (std::size_t t = 0; t < residuals_.size(); ++t)
            if (!without || problem_.targets[t].group != *without) {
                request["residuals"].push_back(residuals_[t]);
                request["jacobian"].push_back(jacobian_[t]);
            }
        return askStatistics(request);
    }

    Row expected(const Row& step) const
    {
        Row row = residuals_;
        for (std::size_t t = 0; t < row.size(); ++t)
            for (std::size_t i = 0; i < step.size(); ++i)
                row[t] += jacobian_[t][i] * step[i];
        return row;
    }

    /// The Jacobian that agrees with the last step.
    void improve(const Row& step, const Row& found)
    {
        const double length = sumOfSquares(step);
        const Row told = expected(step);
        for (std::size_t t = 0; t < told.size() && length > 0; ++t)
            for (std::size_t i = 0; i < step.size(); ++i)
                jacobian_[t][i] += (found[t] - told[t]) * step[i] / length;
    }

    Row placeAfter(const Row& step) const
    {
        Row place = place_;
        for (std::size_t i = 0; i < step.size(); ++i)
            place[i] = moved(place_[i], step[i]);
        return place;
    }

    void accept(const Row& step, const Row& found)
    {
        place_ = placeAfter(step);
        residuals_ = found;
        answer_.after = figuresOf(residuals_);
        for (std::size_t i = 0; i < kept_.size(); ++i)
            answer_.parameters[kept_[i]].value = problem_.parameters[kept_[i]].value(place_[i]);
    }

    bool search()
    {
        double radius = firstRadius;
        bool fresh = true; // the Jacobian was taken by differences here
        for (int step = 0; step < mostSteps; ++step) {
            const Row way = leastSquares(radius)["step"].get<Row>();
            const double now = sumOfSquares(residuals_), promised = now - sumOfSquares(expected(way));
            if (largest(way) < smallestStep || promised < smallestGain * now) {
                if (fresh)
                    return true;
                const auto anew = differences(std::max(lastDifference, radius / 4));
                if (!anew)
                    return false;
                jacobian_ = *anew;
                fresh = true;
                continue;
            }
            const auto found = at({placeAfter(way)});
            if (!found)
                return false;
            const bool good = known(found->front());
            const double gained = good ? now - sumOfSquares(found->front()) : -now;
            if (good)
                improve(way, found->front());
            fresh = false;
            if (gained > 0)
                accept(way, found->front());
            radius = gained > 0.7 * promised   ? std::min(largestRadius, 2 * radius)
                     : gained < 0.1 * promised ? std::min(radius, largest(way)) / 3
                                               : radius;
            tell();
            if (radius < smallestStep)
                return true;
        }
        return true;
    }

    bool measureEnd()
    {
        const auto jacobian = differences(lastDifference);
        if (!jacobian)
            return false;
        jacobian_ = *jacobian;
        const Row way = leastSquares(firstRadius)["step"].get<Row>();
        if (largest(way) >= smallestStep) {
            const auto found = at({placeAfter(way)});
            if (!found)
                return false;
            if (known(found->front()) && sumOfSquares(found->front()) < sumOfSquares(residuals_))
                accept(way, found->front());
        }
        judge(leastSquares(largestRadius));
        leaveCasesOut();
        return true;
    }

    void judge(const nlohmann::json& fit)
    {
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            FitResult& result = answer_.parameters[kept_[i]];
            const double half = fit["half_width"][i].is_number() ? fit["half_width"][i].get<double>() : 1;
            result.low = result.parameter.value(moved(place_[i], -half));
            result.high = result.parameter.value(moved(place_[i], half));
            result.state = half >= undeterminedHalf                               ? FitResult::State::undetermined
                           : place_[i] < atTheBound || place_[i] > 1 - atTheBound ? FitResult::State::atBound
                                                                                  : FitResult::State::fitted;
            for (std::size_t j = 0; j < i; ++j)
                if (fit["correlation"][i][j].is_number() &&
                    std::fabs(fit["correlation"][i][j].get<double>()) >= strongCorrelation)
                    answer_.correlations.push_back({problem_.parameters[kept_[j]].name,
                                                    problem_.parameters[kept_[i]].name,
                                                    fit["correlation"][i][j].get<double>()});
        }
    }

    void leaveCasesOut()
    {
        answer_.leftOut.assign(problem_.targets.size(), std::numeric_limits<double>::quiet_NaN());
        std::size_t groups = 0;
        for (const FitTarget& target : problem_.targets)
            groups = std::max(groups, target.group + 1);
        for (std::size_t group = 0; group < groups; ++group) {
            const auto rest =
                std::ranges::count_if(problem_.targets, [&](const FitTarget& each) { return each.group != group; });
            if (static_cast<std::size_t>(rest) < kept_.size())
                continue;
            const Row figures = figuresOf(expected(leastSquares(largestRadius, group)["step"].get<Row>()));
            for (std::size_t t = 0; t < figures.size(); ++t)
                if (problem_.targets[t].group == group)
                    answer_.leftOut[t] = figures[t];
        }
    }

    const FitProblem& problem_;
    const SimulateFit& simulate_;
    const std::function<void(const Calibration&)>& progress_;
    Calibration answer_;
    std::vector<std::size_t> kept_; ///< numbers of the parameters that are fitted
    Row place_, residuals_;
    Matrix jacobian_;
};

} // namespace

double meanErrorOf(const std::vector<FitTarget>& targets, const std::vector<double>& simulated)
{
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t t = 0; t < std::min(targets.size(), simulated.size()); ++t)
        if (std::isfinite(simulated[t])) {
            sum += std::fabs(simulated[t] / targets[t].measured - 1);
            ++count;
        }
    return count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
}

Calibration calibrate(const FitProblem& problem, const SimulateFit& simulate,
                      const std::function<void(const Calibration&)>& progress)
{
    if (problem.parameters.empty())
        throw CalibrationFault("There is no parameter to fit.");
    if (problem.targets.size() <= problem.parameters.size())
        throw CalibrationFault("There are " + std::to_string(problem.targets.size()) + " measured figures for " +
                               std::to_string(problem.parameters.size()) +
                               " parameters: any values would fit. Take more cases, or fit fewer parameters.");
    for (const FitTarget& target : problem.targets)
        if (!(target.measured > 0) || !std::isfinite(target.measured))
            throw CalibrationFault(target.name + " was measured as 0 or less, which has no ratio. Leave it out.");
    return Fit(problem, simulate, progress).run();
}

} // namespace headroom::study
