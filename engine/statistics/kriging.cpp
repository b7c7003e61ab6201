#include "statistics/kriging.h"

#include <openturns/CovarianceMatrix.hxx>
#include <openturns/DistFunc.hxx>
#include <openturns/EvaluationImplementation.hxx>
#include <openturns/Function.hxx>
#include <openturns/Interval.hxx>
#include <openturns/Log.hxx>
#include <openturns/Matrix.hxx>
#include <openturns/Normal.hxx>
#include <openturns/RandomGenerator.hxx>
#include <openturns/RandomWalkMetropolisHastings.hxx>
#include <openturns/TriangularMatrix.hxx>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace headroom::statistics {

namespace {

using Rows = std::vector<std::vector<double>>;

/// Least variance of the error of an output, over the variance of all of them: a run is never quite exact, and without
/// it the covariance of places that are close to each other is singular.
constexpr double leastNoise = 1e-6;

/// Before anything is known, the logarithm of each length, over the range of its inputs, is normal with this mean and
/// deviation: 95 % lie between a fifth of the range, below which neighbours say nothing, and twelve times of it, which
/// is no influence. The amplitude is over the deviation of the outputs, 0.4 to 2.7 times of it.
constexpr double priorLength = 0.5, priorLengthDeviation = 1;
constexpr double priorAmplitude = 0, priorAmplitudeDeviation = 0.5;

/// If the outputs are expected to fall along an input, any correlation with it from 0 to -1 is as probable as another
/// before anything is known. Of an input that is spread evenly from 0 to 1 the deviation is 1 / √12, so that this is
/// the greatest slope of outputs with deviation 1.
const double greatestSlope = std::sqrt(12.0);

/// The outputs, scaled to mean 0 and variance 1, and where they were seen.
struct Observations
{
    Rows places;
    std::vector<std::size_t> lengths; ///< of each coordinate, the number of its length
    std::optional<std::size_t> falls; ///< the coordinate along which the values are expected to fall
    std::vector<double> values, variances;
    double mean = 0, deviation = 1;
    std::size_t lengthCount() const { return *std::ranges::max_element(lengths) + 1; }
    /// Lengths, amplitude and the slope if there is one.
    std::size_t parameterCount() const { return lengthCount() + (falls ? 2 : 1); }
};

Observations observationsOf(const nlohmann::json& request)
{
    Observations seen;
    seen.places = request.at("inputs").get<Rows>();
    const auto outputs = request.at("outputs").get<std::vector<double>>();
    const auto noise = request.at("noise").get<std::vector<double>>();
    const std::size_t count = outputs.size(), dimensions = seen.places.at(0).size();
    if (dimensions == 0 || seen.places.size() != count || noise.size() != count)
        throw std::invalid_argument("each output needs a place and a noise");
    seen.lengths.resize(dimensions);
    std::iota(seen.lengths.begin(), seen.lengths.end(), std::size_t(0));
    if (request.contains("lengths"))
        seen.lengths = request["lengths"].get<std::vector<std::size_t>>();
    if (seen.lengths.size() != dimensions)
        throw std::invalid_argument("each input needs the number of a length");
    if (request.contains("falls"))
        seen.falls = request["falls"].get<std::size_t>();
    if (seen.falls && *seen.falls >= dimensions)
        throw std::invalid_argument("the outputs can only fall along an input");
    seen.mean = std::accumulate(outputs.begin(), outputs.end(), 0.0) / static_cast<double>(count);
    double squares = 0;
    for (const double output : outputs)
        squares += (output - seen.mean) * (output - seen.mean);
    if (squares > 0)
        seen.deviation = std::sqrt(squares / static_cast<double>(count));
    for (std::size_t i = 0; i < count; ++i) {
        seen.values.push_back((outputs[i] - seen.mean) / seen.deviation);
        seen.variances.push_back(std::max(noise[i] / (seen.deviation * seen.deviation), leastNoise));
    }
    return seen;
}

/// The Matérn covariance that is twice differentiable, as responses of queues are below saturation (Rasmussen and
/// Williams, Gaussian Processes for Machine Learning, 2006, eq. 4.17). The parameters are the logarithms of the
/// lengths, then that of the amplitude.
class Covariance
{
public:
    Covariance(const Observations& seen, const OT::Point& parameters)
        : variance_(std::exp(2 * parameters[seen.lengthCount()]))
    {
        for (const std::size_t length : seen.lengths)
            weights_.push_back(std::exp(-2 * parameters[length]));
    }
    double operator()(const std::vector<double>& one, const std::vector<double>& other) const
    {
        double squares = 0;
        for (std::size_t i = 0; i < weights_.size(); ++i)
            squares += (one[i] - other[i]) * (one[i] - other[i]) * weights_[i];
        const double distance = std::sqrt(5 * squares);
        return variance_ * (1 + distance + distance * distance / 3) * std::exp(-distance);
    }

private:
    double variance_;
    std::vector<double> weights_;
};

double dot(const OT::Point& one, const OT::Point& other)
{
    return std::inner_product(one.begin(), one.end(), other.begin(), 0.0);
}

/// The Cholesky factor of a covariance, which may be singular but for rounding: then a little noise is added.
OT::TriangularMatrix rootOf(const OT::CovarianceMatrix& covariance)
{
    double trace = 0;
    for (std::size_t i = 0; i < covariance.getDimension(); ++i)
        trace += covariance(i, i);
    for (double share = 1e-12; share < 1e-3; share *= 100) {
        OT::CovarianceMatrix sum = covariance;
        for (std::size_t i = 0; i < covariance.getDimension(); ++i)
            sum(i, i) += share * trace / static_cast<double>(covariance.getDimension());
        try {
            return sum.computeCholesky();
        } catch (const OT::Exception&) { // not positive definite
        }
    }
    throw std::runtime_error("the covariance of the outputs is not positive");
}

/// The process with given lengths and amplitude, whose mean is not known, after the observations.
class Process
{
public:
    Process(const Observations& seen, const OT::Point& parameters)
        : seen_(seen), covariance_(seen, parameters), slope_(seen.falls ? parameters[seen.lengthCount() + 1] : 0)
    {
        const std::size_t count = seen.values.size();
        OT::CovarianceMatrix matrix(count);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                matrix(i, j) = covariance_(seen.places[i], seen.places[j]) + (i == j ? seen.variances[i] : 0);
        root_ = rootOf(matrix);
        for (std::size_t i = 0; i < count; ++i)
            logarithms_ += std::log(root_(i, i));
        ones_ = root_.solveLinearSystem(OT::Point(count, 1.0));
        OT::Point values(count);
        for (std::size_t i = 0; i < count; ++i)
            values[i] = seen.values[i] - trendAt(seen.places[i]);
        values_ = root_.solveLinearSystem(values);
        precision_ = dot(ones_, ones_);
        mean_ = dot(ones_, values_) / precision_;
        values_ -= mean_ * ones_;
    }

