#include "project/document/finding.h"
#include "project/document/one_line.h"

#include <catch2/catch.hpp>
#include <string>

using namespace headroom::project;

TEST_CASE("a text in a message is one line without control characters")
{
    CHECK(inOneLine("a\nb\x1b[31mc\x7f") == "a b [31mc ");
    CHECK(inOneLine(std::string("a\0b", 3)) == "a b");
    CHECK(inOneLine("größe") == "größe");
}

TEST_CASE("of a long text a message shows the begin and the end, cut between characters")
{
    std::string name;
    while (name.size() < 100'000)
        name += "ä";
    const std::string shown = inOneLine("begin" + name + "end", 300);
    CHECK(shown.size() <= 310);
    CHECK(shown.starts_with("beginä"));
    CHECK(shown.ends_with("äend"));
    CHECK(shown.find(" ... ") % 2 == 1); // five letters and whole characters
    Finding finding;
    finding.place = finding.pointer = finding.problem = finding.remedy = std::string(1'000'000, 'x');
    CHECK(toLine(finding).size() < 5000);
}
