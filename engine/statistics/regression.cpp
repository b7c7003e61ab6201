#include "statistics/regression.h"

#include <openturns/LinearModelAlgorithm.hxx>
#include <openturns/LinearModelAnalysis.hxx>
#include <openturns/Log.hxx>
#include <openturns/Matrix.hxx>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

namespace headroom::statistics {

namespace {

using Numbers = std::vector<std::size_t>;

struct Data
{
    OT::Sample inputs, outputs; ///< centred and of unit variance, so that units do not decide how exact the result is
};

Data selected(const Data& data, const Numbers& rows)
{
    Data part{OT::Sample(rows.size(), data.inputs.getDimension()), OT::Sample(rows.size(), 1)};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        part.inputs[i] = data.inputs[rows[i]];
        part.outputs[i] = data.outputs[rows[i]];
    }
    return part;
}

/// True if the inputs and the constant are linearly independent up to rounding.
bool independent(const OT::Sample& inputs)
{
    OT::Matrix matrix(inputs.getSize(), inputs.getDimension() + 1);
    for (OT::UnsignedInteger i = 0; i < inputs.getSize(); ++i) {
        matrix(i, 0) = 1;
        for (OT::UnsignedInteger j = 0; j < inputs.getDimension(); ++j)
            matrix(i, j + 1) = inputs(i, j);
    }
    constexpr double rounding = 1e-8;
    const OT::Point singular = matrix.computeSingularValues();
    const auto [least, most] = std::minmax_element(singular.begin(), singular.end());
    return inputs.getSize() > inputs.getDimension() + 1 && *least > rounding * *most;
}

OT::LinearModelResult fitted(const Data& data)
{
    OT::LinearModelAlgorithm algorithm(data.inputs, data.outputs);
    algorithm.run();
    return algorithm.getResult();
}

double squaredError(const OT::Sample& expected, const OT::Sample& outputs)
{
    double sum = 0;
    for (OT::UnsignedInteger i = 0; i < outputs.getSize(); ++i)
        sum += (expected(i, 0) - outputs(i, 0)) * (expected(i, 0) - outputs(i, 0));
    return sum;
}

/// Numbers in an order that depends on the seed alone, with every C++ library.
Numbers shuffled(std::size_t count, std::mt19937_64& random)
{
    Numbers numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    for (std::size_t i = count; i > 1; --i)
        std::swap(numbers[i - 1], numbers[random() % i]);
    return numbers;
}

/// The model is fitted to three quarters of the points and compared with the fourth, in several divisions.
nlohmann::json crossValidated(const Data& data, std::uint64_t seed, double scale)
{
    constexpr int divisions = 20;
    std::mt19937_64 random(seed);
    const std::size_t count = data.inputs.getSize(), fittedTo = count * 3 / 4;
    double error = 0, spread = 0;
    for (int i = 0; i < divisions; ++i) {
        const Numbers order = shuffled(count, random);
        const Data known = selected(data, {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(fittedTo)});
        const Data kept = selected(data, {order.begin() + static_cast<std::ptrdiff_t>(fittedTo), order.end()});
        if (!independent(known.inputs))
            return nullptr;
        error += squaredError(fitted(known).getMetaModel()(kept.inputs), kept.outputs);
        // Against the mean of the points that the model knows: what can be expected without it.
        spread += squaredError(OT::Sample(kept.outputs.getSize(), known.outputs.computeMean()), kept.outputs);
    }
    const double kept = static_cast<double>(divisions * (count - fittedTo));
    return {{"r2", 1 - error / spread}, {"rms_error", scale * std::sqrt(error / kept)}, {"divisions", divisions}};
}

} // namespace

nlohmann::json regress(const nlohmann::json& request)
{
    OT::Log::Show(OT::Log::NONE); // it would write to the standard output
    const auto rows = request.at("inputs").get<std::vector<std::vector<double>>>();
    const auto outputs = request.at("outputs").get<std::vector<double>>();
    if (rows.empty() || rows.size() != outputs.size())
        throw std::runtime_error("a regression needs as many inputs as outputs");
    Data data{OT::Sample(rows.size(), rows[0].size()), OT::Sample(rows.size(), 1)};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        data.outputs(i, 0) = outputs[i];
        for (std::size_t j = 0; j < rows[0].size(); ++j)
            data.inputs(i, j) = rows[i].at(j);
    }
    const OT::Point centre = data.inputs.computeMean(), spread = data.inputs.computeStandardDeviation();
    const double mean = data.outputs.computeMean()[0], scale = data.outputs.computeStandardDeviation()[0];
    if (scale <= 0 || *std::min_element(spread.begin(), spread.end()) <= 0)
        throw std::runtime_error("an input or the output of the regression is the same everywhere");
    data.inputs = (data.inputs - centre) / spread;
    data.outputs = (data.outputs - OT::Point(1, mean)) / OT::Point(1, scale);
    if (!independent(data.inputs))
        return {{"dependent", true}};
    const OT::LinearModelResult result = fitted(data);
    const OT::LinearModelAnalysis analysis(result);
    const OT::Point coefficients = result.getCoefficients(), errors = result.getCoefficientsStandardErrors(),
                    pValues = analysis.getCoefficientsPValues();
    const OT::Interval intervals = analysis.getCoefficientsConfidenceInterval(0.95);
    nlohmann::json answer = {
        {"r2", result.getRSquared()},
        {"adjusted_r2", result.getAdjustedRSquared()},
        {"freedom", result.getDegreesOfFreedom()},
        {"coefficients", nlohmann::json::array()},
        {"cross_validation", crossValidated(data, request.at("seed").get<std::uint64_t>(), scale)}};
    double intercept = mean;
    for (std::size_t j = 0; j < rows[0].size(); ++j) {
        const double inUnit = scale / spread[j], value = coefficients[j + 1] * inUnit;
        intercept -= value * centre[j];
        answer["coefficients"].push_back({{"value", value},
                                          {"low", intervals.getLowerBound()[j + 1] * inUnit},
                                          {"high", intervals.getUpperBound()[j + 1] * inUnit},
                                          {"standard_error", errors[j + 1] * inUnit},
                                          {"standardised", coefficients[j + 1]},
                                          {"p", pValues[j + 1]}});
    }
    answer["intercept"] = intercept;
    return answer;
}

} // namespace headroom::statistics
