// `headroom-engine cost`: the bill of materials, the user's own prices, the cost over years.
#include "engine_process.h"

using namespace headroom::cli::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

Json costOf(const Folder& folder, const std::string& arguments)
{
    return printed(folder.run("cost " + swiftRack() + "--duration '11 s' --json " + arguments));
}

double total(const Json& cost)
{
    return cost["ownership"]["total_usd"].get<double>();
}

} // namespace

TEST_CASE("the prices of the bill of materials add up to the price of the configuration")
{
    const Folder folder;
    const Json cost = costOf(folder, "");
    double sum = 0;
    for (const Json& group : cost["cost"]["groups"])
        for (const Json& line : group["lines"])
            if (line["usd_each"].is_number())
                sum += line["usd_each"].get<double>() * line["count"].get<double>();
    CHECK(sum == Approx(cost["cost"]["total_usd"].get<double>()));
    CHECK(total(cost) == Approx(sum)); // without a price of energy nothing else costs anything
}

TEST_CASE("a user's own prices replace those of the libraries")
{
    const Folder folder;
    const std::string list =
        "--prices '" + folder.write("p.csv", "part,usd\r\nStandard_SATA_Drive_7200RPM_2TB,250 USD\r\n").string() + "' ";
    CHECK(total(costOf(folder, list)) == Approx(total(costOf(folder, "")) + 56 * (250 - 150)));
    const auto refusal = [&](const std::string& text) {
        const Output output =
            folder.run("cost " + swiftRack() + "--prices '" + folder.write("bad.csv", text).string() + "'");
        CHECK(output.status == 1);
        return output.err;
    };
    CHECK_THAT(refusal("part,usd\nStandard_SATA_Drive_7200RPM_2TBB,250\n"),
               Contains("line 2") && Contains("Did you mean \"Standard_SATA_Drive_7200RPM_2TB\"?"));
    CHECK_THAT(refusal("Standard_SATA_Drive_7200RPM_2TB,cheap\n"), Contains("\"cheap\" is not a price"));
}

TEST_CASE("energy costs what the run draws, over the years and with cooling")
{
    const Folder folder;
    const Json cost = costOf(folder, "--energy-price 0.2 --pue 1.5 --years 2");
    const double energy = cost["ownership"]["items"]["energy"].get<double>();
    const Json once = costOf(folder, "--energy-price 0.2 --years 1");
    CHECK(energy == Approx(2 * 1.5 * once["ownership"]["items"]["energy"].get<double>()));
    CHECK_THAT(cost["ownership"]["missing"].dump(), Contains("the price of memory, chassis in storage"));
}
