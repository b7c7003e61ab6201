// The answer that a study gives in a sentence.
#include "study/table/decision_text.h"

#include <catch2/catch.hpp>

using namespace headroom::study;
using Catch::Contains;

namespace {

Row row(std::uint64_t number, std::vector<Cell> figures, std::vector<GoalCell> goals = {})
{
    Row row;
    row.number = number;
    row.settings = {{std::to_string(10 * number) + " KiB", 10240.0 * static_cast<double>(number)}};
    row.state = PointState::done;
    row.figures = std::move(figures);
    row.goals = std::move(goals);
    return row;
}

Table table(std::vector<Row> rows)
{
    Table table;
    table.parameters = {{"SIZE", "B"}};
    table.figures = {{"get.throughput", "1/s"}, {"price", "USD"}};
    table.rows = std::move(rows);
    return table;
}

Cell exactly(double value)
{
    return {value, value, value};
}

GoalCell latency(const char* verdict, double value)
{
    return {verdict, exactly(value), 0.05, {}, ""};
}

std::string answerOf(const Table& table)
{
    return sentenceOf(table, decide(table));
}

} // namespace

TEST_CASE("without goals the best by the first figure is named, with those that are not distinguishable from it")
{
    const Table three =
        table({row(0, {{100, 95, 105}, {}}), row(1, {{110, 104, 116}, {}}), row(2, {{80, 79, 81}, {}})});
    CHECK(decide(three).point == 1);
    CHECK(answerOf(three) == "get.throughput is highest at point 1 (SIZE = 10 KiB): 110 /s (104 /s to 116 /s); 1 "
                             "other point is not told apart from it.");
}

TEST_CASE("the cheapest of the points that meet all goals is named")
{
    Table some = table({row(0, {exactly(100), exactly(31360)}, {latency("met", 0.04)}),
                        row(1, {exactly(110), exactly(31350)}, {latency("met", 0.03)}),
                        row(2, {exactly(120), exactly(1000)}, {latency("not yet known", 0.05)})});
    some.goals = {{"g", "get.latency.p99", "s", ""}};
    CHECK(decide(some).point == 1);
    CHECK(
        answerOf(some) ==
        "2 of 3 points meet all goals. The cheapest that is known to meet them is point 1 (SIZE = 10 KiB): 31 350 USD. "
        "1 point is not decided, and it is cheaper; longer or more runs may tell.");
    some.rows[2].goals = {latency("missed", 0.06)};
    CHECK(answerOf(some) == "2 of 3 points meet all goals. The cheapest is point 1 (SIZE = 10 KiB): 31 350 USD.");
}

TEST_CASE("where no point meets all goals, the nearest is named and what it lacks")
{
    Table none = table({row(0, {exactly(100), exactly(5000)}, {latency("missed", 0.09)}),
                        row(1, {exactly(110), exactly(4000)}, {latency("missed", 0.061)})});
    none.goals = {{"g", "get.latency.p99", "s", "one node of storage down"}};
    CHECK(decide(none).point == 1);
    CHECK(answerOf(none) == "No point meets all goals. The nearest is point 1 (SIZE = 10 KiB): get.latency.p99 "
                            "with one node of storage down is 61.0 ms for at most 50.0 ms.");
}

TEST_CASE("where only a price that the libraries lack leaves points open, no runs are promised to tell")
{
    const GoalCell price{"not yet known", {4000, 4000, INFINITY}, 9000, {}, ""};
    Table open = table({row(0, {exactly(100), {4000, 4000, INFINITY}}, {latency("met", 0.04), price})});
    open.goals = {{"g", "get.latency.p99", "s", ""}, {"p", "price", "USD", ""}};
    CHECK(isOpenByParts(open, open.rows[0]));
    CHECK_THAT(answerOf(open), Contains("1 point is not decided; only figures that the libraries lack would tell."));
    open.rows[0].goals[0].verdict = "not yet known";
    CHECK_FALSE(isOpenByParts(open, open.rows[0]));
    CHECK_THAT(answerOf(open), Contains("longer or more runs may tell."));
}

