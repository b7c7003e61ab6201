#include "resources/storage/raid/raid_set.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

namespace {

std::uint32_t copiesOf(RaidLevel level, std::size_t members)
{
    switch (level) {
    case RaidLevel::striped:
        return 1;
    case RaidLevel::mirrored:
        return static_cast<std::uint32_t>(members);
    case RaidLevel::stripedMirrors:
        return 2;
    }
    throw std::invalid_argument("RAID set: unknown level");
}

} // namespace

/// If there is a single column, the whole member is the stripe.
std::uint64_t RaidSet::stripeOf(RaidLevel level, std::uint64_t stripeBytes, const std::vector<StorageDevice*>& members)
{
    return copiesOf(level, members.size()) == members.size() ? smallestOf(members) : stripeBytes;
}

RaidSet::RaidSet(kernel::Calendar& calendar, RaidLevel level, std::uint64_t stripeBytes,
                 const std::vector<StorageDevice*>& members, double rebuildBps)
    : MemberSet(calendar, members, stripeOf(level, stripeBytes, members), rebuildBps),
      copies_(copiesOf(level, memberCount())), columns_(copies_ > 0 ? memberCount() / copies_ : 0),
      stripe_(stripeOf(level, stripeBytes, members)), members_(memberCount())
{
    if (memberCount() < 2)
        throw std::invalid_argument("RAID set: it takes at least two members");
    if (memberCount() % copies_ != 0)
        throw std::invalid_argument("RAID set: RAID 10 takes an even number of members");
    capacity_ = usedPerMember() * columns_;
}

// --- requests ---

void RaidSet::submit(const DeviceRequest& io, kernel::Completion done)
{
    const std::uint32_t index = take(io, done);
    if (failed() || io.bytes == 0) {
        request(index).error = failed();
        answerSoon(index);
        return;
    }
    const std::uint64_t first = io.offset / stripe_;
    const std::uint64_t last = (io.offset + io.bytes - 1) / stripe_;
    const std::uint64_t touched = std::min<std::uint64_t>(last - first + 1, columns_);
    request(index).pending = static_cast<std::uint32_t>(touched);
    for (std::uint64_t i = 0; i < touched; ++i) {
        // The first and the last stripe of the column in the range.
        const std::uint64_t from = first + i;
        const std::uint64_t to = from + (last - from) / columns_ * columns_;
        const std::uint64_t begin = from / columns_ * stripe_ + (i == 0 ? io.offset % stripe_ : 0);
        const std::uint64_t end =
            to / columns_ * stripe_ + (to == last ? (io.offset + io.bytes - 1) % stripe_ + 1 : stripe_);
        submitPart(parts_.take({.request = index,
                                .column = static_cast<std::uint32_t>(from % columns_),
                                .offset = begin,
                                .bytes = end - begin}));
    }
}

void RaidSet::submitPart(std::uint32_t index)
{
    const std::uint32_t column = parts_[index].column;
    if (!request(parts_[index].request).io.write) {
        submitTo(memberToRead(parts_[index]), index, false);
        return;
    }
    for (std::uint32_t member = column * copies_; member < (column + 1) * copies_; ++member)
        if (works(member))
            submitTo(member, index, true);
}

std::uint32_t RaidSet::memberToRead(const Part& part) const
{
    std::uint32_t best = none;
    const auto rank = [&](const Member& member) {
        return std::make_tuple(member.outstanding, member.nextOffset != part.offset, member.reads);
    };
    for (std::uint32_t i = part.column * copies_; i < (part.column + 1) * copies_; ++i)
        if (holds(i, part.offset + part.bytes) && (best == none || rank(members_[i]) < rank(members_[best])))
            best = i;
    return best;
}

void RaidSet::submitTo(std::uint32_t member, std::uint32_t index, bool write)
{
    Member& target = members_[member];
    Part& part = parts_[index];
    ++part.pending;
    ++target.outstanding;
    if (!write) {
        target.nextOffset = part.offset + part.bytes;
        ++target.reads;
    }
    memberDevice(member).submit({write, part.offset, part.bytes},
                                {[](void* self, std::uint64_t context) {
                                     static_cast<RaidSet*>(self)->answered(static_cast<std::uint32_t>(context >> 32U),
                                                                           static_cast<std::uint32_t>(context));
                                 },
                                 this, (std::uint64_t{index} << 32U) | member});
}

void RaidSet::answered(std::uint32_t index, std::uint32_t member)
{
    --members_[member].outstanding;
    Part& part = parts_[index];
    --part.pending;
    part.stored = part.stored || !memberDevice(member).answersWithError();
    if (!part.stored && !request(part.request).io.write) {
        const std::uint32_t other = memberToRead(part);
        if (other != none) {
            submitTo(other, index, false);
            return;
        }
    }
    if (part.pending == 0)
        partDone(index);
}

void RaidSet::partDone(std::uint32_t index)
{
    const std::uint32_t owner = parts_[index].request;
    request(owner).error = request(owner).error || !parts_[index].stored;
    parts_.give(index);
    if (--request(owner).pending == 0)
        answerNow(owner);
}

// --- failing ---

bool RaidSet::columnWorks(std::uint32_t column, std::uint32_t without) const
{
    for (std::uint32_t member = column * copies_; member < (column + 1) * copies_; ++member)
        if (member != without && complete(member))
            return true;
    return false;
}

bool RaidSet::failed() const
{
    for (std::uint32_t column = 0; column < columns_; ++column)
        if (!columnWorks(column))
            return true;
    return false;
}

bool RaidSet::failedWithout(std::uint32_t member) const
{
    return !columnWorks(member / copies_, member);
}

std::vector<std::uint32_t> RaidSet::sourcesOf(std::uint32_t member) const
{
    const std::uint32_t first = member / copies_ * copies_;
    std::vector<std::uint32_t> source;
    for (std::uint32_t i = first; i < first + copies_; ++i)
        if (i != member && complete(i) && (source.empty() || members_[i].outstanding < members_[source[0]].outstanding))
            source.assign(1, i);
    return source;
}

} // namespace headroom::resources
