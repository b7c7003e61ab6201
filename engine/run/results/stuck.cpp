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
    std::stable_sort(all.begin(), all.end(), [](const Waiting& a, const Waiting& b) {
        return std::pair(!a.forAnswer, a.count) > std::pair(!b.forAnswer, b.count);
    });
    std::map<std::pair<std::string, std::string>, std::size_t> told;
    for (const Waiting& waiting : all) {
        stuck.sinceS = std::max(stuck.sinceS, kernel::toSeconds(waiting.since));
        const std::string place = placeOf(model, waiting);
        const auto [known, fresh] = told.try_emplace({place, waiting.what}, stuck.waiting.size());
        if (fresh)
            stuck.waiting.push_back({place, waiting.what, 0});
        stuck.waiting[known->second].count += waiting.count;
    }
    return stuck;
}

} // namespace headroom::run
