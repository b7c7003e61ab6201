// Dice and parts for systems that are drawn at random.
#pragma once

#include "project/document/json.h"

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>

namespace headroom::accuracy {

/// The same seed gives the same throws.
class Dice
{
public:
    explicit Dice(std::uint64_t seed) : random_(seed) {}

    template <typename Value>
    Value one(std::initializer_list<Value> of)
    {
        return of.begin()[random_() % of.size()];
    }
    bool oneIn(std::uint64_t chances) { return random_() % chances == 0; }
    /// A whole number, both ends included.
    int between(int low, int high) { return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1)); }

private:
    std::mt19937_64 random_;
};

std::string milliseconds(double time);

/// A component: as fast as the reference processor with every core.
project::Json madeUpProcessor(const std::string& id, int cores);

} // namespace headroom::accuracy
