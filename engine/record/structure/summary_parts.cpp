#include "record/structure/summary_parts.h"

#include <algorithm>
#include <limits>
#include <locale>
#include <sstream>
#include <stdexcept>

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
    Json json{{"workload", count.workload}, {"carried", count.carried}, {"started", count.started},
              {"done", count.done},         {"failed", count.failed},   {"in_flight", count.inFlight}};
    if (count.givenUp > 0)
        json["given_up"] = count.givenUp;
    return json;
}

Json toJson(const ServedLoad& load)
{
    Json json{{"workload", load.workload},       {"offered_per_s", load.offeredPerS}, {"served_per_s", load.servedPerS},
              {"failed_per_s", load.failedPerS}, {"refused_per_s", load.refusedPerS}, {"growth_per_s", load.growthPerS},
              {"settles", load.settles},         {"trouble", troubleOf(load)}};
    for (const Rush& rush : load.rushes)
        json["rushes"].push_back(Json{{"from_s", rush.fromS},
                                      {"until_s", rush.untilS},
                                      {"drained_s", orNull(rush.drainedS)},
                                      {"in_flight_max", rush.mostInFlight}});
    return json;
}

Json toJson(const LoadCourse& course)
{
    Json points = Json::array();
    for (const LoadPoint& point : course.points)
        points.push_back(Json{point.atS, point.offered, point.done, point.inFlight, point.mostInFlight});
    return Json{{"workload", course.workload}, {"points", points}};
}

Json toJson(const std::vector<WaitingPlace>& places)
{
    Json waiting = Json::array();
    for (const WaitingPlace& place : places)
        waiting.push_back(Json{{"at", place.place}, {"for", place.waitsFor}, {"count", place.count}});
    return waiting;
}

Json toJson(const Stuck& stuck)
{
    return Json{{"since_s", stuck.sinceS}, {"requests", stuck.requests}, {"waiting", toJson(stuck.waiting)}};
}

Json toJson(const Standstill& standstill)
{
    return Json{{"workload", standstill.workload},
                {"since_s", standstill.sinceS},
                {"requests", standstill.requests},
                {"waiting", toJson(standstill.waiting)}};
}

template <class J>
std::vector<WaitingPlace> readPlaces(const ObjectReader<J>& object)
{
    std::vector<WaitingPlace> places;
    for (const J& value : object.array("waiting")) {
        const ObjectReader<J> place(value, "waiting");
        places.push_back({place.text("at"), place.text("for"), place.count("count")});
    }
    return places;
}

template <class J>
Stuck readStuck(const J& json)
{
    const ObjectReader<J> object(json, "stuck");
    return {object.number("since_s"), object.count("requests"), readPlaces(object)};
}

template <class J>
Standstill readStandstill(const J& json)
{
    const ObjectReader<J> object(json, "standstills");
    return {object.text("workload"), object.number("since_s"), object.count("requests"), readPlaces(object)};
}

Json toJson(const DerivedFigure& result)
{
    return Json{{"name", result.name},         {"value", orNull(result.value)}, {"low", orNull(result.low)},
                {"high", orNull(result.high)}, {"unit", result.unit},           {"unit_value", result.unitValue},
                {"why", result.why},           {"sentence", result.sentence}};
}

