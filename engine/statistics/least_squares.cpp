#include "statistics/least_squares.h"

#include <openturns/DistFunc.hxx>
#include <openturns/Interval.hxx>
#include <openturns/NLopt.hxx>
#include <openturns/OptimizationProblem.hxx>
#include <openturns/QuadraticFunction.hxx>
#include <openturns/SymmetricMatrix.hxx>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace headroom::statistics {

namespace {

using Row = std::vector<double>;

OT::Point pointOf(const Row& row)
{
    OT::Point point(row.size());
    std::ranges::copy(row, point.begin());
    return point;
}

/// JᵀJ.
OT::SymmetricMatrix normal(const std::vector<Row>& jacobian, std::size_t size)
{
    OT::SymmetricMatrix matrix(size);
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = 0;
            for (const Row& row : jacobian)
                sum += row[i] * row[j];
            matrix(i, j) = sum;
        }
    return matrix;
}

/// (JᵀJ)⁻¹ by its eigenvalues; empty if one is next to nothing beside the largest.
std::vector<Row> inverse(OT::SymmetricMatrix matrix)
{
    constexpr double nothing = 1e-10;
    const std::size_t size = matrix.getDimension();
    OT::SquareMatrix vectors;
    const OT::Point values = matrix.computeEV(vectors);
    const double greatest = *std::ranges::max_element(values);
    std::vector<Row> inverse(size, Row(size, 0));
    for (std::size_t k = 0; k < size; ++k) {
        if (!(values[k] > nothing * greatest))
            return {};
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < size; ++j)
                inverse[i][j] += vectors(i, k) * vectors(j, k) / values[k];
    }
    return inverse;
}

Row stepOf(const OT::SymmetricMatrix& matrix, const OT::Point& slope, const Row& low, const Row& high)
{
    const std::size_t size = low.size();
    OT::Matrix linear(size, 1);
    OT::SymmetricTensor quadratic(size, 1);
    for (std::size_t i = 0; i < size; ++i) {
        linear(i, 0) = slope[i];
        for (std::size_t j = 0; j <= i; ++j)
            quadratic(i, j, 0) = matrix(i, j);
    }
    const OT::QuadraticFunction half(OT::Point(size, 0.0), OT::Point(1, 0.0), linear, quadratic);
    OT::OptimizationProblem problem(half);
    problem.setBounds(OT::Interval(pointOf(low), pointOf(high)));
    OT::NLopt solver(problem, "LD_SLSQP");
    solver.setStartingPoint(OT::Point(size, 0.0));
    solver.setMaximumEvaluationNumber(10000);
    solver.setMaximumAbsoluteError(1e-9);
    solver.setMaximumRelativeError(1e-9);
    solver.setMaximumResidualError(1e-12);
    solver.setMaximumConstraintError(1e-12);
    solver.run();
    const OT::Point best = solver.getResult().getOptimalPoint();
    Row step;
    for (std::size_t i = 0; i < size; ++i)
        step.push_back(std::clamp(best[i], low[i], high[i]));
    return step;
}

} // namespace

nlohmann::json leastSquares(const nlohmann::json& request)
{
    const auto residuals = request.at("residuals").get<Row>();
    const auto jacobian = request.at("jacobian").get<std::vector<Row>>();
    const auto low = request.at("low").get<Row>(), high = request.at("high").get<Row>();
    const std::size_t size = low.size();
    const bool fits = size > 0 && high.size() == size && jacobian.size() == residuals.size() && !residuals.empty() &&
                      std::ranges::all_of(jacobian, [&](const Row& row) { return row.size() == size; });
    if (!fits)
        throw std::runtime_error("residuals, jacobian, low and high do not fit together");
    for (std::size_t i = 0; i < size; ++i)
        if (!(low[i] <= 0) || !(high[i] >= 0))
            throw std::runtime_error("the bounds of a step have to hold 0");
    OT::Point slope(size, 0.0);
    for (std::size_t t = 0; t < residuals.size(); ++t)
        for (std::size_t i = 0; i < size; ++i)
            slope[i] += jacobian[t][i] * residuals[t];
    const OT::SymmetricMatrix matrix = normal(jacobian, size);
    const Row step = stepOf(matrix, slope, low, high);

    double squares = 0;
    for (std::size_t t = 0; t < residuals.size(); ++t) {
        double left = residuals[t];
        for (std::size_t i = 0; i < size; ++i)
            left += jacobian[t][i] * step[i];
        squares += left * left;
    }
    nlohmann::json answer = {{"step", step}};
    const std::vector<Row> covariance = inverse(matrix);
    const bool free = residuals.size() > size && !covariance.empty();
    const double freedom = free ? static_cast<double>(residuals.size() - size) : 0;
    const double times = free ? OT::DistFunc::qStudent(freedom, 0.975) * std::sqrt(squares / freedom) : 0;
    for (std::size_t i = 0; i < size; ++i) {
        answer["half_width"].push_back(free ? nlohmann::json(times * std::sqrt(covariance[i][i])) : nlohmann::json());
        nlohmann::json row;
        for (std::size_t j = 0; j < size; ++j)
            row.push_back(free ? nlohmann::json(covariance[i][j] / std::sqrt(covariance[i][i] * covariance[j][j]))
                               : nlohmann::json());
        answer["correlation"].push_back(row);
    }
    return answer;
}

} // namespace headroom::statistics
