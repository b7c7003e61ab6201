#include "project/expression/expression.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

using namespace headroom::project;
using Catch::Contains;

namespace {

Scope scope()
{
    Scope result;
    result.constants = {{"WORKERS", 64}, {"OBJECT_SIZE", 16000}, {"NEGATIVE", -2}, {"FABRIC", 1001}, {"BARRIER", 1}};
    result.symbols = {{"rack fabric", 1001}, {"10GbE network", 1002}, {"PUT", 1003}};
    result.variables = {{"size", 0}, {"key", 1}, {"s", 2}};
    result.units = {{"OBJECT_SIZE", "B"}};
    return result;
}

double constant(const std::string& text)
{
    INFO(text);
    const Expression expression = Expression::compile(text, scope());
    CHECK(expression.isConstant());
    return expression.value();
}

std::string faultOf(const std::string& text)
{
    try {
        Expression::compile(text, scope());
    } catch (const ExpressionError& error) {
        CHECK(error.position() <= text.size());
        return error.what();
    }
    FAIL("accepted: " << text.substr(0, 100));
    return {};
}

double value(const std::string& text)
{
    return Expression::compile(text, scope()).value();
}

} // namespace

TEST_CASE("constant expressions are folded")
{
    struct Row
    {
        const char* text;
        double value;
    };
    const Row rows[] = {
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"2 ^ 10", 1024},
        {"7 / 2", 3.5},
        {"-3", -3},
        {"- 3", -3},
        {"2 - -3", 5},
        {"NEGATIVE ^ 2", 4},
        {"WORKERS * 2", 128},
        {"3 ms + 500 us", 0.0035},
        {"4 * 10 Gb/s / 3", 5e9 / 3},
        {"100 1/s * 2", 200},
        {"50 % * 4", 2},
        {"1 KiB + 1", 1025},
        {"min(3, 1, 2)", 1},
        {"max(3, 1, 2)", 3},
        {"max(WORKERS, 100)", 100},
        {"abs(NEGATIVE)", 2},
        {"ceil(1.2)", 2},
        {"floor(1.8)", 1},
        {"round(1.5)", 2},
        {"sqrt(16)", 4},
        {"exp(0)", 1},
        {"ln(1)", 0},
        {"log2(8)", 3},
        {"floor (7 / 2)", 3},
        {"ceil  ( WORKERS / 28 )", 3},
        {"floor(ceil(1.2) / 3) + min (1, 2)", 1},
        {"1 < 2", 1},
        {"2 <= 1", 0},
        {"1 == 1 && 2 != 3", 1},
        {"0 || 0", 0},
        {"!0", 1},
        {"!BARRIER", 0},
        {"true", 1},
        {"false ? 1 : 2", 2},
        {"WORKERS > 32 ? 3 : 4", 3},
        {"1 ? 0 ? 1 : 2 : 3", 2},
        {"FABRIC == \"rack fabric\"", 1},
        {"FABRIC == 'rack fabric'", 1},
        {"FABRIC == \"10GbE network\" ? 1 : 2", 2},
        {"FABRIC == PUT", 0},
        {"1e-9 * 1e9", 1},
        {"\t1\n+\n1 ", 2},
    };
    for (const Row& row : rows)
        CHECK(constant(row.text) == Approx(row.value).epsilon(1e-12));
}

TEST_CASE("variables of a request are read from their slots")
{
    struct Row
    {
        const char* text;
        double value;
        std::vector<std::string> variables;
    };
    const Row rows[] = {
        {"size", 100, {"size"}},
        {"3 ms + 0.6 ns * size", 0.003 + 0.6e-9 * 100, {"size"}},
        {"(size + 1) * 2 - size / 4", 177, {"size"}},
        {"size * size", 1e4, {"size"}},
        {"100 / size", 1, {"size"}},
        {"size * key", 700, {"size", "key"}},
        {"100/s", 50, {"s"}},
        {"-size", -100, {"size"}},
        {"min(size, OBJECT_SIZE)", 100, {"size"}},
        {"size > 1 MiB ? 1 : key", 7, {"size", "key"}},
        {"floor (size / 64)", 1, {"size"}},
    };
    const std::vector<double> slots = {100, 7, 2};
    for (const Row& row : rows) {
        INFO(row.text);
        const Expression expression = Expression::compile(row.text, scope());
        CHECK_FALSE(expression.isConstant());
        CHECK(expression.evaluate(slots) == Approx(row.value).epsilon(1e-12));
        CHECK(expression.variables() == row.variables);
    }
}