TEST_CASE("the nearest is no point under overload, whose latencies have no end")
{
    GoalCell overload = latency("missed", 0.06);
    overload.figure.high = INFINITY;
    Table none = table({row(0, {exactly(100), exactly(5000)}, {overload}),
                        row(1, {exactly(110), exactly(4000)}, {latency("missed", 0.2)})});
    none.goals = {{"g", "get.latency.p99", "s", ""}};
    CHECK(decide(none).point == 1);
}

TEST_CASE("a point whose figure is not known may still meet the goals")
{
    Table open = table({row(0, {exactly(100), exactly(5000)}, {latency("missed", 0.09)}),
                        row(1, {exactly(110), exactly(4000)}, {GoalCell()})});
    open.rows[1].goals[0].verdict = "not yet known";
    open.goals = {{"g", "get.latency.p99", "s", ""}};
    CHECK(answerOf(open).find("No point is known to meet all goals yet.") == 0);
    open.rows[1].goals[0].verdict = "missed";
    CHECK(answerOf(open).find("No point meets all goals.") == 0);
}

namespace {

/// For each number of visitors a point of each size; a larger one costs more and serves twice as many.
Table sizesAndVisitors(const std::vector<double>& visitors, const std::vector<double>& sizes)
{
    Table table;
    table.parameters = {{"VISITORS", "", true}, {"SIZE", ""}};
    table.figures = {{"get.throughput", "1/s"}, {"price", "USD"}};
    table.goals = {{"g", "get.latency.p99", "s", ""}};
    for (const double size : sizes)
        for (const double load : visitors) {
            Row each = row(table.rows.size(), {exactly(load), exactly(100 * size)},
                           {latency(load <= 100 * size ? "met" : "missed", load / size / 2000)});
            each.settings = {{std::to_string(static_cast<int>(load)), load},
                             {std::to_string(static_cast<int>(size)), size}};
            table.rows.push_back(each);
        }
    return table;
}

} // namespace

TEST_CASE("where the load is varied, the cheapest is named for each load")
{
    const Table loads = sizesAndVisitors({1000, 200, 100}, {1, 2, 4});
    const Decision decision = decide(loads);
    CHECK(answerOf(loads) == "5 of 9 points meet all goals. The cheapest for each load: VISITORS = 100: point 2 "
                             "(SIZE = 1), 100 USD; VISITORS = 200: point 4 (SIZE = 2), 200 USD; VISITORS = "
                             "1000: none.");
    CHECK(decision.ofLoads == std::vector<std::uint64_t>{2, 4});
    CHECK(decision.point == 4); // carries the hardest load that any point carries
}

TEST_CASE("without goals, the best by the first figure is named for each load")
{
    Table loads = sizesAndVisitors({200, 100}, {1, 2});
    loads.goals.clear();
    for (Row& each : loads.rows) {
        each.goals.clear();
        each.figures[0] = exactly(each.settings[0].number + each.settings[1].number);
    }
    const Decision decision = decide(loads);
    CHECK(answerOf(loads) == "get.throughput is highest for each load at: VISITORS = 100: point 3 (SIZE = 2), 102 "
                             "/s; VISITORS = 200: point 2 (SIZE = 2), 202 /s.");
    CHECK(decision.ofLoads == std::vector<std::uint64_t>{3, 2});
    CHECK(decision.point == 2);
    loads.rows[1].figures[0] = loads.rows[3].figures[0];
    CHECK_THAT(answerOf(loads), Contains("102 /s, 1 other point is not told apart from it; VISITORS = 200"));
}

TEST_CASE("while a study runs, a load may still get a point that meets the goals")
{
    Table loads = sizesAndVisitors({100, 1000}, {1, 2});
    loads.rows[3].state = PointState::waiting;
    CHECK_THAT(answerOf(loads), Catch::EndsWith("VISITORS = 1000: none yet."));
}

