// Recognises expressions that are floor((a + b * x) / c) or less, which then need no parser at run time.
#pragma once

#include "project/expression/tokens.h"

#include <cmath>
#include <map>
#include <optional>

namespace headroom::project {

/// (offset + factor * slot) / divisor, perhaps rounded down; without a slot a constant.
struct Affine
{
    double offset = 0;
    double factor = 0;
    std::optional<std::size_t> slot;
    double divisor = 1; ///< kept apart: x * (1 / 49) of 49 is less than 1
    bool roundedDown = false;

    double at(double x) const
    {
        double value = offset + factor * x;
        if (divisor != 1)
            value /= divisor;
        return roundedDown ? std::floor(value) : value;
    }
    /// Nothing but a sum, which can be multiplied and added up further.
    bool isSum() const { return divisor == 1 && !roundedDown; }
};

/// The affine form of + - * /, floor and parentheses over numbers and at most one variable; nothing for anything else.
/// Every name must be in `variables`; constants stand as numbers already.
std::optional<Affine> affineOf(const std::vector<Token>& tokens, const std::map<std::string, std::size_t>& variables);

} // namespace headroom::project
