// Selects a call's node among those that carry the role: one function for each word of the field "selector".
#pragma once

#include "kernel/random.h"
#include "mapping/ring.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace headroom::mapping {

inline constexpr std::uint32_t nobody = UINT32_MAX;

/// Load of a candidate.
struct Load
{
    std::uint32_t inFlight = 0; ///< requests of the role
    std::uint32_t waiting = 0;  ///< requests that wait to be accepted
    bool down = false;          ///< its node is down
};

/// The loads of all candidates, read in place from the caller's records.
class Loads
{
public:
    Loads() = default;
    template <typename Record>
    explicit Loads(const std::vector<Record>& records)
        : first_(reinterpret_cast<const std::byte*>(static_cast<const Load*>(records.data()))), stride_(sizeof(Record))
    {
    }
    const Load& operator[](std::uint32_t number) const
    {
        return *reinterpret_cast<const Load*>(first_ + number * stride_);
    }

private:
    const std::byte* first_ = nullptr;
    std::size_t stride_ = 0;
};

/// The instances of the role: one on each node that carries it, or one for each device of a volume there. Their numbers
/// are consecutive, in the order of nodes and devices.
struct Candidates
{
    std::uint32_t base = 0;                  ///< number of the first one
    std::size_t all = 1;                     ///< total number
    std::size_t first = 0, count = 1;        ///< the part to choose from: `count` places from `first` on, modulo `all`
    std::span<const std::uint32_t> on;       ///< [node] → number of the first one there; nobody: none is
    Loads loads;                             ///< by number
    std::span<const std::uint32_t> ofDevice; ///< [device] → number of the one that the device belongs to, or that is on
                                             ///< its node; nobody: none is
    std::span<const std::uint32_t> nodeOf; ///< by number, minus `base`; empty: there is one on each node

    /// number % count. Usually the number is below count already, and a division takes long.
    static std::size_t within(std::size_t count, std::size_t number)
    {
        return number < count ? number : number % count;
    }
    /// The candidate at a place among all of them, modulo their number.
    std::uint32_t at(std::size_t place) const { return base + static_cast<std::uint32_t>(within(all, place)); }
    /// The candidate at a place in the part to choose from, modulo its size.
    std::uint32_t inPart(std::size_t place) const { return at(first + within(count, place)); }
    /// The candidate on a node, or the first one if the role is not there.
    std::uint32_t onNode(std::uint32_t node) const { return node < on.size() && on[node] != nobody ? on[node] : base; }
    /// The candidate to which the device belongs, or the first one if there is none.
    std::uint32_t atDevice(std::uint32_t device) const
    {
        return device < ofDevice.size() && ofDevice[device] != nobody ? ofDevice[device] : base;
    }
    /// Number of candidates on the node of this one, from this one on.
    std::uint32_t besides(std::uint32_t number) const
    {
        std::size_t next = number - base;
        while (next < nodeOf.size() && nodeOf[next] == nodeOf[number - base])
            ++next;
        return std::max(1u, static_cast<std::uint32_t>(next) - (number - base));
    }
};

/// Random numbers of a block for a path; a number is used up only when it is drawn.
struct Draws
{
    std::uint64_t block = 0, path = 0;
    std::uint32_t* number = nullptr; ///< number of draws so far

    double next() const { return kernel::KeyedRandom::uniformOf(block, path, (*number)++); }
    /// Uniform integer in 0 … bound − 1.
    std::size_t below(std::size_t bound) const
    {
        return static_cast<std::size_t>(
            static_cast<std::int64_t>(next() * static_cast<double>(static_cast<std::int64_t>(bound))));
    }
};

/// All inputs of a choice.
struct Question
{
    Candidates candidates;
    std::uint32_t callerNode = 0;
    std::uint32_t callerDevice = nobody; ///< of the caller's instance
    Draws draws;
    std::uint32_t* turns = nullptr; ///< number of choices of this block and caller so far, or where they go on

    // Inputs given by the call; only those that the selector uses are set, see Selector.
    std::uint64_t key = 0;
    std::uint64_t salt = 0;                  ///< separates the hashes of different roles' keys
    std::uint64_t index = 0;                 ///< place given by the call
    std::uint64_t device = 0;                ///< device given by the call
    std::span<const std::uint32_t> replicas; ///< devices of the key's partition, in ring order
    std::optional<std::uint32_t> candidate;  ///< device of the ring to try
    std::span<const std::uint32_t> nodeOfDevice;
};

/// The selected node and, for a ring, the device.
struct Choice
{
    std::uint32_t candidate = 0;   ///< number
    std::uint32_t device = nobody; ///< selected with it
};

/// A kind of selector: its name in projects, its function, and the inputs it uses.
struct Selector
{
    const char* word; ///< name in projects
    Choice (*choose)(const Question& question);

    // Inputs that the call has to give.
    bool key = false, index = false, device = false;
    bool ring = false;      ///< chooses a device
    bool candidate = false; ///< uses the candidate of the ring, if one is given
    bool part = false;      ///< chooses from a part of the nodes
    bool inPlace = false;   ///< the caller itself runs the operation, without a network and a worker of the role
    /// The result depends only on the call's inputs and its node.
    bool certain = false;
};

/// All selectors, in the order in which they are offered to the user.
std::span<const Selector> selectors();
/// Null if the name is unknown.
const Selector* findSelector(std::string_view word);

} // namespace headroom::mapping
