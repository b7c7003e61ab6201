// Collective operations: what the ranks that have met at a barrier send each other before they go on.
#pragma once

#include "behaviour/core/core.h"
#include "behaviour/messages/messages.h"
#include "behaviour/program/collective_steps.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace headroom::behaviour {

/// The ranks are numbered by their nodes, so that neighbours are near. A rank sends with the work that its node's
/// processor has for a message; one of more than 64 KiB has to arrive before it goes on (rendezvous; Open MPI's
/// btl_tcp_eager_limit), a smaller one is on its way meanwhile. The part of a path that is cancelled meanwhile
/// goes on without it: the others do not wait for ever.
class Collectives
{
public:
    Collectives(Core& core, Messages& messages) : core_(core), messages_(messages) {}

    /// The paths wait at their blocks; each leaves by the block's first way out.
    void begin(Collective collective, double bytes, std::vector<Handle> paths);
    std::size_t inUse() const { return running_.size(); }

private:
    struct Rank
    {
        Handle path = noHandle;
        std::uint32_t node = 0;
        std::uint32_t step = 0;
        bool sent = false;                ///< the message of the step has left
        bool sending = false;             ///< the processor works on it, or it has to arrive first
        std::vector<std::uint32_t> early; ///< steps whose message has come
    };
    struct Running
    {
        Collective collective = Collective::none;
        double bytes = 0;
        std::vector<Rank> ranks;
        std::uint32_t left = 0; ///< ranks that are not done
    };
    /// A message on its way.
    struct Arrival
    {
        std::uint64_t id = 0;
        std::uint32_t from = 0, rank = 0, step = 0;
        double bytes = 0;
        bool awaited = false; ///< by the sender
    };

    static std::uint64_t nameOf(std::uint64_t id, std::uint32_t rank) { return id << 32 | rank; }
    void proceed(std::uint64_t id, std::uint32_t rank);
    /// True if the sender goes on at once.
    bool send(std::uint64_t id, Running& running, std::uint32_t rank, const CollectiveStep& step);
    void depart(std::uint64_t id, Running& running, std::uint32_t rank, const CollectiveStep& step);
    void goOn(Handle path);
    static void onSent(void* self, std::uint64_t name);
    static void onArrived(void* self, std::uint64_t arrival);
    static void onReceived(void* self, std::uint64_t arrival);

    Core& core_;
    Messages& messages_;
    std::unordered_map<std::uint64_t, Running> running_;
    std::uint64_t last_ = 0;
    Pool<Arrival> arrivals_;
};

} // namespace headroom::behaviour
