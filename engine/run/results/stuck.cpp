#include "run/results/stuck.h"

#include "project/document/document.h"

#include <algorithm>
#include <map>
#include <utility>

namespace headroom::run {

namespace {

using Waiting = behaviour::Interpreter::Waiting;

std::string placeOf(const Model& model, const Waiting& waiting)
{
    if (waiting.block == behaviour::nowhere)
        return model.software.roles[waiting.role].id;
    const behaviour::BlockName& block = model.software.blocks[waiting.block];
    return block.diagram + ' ' + block.block;
}

/// Joins what waits at one place for one thing; the places where others are waited for come first.
std::vector<record::WaitingPlace> placesOf(const Model& model, std::vector<Waiting> all)
{
    std::stable_sort(all.begin(), all.end(), [](const Waiting& a, const Waiting& b) {
        return std::pair(!a.forAnswer, a.count) > std::pair(!b.forAnswer, b.count);
    });
    std::vector<record::WaitingPlace> places;
    std::map<std::pair<std::string, std::string>, std::size_t> told;
    for (const Waiting& waiting : all) {
        const std::string place = placeOf(model, waiting);
        const auto [known, fresh] = told.try_emplace({place, waiting.what}, places.size());
        if (fresh)
            places.push_back({place, waiting.what, 0});
        places[known->second].count += waiting.count;
    }
    return places;
}

} // namespace

std::optional<record::Stuck> stuckIn(const Model& model)
{
    record::Stuck stuck;
    for (const auto& workload : model.workloads)
        if (!workload->background())
            stuck.requests += workload->inFlight();
    if (stuck.requests == 0)
        return {};
    std::vector<Waiting> all = model.interpreter->waiting();
    for (const Waiting& waiting : all)
        stuck.sinceS = std::max(stuck.sinceS, kernel::toSeconds(waiting.since));
    stuck.waiting = placesOf(model, std::move(all));
    return stuck;
}

namespace {

/// A workload stands still if nothing of it has ended or moved since then: for the second half of the run, or for ten
/// times as long as anything of it has taken before, and a hundredth of the run.
kernel::Time quietSince(const Workload& workload, kernel::Time now)
{
    constexpr std::uint64_t enough = 10; // operations that show how long they take
    const kernel::Time half = now / 2;
    if (workload.ended() < enough || workload.longestQuiet() > now / 20)
        return half;
    return std::max(half, now - std::max(10 * workload.longestQuiet(), now / 100));
}

} // namespace

std::vector<record::Standstill> standstillsIn(const Model& model)
{
    const kernel::Time now = model.calendar.now();
    const auto workloadOf = [&](const behaviour::OperationClient* client) {
        return std::ranges::find_if(model.workloads, [&](const auto& workload) { return workload->is(client); });
    };
    const auto quietSinceOf = [&](const behaviour::OperationClient* client) {
        const auto workload = workloadOf(client);
        return workload != model.workloads.end() ? quietSince(**workload, now) : 0;
    };
    // In a large model it takes long to look at everything under way.
    if (std::ranges::none_of(model.workloads, [&](const auto& workload) {
            return !workload->background() && workload->lastEnded() < quietSince(*workload, now);
        }))
        return {};
    std::vector<record::Standstill> standstills;
    for (auto& standing : model.interpreter->standing(quietSinceOf)) {
        const auto workload = workloadOf(standing.client);
        if (workload == model.workloads.end() || (*workload)->background())
            continue;
        const kernel::Time ended = (*workload)->lastEnded();
        // In less than half a run, one that others wait for may just be at work.
        if (ended < now / 2 || (standing.moving == 0 && ended < quietSince(**workload, now)))
            standstills.push_back({(*workload)->id(), kernel::toSeconds(std::max(standing.since, ended)),
                                   standing.operations, placesOf(model, std::move(standing.places))});
    }
    return standstills;
}

} // namespace headroom::run
