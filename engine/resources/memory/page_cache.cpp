#include "resources/memory/page_cache.h"

#include <algorithm>
#include <memory_resource>
#include <unordered_map>
#include <vector>

namespace headroom::resources {

namespace {

constexpr std::uint32_t noEntry = 0xffffffffU;

struct Entry
{
    std::uint64_t file = 0;
    std::uint64_t cached = 0;
    std::uint64_t dirty = 0; ///< part of `cached`
    std::uint32_t older = noEntry;
    std::uint32_t newer = noEntry; ///< or the next free entry
};

} // namespace

struct PageCache::State
{
    explicit State(std::uint64_t bytes) : capacity(bytes), index(&memory) {}

    std::uint64_t available() const { return capacity - std::min(held, capacity); }

    Entry* find(std::uint64_t file)
    {
        const auto found = index.find(file);
        return found == index.end() ? nullptr : &entries[found->second];
    }

    std::uint32_t numberOf(const Entry& entry) const { return static_cast<std::uint32_t>(&entry - entries.data()); }

    void unlink(Entry& entry)
    {
        (entry.newer == noEntry ? newest : entries[entry.newer].older) = entry.older;
        (entry.older == noEntry ? oldest : entries[entry.older].newer) = entry.newer;
    }

    void linkNewest(Entry& entry)
    {
        const std::uint32_t number = numberOf(entry);
        entry.newer = noEntry;
        entry.older = newest;
        (newest == noEntry ? oldest : entries[newest].newer) = number;
        newest = number;
    }

    void touch(Entry& entry)
    {
        unlink(entry);
        linkNewest(entry);
    }

    Entry& touchOrAdd(std::uint64_t file)
    {
        if (Entry* entry = find(file)) {
            touch(*entry);
            return *entry;
        }
        std::uint32_t number = freeEntry;
        if (number == noEntry) {
            number = static_cast<std::uint32_t>(entries.size());
            entries.emplace_back();
        } else {
            freeEntry = entries[number].newer;
        }
        entries[number] = Entry{file, 0, 0, noEntry, noEntry};
        index.emplace(file, number);
        linkNewest(entries[number]);
        return entries[number];
    }

    void forget(Entry& entry)
    {
        unlink(entry);
        index.erase(entry.file);
        entry.newer = freeEntry;
        freeEntry = numberOf(entry);
    }

    /// Takes up to `bytes` clean bytes from an entry, and removes the entry when it is empty.
    void shrink(Entry& entry, std::uint64_t bytes)
    {
        const std::uint64_t taken = std::min(bytes, entry.cached - entry.dirty);
        entry.cached -= taken;
        cached -= taken;
        if (entry.cached == 0)
            forget(entry);
    }

    /// Evicts clean bytes, the least recently used file first. Completely dirty files on the way are moved to the
    /// recent end, as Linux rotates dirty pages met in reclaim; so they are not visited repeatedly.
    void makeRoom()
    {
        const std::uint64_t room = available();
        while (cached > room && cached > dirty) {
            Entry& entry = entries[oldest];
            if (entry.cached == entry.dirty)
                touch(entry);
            else
                shrink(entry, cached - room);
        }
    }

    std::uint64_t capacity;
    std::uint64_t held = 0;
    std::uint64_t cached = 0;
    std::uint64_t dirty = 0;
    std::vector<Entry> entries;
    std::pmr::unsynchronized_pool_resource memory; ///< keeps freed nodes: no allocation once warm
    std::pmr::unordered_map<std::uint64_t, std::uint32_t> index;
    std::uint32_t newest = noEntry;
    std::uint32_t oldest = noEntry;
    std::uint32_t freeEntry = noEntry;
};

PageCache::PageCache(std::uint64_t capacityBytes) : state_(std::make_unique<State>(capacityBytes)) {}

PageCache::~PageCache() = default;

std::uint64_t PageCache::lookup(std::uint64_t file)
{
    Entry* entry = state_->find(file);
    if (!entry)
        return 0;
    state_->touch(*entry);
    return entry->cached;
}

std::uint64_t PageCache::cachedOf(std::uint64_t file) const
{
    const Entry* entry = state_->find(file);
    return entry ? entry->cached : 0;
}

void PageCache::insert(std::uint64_t file, std::uint64_t bytes)
{
    if (bytes == 0)
        return;
    Entry& entry = state_->touchOrAdd(file);
    if (entry.cached < bytes) {
        state_->cached += bytes - entry.cached;
        entry.cached = bytes;
    }
    state_->makeRoom();
}

void PageCache::dirty(std::uint64_t file, std::uint64_t bytes)
{
    if (bytes == 0) {
        lookup(file);
        return;
    }
    Entry& entry = state_->touchOrAdd(file);
    entry.dirty += bytes;
    state_->dirty += bytes;
    if (entry.cached < entry.dirty) {
        state_->cached += entry.dirty - entry.cached;
        entry.cached = entry.dirty;
    }
    state_->makeRoom();
}

void PageCache::clean(std::uint64_t file, std::uint64_t bytes)
{
    Entry* entry = state_->find(file);
    if (!entry)
        return;
    const std::uint64_t cleaned = std::min(bytes, entry->dirty);
    entry->dirty -= cleaned;
    state_->dirty -= cleaned;
    state_->makeRoom();
}

void PageCache::drop(std::uint64_t file)
{
    if (Entry* entry = state_->find(file))
        state_->shrink(*entry, entry->cached);
}

void PageCache::dropAll()
{
    for (std::uint32_t number = state_->oldest; number != noEntry;) {
        Entry& entry = state_->entries[number];
        number = entry.newer;
        state_->shrink(entry, entry.cached);
    }
}

void PageCache::hold(std::uint64_t bytes)
{
    state_->held += bytes;
    state_->makeRoom();
}

void PageCache::giveBack(std::uint64_t bytes)
{
    state_->held -= std::min(bytes, state_->held);
}

std::uint64_t PageCache::cachedBytes() const
{
    return state_->cached;
}

std::uint64_t PageCache::dirtyBytes() const
{
    return state_->dirty;
}

std::uint64_t PageCache::capacityBytes() const
{
    return state_->capacity;
}

std::uint64_t PageCache::heldBytes() const
{
    return state_->held;
}

std::uint64_t PageCache::availableBytes() const
{
    return state_->available();
}

} // namespace headroom::resources
