// One's own prices instead of those in the libraries: a list in the project, which is read from CSV.
#pragma once

#include "project/document/hardware.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::project {

class ComponentLibrary;
struct Component;

/// Sets the prices of the components. A price that is no plain number, or of a part that the library does not hold, has
/// no effect; the checks report it.
void takePrices(const std::vector<PartPrice>& prices, ComponentLibrary& components);

/// The prices, then those of `present` that are of other parts.
std::vector<PartPrice> mergedPrices(std::vector<PartPrice> prices, const std::vector<PartPrice>& present);

/// The component that a line of a bill names; null if the library does not hold it.
const Component* componentOfPart(const std::string& part, const ComponentLibrary& components);
/// A part of a bill by its model, as in "Samsung M321R8GA0BB0 (GB)"; the part itself if the library does not hold it.
std::string modelOfPart(const std::string& part, const ComponentLibrary& components);

/// How the prices of a list become USD, and what is noted of them.
struct PriceListTerms
{
    double usdForOne = 1; ///< USD for one unit of the list's currency
    std::string date;     ///< of rows without one; may be empty
    std::string source;   ///< the same
};

/// Reads CSV with the columns part, price (or usd), and possibly date and source, in any order if the first line names
/// them; without such a line the first two columns are part and price. The last line for a part counts. The list of
/// `cost --csv` is one, too. Throws std::runtime_error that names the line that is at fault.
std::vector<PartPrice> readPriceList(const std::filesystem::path& path, const ComponentLibrary& components,
                                     const PriceListTerms& terms = {});

} // namespace headroom::project
