// Tables of studies whose figure is a known function of the parameters.
#pragma once

#include "study/table/study_table.h"

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace headroom::study::test {

/// Where the program is that the analyses ask.
inline const int statisticsIsNamed = ::setenv("HEADROOM_STATISTICS", HEADROOM_STATISTICS, 1);

using Function = std::function<double(const std::vector<double>&)>;

inline void addPoint(Table& table, const std::vector<double>& at, double value)
{
    Row& row = table.rows.emplace_back();
    row.number = table.rows.size() - 1;
    row.state = PointState::done;
    row.figures = {{value, value, value}};
    for (const double number : at)
        row.settings.push_back({std::to_string(number), number});
}

/// A figure "f" over parameters "X1", "X2", ...; a point for each element of `at`.
inline Table tableOf(const std::vector<std::vector<double>>& at, const Function& function)
{
    Table table;
    for (std::size_t i = 0; i < at.front().size(); ++i)
        table.parameters.push_back({"X" + std::to_string(i + 1), ""});
    table.figures = {{"f", "s"}};
    for (const std::vector<double>& point : at)
        addPoint(table, point, function(point));
    return table;
}

/// All combinations of the values of each parameter.
inline std::vector<std::vector<double>> combinations(const std::vector<std::vector<double>>& values)
{
    std::vector<std::vector<double>> all{{}};
    for (const std::vector<double>& of : values) {
        std::vector<std::vector<double>> longer;
        for (const std::vector<double>& begun : all)
            for (const double value : of) {
                longer.push_back(begun);
                longer.back().push_back(value);
            }
        all = std::move(longer);
    }
    return all;
}

inline void fail(Row& row)
{
    row.state = PointState::failed;
    row.figures.clear();
}

} // namespace headroom::study::test
