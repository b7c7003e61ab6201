#include "run/results/stuck.h"

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

std::vector<record::Standstill> standstillsIn(const Model& model)
{
    const kernel::Time half = model.calendar.now() / 2;
    std::vector<record::Standstill> standstills;
    for (auto& standing : model.interpreter->standing(half))
        for (const auto& workload : model.workloads)
            if (workload->is(standing.client) && !workload->background() && workload->lastEnded() < half)
                standstills.push_back({workload->id(),
                                       kernel::toSeconds(std::max(standing.since, workload->lastEnded())),
                                       standing.operations, placesOf(model, std::move(standing.places))});
    return standstills;
}

} // namespace headroom::run
