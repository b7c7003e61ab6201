// What may serve a request while it holds a slot or a worker, by the drawings.
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

/// Names of resources in the whole model ("storage.disk data"). None: anything may serve, because what is held is also
/// held while its holder waits for others (for a message, at a barrier, for another lock).
using Serving = std::optional<std::set<std::string>>;

/// Follows the blocks from an acquire to its release, or all of a role's operations, and the operations that they call.
/// Every way counts, whether or not requests take it. A call of a role whose workers are limited may wait for any of
/// the role's operations, so all of them count.
class ServedMeanwhile
{
public:
    explicit ServedMeanwhile(const Model& model);

    /// While a slot of this state item is held.
    Serving bySlots(std::uint32_t state);
    /// While an operation of the role is executed.
    Serving byRole(std::uint32_t role);

private:
    struct Place
    {
        std::uint32_t operation = 0, instruction = 0;
        auto operator<=>(const Place&) const = default;
    };

    void clear();
    void open(std::uint32_t operation, std::uint32_t instruction);
    void openRole(std::uint32_t role);
    Serving follow(std::uint32_t releasing);
    bool releases(const behaviour::Program& program, const behaviour::Instruction& code, std::uint32_t state) const;
    void use(const behaviour::Program& program, const behaviour::Instruction& code);
    void useCall(const behaviour::Program& program, const behaviour::Target& target);
    std::set<std::string> names() const;

    const Model& model_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> places_; ///< roles and the node groups that carry them
    std::set<Place> seen_;
    std::vector<Place> open_;
    std::set<std::uint32_t> computing_, storing_; ///< roles
    std::set<std::uint32_t> stages_;
    bool talks_ = false, waitsForOthers_ = false;
};

} // namespace headroom::run