TEST_CASE("a divisor of a variable without a rest gives a whole number, however it is written")
{
    for (int divisor = 1; divisor <= 100; ++divisor) {
        const std::string by = std::to_string(divisor);
        for (const std::string& text : {"size / " + by, "floor(size / " + by + ")", "(size + 0 * size) / " + by}) {
            const Expression expression = Expression::compile(text, scope());
            for (int times = 1; times <= 100; ++times) {
                INFO(text << " of " << divisor * times);
                REQUIRE(expression.evaluate(std::vector<double>{static_cast<double>(divisor * times)}) == times);
            }
        }
        const Expression below = Expression::compile("floor((size - 1) / " + by + ")", scope());
        CHECK(below.evaluate(std::vector<double>{7.0 * divisor}) == 6);
    }
}

TEST_CASE("min() with a constant bounds an expression before its variables are known")
{
    const auto bound = [](const char* text) { return Expression::compile(text, scope()).upperBound(); };
    CHECK(bound("3 + 4") == 7);
    CHECK(bound("min(size, 64 KiB)") == 65536);
    CHECK(bound("min(100 * 2, max(size, key), 3 * 10)") == 30);
    CHECK(bound("min(min(size, 3), 200)") == 200); // inner calls are not looked into
    for (const char* unbounded : {"size", "2 * size", "min(size, key)", "max(size, 3)", "min(size, 3) + 1",
                                  "min(size, 3) * min(key, 4)", "key > 1 ? min(size, 3) : 4"}) {
        INFO(unbounded);
        CHECK(std::isinf(bound(unbounded)));
    }
}

TEST_CASE("a copied expression evaluates by itself")
{
    Expression copy;
    CHECK(copy.value() == 0);
    {
        const Expression original = Expression::compile("size * size", scope());
        copy = original;
    }
    CHECK(copy.evaluate(std::vector<double>{3}) == 9);
}

TEST_CASE("faulty expressions are refused with what is wrong")
{
    struct Row
    {
        const char* text;
        const char* says;
    };
    const Row rows[] = {
        {"", "empty"},
        {"  ", "empty"},
        {"1 +", "near position"},
        {"(1", "near position"},
        {"1)", "near position"},
        {"1 2", "near position"},
        {"* 2", "near position"},
        {"()", "near position"},
        {"1 ? 2", "near position"},
        {"1 : 2", "near position"},
        {"min()", "near position"},
        {"max()", "near position"},
        {"floor()", "near position"},
        {"floor(1, 2)", "near position"},
        {"1, 2", ""},
        {"WORKERS(2)", "near position"},
        {"floor", "floor"},
        {"WORKRES * 2", "did you mean \"WORKERS\""},
        {"OBJECTSIZE", "did you mean \"OBJECT_SIZE\""},
        {"siez + 1", "did you mean \"size\""},
        {"flor(2)", "did you mean \"floor\""},
        {"no_name_like_this_one", "Unknown name"},
        {"FABRIC == \"rack fabrik\"", "did you mean \"rack fabric\""},
        {"FABRIC == \"rack fabric", "closing quote"},
        {"3 mss", "did you mean"},
        {"3 parsecs", "not a known unit"},
        {"WORKERS = 3", "\"==\""},
        {"1 # 2", "position 3"},
        {"\xff", "position 1"},
        {"1 / 0", "no finite value"},
        {"sqrt(-1)", "no finite value"},
        {"ln(0)", "no finite value"},
        {"10 ^ 400", "no finite value"},
        {"1e999", "too large"},
        {"1e300 PB", "too large"},
        {"a;b", "position 2"},
    };
    for (const Row& row : rows) {
        INFO(row.text);
        const std::string fault = faultOf(row.text);
        CHECK_THAT(fault, Contains(row.says));
    }
}

TEST_CASE("depth and length of an expression are bounded")
{
    const std::string open(60, '('), close(60, ')');
    CHECK(constant(open + "1" + close) == 1);
    CHECK_THAT(faultOf(std::string(1000, '(') + "1" + std::string(1000, ')')), Contains("too deeply"));
    CHECK_THAT(faultOf(std::string(100000, '(')), Contains("longer than"));
    std::string nested = "1";
    for (int i = 0; i < 200; ++i)
        nested = "1 ? " + nested + " : 0";
    CHECK_THAT(faultOf(nested), Contains("too deeply"));
    std::string sum = "1";
    for (int i = 0; i < 900; ++i)
        sum += " + 1";
    CHECK(constant(sum) == 901);
    CHECK_THAT(faultOf(sum + std::string(4000, ' ')), Contains("longer than"));
    for (const std::string sign : {"-", "!", "+"}) {
        std::string signs;
        for (int i = 0; i < 3999; ++i)
            signs += sign;
        try {
            Expression::compile(signs + "1", scope());
        } catch (const ExpressionError&) {
        }
    }
    SUCCEED("nothing overflowed the stack");
}

