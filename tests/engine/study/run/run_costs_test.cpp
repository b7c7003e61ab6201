// Expected times of the points of a study.
#include "study/run/run_costs.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>

using namespace headroom::study;

namespace {

/// Six loads, two drives and two sizes; the time of a point is a product.
Table loadsDrivesSizes()
{
    Table table;
    table.parameters = {{"LOAD", ""}, {"DRIVE", ""}, {"SIZE", "B"}};
    for (const double load : {16, 32, 64, 128, 256, 512})
        for (const char* const drive : {"disk", "ssd"})
            for (const double size : {65536.0, 1048576.0}) {
                Row row;
                row.number = table.rows.size();
                row.settings = {{std::to_string(load), load}, {drive}, {std::to_string(size), size}};
                table.rows.push_back(row);
            }
    return table;
}

double timeOf(const Row& row)
{
    const bool ssd = row.settings[1].text == "ssd";
    return 0.06 * std::pow(row.settings[0].number / 16, 0.6) * (ssd ? 5 : 1) * (row.settings[2].number > 1e5 ? 1.6 : 1);
}

/// The estimated over the true time of all points, from the first ones of an order.
double estimated(const Table& table, const std::vector<std::uint64_t>& order, std::size_t known)
{
    RunCosts costs(table);
    for (std::size_t i = 0; i < known; ++i)
        costs.add(table.rows[order[i]], timeOf(table.rows[order[i]]));
    REQUIRE(costs.refit());
    double expected = 0, true_ = 0;
    for (const Row& row : table.rows) {
        expected += costs.expected(row);
        true_ += timeOf(row);
    }
    return expected / true_;
}

} // namespace

TEST_CASE("the order of points has each once, and its first ones are spread")
{
    for (const std::size_t points : {0, 1, 2, 3, 24, 192, 1000}) {
        std::vector<std::uint64_t> order = spreadOrder(points);
        if (points > 9) {
            const auto [low, high] = std::minmax_element(order.begin(), order.begin() + 5);
            CHECK(*high - *low > points / 2);
        }
        std::sort(order.begin(), order.end());
        REQUIRE(order.size() == points);
        for (std::size_t i = 0; i < points; ++i)
            CHECK(order[i] == i);
    }
}

TEST_CASE("few points tell the time of all")
{
    const Table table = loadsDrivesSizes();
    const auto order = spreadOrder(table.rows.size());
    for (const std::size_t known : {5, 8, 12, 24}) {
        CHECK(estimated(table, order, known) > 0.5);
        CHECK(estimated(table, order, known) < 2);
    }
    CHECK(estimated(table, order, 24) == Approx(1).epsilon(0.01));
}

TEST_CASE("points that take the same time are expected to")
{
    Table table = loadsDrivesSizes();
    RunCosts costs(table);
    costs.add(table.rows[3], 2);
    REQUIRE(costs.refit());
    CHECK(costs.expected(table.rows[20]) == Approx(2).epsilon(0.5));
    costs.add(table.rows[15], 2);
    costs.add(table.rows[8], 2);
    REQUIRE(costs.refit());
    CHECK(costs.expected(table.rows[20]) == Approx(2).epsilon(0.1));
    CHECK_FALSE(costs.refit()); // nothing is new
}
