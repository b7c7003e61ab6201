// Ranges of a stream's bytes beyond a gap: what a receiver keeps, and what a sender knows of it.
#pragma once

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// From `first` up to but not including `end`; empty if they are equal.
struct Stretch
{
    std::uint64_t first = 0;
    std::uint64_t end = 0;

    std::uint64_t bytes() const { return end - first; }
};

/// Stretches in ascending order, separated by gaps. Nothing is allocated once the list has grown to what losses
/// require.
class Stretches
{
public:
    /// Adds a stretch; returns the one that it is a part of now.
    Stretch add(Stretch added);
    /// Takes out those that begin at or before the position; returns the end of the last of them if that is behind it,
    /// else the position.
    std::uint64_t join(std::uint64_t position);
    /// Takes the range out.
    void remove(const Stretch& range);
    void clear();

    bool empty() const { return list_.empty(); }
    std::uint64_t bytes() const { return bytes_; }
    /// Bytes of the stretches within the range.
    std::uint64_t bytesIn(const Stretch& range) const;
    const Stretch& first() const { return list_.front(); }
    /// End of the last one; 0 if there is none.
    std::uint64_t end() const { return list_.empty() ? 0 : list_.back().end; }
    /// The first bytes at or behind the position that lie in no stretch but before one; empty if there are none.
    Stretch gapFrom(std::uint64_t position) const;

private:
    std::vector<Stretch> list_;
    std::uint64_t bytes_ = 0;
};

} // namespace headroom::resources
