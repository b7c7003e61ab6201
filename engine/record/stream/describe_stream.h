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

template <class V, Describes<Watching> R>
void describe(V& v, R& watching)
{
    v.member({.key = "series"}, watching.series);
}

template <class V, Describes<Sample> R>
void describe(V& v, R& sample)
{
    v.figure({.key = "t", .unit = "s"}, sample.time);
    v.figure({.key = "wall_s", .unit = "s"}, sample.wall);
    v.figure({.key = "events"}, sample.events);
    v.figure({.key = "requests", .written = Written::later}, sample.requests);
    v.member({.key = "v"}, sample.values);
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

} // namespace headroom::record
