// Which of a ring's devices a call goes to.
#include "behaviour/interpreter/machine.h"

namespace headroom::behaviour {

/// The stated candidate, hand-offs counted on behind the replicas; else the replica on this node where locality is
/// asked for (the first where there is none here); else any replica.
std::uint32_t Machine::ringDevice(Path& p, const Target& target, const Instruction& code)
{
    const mapping::Ring& ring = software_.rings[target.ring];
    const std::uint64_t partition = ring.partitionOf(whole(evaluate(target.key, p)));
    if (target.candidate)
        return ring.candidate(partition, whole(evaluate(*target.candidate, p)));
    const auto replicas = ring.devicesOf(partition);
    if (target.selection == Selection::locality) {
        for (const std::uint32_t device : replicas)
            if (cluster_.devices[device].node == p.node)
                return device;
        return replicas.front();
    }
    return replicas[static_cast<std::size_t>(draw(code, p) * static_cast<double>(replicas.size()))];
}

} // namespace headroom::behaviour
