// Data measured on a real cluster, read and laid over a run.
#include "record/measured/measured.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace headroom::record;

namespace {

/// A ramp with a bump, sampled every half second.
MeasuredCurve bump(double shift, double factor)
{
    MeasuredCurve curve;
    for (double t = 0; t < 60; t += 0.5) {
        curve.times.push_back(t + shift);
        curve.values.push_back(factor * (100 + t + 80 * std::exp(-std::pow((t - 20) / 4, 2))));
    }
    return curve;
}

using Values = std::vector<double>;

/// The times of a file with these stamps in its first column.
Values timesOf(const std::vector<std::string>& stamps)
{
    std::string text = "time;x\n";
    for (const std::string& stamp : stamps)
        text += stamp + ";1\n";
    return measuredCurve(readMeasured(text), 1, {}).times;
}

} // namespace

TEST_CASE("a table is read with its time column")
{
    const auto table = readMeasured("# from the load generator\nops,time,\"p99, ms\"\n10,0.5,3\n20,1.0,\n30,1.5,5\n");
    CHECK(table.problems.empty());
    CHECK(table.timeColumn == std::optional<std::size_t>(1));
    CHECK(table.names == std::vector<std::string>{"ops", "time", "p99, ms"});
    CHECK(table.findColumn("p99, ms") == std::optional<std::size_t>(2));
    CHECK_FALSE(table.findColumn("p50"));
    const auto curve = measuredCurve(table, 2, {10, 0.001});
    CHECK(curve.times == Values{10.5, 11.5}); // the empty cell is a gap
    CHECK(curve.values == Values{0.003, 0.005});
    CHECK(measuredCurve(table, std::nullopt, {}).times.empty());
    CHECK(measuredCurve(table, 3, {}).times.empty());
}

TEST_CASE("dates count from the first one, and semicolons separate too")
{
    const auto table = readMeasured("Date;Throughput\r\n2024-05-01T10:00:00Z;1,5\r\n2024-05-01T10:00:02.500Z;2,5\r\n");
    const auto curve = measuredCurve(table, 1, {});
    CHECK(curve.times == Values{0, 2.5});
    CHECK(curve.values == Values{1.5, 2.5});
}

TEST_CASE("dates are read in the ways in which ISO 8601 writes them")
{
    CHECK(timesOf({"2024-02-28", "2024-02-29", "2024-03-01"}) == Values{0, 86400, 172800});
    CHECK(timesOf({"2024-05-01 10:00", "2024-05-01T10:01", "2024-05-01T10:02:00,25"}) == Values{0, 60, 120.25});
    CHECK(timesOf({"2024-05-01T10:00:00Z", "2024-05-01T13:00:10+03:00", "2024-05-01T06:30:20-0330"}) ==
          Values{0, 10, 20});
    for (const char* wrong : {"2023-02-29", "2024-5-1", "2024-05-01T25:00", "2024-05-01T10:00:00 and more", "noon"})
        CHECK(timesOf({"2024-05-01", wrong}) == Values{0});
}

TEST_CASE("numbers are read as spreadsheets write them")
{
    const auto table = readMeasured("\xEF\xBB\xBFt,x\n0,+1.5\n1, 2e3 \n2,\"-4\"\n3,inf\n4,1e999\n5,7\n");
    CHECK(table.timeColumn == std::optional<std::size_t>(0));
    CHECK(measuredCurve(table, 1, {}).values == Values{1.5, 2000, -4, 7});
}

TEST_CASE("a column that rises is the time if none is named so")
{
    CHECK(readMeasured("a,b\n3,1\n1,2\n2,3\n").timeColumn == std::optional<std::size_t>(1));
    CHECK(readMeasured("tea,Seconds since start\n3,1\n4,2\n").timeColumn == std::optional<std::size_t>(1));
    const auto none = readMeasured("a,b\n3,1\n1,1\n");
    CHECK_FALSE(none.timeColumn);
    CHECK_FALSE(none.problems.empty());
    CHECK(measuredCurve(none, 0, {}).times.empty());
}

TEST_CASE("an unreadable value is reported with its line")
{
    const auto table = readMeasured("time,x\n1,2\n2\n3,4,5\n4,word\n5,6\n");
    REQUIRE(table.problems.size() == 3);
    CHECK_THAT(table.problems[0], Catch::Contains("Line 3"));
    CHECK_THAT(table.problems[2], Catch::Contains("Line 5: \"word\" in the column \"x\" is no number"));
    CHECK(measuredCurve(table, 1, {}).times == Values{1, 5});
    for (const std::string& text :
         {std::string(), std::string("\n\n"), std::string("time,x\n"), std::string("\0\1\2", 3), std::string("time")})
        CHECK_FALSE(readMeasured(text).problems.empty());
}

TEST_CASE("alignment finds offset and factor")
{
    const auto alignment = findFit(bump(-37, 1.0 / 3), bump(0, 1), true);
    REQUIRE(alignment);
    CHECK(std::abs(alignment->offsetS - 37) < 0.2);
    CHECK(std::abs(alignment->factor - 3) < 0.03);
    CHECK(findFit(bump(5, 1), bump(0, 1), false)->factor == 1.0);
    CHECK_FALSE(findFit({}, bump(0, 1), true));
    CHECK_FALSE(findFit({{1, 1, 1}, {1, 2, 3}}, bump(0, 1), true));
}

TEST_CASE("the deviation is taken where both are")
{
    const MeasuredCurve measured{{1, 2, 100}, {10, 10, 10}}, simulated{{0, 4}, {11, 11}};
    CHECK(*meanDeviation(measured, simulated) == Approx(0.1));
    CHECK_FALSE(meanDeviation(measured, {}));
}

TEST_CASE("tables as programs and people write them are read, and what cannot be is a problem with its line")
{
    const std::filesystem::path folder = std::filesystem::path(HEADROOM_SOURCE_DIR) / "tests/data/imports/measured";
    const auto textOf = [&](const std::string& name) {
        std::ifstream file(folder / name, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    const auto same = [](const nlohmann::json& wanted, const Values& values) {
        if (wanted.size() != values.size())
            return false;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (wanted[i].is_null() ? !std::isnan(values[i]) : std::abs(wanted[i].get<double>() - values[i]) > 1e-9)
                return false;
        return true;
    };
    const auto all = nlohmann::json::parse(textOf("expected.json"));
    for (const auto& [name, expected] : all.items()) {
        INFO(name);
        const auto table = readMeasured(textOf(name));
        CHECK(table.timeColumn.has_value() == expected.contains("time"));
        if (table.timeColumn && expected.contains("time"))
            CHECK(same(expected["time"], table.columns[*table.timeColumn]));
        const auto columns = expected.value("columns", nlohmann::json::object());
        for (const auto& [column, values] : columns.items()) {
            INFO(column);
            const auto found = table.findColumn(column);
            REQUIRE(found);
            CHECK(same(values, table.columns[*found]));
        }
        std::string problems;
        for (const std::string& problem : table.problems)
            problems += problem + "\n";
        INFO(problems);
        CHECK(problems.empty() == !expected.contains("problems"));
        for (const auto& words : expected.value("problems", nlohmann::json::array()))
            CHECK_THAT(problems, Catch::Contains(words.get<std::string>()));
    }
    CHECK(all.size() >= 25);
}
