// Asks `headroom-statistics`, which computes with OpenTURNS (engine/statistics).
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace headroom::study {

/// The answer to a request. Throws std::runtime_error with the reason if there is none.
nlohmann::json askStatistics(const nlohmann::json& request);

/// `count` places in the unit cube: "latin hypercube" or "low discrepancy".
std::vector<std::vector<double>> sampleOfCube(const std::string& design, std::size_t dimensions, std::size_t count,
                                              std::uint64_t seed);

} // namespace headroom::study
