// Cells of CSV files.
#pragma once

#include <string>

namespace headroom::study {

/// Quoted as RFC 4180 says where it has to be.
std::string csvText(const std::string& text);

/// The shortest digits that give the same number again, "inf" for an interval without an end; empty for NaN.
std::string csvNumber(double value);

} // namespace headroom::study
