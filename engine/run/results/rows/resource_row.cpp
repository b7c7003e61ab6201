#include "run/results/rows/resource_row.h"

#include "run/model/resource_names.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::run {

namespace {

constexpr double roundingShare = 1e-9; // of sums of many doubles

double inSeconds(monitoring::Meter::Integral picoseconds)
{
    return static_cast<double>(picoseconds) / static_cast<double>(kernel::picosecondsPerSecond);
}

/// See ResourceDemand::delayS.
void setDelay(ResourceDemand& demand, double waitingS, std::optional<double> thereS)
{
    if (thereS && !demand.held)
        demand.presenceS = std::max(*thereS, demand.busyS);
    if (thereS)
        demand.delayS = *thereS;
    else if (demand.held)
        demand.delayS = waitingS;
    else if (demand.measuresWaiting)
        demand.delayS = demand.presenceS;
}

/// The total of something that never falls.
double grown(double before, double after)
{
    return std::max(0.0, after - before);
}

std::optional<double> grown(const std::optional<double>& before, const std::optional<double>& after)
{
    return after ? std::optional(grown(before.value_or(0), *after)) : std::nullopt;
}

} // namespace

std::vector<WorkloadTotals> totalsOf(const Model& model)
{
    std::vector<WorkloadTotals> totals;
    for (const auto& workload : model.workloads) {
        WorkloadTotals& total = totals.emplace_back();
        for (const OperationMeter& meter : workload->operations()) {
            total.ended += static_cast<double>(meter.window.done + meter.window.failed);
            total.latencyS += inSeconds(meter.window.latency.sum());
        }
        total.presentS = inSeconds(workload->requests().presentTime());
        if (const auto arrived = workload->offeredInWindow())
            total.arrived = static_cast<double>(*arrived);
    }
    return totals;
}

Served::Served(const Model& model, double spanS)
    : Served(model, kernel::toSeconds(model.calendar.now()) - spanS, kernel::toSeconds(model.calendar.now()),
             std::vector<WorkloadTotals>(model.workloads.size()), totalsOf(model),
             std::vector<char>(model.workloads.size(), true))
{
}

Served::Served(const Model& model, double fromS, double toS, const std::vector<WorkloadTotals>& before,
               const std::vector<WorkloadTotals>& after, const std::vector<char>& active)
{
    const double spanS = toS - fromS;
    double latency = 0, thinking = 0, offered = 0, tasks = 0;
    bool onlyJobs = true;
    for (std::size_t w = 0; w < model.workloads.size(); ++w) {
        const Workload& workload = *model.workloads[w];
        if (workload.background() || !active[w])
            continue;
        const double ended = grown(before[w].ended, after[w].ended);
        latency += grown(before[w].latencyS, after[w].latencyS);
        users.count += workload.users(fromS, toS);
        onlyJobs = onlyJobs && workload.isOfJobs();
        tasks += grown(before[w].presentS, after[w].presentS) / spanS;
        offered += grown(before[w].arrived, after[w].arrived).value_or(std::numeric_limits<double>::infinity());
        thinking += ended * workload.thinkTime();
        completions += ended;
    }
    for (const behaviour::StateInfo& state : model.software.states)
        users.otherWaiting = users.otherWaiting || state.keyed;
    users.tasks = onlyJobs ? tasks : 0;
    users.throughput = completions / spanS;
    users.offered = offered / spanS;
    users.meanS = completions > 0 ? latency / completions : 0;
    users.thinkS = completions > 0 ? thinking / completions : 0;
}

ResourceRow::ResourceRow(const std::string& group, const std::string& resource, double spanS) : spanS_(spanS)
{
    row_.nodeGroup = group;
    row_.resource = resource;
    demand_.resource = demand_.place = fullName(group, resource);
}

void ResourceRow::add(double utilisation, double ofCapacity, double servers, double queue, double bytesPerSecond)
{
    ++count_;
    devices_.push_back({utilisation, ofCapacity});
    row_.queueMean += queue;
    row_.bytesPerSecond += bytesPerSecond;
    demand_.busyS += utilisation * servers * spanS_;
    demand_.servers = std::max(demand_.servers, servers);
}

