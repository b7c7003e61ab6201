#include "behaviour/program/cache_store.h"

#include "kernel/random.h"

#include <algorithm>
#include <limits>

namespace headroom::behaviour {

namespace {

/// Separate purposes of the hashes of a key.
constexpr std::uint64_t forHeld = 0x4e1d, forSample = 0x5a31e, forGuess = 0x90e55, forVictim = 0x71c71;
/// Maximum number of followed look-ups for the hit ratio behind the exact entries: few enough to follow a change of the
/// load; its fluctuation averages out over a run.
constexpr std::uint64_t shareWindow = 1u << 11;

/// Number of look-ups with which the nominal share of followed keys is weighted against the counted one.
constexpr std::uint64_t nominalWeight = 256;

double unit(std::uint64_t hash)
{
    constexpr double scale = 1.0 / 9007199254740992.0; // 2^-53
    return static_cast<double>(hash >> 11) * scale;
}

} // namespace

CacheStore::CacheStore(const Settings& settings) : settings_(settings)
{
    if (settings.lifetime > 0) {
        settings_.exactEntries = std::numeric_limits<std::uint32_t>::max() / 4;
        return;
    }
    heldBelow_ = std::clamp(settings.heldAtStart, 0.0, 1.0);
    if (heldBelow_ == 0)
        return;
    unnamed_ = heldUnits_ = settings.bytes > 0 ? settings.bytes : settings.entries;
    if (settings.bytes > 0)
        unnamedEntries_ = settings.entries;
}

bool CacheStore::lookUp(std::uint64_t key, std::uint64_t bytes, std::uint64_t rank)
{
    const auto found = index_.find(key);
    if (found == index_.end())
        return lookUpUnknown(key, bytes, rank);
    if (settings_.lifetime > 0 && expired(found->second)) [[unlikely]] {
        remove(found->second);
        return false;
    }
    if (entries_[found->second].list == tail)
        countTail(true);
    touch(found->second);
    return true;
}

bool CacheStore::lookUpUnknown(std::uint64_t key, std::uint64_t bytes, std::uint64_t rank)
{
    if (wasHeld(key, bytes, rank))
        return true;
    if (lists_[tail].count == 0 && sampleEvery_ == 1)
        return false;
    if (followed(key)) {
        countTail(false);
        return false;
    }
    ++behind_;
    return guessTail(key, bytes);
}

/// True if the key belongs to the initial contents. Policies by use then store the key as an entry. So do all policies
/// if the cache initially holds the keys looked up first, because nothing else would distinguish these from later keys.
bool CacheStore::wasHeld(std::uint64_t key, std::uint64_t bytes, std::uint64_t rank)
{
    const std::uint64_t units = unnamedUnit(bytes);
    if (unnamed_ == 0 || units > unnamed_ || !isAmongHeld(key, rank) || invalidated_.contains(key))
        return false;
    const bool byUse = settings_.policy == Policy::lru || settings_.policy == Policy::clock;
    if (byUse || settings_.heldAtStart >= 1) {
        takeUnnamed(units);
        add(key, bytes, top);
        entries_.back().used = true;
        shortenTop();
    }
    return true;
}

bool CacheStore::isAmongHeld(std::uint64_t key, std::uint64_t rank) const
{
    if (!settings_.popularity.known())
        return unit(kernel::mix(key, settings_.seed ^ forHeld)) < heldBelow_;
    const auto share = [](std::uint64_t evicted, std::uint64_t held) {
        return held > 0 ? static_cast<double>(evicted) / static_cast<double>(held) : 0.0;
    };
    const double evicted = std::max(share(evictedUnits_, heldUnits_),
                                    settings_.bytes > 0 ? share(evictedEntries_, settings_.entries) : 0.0);
    return settings_.popularity.holds(rank, unit(kernel::mix(rank, settings_.seed ^ forHeld)), evicted);
}

void CacheStore::countTail(bool hit)
{
    ++behind_;
    ++followedBehind_;
    tailHits_ += hit;
    if (++tailLookUps_ < shareWindow)
        return;
    tailLookUps_ /= 2;
    tailHits_ /= 2;
}

std::uint64_t CacheStore::standsFor(std::uint64_t followedOnes) const
{
    if (sampleEvery_ == 1)
        return followedOnes;
    const double each = static_cast<double>(behind_ + nominalWeight * sampleEvery_) /
                        static_cast<double>(followedBehind_ + nominalWeight);
    return static_cast<std::uint64_t>(each * static_cast<double>(followedOnes));
}

bool CacheStore::guessTail(std::uint64_t key, std::uint64_t bytes)
{
    const double share = tailLookUps_ > 0 ? static_cast<double>(tailHits_) / static_cast<double>(tailLookUps_) : 0.0;
    if (unit(kernel::mix(kernel::mix(key, settings_.seed ^ forGuess), draws_++)) >= share)
        return false;
    add(key, bytes, top);
    makeRoom(0, 0);
    shortenTop();
    return true;
}

bool CacheStore::followed(std::uint64_t key) const
{
    return (kernel::mix(key, settings_.seed ^ forSample) & (sampleEvery_ - 1)) == 0;
}

void CacheStore::insert(std::uint64_t key, std::uint64_t bytes)
{
    if (const auto found = index_.find(key); found != index_.end())
        remove(found->second);
    if (settings_.bytes > 0 && bytes > settings_.bytes)
        return;
    makeRoom(1, bytes);
    add(key, bytes, top);
    shortenTop();
}

void CacheStore::invalidate(std::uint64_t key)
{
    if (const auto found = index_.find(key); found != index_.end())
        remove(found->second);
    else if (unnamed_ > 0)
        invalidated_.insert(key);
}

void CacheStore::touch(std::uint32_t entry)
{
    entries_[entry].used = true;
    if (settings_.policy != Policy::lru)
        return;
    unlink(entry);
    link(entry, top);
    shortenTop();
}

void CacheStore::add(std::uint64_t key, std::uint64_t bytes, Which list)
{
    index_.emplace(key, static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back({key, bytes, none, none, list, false});
    if (settings_.lifetime > 0)
        stored_.push_back(now_);
    link(static_cast<std::uint32_t>(entries_.size() - 1), list);
}

void CacheStore::link(std::uint32_t entry, Which list)
{
    List& to = lists_[list];
    Entry& e = entries_[entry];
    e.list = list;
    e.newer = none;
    e.older = to.newest;
    if (to.newest != none)
        entries_[to.newest].newer = entry;
    else
        to.oldest = entry;
    to.newest = entry;
    ++to.count;
    to.bytes += e.bytes;
}

void CacheStore::unlink(std::uint32_t entry)
{
    const Entry& e = entries_[entry];
    List& from = lists_[e.list];
    (e.newer != none ? entries_[e.newer].older : from.newest) = e.older;
    (e.older != none ? entries_[e.older].newer : from.oldest) = e.newer;
    --from.count;
    from.bytes -= e.bytes;
}

bool CacheStore::expired(std::uint32_t entry) const
{
    return now_ - stored_[entry] >= settings_.lifetime;
}

/// The last entry takes the place of the removed one, so that there are no gaps.
void CacheStore::remove(std::uint32_t entry)
{
    unlink(entry);
    index_.erase(entries_[entry].key);
    const auto last = static_cast<std::uint32_t>(entries_.size() - 1);
    if (entry != last) {
        const Entry& moved = entries_[entry] = entries_[last];
        List& list = lists_[moved.list];
        (moved.newer != none ? entries_[moved.newer].older : list.newest) = entry;
        (moved.older != none ? entries_[moved.older].newer : list.oldest) = entry;
        index_[moved.key] = entry;
        if (settings_.lifetime > 0)
            stored_[entry] = stored_[last];
    }
    entries_.pop_back();
    if (settings_.lifetime > 0)
        stored_.pop_back();
}

bool CacheStore::fits(std::uint64_t newEntries, std::uint64_t newBytes) const
{
    const std::uint64_t unnamedBytes = settings_.bytes > 0 ? unnamed_ : 0;
    const std::uint64_t unnamedEntries = settings_.bytes > 0 ? unnamedEntries_ : unnamed_;
    return (settings_.entries == 0 || entries() + unnamedEntries + newEntries <= settings_.entries) &&
           (settings_.bytes == 0 || bytes() + unnamedBytes + newBytes <= settings_.bytes);
}

void CacheStore::makeRoom(std::uint64_t newEntries, std::uint64_t newBytes)
{
    while (!fits(newEntries, newBytes) && (unnamed_ > 0 || !entries_.empty()))
        evict(newBytes);
}

void CacheStore::shortenTop()
{
    while (lists_[top].count > settings_.exactEntries && settings_.policy == Policy::lru)
        demote();
}

/// Evicts one entry; from the initial contents, as many bytes as are needed.
void CacheStore::evict(std::uint64_t bytesWanted)
{
    if (settings_.policy == Policy::random) {
        // Each entry and each unit of the initial contents, the latter weighted by their share of the room.
        const std::uint64_t named = settings_.bytes > 0 ? bytes() : entries();
        double chance = static_cast<double>(unnamed_) / static_cast<double>(unnamed_ + named);
        if (unnamedEntries_ > 0)
            chance = std::min(chance,
                              static_cast<double>(unnamedEntries_) / static_cast<double>(unnamedEntries_ + entries()));
        const std::uint64_t hash = kernel::mix(settings_.seed ^ forVictim, draws_++);
        if (unnamed_ > 0 && (entries_.empty() || unit(hash) < chance))
            evictUnnamed(unnamedUnit(bytesWanted));
        else
            remove(static_cast<std::uint32_t>(kernel::mix(hash, forVictim) % entries_.size()));
        return;
    }
    if (unnamed_ > 0) {
        evictUnnamed(unnamedUnit(bytesWanted));
        return;
    }
    std::uint32_t victim = lists_[lists_[tail].count > 0 ? tail : top].oldest;
    while (settings_.policy == Policy::clock && entries_[victim].used) {
        entries_[victim].used = false;
        unlink(victim);
        link(victim, top);
        victim = lists_[top].oldest;
    }
    remove(victim);
}

/// From the initial contents, the keys with the largest hash go first, or the least recently used ones.
void CacheStore::evictUnnamed(std::uint64_t units)
{
    const std::uint64_t gone = std::clamp<std::uint64_t>(units, 1, unnamed_);
    double left = static_cast<double>(unnamed_ - gone) / static_cast<double>(unnamed_);
    if (unnamedEntries_ > 0)
        left = std::min(left, static_cast<double>(unnamedEntries_ - 1) / static_cast<double>(unnamedEntries_));
    heldBelow_ *= left;
    evictedUnits_ += gone;
    ++evictedEntries_;
    takeUnnamed(gone);
    if (unnamed_ == 0)
        invalidated_.clear();
}

/// Removes this many units and one entry from the initial contents; if one of the two reaches zero, so does the other.
void CacheStore::takeUnnamed(std::uint64_t units)
{
    unnamed_ -= units;
    if (unnamedEntries_ > 0 && --unnamedEntries_ == 0)
        unnamed_ = 0;
    if (unnamed_ == 0)
        unnamedEntries_ = 0;
}

/// The least recently used exact entry moves behind the exact ones if its key is followed; otherwise it is removed.
void CacheStore::demote()
{
    const std::uint32_t entry = lists_[top].oldest;
    if (!followed(entries_[entry].key)) {
        remove(entry);
        return;
    }
    unlink(entry);
    link(entry, tail);
    if (lists_[tail].count > settings_.exactEntries)
        sampleLess();
}

void CacheStore::sampleLess()
{
    sampleEvery_ *= 2;
    tailLookUps_ /= 2; // the number of look-ups that they represent stays the same
    tailHits_ /= 2;
    behind_ = followedBehind_ = 0;
    for (std::uint32_t i = static_cast<std::uint32_t>(entries_.size()); i-- > 0;)
        if (entries_[i].list == tail && !followed(entries_[i].key))
            remove(i);
}

} // namespace headroom::behaviour
