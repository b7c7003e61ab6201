#include "run/observe/spans.h"

namespace headroom::run {

namespace {

const char* nameOf(behaviour::TraceSpan::Kind kind)
{
    switch (kind) {
    case behaviour::TraceSpan::Kind::request:
        return "request";
    case behaviour::TraceSpan::Kind::block:
        return "block";
    case behaviour::TraceSpan::Kind::wait:
        break;
    }
    return "wait";
}

} // namespace

record::Span named(const behaviour::TraceSpan& span, const Model& model)
{
    const auto& program = model.software.operations[span.operation];
    record::Span result;
    result.id = span.id;
    result.parent = span.parent;
    result.trace = span.trace;
    result.kind = nameOf(span.kind);
    result.role = model.software.roles[program.role].id;
    result.operation = program.operation;
    result.node = model.topology->nodes()[span.node].name;
    result.lane = span.lane;
    result.beginS = kernel::toSeconds(span.begin);
    result.endS = kernel::toSeconds(span.end);
    result.unfinished = span.unfinished;
    if (span.kind == behaviour::TraceSpan::Kind::wait)
        result.name = span.waitsFor;
    else if (span.kind == behaviour::TraceSpan::Kind::block)
        result.name = span.block == behaviour::nowhere ? "" : model.software.blocks[span.block].block;
    else
        result.name = program.operation;
    if (span.kind == behaviour::TraceSpan::Kind::request && span.parent != 0) {
        result.acceptWaitS = kernel::toSeconds(span.begin - span.queuedSince);
        result.callerNode = model.topology->nodes()[span.callerNode].name;
        result.callerLane = span.callerLane;
        result.calledS = kernel::toSeconds(span.calledAt);
    }
    return result;
}

} // namespace headroom::run
