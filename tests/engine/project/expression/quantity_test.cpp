#include "project/expression/quantity.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace headroom::project;

TEST_CASE("quantities are read in their base units")
{
    struct Row
    {
        const char* text;
        double value;
        const char* unit;
    };
    const Row rows[] = {
        {"3", 3, ""},
        {"-3", -3, ""},
        {"+3", 3, ""},
        {".5", 0.5, ""},
        {"1e3", 1000, ""},
        {"50 %", 0.5, ""},
        {"50%", 0.5, ""},
        {"  8 ms ", 0.008, "s"},
        {"8ms", 0.008, "s"},
        {"-8 ms", -0.008, "s"},
        {"20 us", 20e-6, "s"},
        {"20 \u00b5s", 20e-6, "s"},
        {"20 \u03bcs", 20e-6, "s"},
        {"7 ns", 7e-9, "s"},
        {"2 min", 120, "s"},
        {"2 h", 7200, "s"},
        {"1 d", 86400, "s"},
        {"16 KB", 16000, "B"},
        {"16 kB", 16000, "B"},
        {"64 KiB", 65536, "B"},
        {"1 MiB", 1048576, "B"},
        {"2 TB", 2e12, "B"},
        {"1 Pb", 1.25e14, "B"},
        {"8 bit", 1, "B"},
        {"25 Gb/s", 3.125e9, "B/s"},
        {"25 Gbit/s", 3.125e9, "B/s"},
        {"25 Gbps", 3.125e9, "B/s"},
        {"3.1 GB/s", 3.1e9, "B/s"},
        {"1 MiB/s", 1048576, "B/s"},
        {"2.3 GHz", 2.3e9, "Hz"},
        {"10 1/s", 10, "1/s"},
        {"10/s", 10, "1/s"},
        {"60 1/min", 1, "1/s"},
        {"120 W", 120, "W"},
        {"1900 USD", 1900, "USD"},
        {"64\u00a0KiB", 65536, "B"},
        {"64\u202fKiB", 65536, "B"},
    };
    for (const Row& row : rows) {
        INFO(row.text);
        const auto quantity = parseQuantity(row.text);
        REQUIRE(quantity);
        CHECK(quantity->value == Approx(row.value).epsilon(1e-12));
        CHECK(quantity->unit == row.unit);
    }
}

TEST_CASE("texts that are no quantity are none")
{
    for (const char* text : {"",       " ",         "ms",      "3 furlongs", "3 ms 4", "3 ms x", "--3",    "inf",
                             "nan",    "1e999",     "-",       "0x10",       "3,5 ms", "3 MS",   "3 mS",   "1e308 PB",
                             "3 KiBs", "WORKERS*2", "3 ms +1", "\xff\xfe",   "3 gb/s", "- 3",    "3 B/s2", "3 % %"}) {
        INFO(text);
        CHECK_FALSE(parseQuantity(text));
    }
}

TEST_CASE("quantities are shown with three digits and a readable prefix")
{
    struct Row
    {
        double value;
        const char* unit;
        const char* text;
    };
    const Row rows[] = {
        {1.24e9, "B/s", "1.24 GB/s"},
        {0.0031, "s", "3.10 ms"},
        {0, "s", "0 s"},
        {59.96, "s", "60.0 s"},
        {999.6e-6, "s", "1.00 ms"},
        {7200, "s", "2.00 h"},
        {600, "B", "600 B"},
        {16000, "B", "16.0 KB"},
        {2e12, "B", "2.00 TB"},
        {2.3e9, "Hz", "2.30 GHz"},
        {120, "W", "120 W"},
        {-0.0031, "s", "-3.10 ms"},
        {4, "", "4"},
        {250, "1/s", "250 /s"},
    };
    for (const Row& row : rows)
        CHECK(formatQuantity(row.value, row.unit) == row.text);
}

TEST_CASE("prices are given to the dollar, and small ones with three digits")
{
    CHECK(formatQuantity(31350, "USD") == "31\u2009350 USD");
    CHECK(formatQuantity(1234567.4, "USD") == "1\u2009234\u2009567 USD");
    CHECK(formatQuantity(-4820.6, "USD") == "-4\u2009821 USD");
    CHECK(formatQuantity(999.4, "USD") == "999 USD");
    CHECK(formatQuantity(0.1189, "USD") == "0.119 USD");
}

TEST_CASE("numbers are shown with three digits and thin spaces")
{
    CHECK(formatNumber(4820) == "4\u2009820");
    CHECK(formatNumber(1234567) == "1\u2009230\u2009000");
    CHECK(formatNumber(-4820) == "-4\u2009820");
    CHECK(formatNumber(999.9) == "1\u2009000");
    CHECK(formatNumber(0.01234) == "0.0123");
    CHECK(formatNumber(0) == "0");
    CHECK(formatNumber(12) == "12");
    CHECK(formatNumber(1e-7) == "1.00e-07");
    CHECK(formatNumber(1e300) == "1.00e+300");
    CHECK(formatNumber(HUGE_VAL) == "\u221e");
    CHECK(formatNumber(std::nan("")) == "\u2013");
}

TEST_CASE("a shown quantity reads as the same quantity again")
{
    for (const char* unit : {"s", "B", "B/s", "Hz", "W"}) {
        for (double value = 1; value < 3e6; value *= 2.3) {
            const std::string text = formatQuantity(value, unit);
            INFO(text);
            const auto again = parseQuantity(text);
            REQUIRE(again);
            CHECK(again->value == Approx(value).epsilon(0.006));
            CHECK(again->unit == unit);
        }
    }
}
