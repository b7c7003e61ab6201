#include "record/series.h"

namespace headroom::record {

std::string seriesName(const SeriesInfo& series)
{
    std::string name;
    for (const std::string& part : series.path) {
        if (!name.empty())
            name += " · ";
        name += part;
    }
    return name;
}

} // namespace headroom::record