void ResourceRow::add(const monitoring::Meter& meter, double ofCapacity, bool inService, double more)
{
    const auto waiting = inService ? meter.presentTime() : meter.presentTime() - meter.busyTime();
    demand_.presenceS += inSeconds(meter.presentTime());
    add(meter.utilisation(), ofCapacity, meter.servers(), inSeconds(waiting) / spanS_ + more,
        static_cast<double>(meter.bytes()) / spanS_);
}

void ResourceRow::setAll(double busyS, std::string busiest)
{
    demand_.busyS = busyS;
    row_.busiest = std::move(busiest);
}

void ResourceRow::setBrings(const std::string& others)
{
    demand_.brings = fullName(row_.nodeGroup, others);
}

void ResourceRow::setMeanwhile(Meanwhile meanwhile)
{
    demand_.servedBy = std::move(meanwhile.servedBy);
    demand_.takes = std::move(meanwhile.takes);
}

void ResourceRow::close(std::vector<Parts> parts, double on, Kind kind)
{
    parts_ = std::move(parts);
    on_ = on;
    kind_ = kind;
}

std::optional<ResourceRow> ResourceRow::since(const ResourceRow& earlier) const
{
    if (earlier.count_ > 0 && earlier.row_.busiest != row_.busiest)
        return {};
    ResourceRow later = *this;
    later.spanS_ = spanS_ - earlier.spanS_;
    const auto mean = [&](double before, double after) {
        return grown(before * earlier.spanS_, after * spanS_) / later.spanS_;
    };
    for (std::size_t d = 0; d < devices_.size(); ++d) {
        const Device before = d < earlier.devices_.size() ? earlier.devices_[d] : Device();
        later.devices_[d] = {mean(before.utilisation, devices_[d].utilisation),
                             mean(before.ofCapacity, devices_[d].ofCapacity)};
    }
    later.row_.queueMean = mean(earlier.row_.queueMean, row_.queueMean);
    later.row_.bytesPerSecond = mean(earlier.row_.bytesPerSecond, row_.bytesPerSecond);
    later.demand_.busyS = grown(earlier.demand_.busyS, demand_.busyS);
    later.demand_.presenceS = grown(earlier.demand_.presenceS, demand_.presenceS);
    later.calls_ = grown(earlier.calls_, calls_);
    later.waitedS_ = grown(earlier.waitedS_, waitedS_);
    later.thereS_ = grown(earlier.thereS_, thereS_);
    return later;
}

void ResourceRow::finish(const Served& served, bool powered, std::vector<record::ResourceSummary>& rows,
                         std::vector<ResourceDemand>& demands) const
{
    if (count_ == 0)
        return;
    record::ResourceSummary row = row_;
    ResourceDemand demand = demand_;
    for (const Device& device : devices_) {
        row.utilisationMean += device.utilisation;
        row.utilisationMax = std::max(row.utilisationMax, device.utilisation);
        demand.utilisation = std::max(demand.utilisation, device.ofCapacity);
    }
    row.utilisationMean /= count_;
    row.queueMean /= count_;
    bool waitingKnown = false;
    if (served.completions > 0) {
        row.demandS = demand.utilisation * spanS_ / served.completions;
        demand.busyS /= served.completions;
        // With a write cache, a device is also busy with work for which no request waits.
        const double presence = demand.presenceS / served.completions;
        waitingKnown = presence >= demand.busyS * (1 - roundingShare);
        demand.presenceS = std::max(presence, demand.busyS);
        row.servedS = demand.busyS;
        demand.calls = calls_ / served.completions;
    }
    demand.held = kind_ == Kind::workers || kind_ == Kind::threads || kind_ == Kind::slots;
    demand.measuresWaiting = kind_ == Kind::device || kind_ == Kind::threads || kind_ == Kind::tokens;
    if (waitedS_ && served.completions > 0)
        row.waitingS = *waitedS_ / served.completions;
    else if (demand.measuresWaiting && waitingKnown)
        row.waitingS = demand.presenceS - demand.busyS;
    demand.takesNoTime = kind_ == Kind::tokens;
    if (served.completions > 0)
        setDelay(demand, waitedS_.value_or(row_.queueMean * spanS_) / served.completions,
                 thereS_ ? std::optional(*thereS_ / served.completions) : std::nullopt);
    if (powered)
        addPower(row, parts_, on_, spanS_);
    rows.push_back(std::move(row));
    if (kind_ != Kind::sameAsNetwork)
        demands.push_back(std::move(demand));
}

} // namespace headroom::run
