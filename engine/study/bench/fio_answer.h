// The answer of fio to one job.
#pragma once

#include <string>
#include <string_view>

namespace headroom::study {

/// The requests of one direction that a job made.
struct FioDirection
{
    double perSecond = 0;
    double bytesPerSecond = 0;
    double meanUs = 0;   ///< from submitting a request to its end
    double spreadUs = 0; ///< standard deviation of that time
};

struct FioAnswer
{
    std::string version; ///< "fio-3.33"
    FioDirection reads, writes;
    double flushMeanUs = 0, flushMedianUs = 0; ///< 0: the job had no flushes
};

/// Reads the output of `fio --output-format=json` with one job; lines before and after the object, which fio prints as
/// warnings, are passed over. Throws std::runtime_error with a sentence: no JSON, an error of the job, no requests.
FioAnswer readFio(std::string_view text);

} // namespace headroom::study
