#include "record/stream/series.h"

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

bool isHitRatio(const SeriesInfo& series)
{
    return series.unit == "share" && !series.path.empty() && series.path.back().ends_with(" hits");
}

std::string otherWords(const SeriesInfo& series)
{
    if (series.path.empty())
        return {};
    const std::string& last = series.path.back();
    if (isHitRatio(series))
        return "hit ratio, hit rate, misses, cached";
    if (series.unit == "B/s")
        return "MB/s, GB/s, bandwidth, traffic, throughput";
    if (last.starts_with("disk ") && (last.ends_with(" reads") || last.ends_with(" writes")))
        return "IOPS, I/O";
    if (last.ends_with("queue"))
        return "queue depth, waiting, aqu-sz";
    return {};
}

std::vector<std::uint32_t> mostTelling(const std::vector<SeriesInfo>& series, std::size_t most)
{
    constexpr int ranks = 4;
    const auto rankOf = [](const SeriesInfo& one) {
        if (ofSingleNode(one))
            return one.path.size() > 3 ? 3 : 2;
        return ofBlock(one) ? 1 : 0;
    };
    std::vector<std::uint32_t> chosen;
    for (int rank = 0; rank < ranks; ++rank)
        for (const SeriesInfo& one : series)
            if (rankOf(one) == rank && chosen.size() < most)
                chosen.push_back(one.id);
    return chosen;
}

} // namespace headroom::record
