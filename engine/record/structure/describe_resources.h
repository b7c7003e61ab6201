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
    v.figure({.key = "utilisation_mean",
              .name = "used",
              .unit = "share",
              .label = "utilisation mean",
              .brief = "used, mean",
              .pool = Pool::mean,
              .shown = Shown::everywhere},
             resource.utilisationMean);
    v.figure({.key = "utilisation_max",
              .name = "busiest",
              .unit = "share",
              .label = "utilisation max",
              .brief = "used, max",
              .pool = Pool::mean,
              .shown = tables | Shown::terminal},
             resource.utilisationMax);
    v.figure({.key = "queue_mean",
              .name = "queue",
              .label = "queue mean",
              .brief = "queue",
              .pool = Pool::mean,
              .better = Better::less,
              .shown = tables | Shown::terminal},
             resource.queueMean);
    v.figure({.key = "bytes_per_s",
              .name = "bytes",
              .unit = "B/s",
              .label = "bytes",
              .brief = "data",
              .pool = Pool::mean,
              .shown = tables | Shown::terminal},
             resource.bytesPerSecond);
    v.figure({.key = "demand_s",
              .name = "demand",
              .unit = "s",
              .label = "demand",
              .pool = Pool::mean,
              .better = Better::less,
              .shown = Shown::workbook,
              .written = Written::later},
             resource.demandS);
    v.figure({.key = "served_s",
              .name = "served",
              .unit = "s",
              .label = "served",
              .pool = Pool::mean,
              .better = Better::less,
              .shown = Shown::workbook,
              .written = Written::later},
             resource.servedS);
    v.figure({.key = "waiting_s",
              .name = "waiting",
              .unit = "s",
              .label = "waiting",
              .pool = Pool::mean,
              .better = Better::less,
              .shown = tables,
              .written = Written::later},
             resource.waitingS);
    v.figure({.key = "power_W",
              .name = "power",
              .unit = "W",
              .label = "power",
              .pool = Pool::mean,
              .shown = tables,
              .written = Written::later},
             resource.powerW);
    v.figure({.key = "energy_J",
              .name = "energy",
              .unit = "J",
              .label = "energy",
              .pool = Pool::mean,
              .shown = Shown::workbook,
              .written = Written::later},
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
    v.figure({.key = "used_mean",
              .name = "used",
              .label = "used mean",
              .brief = "used, mean",
              .pool = Pool::mean,
              .shown = tables},
             state.usedMean);
    v.figure({.key = "used_max",
              .name = "used.max",
              .label = "used max",
              .brief = "used, max",
              .pool = Pool::most,
              .shown = tables},
             state.usedMax);
    v.figure({.key = "waiting_mean",
              .name = "waiting",
              .label = "waiting mean",
              .brief = "waiting, mean",
              .pool = Pool::mean,
              .better = Better::less,
              .shown = tables},
             state.waitingMean);
    v.figure({.key = "waiting_max",
              .name = "waiting.max",
              .label = "waiting max",
              .brief = "waiting, max",
              .pool = Pool::most,
              .better = Better::less,
              .shown = tables},
             state.waitingMax);
    v.figure({.key = "utilisation",
              .name = "utilisation",
              .unit = "share",
              .label = "utilisation",
              .brief = "used",
              .pool = Pool::mean,
              .shown = tables},
             state.utilisation);
    v.figure({.key = "look_ups",
              .name = "look_ups",
              .label = "look-ups",
              .brief = "look-ups",
              .pool = Pool::sum,
              .shown = Shown::workbook | Shown::report},
             state.lookUps);
    v.figure({.key = "hit_ratio",
              .name = "hit_ratio",
              .unit = "share",
              .label = "hit ratio",
              .brief = "hits",
              .pool = Pool::weighted,
              .better = Better::more,
              .shown = Shown::everywhere},
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
    v.figure({.key = "headroom", .written = Written::later}, bottleneck.headroom);
    v.group({.key = "speedup_if_twice_as_fast", .written = Written::later}, true, [&](auto& inner) {
        inner.figure({.key = "low"}, bottleneck.speedupLow);
        inner.figure({.key = "high"}, bottleneck.speedupHigh);
    });
    v.figure({.key = "users_limit", .written = Written::later}, bottleneck.usersLimit);
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
    v.figure({.key = "copies",
              .name = "missing",
              .label = "copies missing",
              .pool = Pool::sum,
              .better = Better::less,
              .shown = Shown::workbook},
             missing.copies);
    v.figure({.key = "without_source",
              .name = "without_source",
              .label = "without a source",
              .pool = Pool::sum,
              .better = Better::less,
              .shown = Shown::workbook},
             missing.withoutSource);
    v.figure({.key = "forgotten",
              .name = "forgotten",
              .label = "forgotten",
              .pool = Pool::sum,
              .better = Better::less,
              .shown = Shown::workbook},
             missing.forgotten);
    v.figure({.key = "left",
              .name = "left",
              .label = "left",
              .pool = Pool::sum,
              .better = Better::less,
              .shown = Shown::workbook},
             missing.left);
    v.figure({.key = "incomplete_s",
              .name = "incomplete",
              .unit = "s",
              .label = "incomplete",
              .pool = Pool::mean,
              .better = Better::less,
              .shown = Shown::workbook},
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
