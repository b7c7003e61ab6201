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
        if (!target.byIndex)
            return chooseOtherwise(p, target, code);
        return deployment_.instance(target.role, whole(core_.evaluate(target.index, p)));
    }

private:
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
