// Steps of a collective operation of a parallel job: the messages that its ranks exchange in each.
#pragma once

#include <cstdint>
#include <limits>

namespace headroom::behaviour {

/// Algorithm by which the ranks sum a vector so that all have the sum (MPI_Allreduce), or learn that all have come.
enum class Collective : std::uint8_t
{
    none,
    tree,              ///< up a binomial tree to rank 0, and down again
    recursiveDoubling, ///< exchanges with the rank at the distance 1, 2, 4 ...; beyond a power of two the last ranks
                       ///< hand theirs over before and get the result after
    ring               ///< a part to the next rank 2 (n - 1) times: reduce-scatter, then all-gather
};

/// One step of a rank; steps with the same number belong together. (Thakur, Rabenseifner, Gropp: "Optimization of
/// collective communication operations in MPICH", IJHPCA 19(1), 2005.)
struct CollectiveStep
{
    static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t to = nobody;   ///< rank to which it sends
    std::uint32_t from = nobody; ///< rank from which it receives, before the next step
    double bytes = 0;            ///< of the message to send
};

std::uint32_t stepsOf(Collective collective, std::uint32_t ranks);
CollectiveStep stepOf(Collective collective, std::uint32_t rank, std::uint32_t ranks, double bytes,
                      std::uint32_t number);

} // namespace headroom::behaviour