    /// But for a constant; the unknown mean is integrated out (eq. 2.45 there, with a flat prior).
    double logLikelihood() const { return -0.5 * dot(values_, values_) - logarithms_ - 0.5 * std::log(precision_); }

    struct Expected
    {
        std::vector<double> means, variances;
        OT::CovarianceMatrix covariance; ///< of the places, if they are asked for together
    };

    Expected at(const Rows& places, bool together) const
    {
        const std::size_t count = seen_.values.size();
        OT::Matrix cross(count, places.size());
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j < places.size(); ++j)
                cross(i, j) = covariance_(seen_.places[i], places[j]);
        OT::TriangularMatrix root = root_; // solving is not const
        cross = root.solveLinearSystem(cross);
        Expected expected{std::vector<double>(places.size(), mean_), std::vector<double>(places.size()),
                          OT::CovarianceMatrix(together ? places.size() : 1)};
        std::vector<double> unknownMean(places.size(), 1); // how much of the mean's error a place has
        for (std::size_t j = 0; j < places.size(); ++j)
            for (std::size_t i = 0; i < count; ++i) {
                expected.means[j] += cross(i, j) * values_[i];
                unknownMean[j] -= cross(i, j) * ones_[i];
            }
        for (std::size_t j = 0; j < places.size(); ++j)
            expected.means[j] += trendAt(places[j]);
        const auto covarianceOf = [&](std::size_t j, std::size_t k) {
            double known = 0;
            for (std::size_t i = 0; i < count; ++i)
                known += cross(i, j) * cross(i, k);
            return covariance_(places[j], places[k]) - known + unknownMean[j] * unknownMean[k] / precision_;
        };
        for (std::size_t j = 0; j < places.size(); ++j) {
            expected.variances[j] = covarianceOf(j, j);
            for (std::size_t k = 0; together && k <= j; ++k)
                expected.covariance(j, k) = covarianceOf(j, k);
        }
        return expected;
    }

private:
    double trendAt(const std::vector<double>& place) const { return seen_.falls ? -slope_ * place[*seen_.falls] : 0; }

