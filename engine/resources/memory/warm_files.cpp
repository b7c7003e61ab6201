#include "resources/memory/warm_files.h"

#include <algorithm>
#include <bit>

namespace headroom::resources {

void WarmFiles::add(std::uint64_t file, std::uint64_t pages)
{
    files_.push_back(file);
    pages_ += pages;
    if (runs_.empty() || runs_.back().pages != pages)
        runs_.push_back({0, pages});
    runs_.back().end = files_.size();
}

void WarmFiles::seal()
{
    constexpr std::size_t ahead = 16; // the table is larger than the processor's caches
    const unsigned bits = std::bit_width(files_.size() + files_.size() / 2) + 1;
    shift_ = 64 - bits;
    table_.assign(std::size_t{1} << bits, none);
    const std::size_t last = table_.size() - 1;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        if (i + ahead < files_.size())
            __builtin_prefetch(&table_[bucketOf(files_[i + ahead])], 1);
        std::size_t place = bucketOf(files_[i]);
        while (table_[place] != none && files_[table_[place]] != files_[i])
            place = (place + 1) & last;
        if (table_[place] == none) {
            table_[place] = static_cast<std::uint32_t>(i);
            continue;
        }
        pages_ -= sizeOf(i);
        files_[i] = taken;
    }
    while (!files_.empty() && files_.back() == taken)
        files_.pop_back();
}

std::uint32_t WarmFiles::indexOf(std::uint64_t file) const
{
    if (files_.empty() || file == taken)
        return none;
    for (std::size_t place = bucketOf(file); table_[place] != none; place = (place + 1) & (table_.size() - 1))
        if (const std::uint32_t index = table_[place]; index < files_.size() && files_[index] == file)
            return index;
    return none;
}

std::uint64_t WarmFiles::sizeOf(std::size_t index) const
{
    return std::ranges::upper_bound(runs_, index, {}, &Run::end)->pages;
}

PageRange WarmFiles::rangeOf(std::size_t index) const
{
    const std::uint64_t first = index + 1 == files_.size() ? evicted_ : 0;
    return {first, sizeOf(index) - first};
}

PageRange WarmFiles::find(std::uint64_t file) const
{
    const std::uint32_t index = indexOf(file);
    return index == none ? PageRange{0, 0} : rangeOf(index);
}

PageRange WarmFiles::take(std::uint64_t file)
{
    const std::uint32_t index = indexOf(file);
    if (index == none)
        return {0, 0};
    const PageRange range = rangeOf(index);
    pages_ -= range.count;
    if (index + std::size_t{1} == files_.size())
        removeLast();
    else
        files_[index] = taken;
    return range;
}

std::uint64_t WarmFiles::evict(std::uint64_t most)
{
    const PageRange range = rangeOf(files_.size() - 1);
    const std::uint64_t pages = std::min(most, range.count);
    pages_ -= pages;
    if (pages == range.count)
        removeLast();
    else
        evicted_ += pages;
    return pages;
}

void WarmFiles::removeLast()
{
    evicted_ = 0;
    do
        files_.pop_back();
    while (!files_.empty() && files_.back() == taken);
    if (files_.empty())
        clear();
}

} // namespace headroom::resources
