#include "resources/storage/raid/merged_ios.h"

#include <utility>

namespace headroom::resources {

void MergedIos::submit(std::uint32_t member, const DeviceRequest& io, std::uint32_t part)
{
    if (gathering_ > 0 && joins(member, io, part))
        return;
    const std::uint32_t index = ios_.take();
    ios_[index].io = io;
    ios_[index].member = member;
    ios_[index].parts.assign(1, part);
    if (gathering_ == 0) {
        start(index);
        return;
    }
    gathered_.push_back(index);
    last_[member] = index;
}

bool MergedIos::joins(std::uint32_t member, const DeviceRequest& io, std::uint32_t part)
{
    if (last_[member] == Chain::none)
        return false;
    Io& last = ios_[last_[member]];
    if (last.io.write != io.write || last.io.offset + last.io.bytes != io.offset)
        return false;
    last.io.bytes += io.bytes;
    last.parts.push_back(part);
    return true;
}

void MergedIos::send()
{
    if (--gathering_ > 0)
        return;
    for (const std::uint32_t index : gathered_) {
        last_[ios_[index].member] = Chain::none;
        start(index);
    }
    gathered_.clear();
}

void MergedIos::start(std::uint32_t index)
{
    client_.deviceOf(ios_[index].member)
        .submit(ios_[index].io, {[](void* self, std::uint64_t context) {
                                     static_cast<MergedIos*>(self)->done(static_cast<std::uint32_t>(context));
                                 },
                                 this, index});
}

void MergedIos::done(std::uint32_t index)
{
    // Clients may submit more when they are answered, and so take the record; nothing is answered from within submit.
    std::swap(answered_, ios_[index].parts);
    const bool error = client_.deviceOf(ios_[index].member).answersWithError();
    ios_.give(index);
    gather();
    for (const std::uint32_t part : answered_)
        client_.answered(part, error);
    send();
}

} // namespace headroom::resources
