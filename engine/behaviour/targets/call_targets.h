// Chooses the role instance that a call or a message goes to.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/core.h"
#include "behaviour/targets/ring_members.h"
#include "mapping/selectors.h"

#include <cstdint>
#include <vector>

namespace headroom::behaviour {

/// The callee's frame, with the arguments that the path gives.
double* argumentsFor(Core& core, const Target& target, const Path& p);

class CallTargets
{
public:
    CallTargets(const Core& core, const Deployment& deployment, const RingMembers& members);

    /// Returns the role instance that is called.
    std::uint32_t choose(Path& p, const Target& target, const Instruction& code)
    {
        switch (target.chosen) {
        case Target::Chosen::byIndex:
            return deployment_.instance(target.role, whole(core_.evaluate(target.index, p)));
        case Target::Chosen::atRandom:
            return draw(p, target, code);
        case Target::Chosen::otherwise:
            break;
        }
        return chooseOtherwise(p, target, code);
    }

private:
    /// The part of a role's instances to choose from: so many places from the first one on, modulo their number.
    struct Part
    {
        std::size_t first, count;
    };
    Part partOf(const Path& p, const Target& target) const;
    std::uint32_t draw(Path& p, const Target& target, const Instruction& code) const;
    std::uint32_t chooseOtherwise(Path& p, const Target& target, const Instruction& code);
    std::uint32_t& turnsOf(const Path& p, const Instruction& code);
    std::uint32_t deviceOf(const Path& p, const Target& target) const;
    mapping::Candidates candidatesFor(const Path& p, const Target& target) const;

    const Core& core_;
    const Deployment& deployment_;
    const RingMembers& members_;
    std::vector<std::uint32_t> nodeOfDevice_;
    std::vector<std::vector<std::uint32_t>> turns_; ///< number of choices so far, by block monitor index and instance
                                                    ///< of its role; empty: the block has not chosen yet
};

} // namespace headroom::behaviour
