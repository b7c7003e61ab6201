#include "behaviour/records/slots.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace headroom::behaviour {

namespace {

/// True if the first one is served after the second.
bool later(const Slots::Ranked& one, const Slots::Ranked& other)
{
    return std::tuple(-one.priority, one.order) > std::tuple(-other.priority, other.order);
}

} // namespace

void addRanked(Slots& slots, const Slots::Ranked& waiting)
{
    slots.ranked.push_back(waiting);
    std::push_heap(slots.ranked.begin(), slots.ranked.end(), later);
}

void addHashed(Slots& slots, const Slots::Waiting& waiting, double place, std::uint64_t order)
{
    const double thisRound = std::floor(slots.round) + place;
    addRanked(slots, {waiting, -(thisRound > slots.round ? thisRound : thisRound + 1), order});
}

const Slots::Waiting* nextWaiting(const Slots& slots)
{
    if (!slots.waiting.empty())
        return &slots.waiting.front();
    return slots.ranked.empty() ? nullptr : &slots.ranked.front().waiting;
}

void dropNext(Slots& slots)
{
    if (!slots.waiting.empty()) {
        slots.waiting.pop_front();
        return;
    }
    slots.round = -slots.ranked.front().priority;
    std::pop_heap(slots.ranked.begin(), slots.ranked.end(), later);
    slots.ranked.pop_back();
}

bool busier(const KeyUse& use, const KeyUse& than)
{
    return std::tuple(-use.heldPs, use.key, use.node) < std::tuple(-than.heldPs, than.key, than.node);
}

KeyUsage::KeyUsage(const std::vector<bool>& keyed)
{
    for (const bool each : keyed)
        tables_.emplace_back(each ? places : 0);
}

/// The instances' names are well mixed.
void KeyUsage::add(std::uint32_t state, std::uint64_t instance, const KeyUse& use)
{
    Place& place = tables_[state][instance % places];
    if (place.instance == instance) {
        place.lead += use.heldPs;
        place.use.heldPs += use.heldPs;
        place.use.waitedPs += use.waitedPs;
        return;
    }
    place.lead -= use.heldPs;
    if (place.lead < 0)
        place = {instance, use, -place.lead};
}

KeyUse KeyUsage::of(std::uint32_t state, std::uint64_t instance) const
{
    const Place& place = tables_[state][instance % places];
    return place.instance == instance ? place.use : KeyUse{};
}

std::optional<KeyUse> KeyUsage::busiest(std::uint32_t state) const
{
    const auto& table = tables_[state];
    const auto found = std::min_element(
        table.begin(), table.end(), [](const Place& one, const Place& other) { return busier(one.use, other.use); });
    return found == table.end() || !(found->use.heldPs > 0) ? std::nullopt : std::optional(found->use);
}

void KeyUsage::reset()
{
    for (auto& table : tables_)
        std::fill(table.begin(), table.end(), Place{});
}

} // namespace headroom::behaviour
