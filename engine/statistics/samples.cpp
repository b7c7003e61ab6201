#include "statistics/samples.h"

#include <openturns/ComposedDistribution.hxx>
#include <openturns/LHSExperiment.hxx>
#include <openturns/LowDiscrepancyExperiment.hxx>
#include <openturns/RandomGenerator.hxx>
#include <openturns/SobolIndicesExperiment.hxx>
#include <openturns/SobolSequence.hxx>
#include <openturns/Uniform.hxx>

#include <stdexcept>

namespace headroom::statistics {

nlohmann::json sample(const nlohmann::json& request)
{
    const auto dimensions = request.at("dimensions").get<OT::UnsignedInteger>();
    const auto points = request.at("points").get<OT::UnsignedInteger>();
    const auto design = request.at("design").get<std::string>();
    OT::RandomGenerator::SetSeed(request.at("seed").get<OT::UnsignedInteger>());
    const OT::ComposedDistribution cube(
        OT::Collection<OT::Distribution>(dimensions, OT::Distribution(OT::Uniform(0, 1))));
    OT::Sample places;
    if (design == "latin hypercube")
        places = OT::LHSExperiment(cube, points).generate();
    else if (design == "low discrepancy")
        places = OT::LowDiscrepancyExperiment(OT::SobolSequence(), cube, points).generate();
    else if (design == "sobol")
        places = OT::SobolIndicesExperiment(OT::LowDiscrepancyExperiment(OT::SobolSequence(), cube, points)).generate();
    else
        throw std::runtime_error("there is no design \"" + design + '"');
    nlohmann::json answer = nlohmann::json::array();
    for (OT::UnsignedInteger i = 0; i < places.getSize(); ++i) {
        nlohmann::json place = nlohmann::json::array();
        for (OT::UnsignedInteger j = 0; j < dimensions; ++j)
            place.push_back(places(i, j));
        answer.push_back(std::move(place));
    }
    return {{"points", std::move(answer)}};
}

} // namespace headroom::statistics
