// Hold: what requests share and wait for.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

std::vector<BlockType> holdBlocks()
{
    using enum FieldType;
    std::vector<BlockType> types;
    types.push_back({"acquire",
                     "Acquire",
                     "Hold",
                     "object-locked",
                     "Takes slots, a lock, a connection; waits for them in turn.",
                     {in},
                     {next},
                     {required(field("state", "What", state, nullptr, "The state item of the role.", "container-lock")),
                      keyField(), perRequest(atLeast(field("amount", "Amount", integer, 1, "How many slots."), 1))},
                     "state"});
    types.push_back({"release",
                     "Release",
                     "Hold",
                     "object-unlocked",
                     "Gives back what was acquired.",
                     {in},
                     {next},
                     {required(field("state", "What", state, nullptr, "The state item of the role.", "container-lock")),
                      keyField(), perRequest(atLeast(field("amount", "Amount", integer, 1, "How many slots."), 1))},
                     "state"});
    return types;
}

} // namespace headroom::project