TEST_CASE("a price of which parts are missing is said to be the least")
{
    Table loads = sizesAndVisitors({100}, {1});
    loads.rows[0].figures[1].high = INFINITY;
    CHECK_THAT(answerOf(loads), Catch::EndsWith("(VISITORS = 100, SIZE = 1): from 100 USD."));
}

TEST_CASE("the first and the last of many loads are named")
{
    const std::string said = answerOf(sizesAndVisitors({10, 20, 30, 40, 50, 60, 70, 80, 90, 100}, {1, 2}));
    CHECK_THAT(said, Contains("VISITORS = 70: point 6 (SIZE = 1), 100 USD; …; VISITORS = 100: point 9"));
    CHECK_THAT(said, !Contains("VISITORS = 80"));
}

TEST_CASE("where hardly any two points have the same load, a warning says that less load is cheaper")
{
    Table spread = sizesAndVisitors({100, 200, 400}, {4});
    const std::string warning = "VISITORS changes the load: a cheaper point may only have less to do.";
    CHECK_THAT(answerOf(spread), Contains("The cheapest is point 0 ") && Catch::EndsWith(warning));
    CHECK(decide(spread).ofLoads.empty());
    spread.parameters[0].changesLoad = false;
    CHECK_THAT(answerOf(spread), !Contains("load"));
}

TEST_CASE("one value of a parameter of the load is no other load")
{
    const std::string said = answerOf(sizesAndVisitors({100}, {1, 2}));
    CHECK(said == "2 of 2 points meet all goals. The cheapest is point 0 (VISITORS = 100, SIZE = 1): 100 USD.");
}

TEST_CASE("which parameters change the load is still known after it went through JSON")
{
    const Table read = columnsFromJson(Json::parse(columnsToJson(sizesAndVisitors({100}, {1})).dump()));
    CHECK(read.parameters[0].changesLoad);
    CHECK_FALSE(read.parameters[1].changesLoad);
}

TEST_CASE("points that are not done decide nothing")
{
    Table waiting = table({row(0, {}, {})});
    waiting.rows[0].state = PointState::waiting;
    CHECK_FALSE(decide(waiting).point);
    CHECK(answerOf(waiting) == "No point is done yet.");
}

TEST_CASE("where all points failed, the reason of the first is reported")
{
    Table failed = table({row(0, {}, {}), row(1, {}, {})});
    for (Row& each : failed.rows)
        each.state = PointState::failed;
    failed.rows[0].reason = "The run got stuck.";
    CHECK_FALSE(decide(failed).point);
    CHECK(answerOf(failed) == "All points failed, the first because of this: The run got stuck.");
}

TEST_CASE("a price of which parts are missing is still one after it went through JSON")
{
    const Table one = table({row(0, {{1.5, 1, 2}, {5000, 5000, INFINITY}}), row(1, {Cell(), exactly(7)})});
    const auto read = [&](std::size_t number) {
        return rowFromJson(one, Json::parse(toJson(one, one.rows[number]).dump()));
    };
    CHECK(read(0).figures[0].high == 2);
    CHECK(read(0).figures[1].value == 5000);
    CHECK(read(0).figures[1].high == INFINITY);
    CHECK_FALSE(read(1).figures[0].known());
    CHECK(read(1).figures[1].high == 7);
}

TEST_CASE("the table as CSV has a column for each parameter, figure and end of an interval")
{
    Table one = table({row(0, {{1.5, 1, 2}, {5000, 5000, INFINITY}})});
    one.rows[0].reason = "a, \"b\"";
    CHECK(toCsv(one) == "point,state,SIZE,get.throughput,get.throughput low,get.throughput high,price,price low,price "
                        "high,runs,processor_s,reason\r\n0,done,0,1.5,1,2,5000,5000,inf,0,0,\"a, \"\"b\"\"\"\r\n");
}
