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

bool ofSingleNode(const SeriesInfo& series)
{
    return !series.path.empty() && series.path.front() == "node";
}

bool ofBlock(const SeriesInfo& series)
{
    return !series.path.empty() && series.path.front() == "block";
}

} // namespace headroom::record
