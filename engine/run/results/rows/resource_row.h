// One resource of a run over a time: the sums of its meters, from which a row of the summary and a demand are made.
// Internal to run/.
#pragma once

#include "record/summary/summary.h"
#include "run/model/consumption.h"
#include "run/model/model.h"
#include "run/results/limits/bottleneck.h"
#include "run/results/rows/served_meanwhile.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::run {

/// The sums of a workload's meters since its window began.
struct WorkloadTotals
{
    double ended = 0, latencyS = 0, presentS = 0;
    std::optional<double> arrived; ///< nothing if its requests wait for answers
};

/// By workload. Its meters must have been settled.
std::vector<WorkloadTotals> totalsOf(const Model& model);

/// Throughput and latency of all operations together, for the users.
struct Served
{
    Users users;
    double completions = 0;

    /// In the measured window, which has `spanS` seconds.
    Served(const Model& model, double spanS);
    /// From `fromS` to `toS` (seconds of the run), between which the totals grew from `before` to `after`, of the
    /// workloads that are `active` then.
    Served(const Model& model, double fromS, double toS, const std::vector<WorkloadTotals>& before,
           const std::vector<WorkloadTotals>& after, const std::vector<char>& active);
};

/// Adds up the meters of one kind of resource in a node group.
class ResourceRow
{
public:
    enum class Kind
    {
        device,
        link,
        sameAsNetwork, ///< a link that limits as its nodes' network
        tokens,        ///< of a bucket: a rate that limits, but nothing that is held
        workers,       ///< event loops: requests that wait to be accepted are not in their meter
        threads,
        slots
    };

    ResourceRow(const std::string& group, const std::string& resource, double spanS);
    /// One device: its share of busy time, and its share of its capacity.
    void add(double utilisation, double ofCapacity, double servers, double queue, double bytesPerSecond);
    /// `inService`: the queue includes those being served. `more`: others that wait.
    void add(const monitoring::Meter& meter, double ofCapacity, bool inService, double more = 0);
    /// A device that counts only if it is used at some time.
    void pass() { devices_.push_back({}); }
    /// To be called if only the busiest of several instances was added: the use of all, in seconds, and the name of
    /// that one.
    void setAll(double busyS, std::string busiest);
    /// The time that requests waited for it, of a kind whose meter does not know.
    void setWaiting(double waitingS) { waitedS_ = waitingS; }
    /// The time that requests owe to it at most, of a kind whose meter knows only what waits for its own service.
    void setTimeThere(double timeS) { thereS_ = timeS; }
    void setElastic() { demand_.elastic = true; }
    void setAbsorbs() { demand_.absorbs = true; }
    /// Where requests spend the time for it, if not at a place of its own name, and how many it serves at once there.
    void setPlace(std::string place) { demand_.place = std::move(place); }
    void setBrings(const std::string& others);
    void setServers(double servers) { demand_.servers = servers; }
    /// Calls and messages to the nodes of a network, of all operations together.
    void setCalls(double calls) { calls_ = calls; }
    /// Resources that serve while it is held.
    void setMeanwhile(Meanwhile meanwhile);
    /// Ends the adding. `on`: the share of the time for which the group's nodes were up.
    void close(std::vector<Parts> parts, double on, Kind kind);

    /// The same resource before its first use, after `spanS` seconds of the window.
    ResourceRow unused(double spanS) const { return {row_.nodeGroup, row_.resource, spanS}; }
    bool isSameAs(const ResourceRow& other) const
    {
        return row_.nodeGroup == other.row_.nodeGroup && row_.resource == other.row_.resource;
    }
    /// The sums since `earlier`, a closed row of the same resource for the beginning of this row's time. Nothing if
    /// they are not known: of keyed slots only the busiest key was added, and that is another one by now.
    std::optional<ResourceRow> since(const ResourceRow& earlier) const;
    /// Adds the row and, unless another one stands for it, the demand. `powered`: the row has its parts' power.
    void finish(const Served& served, bool powered, std::vector<record::ResourceSummary>& rows,
                std::vector<ResourceDemand>& demands) const;

private:
    struct Device
    {
        double utilisation = 0, ofCapacity = 0;
    };

    double spanS_;
    record::ResourceSummary row_; ///< queue and bytes: sums over the devices
    ResourceDemand demand_;       ///< times: sums over all operations
    std::vector<Device> devices_;
    std::optional<double> waitedS_, thereS_;
    double calls_ = 0;
    int count_ = 0;
    std::vector<Parts> parts_;
    double on_ = 1;
    Kind kind_ = Kind::device;
};

} // namespace headroom::run
