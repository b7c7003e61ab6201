#include "../../effort.h"
#include "../projects.h"
#include "project/expression/expression.h"
#include "project/expression/quantity.h"
#include "project/file/json_writer.h"

#include <random>

using namespace headroom::project;
using namespace headroom::project::test;
using headroom::test::effort;

namespace {

// std::uniform_int_distribution differs between libraries; the remainder does not.
std::size_t below(std::mt19937& random, std::size_t count)
{
    return count == 0 ? 0 : random() % count;
}

/// Whatever was read, the answer is whole: a project that saves and opens again, or at least one error.
void mustAnswer(const std::string& text)
{
    const LoadResult result = parse(text);
    if (!result.project) {
        REQUIRE(hasErrors(result.findings));
        for (const Finding& finding : result.findings) {
            REQUIRE_FALSE(finding.key.empty());
            REQUIRE_FALSE(finding.problem.empty());
        }
        return;
    }
    REQUIRE_FALSE(hasErrors(result.findings));
    const std::string saved = toText(*result.project);
    const LoadResult again = parse(saved);
    INFO(lines(again.findings));
    REQUIRE(again.project);
    REQUIRE(toText(*again.project) == saved);
}

std::string withBytesChanged(std::string text, std::mt19937& random)
{
    const std::size_t changes = 1 + below(random, 4);
    for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
        const std::size_t at = below(random, text.size());
        switch (below(random, 5)) {
        case 0:
            text[at] = static_cast<char>(random());
            break;
        case 1:
            text[at] = static_cast<char>(text[at] ^ (1 << below(random, 7)));
            break;
        case 2:
            text.erase(at, 1 + below(random, 40));
            break;
        case 3:
            text.insert(at, text.substr(below(random, text.size()), below(random, 60)));
            break;
        default:
            text[at] = "{}[]\",:0123456789.-+eE()*/ "[below(random, 27)];
        }
    }
    return text;
}

void collect(Json& value, std::vector<Json*>& places)
{
    places.push_back(&value);
    if (value.is_structured())
        for (Json& element : value)
            collect(element, places);
}

const std::vector<Json>& oddValues()
{
    static const std::vector<Json> values = {nullptr,
                                             true,
                                             false,
                                             0,
                                             -1,
                                             0.5,
                                             1e308,
                                             -1e-308,
                                             std::int64_t{9223372036854775807},
                                             std::uint64_t{18446744073709551615u},
                                             "",
                                             " ",
                                             "WORKERS",
                                             "size",
                                             "3 ms",
                                             "1 / 0",
                                             "((",
                                             "min()",
                                             "FABRIC == \"rack fabric\"",
                                             "a.b.c",
                                             "caller",
                                             "\u00b5",
                                             std::string(5000, 'x'),
                                             Json::array(),
                                             Json::object(),
                                             Json::array({1, "two", nullptr}),
                                             Json{{"id", "x"}, {"type", "fork"}, {"paths", 1e300}},
                                             Json{{"from", "a"}, {"to", 1}}};
    return values;
}

Json withValuesSwapped(Json tree, std::mt19937& random)
{
    const std::size_t changes = 1 + below(random, 3);
    for (std::size_t i = 0; i < changes; ++i) {
        std::vector<Json*> places;
        collect(tree, places);
        Json& place = *places[below(random, places.size())];
        if (below(random, 3) == 0) {
            const Json other = *places[below(random, places.size())];
            place = other;
        } else {
            place = oddValues()[below(random, oddValues().size())];
        }
    }
    return tree;
}

/// All of a project's kinds of structure in one small file, so that many mutations cost little.
Json rackWithItsRoles()
{
    Json tree = shipped("swift-rack");
    const Project rack = open(tree);
    for (std::size_t i = 0; i < rack.behaviours.size(); ++i) {
        Json own = Json{{"role", rack.behaviours[i].role.id}, {"bindings", rack.behaviours[i].bindings}};
        own["definition"] = toJson(rack.behaviours[i].role);
        tree["behaviours"][i] = own;
    }
    return tree;
}

} // namespace

TEST_CASE("bytes that were changed, lost or doubled give findings or a project, never a crash", "[slow]")
{
    std::mt19937 random(1);
    // The rack's file is large and takes five times as long as the queue's.
    for (const auto& [project, times] : {std::pair("first-queue", 1200), std::pair("swift-rack", 300)}) {
        const std::string text = shippedText(project);
        for (int i = 0; i < effort(times); ++i)
            mustAnswer(withBytesChanged(text, random));
    }
}

TEST_CASE("values in the place of others give findings or a project, never a crash", "[slow]")
{
    std::mt19937 random(2);
    const Json tree = shipped("first-queue");
    for (int i = 0; i < effort(1500); ++i)
        mustAnswer(withValuesSwapped(tree, random).dump());
}

TEST_CASE("values in the place of others in the rack with roles of its own give findings or a project")
{
    std::mt19937 random(3);
    const Json tree = rackWithItsRoles();
    mustAnswer(tree.dump());
    for (int i = 0; i < effort(60); ++i)
        mustAnswer(withValuesSwapped(tree, random).dump());
}

TEST_CASE("expressions and quantities of random pieces give a value or a refusal")
{
    std::mt19937 random(4);
    static const std::vector<std::string> pieces = {
        "1",  "2.5", "3 ms", "WORKERS", "size", "min", "max",      "floor", "(",  ")",  ",", "+",  "-",  "*",     "/",
        "^",  "?",   ":",    "==",      "<",    "&&",  "!",        "\"x\"", " ",  "1e", ".", "%",  "=",  "true",  "B",
        "()", "||",  "64",   "KiB",     "Gb/s", "/s",  "\xc2\xa0", "\xff",  "v0", "_",  "e", "pi", "\n", "sqrt(", "0x"};
    Scope scope;
    scope.constants = {{"WORKERS", 3}};
    scope.symbols = {{"x", 7}};
    scope.variables = {{"size", 0}};
    const std::vector<double> slots = {5};
    int accepted = 0;
    for (int i = 0; i < effort(40000); ++i) {
        std::string text;
        for (std::size_t n = 1 + below(random, 9); n > 0; --n)
            text += pieces[below(random, pieces.size())];
        parseQuantity(text);
        identifiersIn(text);
        renameIdentifier(text, "size", "other");
        try {
            Expression::compile(text, scope).evaluate(slots);
            ++accepted;
        } catch (const ExpressionError& error) {
            REQUIRE(error.position() <= text.size());
        }
    }
    CHECK(accepted > effort(500));
}
