// Values that the record tests write and read back.
#pragma once

#include "record/stream/stream.h"

#include <cmath>
#include <limits>

namespace headroom::record::example {

inline std::vector<SeriesInfo> series()
{
    return {{0, {"operation", "PUT", "throughput"}, "1/s"},
            {1, {"operation", "PUT", "latency p99"}, "s"},
            {7, {"node group", "storage", "disk data"}, "share"}};
}

inline Summary summary()
{
    Summary summary;
    summary.project = "Swift \"rack\" · ä";
    summary.seed = std::numeric_limits<std::uint64_t>::max();
    summary.simulatedS = 60.0;
    summary.warmUpS = 1.0 / 3.0;
    summary.wallS = 0.8;
    summary.events = 7'200'000'000'123;
    summary.stopped = true;
    summary.parameters = {{"STORAGE_DEVICE_TYPE", "intel-dc-s3520"}, {"WORKERS", "64"}};
    summary.operations["PUT"] = {120000, 3,    2000.1, 3.2e7, {1.1, 1.0, 2.0, 4.0, 1e-300}, 0.01, 0.1,
                                 0.02,   0.03, 0.25,   9000};
    summary.operations["PUT"].buckets = {{0.5, 0.53125, 7}, {1.0, 1.0625, 119993}};
    summary.operations["GET"] = {};
    summary.resources = {{"storage", "disk data", 0.93, 0.97, 3.1, 1.5e8}, {"proxies", "processor", 0.5, 0.6, 0, 0}};
    summary.resources[0].demandS = 0.0004;
    summary.resources[0].servedS = 0.0021;
    summary.resources[0].waitingS = 0.0007;
    summary.resources[0].powerW = 123.5;
    summary.resources[0].energyJ = 7410;
    summary.nodes = {{"storage", {0.5, 0.25}, {0.93, 0.97}, {0.1, std::nan("")}}};
    summary.bottleneck = Bottleneck{"storage.disk data", 0.93, "proxies.processor", 0.6, 1.55, 1.2, 1.5, 8};
    summary.blocks = {{"proxy-server/PUT/full", "md5", 42, 0.00031}};
    summary.stretches["proxy-server PUT commit"] = {41, {2.5, 2.0, 4.0, 5.0, 9.0}};
    summary.states = {{"proxy-server", "names", "cache", 0, 0, 0, 0, 0, 900, 0.87},
                      {"object-server", "lock", "slots", 0.5, 1, 2.5, 7, 0.5, 0, 0}};
    summary.laws = {{"Little's law, requests", "123456789012345678901234567890", "123456789012345678901234567890"}};
    summary.rawBytes = 4.48e14;
    summary.usableBytes = 4.48e14 / 3;
    summary.limit = "more than 1000 requests under way";
    summary.warmUp = {"MSER-5", false};
    summary.precision = Precision{"p99", "PUT", 0.02, 0.03, "limit", "batch means", 20, 0.6, false};
    summary.requests = {{"load", 3, 120000, 119995, 3, 5}};
    summary.loadCourses = {
        {"load", {{0.5, 0, 0, 3, 3}, {30.25, 70000, 69000, 1003, 1100}, {60, 50000, 50995, 5, 1003}}}};
    summary.tracedRequests = 7;
    summary.costs = {{"storage", 12000.5, {"memory"}, {{"disk", 80, 150.0}, {"memory", 512, {}}}, 4},
                     {"switches", 0, {}}};
    summary.wear = {{"storage", "data", "ssd", 8, 2.5e6, 4e6, 1.46e16}, {"storage", "os", "msata", 4, 0, 0, {}}};
    summary.energy = Energy{812.25, 48735, {"storage.memory"}};
    summary.replications = Replications{{1, 18446744073709551615u}, {{"PUT", "per_s", 2000.1, 12.5}}};
    return summary;
}

} // namespace headroom::record::example
