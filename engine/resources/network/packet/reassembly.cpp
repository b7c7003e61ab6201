#include "resources/network/packet/reassembly.h"

namespace headroom::resources {

void Reassembly::start()
{
    inOrder_ = 0;
    waiting_ = 0;
    beyond_.clear();
    newest_ = {};
}

bool Reassembly::take(std::uint64_t first, std::uint32_t bytes, bool asks)
{
    const std::uint64_t end = first + bytes;
    const bool inSequence = first <= inOrder_ && end > inOrder_;
    const bool gaps = !beyond_.empty();
    if (inSequence)
        inOrder_ = gaps ? beyond_.join(end) : end;
    else if (end > inOrder_)
        newest_ = beyond_.add({first, end});
    constexpr std::uint32_t segmentsPerAcknowledgement = 2;
    if (!asks && inSequence && !gaps && ++waiting_ < segmentsPerAcknowledgement)
        return false;
    waiting_ = 0;
    return true;
}

} // namespace headroom::resources
