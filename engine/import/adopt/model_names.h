// Names of parts as machines report them, compared with those of the libraries. Internal to import/.
#pragma once

#include <string>
#include <vector>

namespace headroom::import {

/// The words of a processor's name that tell models apart: "Intel(R) Xeon(R) Gold 6248R CPU @ 3.00GHz" becomes "xeon
/// gold 6248r", and so does "Xeon Gold 6248R".
std::string processorKey(const std::string& name);
/// The nominal clock in Hz that stands in the name; 0 if none does.
double clockInName(const std::string& name);

/// The words of a drive's name without maker and the words that all have: "Samsung SSD 970 EVO Plus 1TB" becomes "970
/// evo plus 1tb".
std::string driveKey(const std::string& name);
/// Words of a name that look like numbers of parts, in capitals and without what follows a dash: "ST20000NM007D".
std::vector<std::string> partNumbers(const std::string& name);

/// The words of an adapter's name that name its chip: "xxv710", "connectx-5", "bcm57416".
std::vector<std::string> chipWords(const std::string& name);

} // namespace headroom::import
