// The table of all kinds of blocks, gathered from the files that carry them out.
#include "behaviour/interpreter/interpreter.h"

namespace headroom::behaviour {

std::array<BlockKind, codeCount> Interpreter::gatherKinds()
{
    std::array<BlockKind, codeCount> all;
    for (const BlockKinds kinds : {pathBlocks(), callBlocks(), transferBlocks(), forkBlocks(), storageBlocks(),
                                   stateBlocks(), queueBlocks(), barrierBlocks(), cacheBlocks(), memoryBlocks()})
        for (const BlockKind& kind : kinds)
            all[static_cast<std::size_t>(kind.code)] = kind;
    return all;
}

const std::array<BlockKind, codeCount> Interpreter::kinds_ = gatherKinds();

const char* Interpreter::waitOf(const Path& p, Code code)
{
    switch (p.wait) {
    case Wait::nothing:
    case Wait::ready:
        return nullptr;
    case Wait::worker:
        return "queue for a worker";
    case Wait::processor:
        return "processor";
    default:
        return kindOf(code).waitsFor;
    }
}

} // namespace headroom::behaviour