TEST_CASE("identifiers are found and renamed without touching units, functions and quoted texts")
{
    const std::string text = "floor (WORKERS / 2) + 3 ms * size + (FABRIC == \"WORKERS x\" ? WORKERS : true)";
    CHECK(identifiersIn(text) == std::vector<std::string>{"WORKERS", "size", "FABRIC"});
    CHECK(renameIdentifier(text, "WORKERS", "CLIENTS") ==
          "floor (CLIENTS / 2) + 3 ms * size + (FABRIC == \"WORKERS x\" ? CLIENTS : true)");
    CHECK(renameIdentifier("ms + 3 ms", "ms", "m") == "m + 3 ms");
    CHECK(renameIdentifier("broken \" text", "broken", "b") == "b \" text");
}

TEST_CASE("hash distinguishes numbers and their order, and is a whole number that is exact as a key")
{
    CHECK(value("hash(1, 2)") == value("hash(1, 2)"));
    CHECK(value("hash(1, 2)") != value("hash(2, 1)"));
    CHECK(value("hash(3e15, 1)") != value("hash(3e15, 2)"));
    CHECK(value("hash(0)") == value("hash(-0)"));
    CHECK(value("hash(7)") == std::floor(value("hash(7)")));
    CHECK(value("hash(7)") < 0x1p52);
}

TEST_CASE("a percent sign and a prefix without a unit say what to write instead")
{
    const auto told = [](const std::string& text) {
        try {
            Expression::compile(text, scope());
        } catch (const ExpressionError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK_THAT(told("size % key"), Catch::Contains("mod(a, b)"));
    CHECK_THAT(told("4K"), Catch::Contains("\"KB\" or \"KiB\""));
    CHECK_THAT(told("4x"), !Catch::Contains("%"));
}

TEST_CASE("mod is the remainder, never negative for a positive divisor")
{
    CHECK(value("mod(17, 5)") == 2);
    CHECK(value("mod(-3, 5)") == 2);
    CHECK(value("mod(7.5, 2)") == 1.5);
    CHECK(value("mod(3, -5)") == -2);
    CHECK_THROWS_AS(value("mod(3)"), ExpressionError);
    CHECK_THROWS_WITH(value("mod(3, 0)"), "The expression has no finite value.");
}

TEST_CASE("table reads off a line through its points and keeps the value of an end beyond it")
{
    Scope names;
    names.constants.set("N", 4);
    names.variables["x"] = 0;
    const auto table = Expression::compile("table(x; 1: 2.5, N: 7, 2 * (N + 1): N > 3 ? 1 : 0)", names);
    const auto at = [&](double x) { return table.evaluate(std::vector<double>{x}); };
    CHECK(at(-10) == 2.5);
    CHECK(at(1) == 2.5);
    CHECK(at(2) == 4);
    CHECK(at(4) == 7);
    CHECK(at(7) == 4);
    CHECK(at(10) == 1);
    CHECK(at(1000) == 1);
    CHECK(value("table(3; 1: 5)") == 5);
    CHECK(value("table(table(3; 1: 0, 5: 2); 0: 10, 2: 30) + 1") == 21);
}

TEST_CASE("a table that is written wrongly says how to write it")
{
    Scope names;
    names.variables["x"] = 0;
    const std::string written = "table() is written with a value and its points, which must not depend on a request: "
                                "table(x; 1: 2.5, 4: 7).";
    for (const char* const text : {"table(x)", "table(x; 1)", "table(x; 1: 2, 3)", "table(x, 1: 2)",
                                   "table(x; 1, 2: 3)", "table(1; x: 2)", "table(x; 1: 2: 3)", "table()"}) {
        INFO(text);
        CHECK_THROWS_WITH(Expression::compile(text, names), written);
    }
    CHECK_THROWS_WITH(Expression::compile("table(x; 2: 1, 1: 2)", names),
                      "The points of table() must be in increasing order.");
    CHECK_THROWS_WITH(value("1; 2"), "The \";\" at position 2 belongs into a table: table(x; 1: 2.5, 4: 7).");
    CHECK_THROWS_AS(value("table(1; 1: 2) ; 2"), ExpressionError);
}

TEST_CASE("nodes counts the nodes of a role, whatever its name")
{
    Scope names;
    names.nodes = {{"proxy", 2}, {"object-server", 14}};
    CHECK(Expression::compile("nodes(proxy) * 8", names).value() == 16);
    CHECK(Expression::compile("nodes(\"object-server\") - 1", names).value() == 13);
    CHECK_THROWS_WITH(Expression::compile("nodes(prox)", names), "There is no role \"prox\"; did you mean \"proxy\"?");
    CHECK_THROWS_WITH(Expression::compile("nodes(object-server)", names),
                      Catch::Contains("quote one that is not a single word"));
    CHECK(identifiersIn("nodes(proxy) + proxy") == std::vector<std::string>{"proxy"});
    CHECK(identifiersIn("nodes(proxy)").empty());
}
