// Keys of very unequal popularity.
#pragma once

#include <cstdint>

namespace headroom::run {

/// Zipf's law over 0 … count − 1: the probability of key k is proportional to 1 / (k + 1)^exponent, exactly, in
/// constant time and memory for any count. Rejection-inversion: W. Hörmann, G. Derflinger, "Rejection-inversion to
/// generate variates from monotone discrete distributions", ACM TOMACS 6(3), 1996. Less than 1.2 tries on average.
class Zipf
{
public:
    Zipf(std::uint64_t count, double exponent);

    /// `uniform(i)`: the i-th of a sequence of independent draws in [0, 1).
    template <class Uniform>
    std::uint64_t draw(Uniform uniform) const
    {
        if (exponent_ == 0)
            return index(uniform(0) * count_ + 1);
        for (std::uint64_t attempt = 0;; ++attempt) {
            const double u = areaLast_ + uniform(attempt) * (areaFirst_ - areaLast_);
            const double x = inverse(u);
            const double k = rounded(x);
            if (k - x <= alwaysTaken_ || u >= area(k + 0.5) - weight(k))
                return index(k);
        }
    }

private:
    double area(double x) const;    ///< integral of the weight
    double inverse(double u) const; ///< of area()
    double weight(double x) const;
    double rounded(double x) const;
    std::uint64_t index(double k) const; ///< k is 1 … count

    double count_, exponent_;
    double areaFirst_, areaLast_, alwaysTaken_;
};

} // namespace headroom::run
