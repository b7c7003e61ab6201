// The structure of a run's results, defined once: one row (figure_row.h) for each figure and each member. JSON out and
// in, the pooling of replications, the names in goals and studies and the columns of all tables are visitors of this
// description. README.md says how to add a figure.
//
// A visitor has these functions; one that needs only some of them inherits the others from PassOverResults:
//   key(row, text)               a text that names the element: a table's first columns
//   figure(row, number)          a number, a count, or a number that may be unknown
//   member(row, thing)           anything else: texts, flags, lists, named elements, elements that may be missing
//   part(row, thing)             an element in an object of its own; its figures' names and labels follow the row's
//   flat(row, things)            a list of elements, each a list of its values
//   group(row, present, inside)  members in an object of their own; calls inside(visitor)
//   computed(row, value)         calls value() for what is written but not read
//   converted(row, get, set)     calls get() for the text that is written, set(text) for the one that was read
//   derived(row, value)          calls value() for a figure that follows from the others: it is not in the JSON
// and `reads`, whether it changes what it visits.
#pragma once

#include "record/structure/describe_operations.h"
#include "record/structure/describe_resources.h"
#include "record/structure/describe_trust.h"

#include <string>

namespace headroom::record {

/// The status that a run ended with; its reason is read back from it.
std::string statusOf(const Summary& summary);
std::string limitIn(const std::string& status);

template <class V, Describes<Summary> R>
void describe(V& v, R& summary)
{
    v.member({.key = "project"}, summary.project);
    v.figure({.key = "seed"}, summary.seed);
    v.figure({.key = "simulated_s", .unit = "s"}, summary.simulatedS);
    v.figure({.key = "warm_up_s", .unit = "s"}, summary.warmUpS);
    v.figure({.key = "wall_s", .unit = "s", .pool = Pool::sum}, summary.wallS);
    v.figure({.key = "events", .pool = Pool::sum}, summary.events);
    v.member({.key = "stopped"}, summary.stopped);
    v.converted(
        {.key = "status", .written = Written::later}, [&] { return statusOf(summary); },
        [&](const auto& status) { summary.limit = limitIn(status); });
    v.member({.key = "parameters"}, summary.parameters);
    v.member({.key = "operations"}, summary.operations);
    v.member({.key = "workloads", .written = Written::later}, summary.workloads);
    v.member({.key = "jobs", .written = Written::later}, summary.jobs);
    v.member({.key = "resources"}, summary.resources);
    v.member({.key = "end", .written = Written::ifSet}, summary.end);
    v.member({.key = "conditions", .written = Written::ifSet}, summary.conditions);
    v.member({.key = "scaled", .written = Written::ifSet}, summary.scaled);
    v.member({.key = "nodes", .written = Written::ifSet}, summary.nodes);
    v.member({.key = "bottleneck", .written = Written::ifSet}, summary.bottleneck);
    v.member({.key = "stages", .written = Written::ifSet}, summary.stages);
    v.group({.key = "capacity", .written = Written::ifSet}, summary.rawBytes || summary.usableBytes, [&](auto& inner) {
        inner.figure({.key = "raw_bytes", .unit = "B", .written = Written::ifSet}, summary.rawBytes);
        inner.figure({.key = "usable_bytes", .unit = "B", .written = Written::ifSet}, summary.usableBytes);
        inner.member({.key = "left_out", .written = Written::ifSet}, summary.leftOut);
    });
    v.member({.key = "energy", .written = Written::ifSet}, summary.energy);
    v.member({.key = "wear", .written = Written::ifSet}, summary.wear);
    v.group({.key = "cost", .written = Written::ifSet}, !summary.costs.empty(),
            [&](auto& inner) { describeBill(inner, summary.costs); });
    v.member({.key = "stuck", .written = Written::ifSet}, summary.stuck);
    v.member({.key = "standstills", .written = Written::ifSet}, summary.standstills);
    v.member({.key = "results", .written = Written::ifSet}, summary.results);
    v.member({.key = "goals", .written = Written::ifSet}, summary.goals);
    v.part({.key = "warm_up", .written = Written::later}, summary.warmUp);
    v.member({.key = "precision", .written = Written::ifSet}, summary.precision);
    v.member({.key = "requests", .written = Written::later}, summary.requests);
    v.computed({.key = "load", .written = Written::ifSet}, [&] { return servedLoads(summary); });
    v.member({.key = "window_parts", .written = Written::ifSet}, summary.windowParts);
    v.member({.key = "load_course", .written = Written::ifSet}, summary.loadCourses);
    v.figure({.key = "traced_requests", .written = Written::ifSet}, summary.tracedRequests);
    v.member({.key = "replications", .written = Written::ifSet}, summary.replications);
    v.member({.key = "blocks"}, summary.blocks);
    v.member({.key = "time_parts", .written = Written::ifSet}, summary.timeParts);
    v.member({.key = "time_at_blocks", .written = Written::ifSet}, summary.timeAtBlocks);
    v.member({.key = "stretches", .written = Written::ifSet}, summary.stretches);
    v.member({.key = "states", .written = Written::ifSet}, summary.states);
    v.member({.key = "missing_copies", .written = Written::ifSet}, summary.missingCopies);
    v.member({.key = "laws"}, summary.laws);
}

} // namespace headroom::record
