// Creates a workload of the right type from its fields.
#include "project/document/workloads.h"
#include "run/workload/closed_loop.h"
#include "run/workload/jobs.h"
#include "run/workload/open_loop.h"
#include "run/workload/timer.h"
#include "run/workload/trace_replay.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom::run {

namespace {

/// More arrivals than this in one run are a typing error: at a million of them per second of real time it would take
/// hours.
constexpr double mostArrivals = 1e10;
constexpr double mostInFlight = 1e7;

/// The level over the stages of the field, from column `level`, with 0 at the end.
Profile stagesOf(const WorkloadFields& fields, std::size_t level, const char* what)
{
    Profile profile;
    double former = 0;
    const auto stages = fields.rows("stages");
    for (std::size_t s = 0; s < stages.size(); ++s) {
        const double duration = stages[s][0], ramp = stages[s][3];
        const std::string place = "/stages/" + std::to_string(s);
        if (std::isnan(stages[s][level])) {
            fields.error("stage.no-level", place, std::string("The stage does not say its ") + what + '.',
                         std::string("Give it ") + what + '.');
            continue;
        }
        if (ramp > duration)
            fields.error("stage.ramp", place + "/ramp", "The ramp is longer than the stage.",
                         "Let the ramp be a part of the stage's duration.");
        profile.beginStage();
        profile.add(std::min(ramp, duration), former, stages[s][level]);
        profile.hold(duration - std::min(ramp, duration), stages[s][level]);
        former = stages[s][level];
    }
    profile.add(fields.number("ramp_down"), former, 0);
    if (stages.empty())
        fields.error("stages.empty", "/stages", "The list of stages is empty.",
                     "Add a stage, or remove the list for one level all the time.");
    else if (profile.end() <= 0)
        fields.error("stages.no-time", "/stages", "The stages take no time.", "Give them a duration.");
    return profile;
}

/// One level for the whole run, with its ramps.
Profile steady(const WorkloadFields& fields, double level)
{
    Profile profile;
    const double up = fields.number("ramp_up"), down = fields.number("ramp_down");
    profile.add(up, 0, level);
    if (down <= 0) {
        profile.hold(endOfTime, level);
        return profile;
    }
    const double left = fields.elaboration().durationS - fields.number("start") - up - down;
    if (left < 0)
        fields.error("workload.ramps", "/ramp_down", "The ramps are longer than the run.",
                     "Shorten them or let the run last longer.");
    profile.hold(left, level);
    profile.add(down, level, 0);
    return profile;
}

Profile ratesOf(const WorkloadFields& fields)
{
    Profile profile;
    const auto rates = fields.rows("rates");
    const bool linear = fields.text("rate_between") == "linear";
    if (rates.empty())
        fields.error("rates.empty", "/rates", "The list of rates is empty.",
                     "Add a time and a rate, or remove the list for one rate all the time.");
    for (std::size_t r = 0; r < rates.size(); ++r) {
        const bool last = r + 1 == rates.size();
        if (r == 0)
            profile.hold(rates[0][0], 0);
        else if (rates[r][0] < rates[r - 1][0])
            fields.error("rates.order", "/rates/" + std::to_string(r), "The time is earlier than that before it.",
                         "Put the times in order.");
        profile.add(last ? endOfTime : rates[r + 1][0] - rates[r][0], rates[r][1],
                    last || !linear ? rates[r][1] : rates[r + 1][1]);
    }
    return profile;
}

Arrivals::Settings arrivalsOf(const WorkloadFields& fields)
{
    Arrivals::Settings settings;
    const std::string kind = fields.text("arrivals");
    settings.kind = kind == "constant" ? Arrivals::Kind::constant
                    : kind == "bursts" ? Arrivals::Kind::bursts
                                       : Arrivals::Kind::poisson;
    settings.onS = fields.number("on_time");
    settings.offS = fields.number("off_time");
    settings.rate = fields.has("stages")  ? stagesOf(fields, 2, "rate")
                    : fields.has("rates") ? ratesOf(fields)
                                          : steady(fields, fields.number("rate"));
    settings.rate.scale(fields.elaboration().arrivals);
    const double span = std::max(0.0, fields.elaboration().durationS - fields.number("start"));
    const double share = settings.kind == Arrivals::Kind::bursts ? settings.onS / (settings.onS + settings.offS) : 1;
    const double expected = settings.rate.area(span) * share;
    const std::string place = fields.has("stages") ? "/stages" : fields.has("rates") ? "/rates" : "/rate";
    if (!(expected <= mostArrivals))
        fields.error("workload.too-many", place,
                     "At this rate more than 10 000 million requests would arrive in the run.",
                     "Lower the rate or shorten the run.");
    else if (expected <= 0 && span > 0)
        fields.warn("workload.no-rate", place, "At this rate nothing ever arrives in the run.",
                    "Give a rate above 0, or remove the workload.");
    return settings;
}

Profile concurrencyOf(const WorkloadFields& fields)
{
    const bool staged = fields.has("stages");
    Profile profile = staged ? stagesOf(fields, 1, "workers") : steady(fields, std::max(1.0, fields.number("workers")));
    if (profile.end() > 0 && profile.maximum() <= 0)
        fields.error("workload.no-workers", "/stages", "No stage has a worker.", "Give one of them workers.");
    const double depth = fields.number("depth");
    if (depth > 1 && depth * profile.maximum() > mostInFlight)
        fields.error("workload.too-many-in-flight", "/depth",
                     "Workers and depth make more than 10 million operations in flight.", "Lower one of them.");
    return profile;
}

} // namespace

std::unique_ptr<Workload> makeWorkload(const Elaboration& from, std::size_t index)
{
    const WorkloadFields fields(from, index);
    const std::string type = fields.text("type");
    Demand demand(fields, type != "trace");
    const std::string role = fields.workload().role, group = fields.text("group");
    const auto& nodes = from.placement.nodesOf(role);
    if (nodes.empty()) {
        fields.error("workload.no-node", "/role", "Its role \"" + role + "\" is carried by no node.",
                     "Add the role to a node group.");
        return nullptr;
    }
    if (!group.empty() && std::ranges::none_of(nodes, [&](auto node) { return from.placement.isIn(group, node); })) {
        fields.error("workload.no-node", "/group", "No node of \"" + group + "\" carries its role \"" + role + "\".",
                     "Add the role to the node group, or choose another one.");
        return nullptr;
    }
    if (demand.shares().empty() || fields.flag("disabled"))
        return nullptr;
    if (fields.number("start") >= from.durationS)
        fields.warn("workload.late", "/start", "It begins when the run is over, so that it does nothing.",
                    "Let it begin earlier, or the run last longer.");
    if (type == "open loop")
        return std::make_unique<OpenLoop>(fields, std::move(demand), arrivalsOf(fields));
    if (type == "trace")
        return std::make_unique<TraceReplay>(fields, std::move(demand));
    if (type == "jobs")
        return std::make_unique<Jobs>(fields, std::move(demand));
    if (type == "timer")
        return std::make_unique<Timer>(fields, std::move(demand));
    return std::make_unique<ClosedLoop>(fields, std::move(demand), concurrencyOf(fields));
}

} // namespace headroom::run
