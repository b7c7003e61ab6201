// Expressions that choose a name.
#include "project/expression/name_choice.h"

#include <catch2/catch.hpp>

using namespace headroom::project;

namespace {

/// DRIVE is X20, and there are 8 of them.
Scope drives()
{
    Scope known;
    known.symbols = {{"X20", 9e14}, {"QLC drive", 9e14 + 1}};
    known.constants = {{"DRIVE", 9e14}, {"DRIVES", 8}};
    return known;
}

std::string chosen(const std::string& text)
{
    return NameChoice(text).chosen(drives());
}

std::string choiceFault(const std::string& text)
{
    try {
        NameChoice(text).checkConditions(drives());
        return {};
    } catch (const ExpressionError& error) {
        return error.what();
    }
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("a choice gives the name whose condition holds")
{
    CHECK(chosen("DRIVE == X20 ? \"Chassis 3.5\" : Chassis_U2") == "Chassis 3.5");
    CHECK(chosen("DRIVE == 'QLC drive' ? \"Chassis 3.5\" : Chassis_U2") == "Chassis_U2");
    CHECK(chosen("DRIVES > 8 ? A : DRIVES > 4 ? B : C") == "B");
    CHECK(chosen("DRIVES > 4 ? (DRIVE == X20 ? A : B) : C") == "A");
    CHECK(chosen("DRIVES > 4 ? DRIVE == X20 ? A : B : C") == "A");
    CHECK(chosen("(DRIVES > 8 ? 1 : 0) || DRIVES < 4 ? A : (B)") == "B");
    CHECK(chosen("table(DRIVES; 1: 0, 8: 1) > 0.5 ? A : B") == "A");
    CHECK(chosen("DRIVES > 8 ? A : \"\"").empty());
}

TEST_CASE("a choice knows all of its names, and a name alone is none")
{
    CHECK(NameChoice("DRIVES > 8 ? A : DRIVES > 4 ? \"B-1\" : A").names() == Names{"A", "B-1"});
    CHECK(NameChoice::chooses("DRIVES > 8 ? A : B"));
    CHECK_FALSE(NameChoice::chooses("Dell_PowerEdge_R760xd2"));
    CHECK_FALSE(NameChoice::chooses("\"why?\""));
}

TEST_CASE("names in a choice are replaced, conditions stay")
{
    const auto swap = [](const std::string& name) { return name == "A" ? std::string("C-2") : name; };
    CHECK(NameChoice("DRIVE == \"A\" ? A : DRIVES > 4 ? 'A' : B").withNames(swap) ==
          "DRIVE == \"A\" ? \"C-2\" : DRIVES > 4 ? \"C-2\" : B");
    CHECK(withComponents("A", swap) == "C-2");
    CHECK(withComponents("DRIVES > ? A", swap) == "DRIVES > ? A");
    CHECK(componentsNamedIn("A") == Names{"A"});
    CHECK(componentsNamedIn("DRIVES > 8 ? A : B") == Names{"A", "B"});
}

TEST_CASE("a faulty choice says what is wrong with it")
{
    CHECK(choiceFault("DRIVES > 8 ? A : B").empty());
    CHECK(choiceFault("DRIVES > 8 ? A") == "There is no \":\" with the name to use otherwise.");
    CHECK(choiceFault("? A : B") == "There is no condition before \"?\".");
    CHECK(choiceFault("DRIVES > 8 ? 4 : B").starts_with("Behind \"?\" and \":\" there must be a name"));
    CHECK(choiceFault("DRIVES > 8 ? A B : C").starts_with("Behind \"?\" and \":\" there must be a name"));
    CHECK(choiceFault("DRIVES > 8 ? : C").starts_with("Behind \"?\" and \":\" there must be a name"));
    CHECK(choiceFault("DRIVEN > 8 ? A : B").find("\"DRIVEN\"") != std::string::npos);
    CHECK(choiceFault("DRIVES > 4 ? A : DRIVEN > 8 ? A : B").find("\"DRIVEN\"") != std::string::npos);
    std::string deep = "A";
    for (int i = 0; i < 100; ++i)
        deep = "DRIVES > 8 ? A : (" + deep + ")";
    CHECK(choiceFault(deep).starts_with("The choices are nested more than 64 deep."));
    CHECK(choiceFault("DRIVES > 8 ? A : " + std::string(5000, 'B')).starts_with("The expression is longer than"));
}
