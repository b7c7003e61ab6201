#include "resources/storage/tables/sequential_runs.h"

namespace headroom::resources {

SequentialRuns::SequentialRuns() : ends_(runs) {}

std::uint64_t SequentialRuns::add(std::uint64_t offset, std::uint64_t bytes)
{
    if (bytes == 0)
        return 0;
    const std::uint64_t end = offset + bytes;
    std::uint32_t slot = ends_.find(offset);
    const bool continues = slot != BlockLru::none;
    if (continues) {
        ends_.rename(slot, end);
    } else {
        slot = ends_.insert(end);
        lengths_.resize(ends_.size());
    }
    lengths_[slot] = (continues ? lengths_[slot] : 0) + bytes;
    return lengths_[slot];
}

} // namespace headroom::resources
