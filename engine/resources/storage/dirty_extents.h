// The dirty byte ranges of a cache.
#pragma once

#include "resources/record_pool.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory_resource>

namespace headroom::resources {

/// Disjoint byte ranges, found by position and by age. Overwriting a range that is already dirty adds nothing; adjacent
/// ranges are merged. An epoch is the time between two flushes: ranges of different epochs are not merged, so that a
/// stream of later writes cannot delay a flush for ever, and the order of age is also the order of epochs.
class DirtyExtents
{
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Extent
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t epoch = 0;
        std::uint32_t older = none;
        std::uint32_t younger = none;
    };

    /// `memory` should reuse what is released: ranges come and go.
    explicit DirtyExtents(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) : places_(memory) {}

    /// Adds [begin, end); returns how many of its bytes were clean before.
    std::uint64_t insert(std::uint64_t begin, std::uint64_t end, std::uint64_t epoch);

    /// Removes the first `bytes` of an extent.
    void takeFront(std::uint32_t extent, std::uint64_t bytes);

    bool covers(std::uint64_t begin, std::uint64_t end) const;
    std::uint32_t oldest() const { return oldest_; }
    const Extent& operator[](std::uint32_t extent) const { return extents_[extent]; }
    bool empty() const { return places_.empty(); }
    std::size_t count() const { return places_.size(); }
    /// The first extent that begins at or after `place`, and the last that begins before it; `none` if there is none.
    std::uint32_t firstFrom(std::uint64_t place) const;
    std::uint32_t lastBefore(std::uint64_t place) const;

private:
    using Places = std::pmr::map<std::uint64_t, std::uint32_t>;

    void addGap(std::uint64_t begin, std::uint64_t end, std::uint64_t epoch);
    void moveBegin(std::uint32_t extent, std::uint64_t begin);
    void erase(std::uint32_t extent);
    std::uint32_t append(std::uint64_t begin, std::uint64_t end, std::uint64_t epoch);

    Places places_;
    RecordPool<Extent> extents_;
    std::uint32_t oldest_ = none;
    std::uint32_t youngest_ = none;
};

} // namespace headroom::resources
