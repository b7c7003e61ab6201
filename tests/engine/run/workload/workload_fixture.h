// A workload on the smallest cluster, for tests.
#pragma once

#include "../run_fixture.h"
#include "run/workload/workload.h"

#include <filesystem>

namespace headroom::test {

/// The one operation of a workload, with its arguments and other fields.
inline Json asking(const Json& arguments, const Json& more = Json::object())
{
    Json share = {{"operation", "ask"}, {"arguments", arguments}};
    share.update(more);
    return Json::array({share});
}

/// A client whose operation takes as long as its argument says, with the given workload.
inline TinyProject waitingProject(Json workload)
{
    TinyProject tiny;
    tiny.group("clients", 3);
    tiny.operation("client", "ask",
                   R"({"id": "wait", "type": "delay", "time": "wait"}, {"id": "done", "type": "reply"})",
                   "start > wait > done", {"wait", "size", "key"});
    Json complete = {{"id", "load"}, {"role", "client"}, {"operations", {{{"operation", "ask"}}}}};
    complete.update(workload);
    tiny.tree["workloads"] = Json::array({complete});
    return tiny;
}

/// A workload on a machine of its own; notes when each request starts.
struct Watched
{
    explicit Watched(const TinyProject& tiny, const std::filesystem::path& folder = {}, double durationS = 1000)
        : cluster(tiny)
    {
        project::Resolver resolver(cluster.project, cluster.components, findings);
        const run::Elaboration parts{cluster.project,    resolver,  cluster.software,
                                     *cluster.placement, durationS, folder};
        workload = run::makeWorkload(parts, 0);
    }
    void run(double untilS)
    {
        INFO(told(findings));
        REQUIRE_FALSE(project::hasErrors(findings));
        auto& calendar = cluster.calendar;
        workload->start(calendar, *cluster.machine, 1);
        const kernel::Time end = kernel::fromSeconds(untilS);
        std::uint64_t seen = 0;
        while (calendar.nextTime() <= end) {
            calendar.runSome(end, 1);
            inFlight.push_back(workload->inFlight());
            for (; seen < workload->requests().arrivals(); ++seen)
                starts.push_back(calendar.now());
        }
        workload->requests().advance(calendar.now());
    }
    const project::Finding* finding(const std::string& key) const
    {
        for (const auto& one : findings)
            if (one.key == key)
                return &one;
        return nullptr;
    }

    TinyCluster cluster;
    project::Findings findings;
    std::unique_ptr<run::Workload> workload;
    std::vector<kernel::Time> starts;
    std::vector<std::uint32_t> inFlight;
};

} // namespace headroom::test
