// The demands of requests: operation, key, size, arguments.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/program/program.h"
#include "kernel/random.h"
#include "run/workload/elaboration.h"
#include "run/workload/sizes.h"
#include "run/workload/zipf.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::run {

/// The client and the number of its request; in a job also the task and the number of tasks. Identifies the random
/// draws.
struct Turn
{
    std::uint64_t client = 0;
    std::uint64_t asked = 0; ///< number of the client's earlier requests
    behaviour::Site site;
    std::uint64_t session = 0; ///< kept connections belong to it
    std::uint64_t attempt = 0; ///< of a task: number of its failed attempts
    double job = 0, task = 0, tasks = 0, rank = 0, ranks = 0;
    std::uint64_t jobName = 0; ///< id of the job, unique over all workloads; 0: no job
    // Values given by a trace; empty: drawn.
    std::uint32_t share = behaviour::nowhere;
    std::optional<double> size, key;
};

/// Index of the draw for a client's think time; it must differ from those of Demand.
inline constexpr std::uint64_t drawThink = 2;

/// A workload's mix of operations with their sizes and keys. Each draw is identified by (workload, client, asked), so
/// that a change elsewhere does not affect the demands.
class Demand
{
public:
    /// Findings: no operation with weight, unknown operations and arguments, sizes that are no valid distribution.
    /// `byWeight`: operations without weight are left out.
    Demand(const WorkloadFields& fields, bool byWeight);

    enum class Popularity
    {
        uniform,
        zipf,
        inTurn
    };
    struct Keys
    {
        std::uint64_t count = 1;
        Popularity popularity = Popularity::uniform;
        Zipf zipf{1, 0};
    };
    struct Share
    {
        std::string name;
        std::uint32_t operation = 0; ///< index in the software
        std::uint32_t meter = 0;     ///< shares of the same operation are measured together
        double weight = 0;           ///< of all that is asked for
        Sizes sizes = Sizes::constant(0);
        bool drawsKey = false, drawsSize = false; ///< some argument or the payload uses it
        Keys keys;
        project::Expression payload;
        std::vector<behaviour::Assignment> arguments;
    };
    const std::vector<Share>& shares() const { return shares_; }
    /// Names of the operations that are measured.
    const std::vector<std::string>& operations() const { return operations_; }
    std::uint64_t source() const { return source_; }

    void setSeed(std::uint64_t seed) { random_ = kernel::KeyedRandom(seed); }
    const kernel::KeyedRandom& random() const { return random_; }
    /// Identifies the request in every random draw made for it, here and in the diagrams.
    std::uint64_t nameOf(const Turn& turn) const
    {
        const std::uint64_t name = kernel::mix(kernel::mix(source_, turn.client), turn.asked);
        return turn.attempt == 0 ? name : kernel::mix(name, turn.attempt);
    }

    struct Drawn
    {
        std::uint32_t share = 0;
        double payload = 0;
    };
    /// `name`: nameOf(turn). `arguments` is resized to the arguments of the drawn operation; `count` returns their
    /// number for an operation.
    template <class Count>
    Drawn draw(const Turn& turn, std::uint64_t name, Count count, std::vector<double>& arguments) const
    {
        const std::uint32_t share = shares_.size() == 1 ? 0 : shareOf(turn, name);
        arguments.assign(count(shares_[share].operation), 0.0);
        return {share, fill(turn, name, shares_[share], arguments)};
    }

private:
    std::uint32_t shareOf(const Turn& turn, std::uint64_t name) const;
    double fill(const Turn& turn, std::uint64_t name, const Share& share, std::vector<double>& arguments) const;
    double keyOf(const Turn& turn, std::uint64_t request, const Keys& keys) const;
    static Keys keysOf(const WorkloadFields& fields, std::size_t index);
    void addShare(const WorkloadFields& fields, std::size_t index, double weight);
    void orderByName();
    void readArguments(const WorkloadFields& fields, std::size_t index, Share& share, const project::Scope& scope);
    project::Scope scopeOf(const WorkloadFields& fields) const;

    std::uint64_t source_ = 0;
    kernel::KeyedRandom random_{0};
    std::vector<Share> shares_;
    std::vector<std::uint32_t> byName_; ///< the shares in an order that is not that of the document
    std::vector<double> upTo_;          ///< their weights, cumulative; the last is 1
    std::vector<std::string> operations_;
};

} // namespace headroom::run
