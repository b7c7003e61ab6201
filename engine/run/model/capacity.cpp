#include "run/model/capacity.h"

#include "project/document/document.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom::run {

namespace {

/// Bytes that the rings keep for each byte of data of (role, volume): the number of copies, or of an erasure code all
/// pieces over those that are enough.
std::map<std::pair<std::string, std::string>, double> copies(const project::Project& project,
                                                             project::Resolver& resolver)
{
    std::map<std::pair<std::string, std::string>, double> result;
    const auto& fields = project::selectorFields();
    for (std::size_t s = 0; s < project.selectors.size(); ++s) {
        const auto& values = project.selectors[s].fields;
        const std::string at = "/selectors/" + std::to_string(s);
        double& most = result[{resolver.text(fields, "role", values, at), resolver.text(fields, "volume", values, at)}];
        most = std::max(most, resolver.number(fields, "replicas", values, at) /
                                  std::max(1.0, resolver.number(fields, "enough", values, at)));
    }
    return result;
}

/// Bytes on the devices of a set for each byte of data.
double copiesInSet(const topology::DeviceGroupInfo& devices)
{
    const double count = devices.devicesPerSet();
    switch (devices.raid) {
    case topology::Raid::mirrored:
        return count;
    case topology::Raid::stripedMirrors:
        return 2;
    case topology::Raid::singleParity:
        return count / (count - 1);
    case topology::Raid::doubleParity:
        return count / (count - 2);
    default:
        return 1;
    }
}

/// Volumes of which a block chooses the device by its load.
std::set<std::string> chosenByLoad(const behaviour::Software& software)
{
    std::set<std::string> volumes;
    for (const behaviour::Program& program : software.operations)
        for (const behaviour::StorageStep& step : program.storage)
            if (step.chosenSlot != behaviour::nowhere && step.volume < software.volumes.size())
                volumes.insert(software.volumes[step.volume].name);
    return volumes;
}

/// Effect of the placement of a volume's ring on its devices.
struct RingFill
{
    double fullest = 1; ///< fill of the fullest device relative to the mean
    bool byCapacity = false;
};

/// By role and volume. If several rings are over a volume, the one with the most copies decides, as for the copies.
std::map<std::pair<std::string, std::string>, RingFill>
ringFills(const project::Project& project, project::Resolver& resolver, const behaviour::Software& software)
{
    std::map<std::pair<std::string, std::string>, RingFill> result;
    const auto& fields = project::selectorFields();
    for (std::size_t s = 0; s < project.selectors.size() && s < software.rings.size(); ++s) {
        const auto& values = project.selectors[s].fields;
        const std::string at = "/selectors/" + std::to_string(s);
        RingFill& fill =
            result[{resolver.text(fields, "role", values, at), resolver.text(fields, "volume", values, at)}];
        const std::string placement = resolver.text(fields, "placement", values, at);
        if (placement != "even")
            fill.fullest = std::max(fill.fullest, software.rings[s].fullest());
        fill.byCapacity =
            fill.byCapacity || placement == "table" || resolver.text(fields, "weights", values, at) == "by capacity";
    }
    return result;
}

/// Devices of one size that have a volume.
struct Share
{
    std::string nodeGroup, devices;
    std::string pointer;  ///< of the volume
    double bytesEach = 0; ///< of users' data, all copies counted
    double rawEach = 0;
    double netEach = 0;    ///< without the redundancy of a RAID set
    double fileSystem = 0; ///< share that it keeps of these
    double reserve = 0;    ///< share of the rest that stays empty in operation
    double count = 0;      ///< RAID sets, or devices
};

/// The devices over which the data of a volume are spread.
struct Pool
{
    double copies = 1;
    bool even = true; ///< each device holds the same
    std::vector<Share> shares;
};

/// By the ring's role and volume, or by node group and volume.
using Pools = std::map<std::pair<std::string, std::string>, Pool>;

void addShares(const topology::GroupInfo& group, std::size_t number,
               const std::map<std::pair<std::string, std::string>, double>& kept, const std::set<std::string>& byLoad,
               Pools& pools)
{
    for (std::uint32_t d = 0; d < group.deviceGroups.size(); ++d) {
        const topology::VolumeInfo* decides = nullptr;
        std::pair<std::string, std::string> pool;
        double copies = 0;
        for (const topology::VolumeInfo& volume : group.volumes) {
            if (std::ranges::count(volume.deviceGroups, d) == 0)
                continue;
            double most = 0;
            std::string ringsRole;
            for (const std::string& role : group.roles)
                if (const auto found = kept.find({role, volume.volume}); found != kept.end() && found->second > most) {
                    most = found->second;
                    ringsRole = role;
                }
            if (decides && (copies > 0 || most == 0))
                continue;
            decides = &volume;
            copies = most;
            pool = most > 0 ? std::pair(ringsRole, volume.volume) : std::pair("group " + group.id, volume.volume);
        }
        if (!decides)
            continue;
        const topology::DeviceGroupInfo& devices = group.deviceGroups[d];
        const bool sets = devices.raid != topology::Raid::none;
        Share share;
        share.nodeGroup = group.id;
        share.devices = devices.id;
        share.pointer =
            "/topology/groups/" + std::to_string(number) + "/volumes/" + std::to_string(decides - group.volumes.data());
        share.count = static_cast<double>(group.count) * (sets ? devices.setsPerNode : devices.countPerNode);
        share.rawEach = devices.component->figure("capacity_B") * (sets ? devices.devicesPerSet() : 1);
        share.netEach = share.rawEach / copiesInSet(devices);
        share.fileSystem = decides->overhead;
        share.reserve = 1 - decides->fillLimit;
        share.bytesEach = share.netEach * (1 - share.fileSystem) * (1 - share.reserve);
        Pool& known = pools[pool];
        known.copies = std::max(1.0, copies);
        known.even = copies > 0 || !byLoad.contains(decides->volume);
        if (share.count > 0)
            known.shares.push_back(std::move(share));
    }
}

/// Bytes that the pool holds, all copies counted.
double held(const std::string& volume, const Pool& pool, project::Findings& findings)
{
    double sum = 0, count = 0;
    const Share* least = nullptr;
    const Share* most = nullptr;
    for (const Share& share : pool.shares) {
        sum += share.bytesEach * share.count;
        count += share.count;
        least = !least || share.bytesEach < least->bytesEach ? &share : least;
        most = !most || share.bytesEach > most->bytesEach ? &share : most;
    }
    if (!least || !pool.even)
        return sum;
    const double even = least->bytesEach * count;
    // Sizes that differ by less than a thousandth are those of one nominal size.
    if (even < sum * 0.999)
        findings.push_back({project::Severity::warning, "volume.uneven-devices", least->pointer,
                            "node group " + least->nodeGroup + ", volume " + volume,
                            "Its data are spread evenly over devices that can hold different amounts: " +
                                project::formatQuantity(least->bytesEach, "B") + " each on \"" + least->devices +
                                "\" of " + least->nodeGroup + ", " + project::formatQuantity(most->bytesEach, "B") +
                                " on \"" + most->devices + "\" of " + most->nodeGroup +
                                ". The smaller ones are full first, so " + project::formatQuantity(sum - even, "B") +
                                " stay empty.",
                            "Give the volume devices of one size, or bind volumes of their own to the larger ones."});
    return even;
}

/// Collects what is left out of the raw capacity. Behind the copies, bytes are those of users' data.
class LeftOut
{
public:
    /// `held`: bytes that the pool holds, all copies counted. `fullest`: fill of its fullest device over the mean.
    void add(const Pool& pool, double held, double fullest)
    {
        double net = 0, filled = 0, ownShare = 0;
        for (const Share& share : pool.shares) {
            net += share.netEach * share.count;
            ownShare += share.netEach * share.fileSystem * share.count;
            filled += share.bytesEach * share.count;
            redundancy_ += (share.rawEach - share.netEach / pool.copies) * share.count;
        }
        fileSystem_ += ownShare / pool.copies;
        reserve_ += (net - ownShare - filled) / pool.copies;
        smaller_ += (filled - held) / pool.copies;
        fullest_ += held / pool.copies * (1 - 1 / fullest);
    }

