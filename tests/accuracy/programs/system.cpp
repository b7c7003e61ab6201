#include "accuracy/programs/system.h"

#include <algorithm>

namespace headroom::accuracy::programs {

bool contains(const Program& program, const std::function<bool(const Block&)>& is)
{
    const auto isInside = [&is](const auto& block) {
        if constexpr (requires { block.inside; })
            return contains(block.inside, is);
        else
            return false;
    };
    return std::ranges::any_of(program,
                               [&](const Block& block) { return is(block) || std::visit(isInside, block.is); });
}

} // namespace headroom::accuracy::programs
