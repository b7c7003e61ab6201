// Costs of a configuration over years, against arithmetic.
#include "study/cost/account.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::study;

namespace {

/// Ten nodes for 50 000 USD that draw 2 kW and answer 1000 requests a second.
record::Summary tenNodes()
{
    record::Summary summary;
    summary.costs = {{"storage", 40000, {}, {{"disk", 40, 500.0}, {"box, tall", 10, 2000.0}}, 20},
                     {"switches", 10000, {}, {{"switch", 1, 10000.0}}, 0}};
    summary.energy = record::Energy{2000, 0, {}};
    summary.operations["get"].count = 60000;
    summary.operations["get"].perSecond = 1000;
    return summary;
}

double costOf(const Ownership& ownership, const std::string& name)
{
    for (const CostItem& item : ownership.items)
        if (item.name == name)
            return item.usd;
    return 0;
}

} // namespace

TEST_CASE("the cost of ownership adds energy, support, licences and rack units to the purchase")
{
    CostAssumptions assumptions;
    assumptions.years = 4;
    assumptions.usdPerKWh = 0.2;
    assumptions.facilityFactor = 1.5;
    assumptions.supportShare = 0.1;
    assumptions.licenceUsd = 300;
    assumptions.rackUnitUsd = 100;
    const Ownership ownership = ownershipOf(tenNodes(), 10, assumptions);
    CHECK(costOf(ownership, "purchase") == 50000);
    CHECK(costOf(ownership, "energy") == Approx(2 * 1.5 * 8766 * 4 * 0.2));
    CHECK(costOf(ownership, "support") == Approx(50000 * 0.1 * 4));
    CHECK(costOf(ownership, "licences") == Approx(10 * 300 * 4));
    CHECK(costOf(ownership, "rack units") == Approx(20 * 100 * 4));
    CHECK(ownership.totalUsd == Approx(50000 + 21038.4 + 20000 + 12000 + 8000));
    CHECK(ownership.usdPerMillion == Approx(ownership.totalUsd / (1000 * 4 * 365.25 * 86400.0) * 1e6));
    CHECK(ownership.missing == std::vector<std::string>{"the rack units of switches"});
}

TEST_CASE("parts missing in the total are named")
{
    record::Summary summary = tenNodes();
    summary.costs[0].unknown = {"chassis", "memory"};
    summary.energy->unknown = {"storage.memory"};
    CHECK(ownershipOf(summary, 10, {}).missing == std::vector<std::string>{"the price of chassis, memory in storage",
                                                                           "energy, since no price of it was given"});
    CostAssumptions withEnergy;
    withEnergy.usdPerKWh = 0.1;
    CHECK(ownershipOf(summary, 10, withEnergy).missing.back() == "the power of storage.memory");
}

TEST_CASE("the bill of materials is CSV with a row for each part")
{
    record::Summary summary = tenNodes();
    summary.costs[0].lines[0].priceBasis = "a shop, 2026";
    summary.costs[0].lines[1].priceBasis = "estimated: as a box";
    summary.costs[0].lines[1].estimated = true;
    summary.costs[1].lines.push_back({"chassis", 1, {}});
    CHECK(billAsCsv(summary) == "group,part,count,usd_each,usd,estimated,price_basis\r\n"
                                "storage,disk,40,500,20000,,\"a shop, 2026\"\r\n"
                                "storage,\"box, tall\",10,2000,20000,yes,estimated: as a box\r\n"
                                "switches,switch,1,10000,10000,,\r\nswitches,chassis,1,,,,\r\n");
}

TEST_CASE("the further parts of a later stage are bought at its beginning, and nothing is sold")
{
    record::Summary grown = tenNodes();
    grown.costs[0].lines = {{"disk", 60, 500.0}, {"box, tall", 8, 2000.0}}; // 20 disks more, two boxes fewer
    grown.energy->powerW = 3000;
    CostAssumptions assumptions;
    assumptions.supportShare = 0.1;
    assumptions.usdPerKWh = 0.2;
    const Ownership ownership = ownershipOf({{2, "", tenNodes(), 10}, {1, "DISKS = 60", grown, 10}}, assumptions);
    CHECK(costOf(ownership, "purchase") == 50000);
    CHECK(costOf(ownership, "purchase in later years") == 20 * 500);
    CHECK(costOf(ownership, "support") == Approx(50000 * 0.1 * 2 + 60000 * 0.1 * 1));
    CHECK(costOf(ownership, "energy") == Approx((2 * 2 + 3 * 1) * 8766 * 0.2));
    REQUIRE(ownership.stages.size() == 2);
    CHECK(ownership.stages[1].fromYear == 2);
    CHECK(ownership.stages[1].boughtUsd == 10000);
    CHECK(ownership.stages[0].usd + ownership.stages[1].usd == Approx(ownership.totalUsd));
    CHECK(ownership.usdPerMillion == Approx(ownership.totalUsd / (1000 * 3 * 365.25 * 86400.0) * 1e6));
}

