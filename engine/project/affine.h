// Recognises expressions that are a + b * x, which then need no parser at run time.
#pragma once

#include "project/tokens.h"

#include <map>
#include <optional>

namespace headroom::project {

/// offset + factor * slot; without a slot a constant.
struct Affine
{
    double offset = 0;
    double factor = 0;
    std::optional<std::size_t> slot;
};

/// The affine form of + - * / and parentheses over numbers and at most one variable; nothing for anything else.
/// Every name must be in `variables`; constants stand as numbers already.
std::optional<Affine> affineOf(const std::vector<Token>& tokens, const std::map<std::string, std::size_t>& variables);

} // namespace headroom::project
