// One's own prices: read from lists as people have them, and used wherever a price counts.
#include "project/library/price_list.h"

#include "../projects.h"
#include "project/file/json_writer.h"
#include "project/loading.h"

#include <catch2/catch.hpp>
#include <fstream>

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

const char* const disk = "Standard_SATA_Drive_7200RPM_2TB";

std::vector<PartPrice> read(const std::string& text, const PriceListTerms& terms = {})
{
    const fs::path path = fs::temp_directory_path() / ("headroom-price-list-" + std::to_string(::getpid()) + ".csv");
    std::ofstream(path) << text;
    try {
        const auto prices = readPriceList(path, components(), terms);
        fs::remove(path);
        return prices;
    } catch (...) {
        fs::remove(path);
        throw;
    }
}

double usdOf(const std::string& text, const PriceListTerms& terms = {})
{
    const auto prices = read(text, terms);
    REQUIRE(prices.size() == 1);
    CHECK(prices[0].id == disk);
    return prices[0].fields["usd"].get<double>();
}

} // namespace

TEST_CASE("a price list may have any order of columns, separators and quotation marks")
{
    const std::string part = disk;
    CHECK(usdOf(part + ",250\n") == 250);
    CHECK(usdOf("part,usd\n" + part + ",250 USD\n") == 250);
    CHECK(usdOf("Source;Price;Part\nshop;250;\"" + part + "\"\n") == 250);
    CHECK(usdOf("part\tprice\n" + part + "\t250\n") == 250);
}

TEST_CASE("a list in another currency becomes USD, with the day and source of each price")
{
    CHECK(usdOf(std::string("part,price\n") + disk + ",100\n", {1.25, {}, {}}) == Approx(125));
    CHECK(usdOf(std::string("part,price\n") + disk + ",100 USD\n", {1.25, {}, {}}) == Approx(100));
    const auto prices =
        read(std::string("part,price,date\n") + disk + ",100,2026-10-01\n", {1, "2020-01-01", "our shop"});
    CHECK(prices.at(0).fields["date"] == "2026-10-01");
    CHECK(prices.at(0).fields["source"] == "our shop");
}

TEST_CASE("the bill of materials that was written is read back without the parts that have no price")
{
    const std::string bill = std::string("group,part,count,usd_each,usd\r\nstorage,") + disk +
                             ",56,150,8400\r\nstorage,Chassis_4U36_LFF,4,,\r\n";
    CHECK(usdOf(bill) == 150);
}

TEST_CASE("prices are read as shops and spreadsheets write them")
{
    const std::string part = disk;
    CHECK(usdOf("part,usd\n\"" + part + "\",\"1,250.50\"\n") == 1250.5);
    CHECK(usdOf("part,usd\n" + part + ",\"$1,250\"\n") == 1250);
    CHECK(usdOf("part;price\n" + part + ";1.250,50\n") == 1250.5);
    CHECK(usdOf("part;price\n\"" + part + "\";\"250\"\n") == 250);
    CHECK(usdOf("part,price\n" + part + ",$100\n", {1.25, {}, {}}) == Approx(100)); // not in the list's currency
    CHECK(usdOf("part,price\n,\n" + part + ",100\n") == 100);
    CHECK_THROWS_WITH(read("part,usd\n" + part + ",50%\n"), Catch::Contains("line 2") && Catch::Contains("50%"));
    CHECK_THROWS_WITH(read("part,usd\n,50\n"), Catch::Contains("line 2: it has a price and no part"));
}

TEST_CASE("a price of memory that the project does not name is refused with the remedy")
{
    CHECK_THROWS_WITH(read("group,part,count,usd_each,usd\nclients,memory,128,7,896\n"),
                      Catch::Contains("Choose a component for them"));
    CHECK(read("group,part,count,usd_each,usd\nclients,memory,128,,\nclients,chassis,2,,\n").empty());
}

TEST_CASE("a price of a gigabyte of memory is one")
{
    std::string memory;
    for (const Component* component : components().ofKinds({"memory"}))
        memory = component->id;
    const auto prices = read("part,price\n" + memory + " (GB),4\n");
    CHECK(prices.at(0).id == memory);
    CHECK(prices.at(0).fields["per"] == "GB");
    ComponentLibrary library = components();
    takePrices(prices, library);
    CHECK(library.find(memory)->figure("price_usd_per_GB") == 4);
}

TEST_CASE("a fault of a list is reported with its line")
{
    CHECK_THROWS_WITH(read("part,price\nno-such-part,5\n"), Catch::Contains("line 2: no library holds"));
    CHECK_THROWS_WITH(read(std::string("part,price\n") + disk + ",cheap\n"),
                      Catch::Contains("\"cheap\" is not a price"));
    for (const char* const other : {"250 ms", "250 EUR"})
        CHECK_THROWS_WITH(read(std::string("part,price\n") + disk + ',' + other + '\n'),
                          Catch::Contains("is not a price: write a number, in USD"));
    CHECK_THROWS_WITH(read(std::string("part,price\n") + disk + ",1,250\n"),
                      Catch::Contains("line 2: it has more cells than the first line"));
    CHECK_THROWS_WITH(read(std::string(disk) + "\n"), Catch::Contains("line 1: write a part and its price"));
}

TEST_CASE("the prices in a project replace those of the libraries, also where they were estimates")
{
    Json tree = shipped("swift-rack");
    tree["prices"] = Json::array({{{"part", disk}, {"usd", 99}}});
    const Loading loading = parseWhole(tree.dump(), {components(), {}}, {folders});
    REQUIRE(loading.whole);
    const Component* const component = loading.whole->components.find(disk);
    CHECK(component->figure("price_usd") == 99);
    CHECK(std::count(component->estimatedFields.begin(), component->estimatedFields.end(), "price_usd") == 0);
    CHECK(components().find(disk)->figure("price_usd") != 99); // other projects are not concerned
    CHECK(Json::parse(toText(loading.whole->project))["prices"] == tree["prices"]);
}

TEST_CASE("a price of an unknown part is reported to have no effect")
{
    Json tree = shipped("swift-rack");
    tree["prices"] = Json::array({{{"part", std::string(disk) + "B"}, {"usd", 99}}});
    const Findings findings = parse(tree).findings;
    const Finding* const finding = find(findings, "price.unknown-part", "/prices/0/part");
    REQUIRE(finding);
    CHECK_THAT(finding->remedy, Catch::Contains(disk));
}

TEST_CASE("headings that a price list does not know, and two prices of one part, are refused")
{
    using Catch::Matchers::Contains;
    const std::string part = disk;
    CHECK_THROWS_WITH(read("Article;Description;Unit price EUR\n" + part + ";2 TB;89,90\n"),
                      Contains("line 1: none of these headings is known. Call the column"));
    CHECK_THROWS_WITH(read("part,usd\n" + part + ",100\n" + part + ",90\n"),
                      Contains("line 3: \"" + part + "\" has another price further up, 100.0 USD"));
    CHECK(usdOf("part,usd\n" + part + ",100\n" + part + ",100\n") == 100); // two node groups of a bill
}
