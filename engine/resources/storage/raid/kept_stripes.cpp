#include "resources/storage/raid/kept_stripes.h"

namespace headroom::resources {

void KeptStripes::use(const Range& range, std::vector<bool>& known)
{
    known.assign(members_, true);
    for (std::uint64_t page = firstPage(range); page < behind(range); ++page) {
        const std::uint32_t slot = table_.find(page);
        for (std::uint32_t i = 0; i < members_; ++i)
            known[i] = known[i] && slot != BlockLru::none && pages_[slot][i];
    }
    for (std::uint64_t page = firstPage(range); page < behind(range); ++page)
        slotFor(page);
}

void KeptStripes::keep(const Range& range, const std::vector<bool>& known)
{
    for (std::uint64_t page = firstPage(range); page < behind(range); ++page) {
        std::vector<bool>& pages = pages_[slotFor(page)];
        for (std::uint32_t i = 0; i < members_; ++i)
            pages[i] = pages[i] || known[i];
    }
}

/// The most recently used one.
std::uint32_t KeptStripes::slotFor(std::uint64_t page)
{
    std::uint32_t slot = table_.find(page);
    if (slot != BlockLru::none) {
        table_.touch(slot);
        return slot;
    }
    slot = table_.insert(page);
    if (pages_.size() <= slot)
        pages_.resize(slot + 1);
    pages_[slot].assign(members_, false);
    return slot;
}

} // namespace headroom::resources
