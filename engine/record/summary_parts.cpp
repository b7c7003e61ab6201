#include "record/summary_parts.h"

#include <algorithm>
#include <locale>
#include <sstream>

namespace headroom::record {

namespace {

Json toJson(const Precision& precision)
{
    return Json{
        {"metric", precision.metric},       {"operation", precision.operation}, {"wanted_rel", precision.wanted},
        {"reached_rel", precision.reached}, {"status", precision.status},       {"method", precision.method},
        {"batches", precision.batches},     {"lag1", precision.lag1},           {"independent", precision.independent}};
}

Json toJson(const RequestCount& count)
{
    return Json{{"workload", count.workload}, {"carried", count.carried}, {"started", count.started},
                {"done", count.done},         {"failed", count.failed},   {"in_flight", count.inFlight}};
}

Json toJson(const Stuck& stuck)
{
    Json waiting = Json::array();
    for (const WaitingPlace& place : stuck.waiting)
        waiting.push_back(Json{{"at", place.place}, {"for", place.waitsFor}, {"count", place.count}});
    return Json{{"since_s", stuck.sinceS}, {"requests", stuck.requests}, {"waiting", waiting}};
}

template <class J>
Stuck readStuck(const J& json)
{
    const ObjectReader<J> object(json, "stuck");
    Stuck stuck{object.number("since_s"), object.count("requests"), {}};
    for (const J& value : object.array("waiting")) {
        const ObjectReader<J> place(value, "stuck.waiting");
        stuck.waiting.push_back({place.text("at"), place.text("for"), place.count("count")});
    }
    return stuck;
}

Json toJson(const Replications& replications)
{
    Json intervals = Json::array();
    for (const Interval& interval : replications.intervals)
        intervals.push_back(Json{{"operation", interval.operation},
                                 {"metric", interval.metric},
                                 {"mean", interval.mean},
                                 {"half_width", interval.halfWidth}});
    return Json{{"count", replications.seeds.size()}, {"seeds", replications.seeds}, {"intervals", intervals}};
}

template <class J>
Precision readPrecision(const J& json)
{
    const ObjectReader<J> object(json, "precision");
    Precision precision;
    precision.metric = object.text("metric");
    precision.operation = object.text("operation");
    precision.wanted = object.number("wanted_rel");
    precision.reached = object.number("reached_rel");
    precision.status = object.text("status");
    precision.method = object.text("method");
    precision.batches = object.count("batches");
    precision.lag1 = object.number("lag1");
    precision.independent = object.flag("independent");
    return precision;
}

template <class J>
Replications readReplications(const J& json)
{
    const ObjectReader<J> object(json, "replications");
    Replications replications;
    for (const J& seed : object.array("seeds"))
        replications.seeds.push_back(object.countOf(seed, "seeds"));
    for (const J& value : object.array("intervals")) {
        const ObjectReader<J> interval(value, "replications.intervals");
        replications.intervals.push_back({interval.text("operation"), interval.text("metric"), interval.number("mean"),
                                          interval.number("half_width")});
    }
    return replications;
}

} // namespace

std::string sentenceOf(const Stuck& stuck)
{
    constexpr std::size_t mostTold = 5;
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << "Stuck since " << stuck.sinceS << " s: " << stuck.requests
         << (stuck.requests == 1 ? " request waits" : " requests wait") << " for ever";
    for (std::size_t i = 0; i < std::min(mostTold, stuck.waiting.size()); ++i) {
        const WaitingPlace& place = stuck.waiting[i];
        text << (i == 0 ? " (waiting: " : ", ") << place.count << " at " << place.place << ": " << place.waitsFor;
    }
    if (stuck.waiting.size() > mostTold)
        text << " ...";
    text << (stuck.waiting.empty() ? "." : ").");
    return text.str();
}

void addConsumption(const Summary& summary, Json& json)
{
    if (summary.energy)
        json["energy"] = Json{{"power_W", summary.energy->powerW},
                              {"energy_J", summary.energy->energyJ},
                              {"unknown", summary.energy->unknown}};
    if (summary.costs.empty())
        return;
    double total = 0;
    Json groups = Json::array();
    for (const GroupCost& cost : summary.costs) {
        total += cost.usd;
        groups.push_back(Json{{"node_group", cost.nodeGroup}, {"usd", cost.usd}, {"unknown", cost.unknown}});
    }
    const bool complete = std::all_of(summary.costs.begin(), summary.costs.end(),
                                      [](const GroupCost& cost) { return cost.unknown.empty(); });
    json["cost"] = Json{{"total_usd", total}, {"complete", complete}, {"groups", groups}};
}

void addTrust(const Summary& summary, Json& json)
{
    if (summary.stuck)
        json["stuck"] = toJson(*summary.stuck);
    json["warm_up"] = Json{{"method", summary.warmUp.method}, {"settled", summary.warmUp.settled}};
    if (summary.precision)
        json["precision"] = toJson(*summary.precision);
    json["requests"] = Json::array();
    for (const RequestCount& count : summary.requests)
        json["requests"].push_back(toJson(count));
    if (summary.tracedRequests > 0)
        json["traced_requests"] = summary.tracedRequests;
    if (summary.replications)
        json["replications"] = toJson(*summary.replications);
}

template <class J>
void readConsumption(const ObjectReader<J>& object, Summary& summary)
{
    if (object.has("energy")) {
        const ObjectReader<J> energy(object.member("energy"), "energy");
        summary.energy = Energy{energy.number("power_W"), energy.number("energy_J"), energy.texts("unknown")};
    }
    if (!object.has("cost"))
        return;
    const ObjectReader<J> cost(object.member("cost"), "cost");
    for (const J& value : cost.array("groups")) {
        const ObjectReader<J> group(value, "cost.groups");
        summary.costs.push_back({group.text("node_group"), group.number("usd"), group.texts("unknown")});
    }
}

template <class J>
void readTrust(const ObjectReader<J>& object, Summary& summary)
{
    if (object.has("status")) {
        constexpr std::string_view stopped = "stopped: ";
        if (const std::string status = object.text("status"); status.starts_with(stopped))
            summary.limit = status.substr(stopped.size());
    }
    if (object.has("stuck"))
        summary.stuck = readStuck<J>(object.member("stuck"));
    if (object.has("warm_up")) {
        const ObjectReader<J> warmUp(object.member("warm_up"), "warm_up");
        summary.warmUp = {warmUp.text("method"), warmUp.flag("settled")};
    }
    if (object.has("precision"))
        summary.precision = readPrecision<J>(object.member("precision"));
    if (object.has("requests"))
        for (const J& value : object.array("requests")) {
            const ObjectReader<J> count(value, "requests");
            summary.requests.push_back({count.text("workload"), count.count("carried"), count.count("started"),
                                        count.count("done"), count.count("failed"), count.count("in_flight")});
        }
    if (object.has("traced_requests"))
        summary.tracedRequests = object.count("traced_requests");
    if (object.has("replications"))
        summary.replications = readReplications<J>(object.member("replications"));
}

template void readConsumption(const ObjectReader<nlohmann::json>&, Summary&);
template void readConsumption(const ObjectReader<nlohmann::ordered_json>&, Summary&);
template void readTrust(const ObjectReader<nlohmann::json>&, Summary&);
template void readTrust(const ObjectReader<nlohmann::ordered_json>&, Summary&);

} // namespace headroom::record
