#include "record/summary/summary.h"

#include "record/structure/json_reading.h"
#include "record/structure/summary_json.h"
#include "record/structure/summary_parts.h"

#include <cmath>

namespace headroom::record {

namespace {

Json toJson(const LatencySummary& latency)
{
    return Json{{"mean", latency.meanMs},
                {"p50", latency.p50Ms},
                {"p95", latency.p95Ms},
                {"p99", latency.p99Ms},
                {"max", latency.maxMs}};
}

/// Three numbers for each bucket in one flat list: there are hundreds of buckets.
Json toJson(const std::vector<LatencyBucket>& buckets)
{
    Json json = Json::array();
    for (const LatencyBucket& bucket : buckets)
        json.push_back(Json::array({bucket.lowerMs, bucket.upperMs, bucket.count}));
    return json;
}

Json toJson(const OperationSummary& operation)
{
    return Json{{"count", operation.count},
                {"errors", operation.errors},
                {"per_s", operation.perSecond},
                {"bytes_per_s", operation.bytesPerSecond},
                {"latency_ms", toJson(operation.latency)},
                {"ci95_rel", operation.ci95Relative},
                {"latency_ci95_rel", operation.latencyCi95Relative},
                {"latency_buckets_ms", toJson(operation.buckets)}};
}

Json toJson(const WorkloadSummary& workload)
{
    return Json{{"type", workload.type},
                {"background", workload.background},
                {"count", workload.count},
                {"errors", workload.errors},
                {"refused", workload.refused},
                {"per_s", workload.perSecond},
                {"bytes_per_s", workload.bytesPerSecond},
                {"in_flight_mean", workload.inFlightMean},
                {"in_flight_max", workload.inFlightMax}};
}

Json toJson(const JobSummary& job)
{
    return Json{{"count", job.count},
                {"failed", job.failed},
                {"unfinished", job.unfinished},
                {"completion_s", Json{{"mean", job.completionMeanS}, {"max", job.completionMaxS}}}};
}

/// An undefined value is null here as in the file: NaN would not equal itself.
void nullWhatIsNotFinite(Json& json)
{
    if (json.is_structured())
        for (Json& part : json)
            nullWhatIsNotFinite(part);
    else if (json.is_number_float() && !std::isfinite(json.get<double>()))
        json = nullptr;
}

Json toJson(const ResourceSummary& resource)
{
    Json json{{"node_group", resource.nodeGroup},
              {"resource", resource.resource},
              {"utilisation_mean", resource.utilisationMean},
              {"utilisation_max", resource.utilisationMax},
              {"queue_mean", resource.queueMean},
              {"bytes_per_s", resource.bytesPerSecond},
              {"demand_s", resource.demandS},
              {"served_s", resource.servedS},
              {"waiting_s", orNull(resource.waitingS)},
              {"power_W", orNull(resource.powerW)},
              {"energy_J", orNull(resource.energyJ)}};
    if (!resource.busiest.empty())
        json["busiest"] = resource.busiest;
    return json;
}

Json toJson(const Bottleneck& bottleneck)
{
    return Json{{"resource", bottleneck.resource},
                {"utilisation", bottleneck.utilisation},
                {"next", bottleneck.next},
                {"next_utilisation", bottleneck.nextUtilisation},
                {"headroom", bottleneck.headroom},
                {"speedup_if_twice_as_fast", Json{{"low", bottleneck.speedupLow}, {"high", bottleneck.speedupHigh}}},
                {"users_limit", bottleneck.usersLimit}};
}

/// The status and the reason of the end of the run.
std::string statusOf(const Summary& summary)
{
    if (!summary.limit.empty())
        return "stopped: " + summary.limit;
    if (summary.stuck)
        return "stuck";
    return summary.stopped ? "stopped" : "done";
}

Json toJson(const StateSummary& state)
{
    return Json{{"role", state.role},
                {"state", state.state},
                {"type", state.type},
                {"used_mean", state.usedMean},
                {"used_max", state.usedMax},
                {"waiting_mean", state.waitingMean},
                {"waiting_max", state.waitingMax},
                {"utilisation", state.utilisation},
                {"look_ups", state.lookUps},
                {"hit_ratio", state.hitRatio}};
}

Json toJson(const MissingCopies& missing)
{
    return Json{{"ring", missing.ring},
                {"role", missing.role},
                {"state", missing.state},
                {"copies", missing.copies},
                {"without_source", missing.withoutSource},
                {"forgotten", missing.forgotten},
                {"left", missing.left},
                {"incomplete_s", missing.incompleteS}};
}

template <class J>
MissingCopies readMissingCopies(const J& json)
{
    const ObjectReader<J> object(json, "missing_copies");
    return {object.text("ring"),
            object.text("role"),
            object.text("state"),
            object.count("copies"),
            object.count("without_source"),
            object.count("forgotten"),
            object.count("left"),
            object.number("incomplete_s")};
}

template <class J>
LatencySummary readLatency(const ObjectReader<J>& object, const char* key)
{
    const ObjectReader<J> latency(object.member(key), object.placeOf(key));
    return {latency.number("mean"), latency.number("p50"), latency.number("p95"), latency.number("p99"),
            latency.number("max")};
}

template <class J>
StateSummary readState(const J& json)
{
    const ObjectReader<J> object(json, "states");
    return {object.text("role"),          object.text("state"),         object.text("type"),
            object.number("used_mean"),   object.number("used_max"),    object.number("waiting_mean"),
            object.number("waiting_max"), object.number("utilisation"), object.count("look_ups"),
            object.number("hit_ratio")};
}

template <class J>
std::vector<LatencyBucket> readBuckets(const ObjectReader<J>& operation, const char* key)
{
    std::vector<LatencyBucket> buckets;
    if (!operation.has(key)) // older results do not have them
        return buckets;
    for (const J& value : operation.array(key)) {
        if (!value.is_array() || value.size() != 3)
            operation.fail(key, "a list of lists of three numbers");
        buckets.push_back(
            {operation.numberOf(value[0], key), operation.numberOf(value[1], key), operation.countOf(value[2], key)});
    }
    return buckets;
}

template <class J>
OperationSummary readOperation(const J& json, const std::string& place)
{
    const ObjectReader<J> object(json, place);
    OperationSummary operation;
    operation.count = object.count("count");
    operation.errors = object.count("errors");
    operation.perSecond = object.number("per_s");
    operation.bytesPerSecond = object.number("bytes_per_s");
    operation.ci95Relative = object.number("ci95_rel");
    operation.latencyCi95Relative = object.number("latency_ci95_rel");
    operation.latency = readLatency<J>(object, "latency_ms");
    operation.buckets = readBuckets(object, "latency_buckets_ms");
    return operation;
}

template <class J>
WorkloadSummary readWorkload(const J& json, const std::string& place)
{
    const ObjectReader<J> object(json, place);
    WorkloadSummary workload;
    workload.type = object.text("type");
    workload.background = object.flag("background");
    workload.count = object.count("count");
    workload.errors = object.count("errors");
    workload.refused = object.count("refused");
    workload.perSecond = object.number("per_s");
    workload.bytesPerSecond = object.number("bytes_per_s");
    workload.inFlightMean = object.number("in_flight_mean");
    workload.inFlightMax = object.count("in_flight_max");
    return workload;
}

template <class J>
JobSummary readJob(const J& json, const std::string& place)
{
    const ObjectReader<J> object(json, place);
    const ObjectReader<J> completion(object.member("completion_s"), object.placeOf("completion_s"));
    return {object.count("count"), object.count("unfinished"), completion.number("mean"), completion.number("max"),
            object.has("failed") ? object.count("failed") : 0};
}

/// An object of named elements; older results do not have it.
template <class J, class Thing, class Read>
void readNamed(const ObjectReader<J>& object, const char* key, std::map<std::string, Thing>& things, Read read)
{
    if (!object.has(key))
        return;
    const J& named = object.member(key);
    if (!named.is_object())
        object.fail(key, "an object");
    for (const auto& [name, value] : named.items())
        things[name] = read(value, std::string(key) + "." + name);
}

template <class J>
ResourceSummary readResource(const J& json)
{
    const ObjectReader<J> object(json, "resources");
    ResourceSummary resource{object.text("node_group"),         object.text("resource"),
                             object.number("utilisation_mean"), object.number("utilisation_max"),
                             object.number("queue_mean"),       object.number("bytes_per_s")};
    if (object.has("demand_s"))
        resource.demandS = object.number("demand_s");
    if (object.has("served_s"))
        resource.servedS = object.number("served_s");
    if (object.has("busiest"))
        resource.busiest = object.text("busiest");
    for (const auto& [key, value] :
         {std::pair{"power_W", &resource.powerW}, {"energy_J", &resource.energyJ}, {"waiting_s", &resource.waitingS}})
        if (object.has(key) && !object.member(key).is_null())
            *value = object.number(key);
    return resource;
}

template <class J>
NodeSummary readNodes(const J& json)
{
    const ObjectReader<J> object(json, "nodes");
    return {object.text("node_group"), object.numbers("processor"), object.numbers("disk"), object.numbers("network")};
}

template <class J>
Bottleneck readBottleneck(const J& json)
{
    const ObjectReader<J> object(json, "bottleneck");
    Bottleneck bottleneck;
    bottleneck.resource = object.text("resource");
    bottleneck.utilisation = object.number("utilisation");
    if (!object.has("next"))
        return bottleneck;
    bottleneck.next = object.text("next");
    bottleneck.nextUtilisation = object.number("next_utilisation");
    bottleneck.headroom = object.number("headroom");
    const ObjectReader<J> speedup(object.member("speedup_if_twice_as_fast"), "bottleneck.speedup_if_twice_as_fast");
    bottleneck.speedupLow = speedup.number("low");
    bottleneck.speedupHigh = speedup.number("high");
    bottleneck.usersLimit = object.number("users_limit");
    return bottleneck;
}

template <class J>
void readCapacity(const J& json, Summary& summary)
{
    const ObjectReader<J> capacity(json, "capacity");
    if (capacity.has("raw_bytes"))
        summary.rawBytes = capacity.number("raw_bytes");
    if (capacity.has("usable_bytes"))
        summary.usableBytes = capacity.number("usable_bytes");
}

} // namespace

Json toJson(const Summary& summary)
{
    Json json{{"project", summary.project},   {"seed", summary.seed},        {"simulated_s", summary.simulatedS},
              {"warm_up_s", summary.warmUpS}, {"wall_s", summary.wallS},     {"events", summary.events},
              {"stopped", summary.stopped},   {"status", statusOf(summary)}, {"parameters", Json::object()},
              {"operations", Json::object()}, {"workloads", Json::object()}, {"jobs", Json::object()},
              {"resources", Json::array()}};
    if (!summary.end.empty())
        json["end"] = summary.end;
    if (!summary.conditions.empty())
        json["conditions"] = summary.conditions;
    for (const auto& [name, value] : summary.parameters)
        json["parameters"][name] = value;
    for (const auto& [name, factor] : summary.scaled)
        json["scaled"][name] = factor;
    for (const auto& [name, operation] : summary.operations)
        json["operations"][name] = toJson(operation);
    for (const auto& [name, workload] : summary.workloads)
        json["workloads"][name] = toJson(workload);
    for (const auto& [name, job] : summary.jobs)
        json["jobs"][name] = toJson(job);
    for (const ResourceSummary& resource : summary.resources)
        json["resources"].push_back(toJson(resource));
    for (const NodeSummary& group : summary.nodes)
        json["nodes"].push_back(Json{{"node_group", group.nodeGroup},
                                     {"processor", group.processor},
                                     {"disk", group.disk},
                                     {"network", group.network}});
    if (summary.bottleneck)
        json["bottleneck"] = toJson(*summary.bottleneck);
    if (summary.rawBytes)
        json["capacity"]["raw_bytes"] = *summary.rawBytes;
    if (summary.usableBytes)
        json["capacity"]["usable_bytes"] = *summary.usableBytes;
    addConsumption(summary, json);
    addTrust(summary, json);
    json["blocks"] = Json::array();
    for (const BlockSummary& block : summary.blocks)
        json["blocks"].push_back(Json{
            {"diagram", block.diagram}, {"block", block.block}, {"visits", block.visits}, {"mean_s", block.meanS}});
    for (const auto& [name, stretch] : summary.stretches)
        json["stretches"][name] = Json{{"count", stretch.count}, {"duration_ms", toJson(stretch.duration)}};
    for (const StateSummary& state : summary.states)
        json["states"].push_back(toJson(state));
    for (const MissingCopies& missing : summary.missingCopies)
        json["missing_copies"].push_back(toJson(missing));
    json["laws"] = Json::array();
    for (const LawCheck& law : summary.laws)
        json["laws"].push_back(Json{{"name", law.name}, {"left", law.left}, {"right", law.right}});
    nullWhatIsNotFinite(json);
    return json;
}

template <class J>
Summary readSummary(const J& json)
{
    const ObjectReader<J> object(json, "");
    Summary summary;
    summary.project = object.text("project");
    summary.seed = object.count("seed");
    summary.simulatedS = object.number("simulated_s");
    summary.warmUpS = object.number("warm_up_s");
    summary.wallS = object.number("wall_s");
    summary.events = object.count("events");
    summary.stopped = object.flag("stopped");
    if (object.has("end"))
        summary.end = object.text("end");
    if (object.has("conditions"))
        summary.conditions = object.text("conditions");
    const J& parameters = object.member("parameters");
    const ObjectReader<J> parameterReader(parameters, "parameters");
    for (const auto& [name, value] : parameters.items())
        summary.parameters[name] = parameterReader.text(name.c_str());
    if (object.has("scaled")) {
        const ObjectReader<J> scaled(object.member("scaled"), "scaled");
        for (const auto& [name, value] : object.member("scaled").items())
            summary.scaled[name] = scaled.number(name.c_str());
    }
    const J& operations = object.member("operations");
    if (!operations.is_object())
        object.fail("operations", "an object");
    for (const auto& [name, value] : operations.items())
        summary.operations[name] = readOperation<J>(value, "operations." + name);
    readNamed(object, "workloads", summary.workloads, readWorkload<J>);
    readNamed(object, "jobs", summary.jobs, readJob<J>);
    for (const J& resource : object.array("resources"))
        summary.resources.push_back(readResource<J>(resource));
    if (object.has("nodes")) // older results do not have them
        for (const J& group : object.array("nodes"))
            summary.nodes.push_back(readNodes<J>(group));
    if (object.has("bottleneck"))
        summary.bottleneck = readBottleneck<J>(object.member("bottleneck"));
    if (object.has("capacity"))
        readCapacity<J>(object.member("capacity"), summary);
    readConsumption<J>(object, summary);
    readTrust<J>(object, summary);
    for (const J& value : object.array("blocks")) {
        const ObjectReader<J> block(value, "blocks");
        summary.blocks.push_back(
            {block.text("diagram"), block.text("block"), block.count("visits"), block.number("mean_s")});
    }
    if (object.has("stretches")) {
        for (const auto& [name, value] : object.member("stretches").items()) {
            const ObjectReader<J> stretch(value, "stretches." + name);
            summary.stretches[name] = {stretch.count("count"), readLatency<J>(stretch, "duration_ms")};
        }
    }
    if (object.has("states"))
        for (const J& value : object.array("states"))
            summary.states.push_back(readState<J>(value));
    if (object.has("missing_copies"))
        for (const J& value : object.array("missing_copies"))
            summary.missingCopies.push_back(readMissingCopies<J>(value));
    for (const J& value : object.array("laws")) {
        const ObjectReader<J> law(value, "laws");
        summary.laws.push_back({law.text("name"), law.text("left"), law.text("right")});
    }
    return summary;
}

template Summary readSummary(const nlohmann::json& json);
template Summary readSummary(const nlohmann::ordered_json& json);

Summary summaryFromJson(const Json& json)
{
    return readSummary(json);
}

} // namespace headroom::record
