#include "behaviour/records/local_messages.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

void LocalMessages::add(std::uint32_t message, std::uint64_t order, kernel::Time since,
                        std::vector<std::uint32_t> nodes)
{
    all_.emplace(order, message);
    if (nodes.empty())
        anywhere_.emplace(order, message);
    for (const std::uint32_t node : nodes) {
        onNode_[node].emplace(order, message);
        inRack_[racks_[node]].emplace(order, message);
    }
    entries_.insert_or_assign(message, Entry{order, since, std::move(nodes)});
}

void LocalMessages::remove(std::uint32_t message)
{
    const auto found = entries_.find(message);
    const Entry& entry = found->second;
    all_.erase(entry.order);
    anywhere_.erase(entry.order);
    for (const std::uint32_t node : entry.nodes) {
        drop(onNode_, node, entry.order);
        drop(inRack_, racks_[node], entry.order);
    }
    entries_.erase(found);
}

const LocalMessages::InOrder* LocalMessages::find(const Lists& lists, std::uint32_t key)
{
    const auto found = lists.find(key);
    return found == lists.end() ? nullptr : &found->second;
}

void LocalMessages::drop(Lists& lists, std::uint32_t key, std::uint64_t order)
{
    if (const auto found = lists.find(key); found != lists.end()) {
        found->second.erase(order);
        if (found->second.empty())
            lists.erase(found);
    }
}

std::optional<std::uint32_t> LocalMessages::nextFor(std::uint32_t node, kernel::Time now) const
{
    const InOrder* here = find(onNode_, node);
    if (here && (anywhere_.empty() || here->begin()->first < anywhere_.begin()->first))
        return here->begin()->second;
    if (!anywhere_.empty())
        return anywhere_.begin()->second;
    if (const InOrder* near = find(inRack_, racks_[node]))
        if (const std::uint32_t message = near->begin()->second; now - sinceOf(message) >= patience_)
            return message;
    if (!all_.empty())
        if (const std::uint32_t message = all_.begin()->second;
            now - sinceOf(message) >= kernel::later(patience_, patience_))
            return message;
    return {};
}

kernel::Time LocalMessages::relaxesFor(std::uint32_t node, kernel::Time now) const
{
    kernel::Time first = kernel::never;
    const auto consider = [&](std::uint32_t message, kernel::Time wait) {
        if (const kernel::Time at = kernel::later(sinceOf(message), wait); at > now)
            first = std::min(first, at);
    };
    if (const InOrder* near = find(inRack_, racks_[node]))
        consider(near->begin()->second, patience_);
    if (!all_.empty())
        consider(all_.begin()->second, kernel::later(patience_, patience_));
    return first;
}

std::vector<std::uint32_t> LocalMessages::all() const
{
    std::vector<std::uint32_t> messages;
    for (const auto& [order, message] : all_)
        messages.push_back(message);
    return messages;
}

} // namespace headroom::behaviour
