// Expected processor times of the points of a study, to estimate how long it takes.
#pragma once

#include "study/table/study_table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom::study {

/// An order of all points in which any first ones are spread over the whole space: neighbours in the table, which
/// differ in one parameter only, are far apart.
std::vector<std::uint64_t> spreadOrder(std::size_t points);

/// The time of a point is taken as a product: each number has an exponent or a growth rate, each name a factor. They
/// are fitted to the points that are known, by ridge regression of the logarithm, so that few points suffice: what has
/// not been seen has no effect.
class RunCosts
{
public:
    explicit RunCosts(const Table& table);

    /// The processor time of all runs of a point.
    void add(const Row& row, double processorS);
    std::size_t known() const { return known_.size(); }
    /// The sum of the times of the points that are known.
    double knownS() const { return knownS_; }
    /// Fits anew if enough points were added since; true if expected() has changed.
    bool refit();
    /// Requires a fit.
    double expected(const Row& row) const;
    /// Expected rest of a run that was expected to take so long and has taken `doneS` of processor time so far: the
    /// longer it has been running, the longer it probably is. Requires a fit.
    double expectedLeft(double runS, double doneS) const;

private:
    /// The place of a parameter among the terms of the fit.
    struct Parameter
    {
        std::size_t term = 0; ///< of a number, or of the first name
        bool isNumber = false, isLogarithmic = false;
        double low = 0, high = 0;                 ///< of a number
        std::map<std::string, std::size_t> names; ///< term of each
    };

    std::vector<std::pair<std::size_t, double>> termsOf(const Row& row) const;
    double exponentOf(const Row& row) const;

    std::vector<Parameter> parameters_;
    std::size_t terms_ = 1;                             ///< the first is the constant
    std::vector<std::pair<const Row*, double>> known_;  ///< with their times
    std::vector<double> squares_, products_, solution_; ///< normal equations, and the logarithms of the factors
    std::size_t fitted_ = 0;                            ///< points that are known to the solution
    double knownS_ = 0;
    double scale_ = 1;    ///< times of the known points over what the solution gives for them
    double variance_ = 0; ///< of the logarithm of a time about what is expected
};

} // namespace headroom::study