    /// Those that are more than rounding.
    std::vector<record::CapacityLoss> losses() const
    {
        std::vector<record::CapacityLoss> losses;
        const auto add = [&](const char* what, double bytes) {
            if (bytes >= 1)
                losses.push_back({what, bytes});
        };
        add("copies and parity", redundancy_);
        add("overhead of the file system", fileSystem_);
        add("reserve above the fill limit", reserve_);
        add("room on devices that are larger than others", smaller_);
        add("room on other devices when the fullest is full, without a balancer", fullest_);
        return losses;
    }

private:
    double redundancy_ = 0, fileSystem_ = 0, reserve_ = 0, smaller_ = 0, fullest_ = 0;
};

} // namespace

std::optional<Capacity> capacity(const project::Project& project, project::Resolver& resolver,
                                 const topology::ExpandedTopology& topology, const behaviour::Software& software)
{
    const auto kept = copies(project, resolver);
    const auto byLoad = chosenByLoad(software);
    Pools pools;
    for (std::size_t g = 0; g < topology.groups().size(); ++g)
        addShares(topology.groups()[g], g, kept, byLoad, pools);
    Capacity capacity;
    LeftOut leftOut;
    const auto fills = ringFills(project, resolver, software);
    for (auto& [name, pool] : pools) {
        for (const Share& share : pool.shares)
            capacity.rawBytes += share.rawEach * share.count;
        const auto fill = fills.find(name);
        pool.even = pool.even && (fill == fills.end() || !fill->second.byCapacity);
        const double fullest = fill == fills.end() ? 1 : fill->second.fullest;
        const double bytes = held(name.second, pool, resolver.findings());
        capacity.usableBytes += bytes / pool.copies / fullest;
        leftOut.add(pool, bytes, fullest);
    }
    capacity.leftOut = leftOut.losses();
    return capacity.rawBytes > 0 ? std::optional(capacity) : std::nullopt;
}

} // namespace headroom::run