Json toJson(const GoalVerdict& goal)
{
    return Json{{"id", goal.id},
                {"metric", goal.metric},
                {"at_most", orNull(goal.atMost)},
                {"at_least", orNull(goal.atLeast)},
                {"unit", goal.unit},
                {"value", orNull(goal.value)},
                {"low", orNull(goal.low)},
                {"high", orNull(goal.high)},
                {"verdict", goal.verdict},
                {"sentence", goal.sentence},
                {"conditions", goal.conditions}};
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
std::optional<double> optionalNumber(const ObjectReader<J>& object, const char* key)
{
    return object.has(key) && !object.member(key).is_null() ? std::optional(object.number(key)) : std::nullopt;
}

/// An infinite end of an interval is written as null.
template <class J>
DerivedFigure readResult(const J& json)
{
    const ObjectReader<J> object(json, "results");
    DerivedFigure result;
    result.name = object.text("name");
    result.unit = object.text("unit");
    result.unitValue = object.number("unit_value");
    result.value = optionalNumber(object, "value");
    result.low = optionalNumber(object, "low");
    result.high = optionalNumber(object, "high");
    if (result.value) {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        result.low = result.low.value_or(-infinite);
        result.high = result.high.value_or(infinite);
    }
    result.why = object.text("why");
    result.sentence = object.text("sentence");
    return result;
}

template <class J>
GoalVerdict readGoal(const J& json)
{
    const ObjectReader<J> object(json, "goals");
    const auto optional = [&](const char* key) { return optionalNumber(object, key); };
    return {object.text("id"),
            object.text("metric"),
            optional("at_most"),
            optional("at_least"),
            optional("value"),
            optional("low"),
            optional("high"),
            object.text("verdict"),
            object.text("sentence"),
            object.has("unit") ? object.text("unit") : std::string(),
            object.has("conditions") ? object.text("conditions") : std::string()};
}

template <class J>
LoadCourse readCourse(const J& json)
{
    const ObjectReader<J> object(json, "load_course");
    LoadCourse course{object.text("workload"), {}};
    for (const J& value : object.array("points")) {
        if (!value.is_array() || value.size() != 5)
            throw std::runtime_error("\"load_course.points\" is not a list of five numbers each");
        const auto count = [&](std::size_t i) { return object.countOf(value[i], "points"); };
        course.points.push_back({object.numberOf(value[0], "points"), count(1), count(2), count(3), count(4)});
    }
    return course;
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

/// " (waiting: 3 at role/operation/level block: queue for slots)"
std::string inBrackets(const std::vector<WaitingPlace>& waiting)
{
    constexpr std::size_t mostTold = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(mostTold, waiting.size()); ++i)
        text += (i == 0 ? " (waiting: " : ", ") + std::to_string(waiting[i].count) + " at " + waiting[i].place + ": " +
                waiting[i].waitsFor;
    if (waiting.size() > mostTold)
        text += " ...";
    return waiting.empty() ? text : text + ')';
}

} // namespace

std::string sentenceOf(const Stuck& stuck)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << "Stuck since " << stuck.sinceS << " s: " << stuck.requests
         << (stuck.requests == 1 ? " request waits" : " requests wait") << " for ever" << inBrackets(stuck.waiting)
         << '.';
    return text.str();
}

std::string sentenceOf(const Standstill& standstill)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << "No request of the workload \"" << standstill.workload << "\" has ended since " << standstill.sinceS
         << " s; " << standstill.requests << (standstill.requests == 1 ? " request has" : " requests have")
         << " waited since then" << inBrackets(standstill.waiting) << '.';
    return text.str();
}

void addConsumption(const Summary& summary, Json& json)
{
    if (summary.energy)
        json["energy"] = Json{{"power_W", summary.energy->powerW},
                              {"energy_J", summary.energy->energyJ},
                              {"unknown", summary.energy->unknown}};
    for (const DeviceWear& wear : summary.wear)
        json["wear"].push_back(Json{{"node_group", wear.nodeGroup},
                                    {"devices", wear.devices},
                                    {"part", wear.part},
                                    {"count", wear.count},
                                    {"written_mean_per_s", wear.writtenMeanBps},
                                    {"written_most_per_s", wear.writtenMostBps},
                                    {"endurance_bytes", orNull(wear.enduranceBytes)}});
    if (!summary.costs.empty())
        json["cost"] = billToJson(summary.costs);
}

Price priceOf(const std::vector<GroupCost>& costs)
{
    Price price;
    for (const GroupCost& cost : costs) {
        price.usd += cost.usd;
        price.unknown.insert(cost.unknown.begin(), cost.unknown.end());
    }
    return price;
}

