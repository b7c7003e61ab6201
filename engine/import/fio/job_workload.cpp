// The workload of a job.
#include "import/fio/job.h"
#include "import/formats.h"

#include <algorithm>
#include <cctype>

namespace headroom::import::fio {

using project::Json;

namespace {

/// The block sizes of a direction; "bs=,16k" leaves reads at fio's 4 KiB.
std::string sideOf(const std::string& value, bool write, const std::string& otherwise)
{
    const auto sides = splitAt(value, ',');
    if (write && sides.size() > 1)
        return sides[1].empty() ? otherwise : sides[1];
    return sides[0].empty() ? otherwise : sides[0];
}

} // namespace

void Job::putSplit(Json& share, const std::string& split) const
{
    share["size_distribution"] = "histogram";
    double given = 0, open = 0;
    std::vector<std::pair<double, double>> rows; // −1: an equal part of the rest
    for (const std::string& part : splitAt(split, ':')) {
        const auto cell = splitAt(part, '/');
        const bool weighed = cell.size() > 1 && !cell[1].empty();
        rows.emplace_back(bytes(cell[0], "bssplit"), weighed ? numberOf(cell[1], placeOf("bssplit")) : -1);
        weighed ? given += rows.back().second : open += 1;
    }
    for (const auto& [size, weight] : rows)
        share["sizes"].push_back({size, weight < 0 ? std::max(0.0, 100 - given) / open : weight});
}

void Job::putSizes(Json& share, bool write) const
{
    if (has("bssplit")) {
        putSplit(share, sideOf(text("bssplit", ""), write, "4k"));
        return;
    }
    if (has("bsrange")) {
        const std::string written = sideOf(text("bsrange", ""), write, "4k-4k");
        const auto [from, to] = rangeIn(written);
        share["size_distribution"] = "uniform";
        share["size_min"] = bytes(from, "bsrange");
        share["size_max"] = bytes(to, "bsrange");
        if (share["size_max"] < share["size_min"])
            throw ImportError(placeOf("bsrange") + "=" + written.substr(0, 40) + ": it ends below its beginning.");
        return;
    }
    // As fio reads it, bs=4k-32k and bs=4k:32k are the sizes of reads and of writes, as bs=4k,32k is.
    std::string sizes = text("bs", "4k");
    std::ranges::replace_if(
        sizes, [](char c) { return c == '-' || c == ':'; }, ',');
    share["size"] = bytes(sideOf(sizes, write, "4k"), "bs");
}

Json Job::share(const std::string& direction, const std::string& suffix, double weight)
{
    Json share = start_.operations.at(std::string(direct_ ? "" : "cached ") + direction + suffix);
    share["weight"] = weight;
    putSizes(share, direction == "write");
    share["arguments"]["offset"] = offsetOf();
    share["arguments"]["file"] = file_;
    if (!device_.empty())
        share["arguments"]["device"] = device_;
    if (share["arguments"].contains("thread"))
        share["arguments"]["thread"] = thread_;
    return share;
}

Json Job::operations()
{
    Json list = Json::array();
    const std::string sync = lower(text("sync", "none"));
    static constexpr const char* known[] = {"none", "0", "sync", "1", "dsync", ""};
    if (std::ranges::find(known, sync) == std::end(known))
        throw ImportError(placeOf("sync") + "=" + sync.substr(0, 30) + ": it is none of none, sync and dsync.");
    const double syncs = std::max(number("fsync", 0), number("fdatasync", 0));
    const double every = sync != "none" && sync != "0" ? 1 : syncs;
    if (readShare_ > 0)
        list.push_back(share("read", "", readShare_));
    if (readShare_ >= 1)
        return list;
    const double synced = every > 0 ? (1 - readShare_) / every : 0;
    if (synced > 0)
        list.push_back(share("write", " and sync", synced));
    if (every > 1)
        notes_.assume(what_, "one write in " + plain(every) + ", drawn at random, is followed by a sync.");
    if (every != 1)
        list.push_back(share("write", "", 1 - readShare_ - synced));
    return list;
}

Json Job::workload()
{
    file_ = fileInTurn();
    if (files_.devices() > 1)
        device_ = names_.empty() ? plain(files_.deviceOf("")) : perName(&Job::deviceOfName);
    Json workload = {{"id", section_.name}, {"role", start_.role}, {"type", "closed loop"}};
    const bool timed = runtimeS > 0;
    if (rate_ > 0) {
        workload["type"] = "open loop";
        std::string process = text("rate_process", "linear");
        workload["arrivals"] = process == "poisson" ? "Poisson" : "constant";
        if (timed)
            workload["stages"] = {{{"duration", rampS + runtimeS}, {"rate", rate_ * jobs_}}};
        else
            workload["rate"] = rate_ * jobs_;
        workload["clients"] = jobs_ * depth_;
        workload["limit"] = jobs_ * depth_;
        workload["when_full"] = "wait";
    } else {
        if (timed)
            workload["stages"] = {{{"duration", rampS + runtimeS}, {"workers", jobs_}}};
        else
            workload["workers"] = jobs_;
        workload["depth"] = depth_;
        if (thinkS_ > 0) {
            workload["think_time"] = thinkS_;
            workload["think_after"] = thinkAfter_;
        }
    }
    if (!total.empty()) {
        const bool expression = !std::isdigit(static_cast<unsigned char>(total[0]));
        workload["total"] = expression ? Json(total) : Json(numberIn(total, what_));
    }
    if (rampS > 0)
        workload["warm_up"] = rampS;
    if (random_) // a sequential job counts its blocks instead
        workload["keys"] =
            std::isdigit(static_cast<unsigned char>(blocks_[0])) ? Json(numberIn(blocks_, what_)) : Json(blocks_);
    const auto distribution = splitAt(text("random_distribution", "random"), ':');
    if (random_ && distribution[0] == "zipf") {
        workload["key_distribution"] = "Zipf";
        workload["zipf_exponent"] =
            distribution.size() > 1 ? numberIn(distribution[1], placeOf("random_distribution")) : 1.1;
    } else if (random_ && distribution[0] != "random")
        notes_.leave(Loss::changes, what_,
                     "random_distribution=" + text("random_distribution", "").substr(0, 60) +
                         ": blocks are drawn uniformly.");
    workload["operations"] = operations();
    return workload;
}

} // namespace headroom::import::fio
