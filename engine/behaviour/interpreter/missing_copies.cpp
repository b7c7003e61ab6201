#include "behaviour/interpreter/missing_copies.h"

#include "behaviour/cluster/deployment.h"
#include "behaviour/items/shared_items.h"
#include "behaviour/shared/message_queues.h"
#include "behaviour/targets/ring_members.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

MissingCopies::MissingCopies(Core& core, const Deployment& deployment, RingMembers& members, SharedItems& items,
                             MessageQueues& queues)
    : core_(core), deployment_(deployment), members_(members), items_(items), queues_(queues)
{
    for (std::uint32_t s = 0; s < core_.software.states.size(); ++s) {
        const std::uint32_t r = core_.software.states[s].missingOf;
        if (r == nowhere)
            continue;
        Watched& watched = watched_.emplace_back();
        watched.state = s;
        watched.ring = r;
        watched.awaySince.assign(core_.cluster.devices.size(), kernel::never);
        watched.replaced.resize(core_.cluster.devices.size());
        const mapping::Ring& ring = core_.software.rings[r];
        for (std::uint64_t partition = 0; partition < ring.partitions(); ++partition) {
            const auto devices = ring.devicesOf(partition);
            watched.holders.emplace_back(devices.begin(), devices.end());
        }
    }
    if (!watched_.empty())
        members_.whenChanged([this] { onChange(); });
}

/// Looks when the failure or the return is complete, and again when an outage is noticed and when others take the
/// place.
void MissingCopies::onChange()
{
    const kernel::Time now = core_.calendar.now();
    for (std::size_t w = 0; w < watched_.size(); ++w) {
        const RingOutage& outage = core_.software.outages[watched_[w].ring];
        core_.calendar.schedule(now, &MissingCopies::onReview, this, w);
        // A node that was known to be down when it failed is out earlier by the time that it takes to notice it.
        const kernel::Time outOfKnown = outage.out == kernel::never || outage.noticed == kernel::never
                                            ? kernel::never
                                            : outage.out - outage.noticed;
        for (const kernel::Time after : {outage.noticed, outage.out, outOfKnown})
            if (after != kernel::never)
                core_.calendar.schedule(kernel::later(now, after), &MissingCopies::onReview, this, w);
    }
}

void MissingCopies::onReview(void* self, std::uint64_t index)
{
    auto& copies = *static_cast<MissingCopies*>(self);
    copies.review(copies.watched_[index]);
    copies.core_.drain();
}

void MissingCopies::review(Watched& watched)
{
    for (std::uint32_t device = 0; device < watched.awaySince.size(); ++device)
        if (!members_.up(watched.ring, device)) {
            watched.awaySince[device] = std::min(watched.awaySince[device], core_.calendar.now());
            watched.replaced[device] = watched.replaced[device] || core_.cluster.devices[device].device->failed();
        }
    for (std::uint64_t partition = 0; partition < watched.holders.size(); ++partition)
        reviewPartition(watched, partition);
    for (std::uint32_t device = 0; device < watched.awaySince.size(); ++device)
        if (members_.up(watched.ring, device)) {
            watched.awaySince[device] = kernel::never;
            watched.replaced[device] = false;
        }
}

void MissingCopies::reviewPartition(Watched& watched, std::uint64_t partition)
{
    std::vector<std::uint32_t>& holders = watched.holders[partition];
    std::erase_if(holders, [&](std::uint32_t device) { return !members_.up(watched.ring, device); });
    std::vector<std::uint32_t> room;
    const auto places = members_.devicesOf(watched.ring, partition, room);
    const auto own = core_.software.rings[watched.ring].devicesOf(partition);
    const std::size_t before = holders.size();
    for (const std::uint32_t device : places) {
        if (!members_.up(watched.ring, device) || std::ranges::count(holders, device) > 0)
            continue;
        const bool whole = std::ranges::count(own, device) == 0 || watched.replaced[device];
        if (before > 0)
            tell(watched, partition, holders.front(), device, whole);
        else if (whole)
            items_.countWithoutSource(watched.state, 1);
        holders.push_back(device);
    }
    // A hand-off gives its copy up when the place is its owner's again.
    std::erase_if(holders, [&](std::uint32_t device) { return std::ranges::count(places, device) == 0; });
}

void MissingCopies::tell(const Watched& watched, std::uint64_t partition, std::uint32_t source, std::uint32_t target,
                         bool whole)
{
    const StateInfo& info = core_.software.states[watched.state];
    const kernel::Time since = watched.awaySince[target];
    const double missed = whole || since == kernel::never ? 0 : kernel::toSeconds(core_.calendar.now() - since);
    const std::uint32_t instance =
        info.owner == Owner::node ? deployment_.instanceOfDevice(info.role, source) : nowhere;
    queues_.post(watched.state, instance,
                 {static_cast<double>(partition), static_cast<double>(source), static_cast<double>(target),
                  whole ? 1.0 : 0.0, missed},
                 core_.cluster.devices[source].node);
}

} // namespace headroom::behaviour
