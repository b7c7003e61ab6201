// How a call finds its node among those that carry the role: a plain function for each word of the field "selector".
#pragma once

#include "kernel/random.h"
#include "mapping/placement.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace headroom::mapping {

inline constexpr std::uint32_t nobody = UINT32_MAX;

/// How busy a candidate is.
struct Load
{
    std::uint32_t inFlight = 0; ///< requests of the role
    std::uint32_t waiting = 0;  ///< requests, to be accepted
    bool down = false;          ///< its node is
};

/// The loads of all candidates, where they lie in somebody's records.
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

/// The nodes that carry the role. They have numbers that follow one another.
struct Candidates
{
    std::uint32_t base = 0;            ///< the first one's number
    std::size_t all = 1;               ///< how many there are
    std::size_t first = 0, count = 1;  ///< the part to choose from: so many, beginning at that place, counted round
    std::span<const std::uint32_t> on; ///< [node] → number; nobody where the role is not
    Loads loads;                       ///< by number

    /// number % count. As a rule it is less already, and a division takes long.
    static std::size_t within(std::size_t count, std::size_t number)
    {
        return number < count ? number : number % count;
    }
    /// At a place among all of them, counted round.
    std::uint32_t at(std::size_t place) const { return base + static_cast<std::uint32_t>(within(all, place)); }
    /// At a place in the part to choose from, counted round.
    std::uint32_t inPart(std::size_t place) const { return at(first + within(count, place)); }
    /// On a node, or the first one if the role is not there.
    std::uint32_t onNode(std::uint32_t node) const { return node < on.size() && on[node] != nobody ? on[node] : base; }
};

/// Random numbers of a block on behalf of a path; one that is not asked for is not used up.
struct Draws
{
    std::uint64_t block = 0, path = 0;
    std::uint32_t* number = nullptr; ///< of draws so far

    double next() const { return kernel::KeyedRandom::uniformOf(block, path, (*number)++); }
    /// One of 0 … bound − 1.
    std::size_t below(std::size_t bound) const
    {
        return static_cast<std::size_t>(
            static_cast<std::int64_t>(next() * static_cast<double>(static_cast<std::int64_t>(bound))));
    }
};

/// All that a choice may depend on.
struct Question
{
    Candidates candidates;
    std::uint32_t callerNode = 0;
    Draws draws;
    std::uint32_t* turns = nullptr; ///< choices of this block so far

    // What the call says; only what the selector asks for is set, see Selector.
    std::uint64_t key = 0;
    std::uint64_t salt = 0;                 ///< tells hashes of one role's keys from another's
    std::uint64_t index = 0;                ///< place that the call names
    std::uint64_t device = 0;               ///< that the call names
    std::optional<std::uint64_t> candidate; ///< of the ring
    const Ring* ring = nullptr;
    std::span<const std::uint32_t> nodeOfDevice;
};

struct Choice
{
    std::uint32_t candidate = 0;   ///< number
    std::uint32_t device = nobody; ///< that was chosen with it
};

struct Selector
{
    const char* word; ///< in projects
    Choice (*choose)(const Question& question);

    // What it asks the call for.
    bool key = false, index = false, device = false;
    bool ring = false;      ///< chooses a device
    bool candidate = false; ///< of the ring, if one is stated
    bool part = false;      ///< chooses from a part of the nodes
    /// Depends on nothing but what the call says and its node.
    bool certain = false;
};

/// In the order in which the choices are offered.
std::span<const Selector> selectors();
/// Null if there is none of this word.
const Selector* findSelector(std::string_view word);

} // namespace headroom::mapping
