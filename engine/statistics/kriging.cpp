#include "statistics/kriging.h"

#include <openturns/ConstantBasisFactory.hxx>
#include <openturns/KrigingAlgorithm.hxx>
#include <openturns/KrigingResult.hxx>
#include <openturns/Log.hxx>
#include <openturns/MaternModel.hxx>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

namespace headroom::statistics {

namespace {

using Rows = std::vector<std::vector<double>>;

OT::Sample sampleOf(const Rows& rows, std::size_t dimensions)
{
    OT::Sample sample(rows.size(), dimensions);
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < dimensions; ++j)
            sample(i, j) = rows[i].at(j);
    return sample;
}

/// The variance of a single prediction cannot be below that of the runs, and is never quite zero.
constexpr double leastVariance = 1e-12;

/// Draws of normal variables with this covariance, which may be singular; one row each. The same covariance has the
/// same draws.
Rows drawsOf(const OT::CovarianceMatrix& covariance, std::size_t count)
{
    const std::size_t n = covariance.getDimension();
    Rows root(n, std::vector<double>(n, 0.0)); // Cholesky's
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double rest = covariance(i, j);
            for (std::size_t k = 0; k < j; ++k)
                rest -= root[i][k] * root[j][k];
            if (i == j)
                root[i][i] = std::sqrt(std::max(rest, 0.0));
            else if (root[j][j] > std::sqrt(leastVariance))
                root[i][j] = rest / root[j][j];
        }
    std::mt19937_64 dice(1);
    std::normal_distribution<double> normal;
    Rows draws(count, std::vector<double>(n, 0.0));
    std::vector<double> independent(n);
    for (std::vector<double>& draw : draws) {
        for (double& each : independent)
            each = normal(dice);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k <= i; ++k)
                draw[i] += root[i][k] * independent[k];
    }
    return draws;
}

} // namespace

nlohmann::json krige(const nlohmann::json& request)
{
    OT::Log::Show(OT::Log::NONE); // it would write to the standard output
    const auto inputs = request.at("inputs").get<Rows>();
    const auto outputs = request.at("outputs").get<std::vector<double>>();
    const auto noise = request.at("noise").get<std::vector<double>>();
    const auto at = request.at("at").get<Rows>();
    const std::size_t dimensions = inputs.at(0).size();
    OT::Sample values(outputs.size(), 1);
    OT::Point variances(noise.size());
    double mean = 0, spread = 0;
    for (const double output : outputs)
        mean += output / static_cast<double>(outputs.size());
    for (const double output : outputs)
        spread += (output - mean) * (output - mean) / static_cast<double>(outputs.size());
    // Unit variance, so that the model's first guess of the amplitude fits.
    const double scale = spread > 0 ? std::sqrt(spread) : 1;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        values(i, 0) = (outputs[i] - mean) / scale;
        variances[i] = std::max(noise.at(i) / (scale * scale), 1e-6);
    }
    const double smoothness = 2.5; // twice differentiable: as responses of queues are below saturation
    OT::KrigingAlgorithm algorithm(sampleOf(inputs, dimensions), values,
                                   OT::MaternModel(OT::Point(dimensions, 1.0), OT::Point(1, 1.0), smoothness),
                                   OT::ConstantBasisFactory(dimensions).build());
    algorithm.setNoise(variances);
    // From a twentieth of the range, below which neighbours say nothing, to ten times of it: no influence.
    algorithm.setOptimizationBounds(OT::Interval(OT::Point(dimensions, 0.05), OT::Point(dimensions, 10.0)));
    algorithm.run();
    const OT::KrigingResult result = algorithm.getResult();
    const OT::Sample places = sampleOf(at, dimensions);
    const OT::Sample means = result.getMetaModel()(places);
    const OT::Sample spreads = result.getConditionalMarginalVariance(places);
    nlohmann::json answer = {{"mean", nlohmann::json::array()}, {"sd", nlohmann::json::array()}};
    for (std::size_t i = 0; i < at.size(); ++i) {
        answer["mean"].push_back(mean + scale * means(i, 0));
        answer["sd"].push_back(scale * std::sqrt(std::max(spreads(i, 0), leastVariance)));
    }
    if (const auto count = request.value("draws", std::size_t(0)); count > 0) {
        Rows draws = drawsOf(result.getConditionalCovariance(places), count);
        for (std::vector<double>& draw : draws)
            for (std::size_t i = 0; i < draw.size(); ++i)
                draw[i] = mean + scale * (means(i, 0) + draw[i]);
        answer["draws"] = std::move(draws);
    }
    return answer;
}

} // namespace headroom::statistics
