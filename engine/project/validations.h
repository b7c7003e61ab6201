// In words: how far a model was from measured figures, by the validations of its project.
#pragma once

#include <string>
#include <vector>

namespace headroom::project {

struct Project;

/// A validation, its errors as shares of the measured figures: -0.1 is 10 % too low.
struct ModelError
{
    std::string figures, cluster; ///< which figures, and on which cluster they were measured
    int count = 0;
    bool predicted = true;                    ///< false: parameters were chosen so that these figures are met
    double lowest = 0, highest = 0, mean = 0; ///< mean: of the errors without their signs
};

/// The validations whose fields are given as plain values; expressions are not evaluated.
std::vector<ModelError> modelErrorsOf(const Project& project);

/// "-43 % to 29 % (6 figures)", over all predicted figures, or else "fitted: ..."; "never compared" if there are none.
std::string inShort(const std::vector<ModelError>& errors);
/// "Compared with measurements, this model was off by -43 % to 29 % (6 predicted figures)."
std::string sentenceOf(const std::vector<ModelError>& errors);
/// "Throughput of eight servers with NVMe drives (MinIO, 2019): 6 predicted figures were missed by -43 % to 29 %, by 17
/// % on average."
std::string sentenceOf(const ModelError& error);

} // namespace headroom::project