    const Observations& seen_;
    Covariance covariance_;
    double slope_;
    OT::TriangularMatrix root_;
    OT::Point ones_, values_; ///< both after division by the root, the values without their mean
    double logarithms_ = 0, precision_ = 0, mean_ = 0;
};

/// Logarithm of the probability of the parameters after the observations, but for a constant.
class Posterior : public OT::EvaluationImplementation
{
public:
    explicit Posterior(const Observations& seen) : seen_(&seen) {}
    Posterior* clone() const override { return new Posterior(*this); }
    OT::UnsignedInteger getInputDimension() const override { return seen_->parameterCount(); }
    OT::UnsignedInteger getOutputDimension() const override { return 1; }
    OT::Point operator()(const OT::Point& parameters) const override
    {
        double prior = 0;
        const std::size_t amplitude = seen_->lengthCount();
        for (std::size_t i = 0; i < amplitude; ++i)
            prior += std::pow((parameters[i] - priorLength) / priorLengthDeviation, 2);
        prior += std::pow((parameters[amplitude] - priorAmplitude) / priorAmplitudeDeviation, 2);
        return OT::Point(1, Process(*seen_, parameters).logLikelihood() - prior / 2);
    }

private:
    const Observations* seen_;
};

/// Parameters as probable as the observations make them. The same observations have the same.
OT::Sample likelyParameters(const Observations& seen, std::size_t count)
{
    constexpr std::size_t burnIn = 300, thinning = 20;
    constexpr double step = 0.5, bound = 6; // logarithms
    const std::size_t dimension = seen.parameterCount(), amplitude = seen.lengthCount();
    OT::Point start(dimension, priorLength), least(dimension, -bound), most(dimension, bound);
    start[amplitude] = priorAmplitude;
    if (seen.falls) {
        start[amplitude + 1] = greatestSlope / 2;
        least[amplitude + 1] = 0;
        most[amplitude + 1] = greatestSlope;
    }
    OT::RandomWalkMetropolisHastings chain(
        OT::Function(Posterior(seen)), OT::Interval(least, most), start,
        OT::Normal(OT::Point(dimension), OT::Point(dimension, step), OT::CorrelationMatrix(dimension)));
    chain.setBurnIn(burnIn);
    chain.setThinning(thinning);
    return chain.getSample(count);
}

/// Adds so many possible values of the process at all places together.
void addDraws(const Process::Expected& expected, std::size_t count, Rows& draws)
{
    const std::size_t places = expected.means.size();
    const OT::TriangularMatrix root = rootOf(expected.covariance);
    for (std::size_t draw = 0; draw < count; ++draw) {
        const OT::Point apart = root * OT::DistFunc::rNormal(places);
        std::ranges::transform(expected.means, apart, std::back_inserter(draws.emplace_back()), std::plus());
    }
}

} // namespace

nlohmann::json krige(const nlohmann::json& request)
{
    OT::Log::Show(OT::Log::NONE); // it would write to the standard output
    OT::RandomGenerator::SetSeed(1);
    const Observations seen = observationsOf(request);
    const auto at = request.at("at").get<Rows>();
    const std::size_t wanted = request.value("draws", std::size_t(0));
    const std::size_t processes = request.value("processes", std::size_t(25));
    std::vector<double> means(at.size()), squares(at.size());
    Rows draws;
    const OT::Sample parameters = likelyParameters(seen, processes);
    for (std::size_t i = 0; i < processes; ++i) {
        const Process::Expected expected = Process(seen, parameters[i]).at(at, wanted > 0);
        for (std::size_t j = 0; j < at.size(); ++j) {
            means[j] += expected.means[j] / static_cast<double>(processes);
            squares[j] +=
                (expected.variances[j] + expected.means[j] * expected.means[j]) / static_cast<double>(processes);
        }
        if (wanted > 0)
            addDraws(expected, wanted * (i + 1) / processes - draws.size(), draws);
    }
    nlohmann::json answer = {{"mean", nlohmann::json::array()}, {"sd", nlohmann::json::array()}};
    for (std::size_t j = 0; j < at.size(); ++j) {
        answer["mean"].push_back(seen.mean + seen.deviation * means[j]);
        answer["sd"].push_back(seen.deviation * std::sqrt(std::max(squares[j] - means[j] * means[j], 0.0)));
    }
    if (wanted == 0)
        return answer;
    for (std::vector<double>& draw : draws)
        for (double& value : draw)
            value = seen.mean + seen.deviation * value;
    answer["draws"] = std::move(draws);
    return answer;
}

} // namespace headroom::statistics
