// Finds in the drawings the resources that serve a request while it holds a slot or a worker.
#pragma once

#include "behaviour/program/program.h"
#include "run/model/model.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom::run {

/// Resources, by their names in the whole model ("storage.disk data").
struct Meanwhile
{
    /// Resources that may serve. None: anything, because the holder also waits for others, whom anything may serve.
    std::optional<std::set<std::string>> servedBy;
    /// Other things that the holder takes: slots, workers of whom it calls, consumers of a queue that may be full.
    std::set<std::string> takes;
};

/// Follows the blocks from an acquire to its release, or all of a role's operations, and the operations that they call.
/// Every way counts, whether or not requests take it. A call of a role whose workers are limited may wait for any of
/// the role's operations, so all of them count.
class ServedMeanwhile
{
public:
    explicit ServedMeanwhile(const Model& model);

    /// While a slot of this state item is held.
    Meanwhile slots(std::uint32_t state);
    /// While this operation is executed: by a consumer.
    Meanwhile operation(std::uint32_t number);
    /// While any operation of the role is executed: by a thread.
    Meanwhile operations(std::uint32_t role);
    /// While an event loop of the role works or, with `aside`, a helper thread. Either is free for others while a
    /// request waits for anything but processors and devices.
    Meanwhile work(std::uint32_t role, bool aside);

private:
    struct Place
    {
        std::uint32_t operation = 0, instruction = 0;
        auto operator<=>(const Place&) const = default;
    };

    void clear();
    void open(std::uint32_t operation, std::uint32_t instruction);
    void openRole(std::uint32_t role);
    Meanwhile follow(std::uint32_t releasing);
    void use(const behaviour::Program& program, const behaviour::Instruction& code);
    bool works(const behaviour::Program& program, const behaviour::Instruction& code);
    void waits(const behaviour::Program& program, const behaviour::Instruction& code);
    void takeSlots(std::uint32_t state);
    void put(std::uint32_t queue);
    void call(const behaviour::Program& program, const behaviour::Target& target);
    void onGroupsOf(std::uint32_t role, const std::string& resource, std::set<std::string>& names) const;
    std::set<std::string> serving() const;

    const Model& model_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> places_; ///< roles and the node groups that carry them
    std::set<std::string> network_;                            ///< adapters, links and switches
    std::set<Place> seen_;
    std::vector<Place> open_;
    std::set<std::uint32_t> computing_, storing_; ///< roles
    std::set<std::string> served_, taken_;        ///< by name: stages and token buckets; what is held
    bool talks_ = false, waitsForOthers_ = false;
};

} // namespace headroom::run