Json billToJson(const std::vector<GroupCost>& costs)
{
    Json groups = Json::array();
    for (const GroupCost& cost : costs) {
        groups.push_back(Json{{"node_group", cost.nodeGroup}, {"usd", cost.usd}, {"unknown", cost.unknown}});
        for (const BillLine& line : cost.lines)
            groups.back()["lines"].push_back(
                Json{{"part", line.part}, {"count", line.count}, {"usd_each", orNull(line.usdEach)}});
        if (cost.rackUnits > 0)
            groups.back()["rack_units"] = cost.rackUnits;
    }
    const Price price = priceOf(costs);
    return {{"total_usd", price.usd}, {"complete", price.unknown.empty()}, {"groups", groups}};
}

void addTrust(const Summary& summary, Json& json)
{
    if (summary.stuck)
        json["stuck"] = toJson(*summary.stuck);
    for (const Standstill& standstill : summary.standstills)
        json["standstills"].push_back(toJson(standstill));
    for (const DerivedFigure& result : summary.results)
        json["results"].push_back(toJson(result));
    for (const GoalVerdict& goal : summary.goals)
        json["goals"].push_back(toJson(goal));
    json["warm_up"] = Json{{"method", summary.warmUp.method}, {"settled", summary.warmUp.settled}};
    if (summary.precision)
        json["precision"] = toJson(*summary.precision);
    json["requests"] = Json::array();
    for (const RequestCount& count : summary.requests)
        json["requests"].push_back(toJson(count));
    for (const ServedLoad& load : servedLoads(summary)) // computed, so it is not read back
        json["load"].push_back(toJson(load));
    for (const LoadCourse& course : summary.loadCourses)
        json["load_course"].push_back(toJson(course));
    if (summary.tracedRequests > 0)
        json["traced_requests"] = summary.tracedRequests;
    if (summary.replications)
        json["replications"] = toJson(*summary.replications);
}

template <class J>
std::vector<GroupCost> readBill(const J& json)
{
    std::vector<GroupCost> costs;
    const ObjectReader<J> cost(json, "cost");
    for (const J& value : cost.array("groups")) {
        const ObjectReader<J> group(value, "cost.groups");
        costs.push_back({group.text("node_group"), group.number("usd"), group.texts("unknown")});
        if (group.has("rack_units"))
            costs.back().rackUnits = group.number("rack_units");
        if (!group.has("lines"))
            continue; // of an older result
        for (const J& entry : group.array("lines")) {
            const ObjectReader<J> line(entry, "cost.groups.lines");
            const double usdEach = line.number("usd_each");
            costs.back().lines.push_back(
                {line.text("part"), line.number("count"), std::isnan(usdEach) ? std::nullopt : std::optional(usdEach)});
        }
    }
    return costs;
}

std::vector<GroupCost> billFromJson(const Json& json)
{
    return readBill(json);
}

template <class J>
void readConsumption(const ObjectReader<J>& object, Summary& summary)
{
    if (object.has("energy")) {
        const ObjectReader<J> energy(object.member("energy"), "energy");
        summary.energy = Energy{energy.number("power_W"), energy.number("energy_J"), energy.texts("unknown")};
    }
    if (object.has("wear"))
        for (const J& value : object.array("wear")) {
            const ObjectReader<J> wear(value, "wear");
            summary.wear.push_back({wear.text("node_group"), wear.text("devices"), wear.text("part"),
                                    wear.number("count"), wear.number("written_mean_per_s"),
                                    wear.number("written_most_per_s"), optionalNumber(wear, "endurance_bytes")});
        }
    if (object.has("cost"))
        summary.costs = readBill(object.member("cost"));
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
    if (object.has("standstills"))
        for (const J& value : object.array("standstills"))
            summary.standstills.push_back(readStandstill<J>(value));
    if (object.has("results"))
        for (const J& value : object.array("results"))
            summary.results.push_back(readResult<J>(value));
    if (object.has("goals"))
        for (const J& value : object.array("goals"))
            summary.goals.push_back(readGoal<J>(value));
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
                                        count.count("done"), count.count("failed"), count.count("in_flight"),
                                        count.has("given_up") ? count.count("given_up") : 0});
        }
    if (object.has("load_course"))
        for (const J& value : object.array("load_course"))
            summary.loadCourses.push_back(readCourse<J>(value));
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
