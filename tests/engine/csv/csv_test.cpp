#include "csv/csv.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <sstream>

using namespace headroom::csv;

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rowsOf(const std::string& text)
{
    std::istringstream in(text);
    Reader reader(in);
    Rows rows;
    while (reader.next()) {
        rows.emplace_back();
        for (std::size_t c = 0; c < reader.size(); ++c)
            rows.back().emplace_back(reader[c]);
    }
    return rows;
}

} // namespace

TEST_CASE("the separator is the one that the first line has most of, outside quotation marks")
{
    CHECK(rowsOf("a,b\n1,2\n") == Rows{{"a", "b"}, {"1", "2"}});
    CHECK(rowsOf("a;b\n1,5;2\n") == Rows{{"a", "b"}, {"1,5", "2"}});
    CHECK(rowsOf("a\tb\n1\t\n") == Rows{{"a", "b"}, {"1", ""}});
    CHECK(rowsOf("\"a;b;c\",d\n") == Rows{{"a;b;c", "d"}});
    CHECK(rowsOf("a\n1\n") == Rows{{"a"}, {"1"}});
}

TEST_CASE("a byte order mark, comments before the header, blank lines and the ends of Windows lines are no cells")
{
    CHECK(rowsOf("\xef\xbb\xbf# of a monitor\n\n a , b \r\n\r\n1,2\r\n  \n#3,4") ==
          Rows{{"a", "b"}, {"1", "2"}, {"#3", "4"}});
    CHECK(rowsOf("").empty());
    CHECK(rowsOf("\n\n").empty());
}

TEST_CASE("cells in quotation marks hold separators and quotation marks")
{
    CHECK(rowsOf("\"a,b\",\"say \"\"yes\"\"\", \" c \"\n") == Rows{{"a,b", "say \"yes\"", " c "}});
    CHECK(rowsOf("\"\",\"open\n1,2\n") == Rows{{"", "open"}, {"1", "2"}});
}

TEST_CASE("a reader says where a cell is, and what the line was")
{
    std::istringstream in("a,b\n\n 1,  two\n");
    Reader reader(in);
    REQUIRE(reader.next());
    REQUIRE(reader.next());
    CHECK(reader.line() == 3);
    CHECK(reader.offset(1) == 5);
    CHECK(reader.offset(2) == 8);
    CHECK(reader[2].empty());
    CHECK(reader.text() == " 1,  two");
    reader.rewind();
    REQUIRE(reader.next());
    CHECK(reader.line() == 1);
    CHECK(reader[1] == "b");
}

TEST_CASE("a line that is too long is skipped with its number")
{
    std::istringstream in("a,b\n" + std::string(1000, 'x') + "\n1,2\n");
    Reader reader(in, 100);
    REQUIRE(reader.next());
    CHECK_THROWS_WITH(reader.next(), "line 2: it is longer than 100 characters.");
    REQUIRE(reader.next());
    CHECK(reader.line() == 3);
    CHECK(reader[1] == "2");
}

TEST_CASE("what is written is read back as it was")
{
    const std::vector<std::string> texts = {"#a", "b,c", "d;e", "\"f\" g", " h ", "", "i\tj", "k"};
    Writer writer;
    for (const std::string& text : texts)
        writer.text(text);
    writer.endRow();
    writer.number(0.1).number(1e300).number(-3).number(std::numeric_limits<double>::infinity()).number(NAN).endRow();
    writer.text("").endRow();
    CHECK(rowsOf(writer.written()) == Rows{texts, {"0.1", "1e+300", "-3", "inf", ""}, {""}});
}

TEST_CASE("cells are in quotation marks only where a reader needs them, and rows end as asked")
{
    Writer standard;
    standard.text("a b").text("c,d").text("").endRow();
    CHECK(standard.written() == "a b,\"c,d\",\r\n");
    Writer plain("\n");
    plain.text("a").endRow();
    plain.endRow();
    CHECK(plain.written() == "a\n\n");
}

TEST_CASE("a text is no formula for a spreadsheet, and a number stays one")
{
    Writer writer;
    writer.text("=cmd|'/c calc'!A1").text("+1").text("-a").text("@x").text("a=b").number(-2).endRow();
    CHECK(rowsOf(writer.written()) == Rows{{"'=cmd|'/c calc'!A1", "'+1", "'-a", "'@x", "a=b", "-2"}});
}
