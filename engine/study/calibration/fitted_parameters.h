// The parameters that a calibration fits, with their bounds.
#pragma once

#include "project/document/document.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::study {

/// Something that forbids a calibration before anything is run; what() is a sentence that says what to do.
struct CalibrationFault : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// A generic parameter to be fitted; all values are in its base unit.
struct FittedParameter
{
    std::string name;
    std::string unit; ///< base unit; empty: a plain number
    double from = 0, to = 1;
    double start = 0; ///< the value that the project has
    /// Bounds above 0 that are a factor of at least 4 apart: the logarithm is searched.
    bool logarithmic() const { return from > 0 && to >= 4 * from; }

    /// The place of a value in the bounds, 0 to 1, and back.
    double place(double value) const;
    double value(double place) const;
};

/// Reads "NAME" or "NAME=FROM..TO", as in "FLUSH_TIME=10 us..5 ms". Without bounds those hold that the parameter
/// declares. Throws CalibrationFault: no such parameter, one that nothing uses, no number, whole numbers only, named
/// twice, bounds that are missing, the wrong way round, beyond those declared, or without the present value; and a
/// parameter that the cases set (`ofCases`).
std::vector<FittedParameter> fittedParameters(const project::Project& project, const std::vector<std::string>& texts,
                                              const std::vector<std::string>& ofCases);

/// NAME=VALUE, as --set takes it.
std::string settingOf(const FittedParameter& parameter, double value);

} // namespace headroom::study
