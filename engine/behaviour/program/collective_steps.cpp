#include "behaviour/program/collective_steps.h"

#include <bit>

namespace headroom::behaviour {

namespace {

constexpr std::uint32_t levelsOf(std::uint32_t ranks)
{
    return static_cast<std::uint32_t>(std::bit_width(ranks - 1));
}

/// Level k of the tree, towards the root.
CollectiveStep towardsRoot(std::uint32_t rank, std::uint32_t ranks, double bytes, std::uint32_t level)
{
    const std::uint32_t distance = 1u << level;
    CollectiveStep step;
    if ((rank & (distance - 1)) != 0)
        return step; // it has handed its part on
    if ((rank & distance) != 0)
        step = {rank - distance, CollectiveStep::nobody, bytes};
    else if (rank + distance < ranks)
        step.from = rank + distance;
    return step;
}

CollectiveStep awayFromRoot(std::uint32_t rank, std::uint32_t ranks, double bytes, std::uint32_t level)
{
    const CollectiveStep up = towardsRoot(rank, ranks, bytes, level);
    return {up.from, up.to, bytes};
}

CollectiveStep doubling(std::uint32_t rank, std::uint32_t ranks, double bytes, std::uint32_t number)
{
    const std::uint32_t inside = std::bit_floor(ranks), rounds = static_cast<std::uint32_t>(std::bit_width(inside)) - 1;
    CollectiveStep step;
    if (number == 0 || number == rounds + 1) { // the ranks beyond the power of two hand over, and get the result
        const bool before = number == 0;
        if (rank >= inside)
            (before ? step.to : step.from) = rank - inside;
        else if (rank + inside < ranks)
            (before ? step.from : step.to) = rank + inside;
        step.bytes = bytes;
    } else if (rank < inside) {
        step = {rank ^ (1u << (number - 1)), rank ^ (1u << (number - 1)), bytes};
    }
    return step;
}

} // namespace

std::uint32_t stepsOf(Collective collective, std::uint32_t ranks)
{
    if (ranks < 2)
        return 0;
    switch (collective) {
    case Collective::tree:
        return 2 * levelsOf(ranks);
    case Collective::recursiveDoubling:
        return static_cast<std::uint32_t>(std::bit_width(std::bit_floor(ranks))) + 1;
    case Collective::ring:
        return 2 * (ranks - 1);
    case Collective::none:
        break;
    }
    return 0;
}

CollectiveStep stepOf(Collective collective, std::uint32_t rank, std::uint32_t ranks, double bytes,
                      std::uint32_t number)
{
    switch (collective) {
    case Collective::tree: {
        const std::uint32_t levels = levelsOf(ranks);
        return number < levels ? towardsRoot(rank, ranks, bytes, number)
                               : awayFromRoot(rank, ranks, bytes, 2 * levels - 1 - number);
    }
    case Collective::recursiveDoubling:
        return doubling(rank, ranks, bytes, number);
    case Collective::ring:
        return {(rank + 1) % ranks, (rank + ranks - 1) % ranks, bytes / ranks};
    case Collective::none:
        break;
    }
    return {};
}

} // namespace headroom::behaviour
