#include "statistics/sobol_indices.h"

#include <openturns/Log.hxx>
#include <openturns/MartinezSensitivityAlgorithm.hxx>

#include <stdexcept>

namespace headroom::statistics {

namespace {

nlohmann::json asJson(const OT::Point& values, const OT::Interval& intervals)
{
    nlohmann::json answer = nlohmann::json::array();
    for (OT::UnsignedInteger i = 0; i < values.getDimension(); ++i)
        answer.push_back(
            {{"value", values[i]}, {"low", intervals.getLowerBound()[i]}, {"high", intervals.getUpperBound()[i]}});
    return answer;
}

} // namespace

nlohmann::json sobolIndices(const nlohmann::json& request)
{
    OT::Log::Show(OT::Log::NONE); // it would write to the standard output
    const auto dimensions = request.at("dimensions").get<OT::UnsignedInteger>();
    const auto outputs = request.at("outputs").get<std::vector<double>>();
    if (dimensions == 0 || outputs.size() % (dimensions + 2) != 0 || outputs.size() < 2 * (dimensions + 2))
        throw std::runtime_error("the outputs are not those of a sample for Sobol' indices");
    OT::Sample values(outputs.size(), 1);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        values(i, 0) = outputs[i];
    // The estimator takes nothing of the inputs but their number.
    OT::MartinezSensitivityAlgorithm algorithm(OT::Sample(outputs.size(), dimensions), values,
                                               outputs.size() / (dimensions + 2));
    algorithm.setUseAsymptoticDistribution(true);
    algorithm.setConfidenceLevel(0.95);
    return {{"first", asJson(algorithm.getFirstOrderIndices(), algorithm.getFirstOrderIndicesInterval())},
            {"total", asJson(algorithm.getTotalOrderIndices(), algorithm.getTotalOrderIndicesInterval())}};
}

} // namespace headroom::statistics
