// The structure of what a run says of resources, states and nodes (see describe.h).
#pragma once

#include "record/structure/describing.h"

namespace headroom::record {

template <class V, Describes<ResourceSummary> R>
void describe(V& v, R& resource)
{
    constexpr Shown tables = Shown::workbook | Shown::report;
    v.key({.key = "node_group", .label = "node group"}, resource.nodeGroup);
    v.key({.key = "resource", .label = "resource"}, resource.resource);
    v.figure({"utilisation_mean", "used", "share", "utilisation mean", "used, mean", Pool::mean, Shown::everywhere},
             resource.utilisationMean);
    v.figure(
        {"utilisation_max", "busiest", "share", "utilisation max", "used, max", Pool::mean, tables | Shown::terminal},
        resource.utilisationMax);
    v.figure({"queue_mean", "queue", "1", "queue mean", "queue", Pool::mean, tables | Shown::terminal, Better::less},
             resource.queueMean);
    v.figure({"bytes_per_s", "bytes", "B/s", "bytes", "data", Pool::mean, tables | Shown::terminal},
             resource.bytesPerSecond);
    v.figure({"demand_s", "demand", "s", "demand", "", Pool::mean, Shown::workbook, Better::less, Written::later},
             resource.demandS);
    v.figure({"served_s", "served", "s", "served", "", Pool::mean, Shown::workbook, Better::less, Written::later},
             resource.servedS);
    v.figure({"waiting_s", "waiting", "s", "waiting", "", Pool::mean, tables, Better::less, Written::later},
             resource.waitingS);
    v.figure({"power_W", "power", "W", "power", "", Pool::mean, tables, Better::unknown, Written::later},
             resource.powerW);
    v.figure({"energy_J", "energy", "J", "energy", "", Pool::mean, Shown::workbook, Better::unknown, Written::later},
             resource.energyJ);
    v.member({.key = "busiest", .written = Written::ifSet}, resource.busiest);
}

template <class V, Describes<StateSummary> R>
void describe(V& v, R& state)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook | Shown::report;
    v.key({.key = "role", .label = "role"}, state.role);
    v.key({.key = "state", .label = "state"}, state.state);
    v.key({.key = "type", .label = "type"}, state.type);
    v.figure({"used_mean", "used", "1", "used mean", "used, mean", Pool::mean, tables}, state.usedMean);
    v.figure({"used_max", "used.max", "1", "used max", "used, max", Pool::most, tables}, state.usedMax);
    v.figure({"waiting_mean", "waiting", "1", "waiting mean", "waiting, mean", Pool::mean, tables, Better::less},
             state.waitingMean);
    v.figure({"waiting_max", "waiting.max", "1", "waiting max", "waiting, max", Pool::most, tables, Better::less},
             state.waitingMax);
    v.figure({"utilisation", "utilisation", "share", "utilisation", "used", Pool::mean, tables}, state.utilisation);
    v.figure({"look_ups", "look_ups", "1", "look-ups", "look-ups", Pool::sum, Shown::workbook | Shown::report},
             state.lookUps);
    v.figure({"hit_ratio", "hit_ratio", "share", "hit ratio", "hits", Pool::weighted, Shown::everywhere, Better::more},
             state.hitRatio);
}

template <class V, Describes<NodeSummary> R>
void describe(V& v, R& nodes)
{
    v.key({.key = "node_group"}, nodes.nodeGroup);
    v.member({.key = "processor"}, nodes.processor);
    v.member({.key = "disk"}, nodes.disk);
    v.member({.key = "network"}, nodes.network);
}

template <class V, Describes<Bottleneck> R>
void describe(V& v, R& bottleneck)
{
    v.member({.key = "resource"}, bottleneck.resource);
    v.figure({.key = "utilisation", .unit = "share"}, bottleneck.utilisation);
    v.member({.key = "next", .written = Written::later}, bottleneck.next);
    v.figure({.key = "next_utilisation", .unit = "share", .written = Written::later}, bottleneck.nextUtilisation);
    v.member({.key = "same_as", .written = Written::ifSet}, bottleneck.sameAs);
    v.figure({.key = "time_share", .unit = "share", .written = Written::ifSet}, bottleneck.timeShare);
    v.figure({.key = "headroom", .written = Written::later}, bottleneck.headroom);
    v.group({.key = "speedup_if_twice_as_fast", .written = Written::later}, true, [&](auto& inner) {
        inner.figure({.key = "low"}, bottleneck.speedupLow);
        inner.figure({.key = "high"}, bottleneck.speedupHigh);
    });
    v.figure({.key = "users_limit", .written = Written::later}, bottleneck.usersLimit);
}

template <class V, Describes<StageSummary> R>
void describe(V& v, R& stage)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook | Shown::report;
    v.key({.key = "stage", .label = "stage"}, stage.stage);
    v.member({.key = "workloads"}, stage.workloads);
    v.figure({"from_s", "", "s", "from", "from", Pool::mean, tables}, stage.fromS);
    v.figure({"to_s", "", "s", "to", "to", Pool::mean, tables}, stage.toS);
    v.figure({"per_s", "", "1/s", "throughput", "1/s", Pool::mean, tables, Better::more}, stage.perSecond);
    v.figure({"latency_s", "", "s", "latency mean", "mean", Pool::mean, tables, Better::less}, stage.latencyS);
    v.derived({"", "", "share", "used", "used", Pool::first, tables},
              [&] { return stage.bottleneck ? std::optional<double>(stage.bottleneck->utilisation) : std::nullopt; });
    v.member({.key = "resources"}, stage.resources);
    v.member({.key = "bottleneck", .written = Written::ifSet}, stage.bottleneck);
}

template <class V, Describes<BlockSummary> R>
void describe(V& v, R& block)
{
    v.key({.key = "diagram"}, block.diagram);
    v.key({.key = "block"}, block.block);
    v.figure({.key = "visits"}, block.visits);
    v.figure({.key = "mean_s", .unit = "s"}, block.meanS);
}

template <class V, Describes<MissingCopies> R>
void describe(V& v, R& missing)
{
    v.key({.key = "ring", .label = "ring"}, missing.ring);
    v.member({.key = "role"}, missing.role);
    v.member({.key = "state"}, missing.state);
    v.figure({"copies", "missing", "1", "copies missing", "", Pool::sum, Shown::workbook, Better::less},
             missing.copies);
    v.figure(
        {"without_source", "without_source", "1", "without a source", "", Pool::sum, Shown::workbook, Better::less},
        missing.withoutSource);
    v.figure({"forgotten", "forgotten", "1", "forgotten", "", Pool::sum, Shown::workbook, Better::less},
             missing.forgotten);
    v.figure({"left", "left", "1", "left", "", Pool::sum, Shown::workbook, Better::less}, missing.left);
    v.figure({"incomplete_s", "incomplete", "s", "incomplete", "", Pool::mean, Shown::workbook, Better::less},
             missing.incompleteS);
}

template <class V, Describes<LawCheck> R>
void describe(V& v, R& law)
{
    v.key({.key = "name"}, law.name);
    v.member({.key = "left"}, law.left);
    v.member({.key = "right"}, law.right);
}

} // namespace headroom::record
