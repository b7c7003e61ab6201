#include "resources/storage/raid_set.h"

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

RaidSet::RaidSet(kernel::Calendar& calendar, RaidLevel level, std::uint64_t stripeBytes,
                 std::vector<StorageDevice*> members)
    : CompositeDevice(calendar, "RAID set"), copies_(copiesOf(level, members.size())),
      columns_(copies_ > 0 ? static_cast<std::uint32_t>(members.size()) / copies_ : 0), stripe_(stripeBytes)
{
    if (members.size() < 2)
        throw std::invalid_argument("RAID set: it takes at least two members");
    if (members.size() % copies_ != 0)
        throw std::invalid_argument("RAID set: RAID 10 takes an even number of members");
    std::uint64_t smallest = ~std::uint64_t{0};
    for (StorageDevice* device : members) {
        members_.push_back({.device = device});
        smallest = std::min(smallest, device->capacityBytes());
    }
    if (columns_ == 1)
        stripe_ = smallest;
    if (stripe_ == 0)
        throw std::invalid_argument("RAID set: the stripe must have a size");
    if (stripe_ > smallest)
        throw std::invalid_argument("RAID set: the smallest member does not hold a stripe");
    capacity_ = smallest / stripe_ * stripe_ * columns_;
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
        submitTo(memberToRead(column, parts_[index].offset), index, false);
        return;
    }
    for (std::uint32_t member = column * copies_; member < (column + 1) * copies_; ++member)
        if (!members_[member].device->failed())
            submitTo(member, index, true);
}

std::uint32_t RaidSet::memberToRead(std::uint32_t column, std::uint64_t offset) const
{
    std::uint32_t best = none;
    const auto rank = [&](const Member& member) {
        return std::make_tuple(member.outstanding, member.nextOffset != offset, member.reads);
    };
    for (std::uint32_t i = column * copies_; i < (column + 1) * copies_; ++i)
        if (!members_[i].device->failed() && (best == none || rank(members_[i]) < rank(members_[best])))
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
    target.device->submit({write, part.offset, part.bytes},
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
    part.stored = part.stored || !members_[member].device->answersWithError();
    if (!part.stored && !request(part.request).io.write) {
        const std::uint32_t other = memberToRead(part.column, part.offset);
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

// --- flush ---

void RaidSet::flush(kernel::Completion done)
{
    const std::uint32_t index = enterFlush(done);
    for (const Member& member : members_)
        request(index).pending += !member.device->failed();
    if (failed()) {
        request(index).error = true;
        answerSoon(index);
        return;
    }
    for (const Member& member : members_)
        if (!member.device->failed())
            member.device->flush({[](void* self, std::uint64_t context) {
                                      static_cast<RaidSet*>(self)->flushed(static_cast<std::uint32_t>(context));
                                  },
                                  this, index});
}

void RaidSet::flushed(std::uint32_t index)
{
    if (--request(index).pending > 0)
        return;
    request(index).error = failed();
    answerNow(index);
}

// --- failing ---

bool RaidSet::failed() const
{
    for (std::uint32_t column = 0; column < columns_; ++column) {
        const auto begin = members_.begin() + static_cast<std::ptrdiff_t>(column * copies_);
        if (std::all_of(begin, begin + copies_, [](const Member& member) { return member.device->failed(); }))
            return true;
    }
    return false;
}

void RaidSet::setSpeedFactor(double factor)
{
    for (const Member& member : members_)
        member.device->setSpeedFactor(factor);
}

void RaidSet::fail()
{
    for (const Member& member : members_)
        member.device->fail();
}

void RaidSet::restore()
{
    for (const Member& member : members_)
        member.device->restore();
}

} // namespace headroom::resources
