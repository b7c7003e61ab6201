// Base of the RAID sets of all levels: their members as a whole, and the rebuild of one that returns.
#pragma once

#include "resources/storage/composite_device.h"
#include "resources/storage/raid/raid_rebuild.h"

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// - A flush goes to every working member.
/// - A failed member is left out. One that returns is rebuilt (raid_rebuild.h): it takes writes at once, and reads
///   where it has its data again. Until it has them all, the set counts it as failed.
/// - A member without which the set has failed returns with the data that it had, as an administrator would have to
///   force it to. So do all members of a set that was failed and restored as a whole.
class MemberSet : public CompositeDevice, RaidRebuild::Host
{
public:
    void flush(kernel::Completion done) override;

    /// The following apply to all members.
    void setSpeedFactor(double factor) override;
    void fail() override;
    void restore() override;

    /// True if the member works and has all of its data.
    bool complete(std::uint32_t member) const { return works(member) && rebuild_.complete(member); }

protected:
    /// The members belong to the caller and outlive the set. Each is used for as many whole stripes as the smallest
    /// holds; throws std::invalid_argument for a stripe of 0 bytes or one larger than a member. `rebuildBps` as for
    /// RaidRebuild.
    MemberSet(kernel::Calendar& calendar, std::vector<StorageDevice*> members, std::uint64_t stripeBytes,
              double rebuildBps);

    StorageDevice& memberDevice(std::uint32_t member) final { return *devices_[member]; }
    std::uint32_t memberCount() const { return static_cast<std::uint32_t>(devices_.size()); }
    static std::uint64_t smallestOf(const std::vector<StorageDevice*>& members);
    /// Bytes of each member that are in use.
    std::uint64_t usedPerMember() const { return used_; }

    bool works(std::uint32_t member) const { return !devices_[member]->failed(); }
    /// True if it works and has its data below `end`.
    bool holds(std::uint32_t member, std::uint64_t end) const { return works(member) && rebuild_.has(member, end); }

private:
    /// True if the set has failed when this member counts as failed.
    virtual bool failedWithout(std::uint32_t member) const = 0;

    bool inDemand() const final { return meter_.present() > 0; }
    void rebuildBegins() final { beginWork(); }
    void rebuildEnds() final { endWork(); }
    void returned(std::uint32_t member);
    void flushed(std::uint32_t request);

    std::vector<StorageDevice*> devices_;
    std::uint64_t used_; ///< bytes of each member
    RaidRebuild rebuild_;
    bool wholeReturns_ = false;
};

} // namespace headroom::resources
