// Recognises expressions of the form floor((a + b * x) / c) or simpler, which need no parser at run time.
#pragma once

#include "project/expression/tokens.h"

#include <cmath>
#include <map>
#include <optional>

namespace headroom::project {

/// (offset + factor * slot) / divisor, optionally rounded down; without a slot it is a constant.
struct Affine
{
    double offset = 0;
    double factor = 0;
    std::optional<std::size_t> slot;
    double divisor = 1; ///< stored separately: x * (1 / 49) for x = 49 is less than 1
    bool roundedDown = false;

    double at(double x) const
    {
        double value = offset + factor * x;
        if (divisor != 1)
            value /= divisor;
        return roundedDown ? std::floor(value) : value;
    }
    /// True if it is only a sum, which can be multiplied and added further.
    bool isSum() const { return divisor == 1 && !roundedDown; }
};

/// The affine form of an expression of + - * /, floor and parentheses over numbers and at most one variable; nothing
/// for any other expression. Every name must be in `variables`; constants must be numbers already.
std::optional<Affine> affineOf(const std::vector<Token>& tokens, const std::map<std::string, std::size_t>& variables);

} // namespace headroom::project