TEST_CASE("a year costs the same whether it stands alone or as a part of a stage")
{
    CostAssumptions assumptions;
    assumptions.years = 3;
    assumptions.supportShare = 0.2;
    assumptions.rackUnitUsd = 50;
    const double once = ownershipOf(tenNodes(), 10, assumptions).totalUsd;
    const Stage year{1, "", tenNodes(), 10};
    CHECK(ownershipOf({year, year, year}, assumptions).totalUsd == Approx(once));
}

TEST_CASE("each year has its own costs: purchases in the first, worn devices when they are replaced, a rest as a share")
{
    record::Summary writing = tenNodes();
    writing.wear = {{"storage", "data", "disk", 40, 1e6, 1e6, 1.5 * 31557600e6}}; // worn after a year and a half
    CostAssumptions assumptions;
    assumptions.years = 2.5;
    assumptions.supportShare = 0.1;
    const Ownership ownership = ownershipOf(writing, 10, assumptions);
    REQUIRE(ownership.yearly.size() == 3);
    const auto inWords = [](const YearCost& year) {
        std::string words;
        for (const CostItem& item : year.items)
            words += item.name + ' ' + std::to_string(std::lround(item.usd)) + ';';
        return words;
    };
    CHECK(inWords(ownership.yearly[0]) == "purchase 50000;support 5000;");
    CHECK(inWords(ownership.yearly[1]) == "replacement of worn devices 20000;support 5000;");
    CHECK(inWords(ownership.yearly[2]) == "support 2500;");
    CHECK(ownership.yearly[2].from == 2);
    CHECK(ownership.yearly[2].years == 0.5);
    CHECK(ownership.yearly[0].usd + ownership.yearly[1].usd + ownership.yearly[2].usd == Approx(ownership.totalUsd));
}

TEST_CASE("an account that was printed says the same when it is read")
{
    record::Summary first = tenNodes();
    first.costs[0].lines[0].priceBasis = "a shop, 2026";
    first.costs[1].lines[0].estimated = true;
    first.costs[1].lines.push_back({"chassis", 1, {}});
    first.costs[1].unknown = {"chassis"};
    first.usableBytes = 3e15;
    first.wear = {{"storage", "data", "disk", 40, 1e6, 3e6, 1e15}, {"storage", "boot", "card", 20, 1e3, 1e3, {}}};
    CostAssumptions assumptions;
    assumptions.supportShare = 0.1;
    const Account account = accountOf(first, ownershipOf(first, 10, assumptions), {"It is full."});
    const Account read = accountFromText(toJson(account).dump());
    CHECK(toJson(read).dump() == toJson(account).dump());
    CHECK(read.priceUsd() == 50000);
    CHECK(record::priceBasisInWords(read.bill[0].lines[0]) == "a shop, 2026");
    CHECK(record::priceBasisInWords(read.bill[1].lines[0]) == "estimated");
    CHECK(record::priceOf(read.bill).estimatedUsd == 10000);
    CHECK(read.rackUnits() == 20);
    CHECK(read.powerW == 2000);
    CHECK(read.usableBytes == 3e15);
    CHECK(std::isnan(read.rawBytes));
    CHECK_FALSE(read.bill[1].lines[1].usdEach);
    CHECK(read.ownership.devices[1].wornAfterYears == DeviceLife::never);
    CHECK(read.troubles == std::vector<std::string>{"It is full."});
    CHECK_THROWS_WITH(accountFromText("{}"), Catch::Contains("no answer of headroom-engine cost"));
}

TEST_CASE("waiting for jobs costs the hours of all jobs of the years")
{
    record::Summary sorting = tenNodes();
    sorting.jobs["sort"].count = 3;
    sorting.jobs["sort"].completionMeanS = 1800;
    sorting.jobs["index"].count = 0;
    CostAssumptions assumptions;
    assumptions.years = 2;
    assumptions.waitingHourUsd = 40;
    assumptions.jobsPerYear = {{"sort", 1000}, {"index", 5}};
    Ownership ownership = ownershipOf(sorting, 10, assumptions);
    CHECK(costOf(ownership, "waiting for jobs") == Approx(0.5 * 1000 * 2 * 40));
    CHECK(ownership.missing.back() == "the waiting for jobs of index, since none was completed in the run");
    assumptions.jobsPerYear.erase("index");
    ownership = ownershipOf(sorting, 10, assumptions);
    CHECK(ownership.missing.back() == "the waiting for jobs of index, since their number in a year was not given");
}
