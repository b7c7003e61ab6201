#include "topology/switch_paths.h"

namespace headroom::topology {

std::uint64_t hashOf(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t z = a + 0x9e3779b97f4a7c15ULL * (b + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

std::uint32_t LeafSpinePaths::distance(std::uint32_t from, std::uint32_t target) const
{
    if (from == target)
        return 0;
    if (spines_ == 0)
        return unreachable;
    return (from < leaves_) == (target < leaves_) ? 2 : 1;
}

void LeafSpinePaths::append(std::uint32_t from, std::uint32_t target, std::uint64_t hash,
                            std::span<const std::uint32_t> insides, std::vector<std::uint32_t>& links) const
{
    pass(insides, from, links);
    if (from == target)
        return;
    const std::uint32_t up = pick(hash, from, spines_ * cables_);
    const std::uint32_t spine = leaves_ + up / cables_;
    links.push_back(first_ + 2 * (from * spines_ * cables_ + up));
    pass(insides, spine, links);
    const std::uint32_t down = (target * spines_ + up / cables_) * cables_ + pick(hash, spine, cables_);
    links.push_back(first_ + 2 * down + 1);
    pass(insides, target, links);
}

std::uint32_t FatTreePaths::distance(std::uint32_t from, std::uint32_t target) const
{
    if (from == target)
        return 0;
    return from / half_ == target / half_ ? 2 : 4;
}

void FatTreePaths::append(std::uint32_t from, std::uint32_t target, std::uint64_t hash,
                          std::span<const std::uint32_t> insides, std::vector<std::uint32_t>& links) const
{
    pass(insides, from, links);
    if (from == target)
        return;
    const std::uint32_t a = pick(hash, from, half_);
    links.push_back(first_ + 2 * (from * half_ + a));
    const std::uint32_t up = from / half_ * half_ + a;
    pass(insides, edges_ + up, links);
    if (from / half_ != target / half_) {
        const std::uint32_t j = pick(hash, edges_ + up, half_);
        links.push_back(coreFirst_ + 2 * (up * half_ + j));
        pass(insides, 2 * edges_ + a * half_ + j, links);
        const std::uint32_t down = target / half_ * half_ + a;
        links.push_back(coreFirst_ + 2 * (down * half_ + j) + 1);
        pass(insides, edges_ + down, links);
    }
    links.push_back(first_ + 2 * (target * half_ + a) + 1);
    pass(insides, target, links);
}

} // namespace headroom::topology
