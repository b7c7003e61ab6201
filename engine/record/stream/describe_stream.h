// The structure of the stream's records, defined once (see record/structure/describe.h).
#pragma once

#include "record/stream/stream.h"
#include "record/structure/describing.h"

namespace headroom::record {

template <class V, Describes<SeriesInfo> R>
void describe(V& v, R& series)
{
    v.figure({.key = "id"}, series.id);
    v.member({.key = "path"}, series.path);
    v.member({.key = "unit"}, series.unit);
}

/// Behind the format and its version.
template <class V, Describes<Header> R>
void describe(V& v, R& header)
{
    v.member({.key = "project"}, header.project);
    v.figure({.key = "seed"}, header.seed);
    v.figure({.key = "duration_s", .unit = "s"}, header.durationS);
    v.figure({.key = "warm_up_s", .unit = "s"}, header.warmUpS);
    v.figure({.key = "interval_s", .unit = "s"}, header.intervalS);
    v.member({.key = "series"}, header.series);
}

template <class V, Describes<Building> R>
void describe(V& v, R& building)
{
    v.member({.key = "what"}, building.what);
    v.figure({.key = "made"}, building.made);
    v.figure({.key = "of"}, building.of);
}

template <class V, Describes<Watching> R>
void describe(V& v, R& watching)
{
    v.member({.key = "series"}, watching.series);
}

template <class V, Describes<Steady> R>
void describe(V& v, R& steady)
{
    v.figure({.key = "per_s", .unit = "1/s"}, steady.perSecond);
    v.figure({.key = "rel", .unit = "share"}, steady.relative);
}

template <class V, Describes<Sample> R>
void describe(V& v, R& sample)
{
    v.figure({.key = "t", .unit = "s"}, sample.time);
    v.figure({.key = "wall_s", .unit = "s"}, sample.wall);
    v.figure({.key = "events"}, sample.events);
    v.figure({.key = "requests", .written = Written::later}, sample.requests);
    v.member({.key = "v"}, sample.values);
    v.member({.key = "steady", .written = Written::ifSet}, sample.steady);
}

template <class V, Describes<State> R>
void describe(V& v, R& state)
{
    v.member({.key = "state"}, state.state);
}

template <class V, Describes<LogLine> R>
void describe(V& v, R& line)
{
    v.member({.key = "level"}, line.level);
    v.member({.key = "text"}, line.text);
}

template <class V, Describes<Finished> R>
void describe(V& v, R& finished)
{
    v.part({.key = "summary"}, finished.summary);
    v.member({.key = "result"}, finished.resultFile);
}

template <class V, Describes<Span> R>
void describe(V& v, R& span)
{
    v.figure({.key = "id"}, span.id);
    v.figure({.key = "parent"}, span.parent);
    v.figure({.key = "trace"}, span.trace);
    v.member({.key = "kind"}, span.kind);
    v.member({.key = "name"}, span.name);
    v.member({.key = "role"}, span.role);
    v.member({.key = "operation"}, span.operation);
    v.member({.key = "node"}, span.node);
    v.figure({.key = "lane"}, span.lane);
    v.figure({.key = "begin_s", .unit = "s"}, span.beginS);
    v.figure({.key = "end_s", .unit = "s"}, span.endS);
    v.member({.key = "unfinished", .written = Written::ifSet}, span.unfinished);
    if (!V::reads && span.callerNode.empty())
        return; // no other request has called it
    v.figure({.key = "accept_wait_s", .unit = "s", .written = Written::later}, span.acceptWaitS);
    v.member({.key = "caller_node", .written = Written::later}, span.callerNode);
    v.figure({.key = "caller_lane", .written = Written::later}, span.callerLane);
    v.figure({.key = "called_s", .unit = "s", .written = Written::later}, span.calledS);
}

/// In the order of CommandKind.
inline constexpr const char* commandNames[] = {"pause",   "resume", "stop", "step", "watch",
                                               "unwatch", "rate",   "pace", "until"};

/// Behind the command's name, which says what its kind is.
template <class V, Describes<Command> R>
void describe(V& v, R& command)
{
    switch (command.kind) {
    case CommandKind::step:
        v.figure({.key = "seconds", .unit = "s", .written = Written::ifSet}, command.seconds);
        break;
    case CommandKind::watch:
        v.figure({.key = "most", .written = Written::ifSet}, command.most);
        if (command.most > 0)
            break;
        [[fallthrough]];
    case CommandKind::unwatch:
        v.member({.key = "series"}, command.series);
        break;
    case CommandKind::rate:
        v.figure({.key = "per_second", .unit = "1/s"}, command.perSecond);
        break;
    case CommandKind::pace: {
        std::optional<double> factor = command.factor > 0 ? std::optional(command.factor) : std::nullopt;
        v.figure({.key = "factor"}, factor); // null: no limit
        if constexpr (V::reads)
            command.factor = factor.value_or(0);
        break;
    }
    case CommandKind::until:
        v.figure({.key = "requests", .written = Written::ifSet}, command.requests);
        v.member({.key = "path", .written = Written::ifSet}, command.path);
        v.figure({.key = "above", .written = Written::ifSet}, command.above);
        v.figure({.key = "below", .written = Written::ifSet}, command.below);
        if (command.requests == 0 && command.path.empty())
            v.figure({.key = "seconds", .unit = "s"}, command.seconds);
        break;
    default:
        break;
    }
}

} // namespace headroom::record
