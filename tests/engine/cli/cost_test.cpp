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

TEST_CASE("the bill says what the prices rest on, which are estimates, and what it leaves out")
{
    const Folder folder;
    const Output output = folder.run("cost " + swiftRack() + "--duration '11 s'");
    INFO(output.out);
    REQUIRE(output.status == 0);
    CHECK_THAT(output.out, Contains("≈ 150 USD"));
    CHECK_THAT(output.out, Contains("Standard_SATA_Drive_7200RPM_2TB") &&
                               Contains(": estimated: as asked when parts like it were new, 2010, rounded; "));
    CHECK_THAT(output.out, Contains("\nCables and optics are not counted.\n"));
}

TEST_CASE("a shipped cluster of parts that are sold now has a price for each of its parts")
{
    const Folder folder;
    const Json cost = printed(folder.run("cost '" HEADROOM_SOURCE_DIR "/projects/ceph-nvme' --json --duration '1.2 s' "
                                         "--set CLIENTS=1 --set DEPTH=1 --set BLOCK_SIZE=4KiB"));
    CHECK(cost["cost"]["complete"] == true);
    CHECK(cost["cost"]["estimated_usd"].get<double>() > 0);
    CHECK(cost["cost"]["estimated_usd"].get<double>() < cost["cost"]["total_usd"].get<double>());
    for (const Json& group : cost["cost"]["groups"])
        for (const Json& line : group["lines"])
            CHECK(line.contains("price_basis"));
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
    CHECK_THAT(refusal("\xEF\xBB\xBFpart,usd\n\"Standard_SATA_Drive_7200RPM_2TB\",cheap\n"),
               Contains("line 2: \"cheap\""));
    CHECK_THAT(refusal("\"\",1\n"), !Contains("Did you mean \"\""));
    for (const char* const other : {"/dev/zero", "/"}) {
        const Output output = folder.run("cost " + swiftRack() + "--prices " + other);
        CHECK(output.status == 1);
        CHECK_THAT(output.err, Contains("--prices: ") && Contains("there is no such file"));
    }
}

TEST_CASE("a price list that a project took counts in its cost and its runs")
{
    const Folder folder;
    const auto project =
        folder.write("rack.headroom", contentOf(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"));
    const auto list = folder.write("p.csv", "part,price\nStandard_SATA_Drive_7200RPM_2TB,200\n");
    const Output taken =
        folder.run("prices '" + project.string() + "' '" + list.string() + "' --usd-for-one 1.25 --date 2026-10-01");
    CHECK(taken.status == 0);
    CHECK_THAT(taken.out, Contains("Took 1 price"));
    CHECK_THAT(taken.out, Contains("at 1.25 USD for one of the list's currency"));
    const Json run =
        Json::parse(folder.run("simulate '" + project.string() + "' --json --duration 3s --warm-up 0s").out);
    CHECK(run["cost"]["total_usd"].get<double>() == Approx(total(costOf(folder, "")) + 56 * (250 - 150)));
    const Output refused =
        folder.run("prices '" + project.string() + "' '" + folder.write("bad.csv", "x,1\n").string() + "'");
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Contains("line 1: no library holds a component \"x\""));
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

TEST_CASE("solid-state devices are replaced when the host has written to them what they endure")
{
    const Folder folder;
    const std::string ssd = "--set DRIVE=Intel_SSD_DC_S3700_Series_800GB --set WORKERS=256 ";
    const Json ownership = costOf(folder, ssd + "--years 50")["ownership"];
    const Json& data = ownership["devices"][0];
    REQUIRE(data["part"] == "Intel_SSD_DC_S3700_Series_800GB");
    CHECK(data["count"] == 56);
    const double years = 1.46e16 / (data["written_mean_per_s"].get<double>() * 365.25 * 86400);
    CHECK(data["worn_after_years"].get<double>() == Approx(years));
    CHECK(data["most_written_after_years"].get<double>() < years);
    CHECK(data["replaced"].get<double>() > 0);
    CHECK(data["replaced"].get<double>() == 56 * (std::ceil(50 / years) - 1));
    CHECK_THAT(ownership["missing"].dump(), Contains("the replacement of Generic_mSATA_SSD_OS in storage"));
}

TEST_CASE("a system that grows is run as it is in each year, and what it needs more is bought then")
{
    const Folder folder;
    const Json grown = costOf(folder, "--years 3 --yearly '50 %' --scale-with SOCKETS");
    const Json& stages = grown["ownership"]["stages"];
    REQUIRE(stages.size() == 3);
    const auto bought = [&](const std::string& settings) { return total(costOf(folder, settings)); };
    CHECK(stages[0]["bought_usd"].get<double>() == Approx(bought("")));
    CHECK(stages[1]["system"] == "SOCKETS = 3");
    CHECK(stages[1]["bought_usd"].get<double>() == Approx(bought("--set SOCKETS=3") - bought("")));
    CHECK(stages[2]["system"] == "SOCKETS = 5");
    const auto refusal = [&](const std::string& arguments) {
        const Output output = folder.run("cost " + swiftRack() + arguments);
        CHECK(output.status == 1);
        return output.err;
    };
    CHECK_THAT(refusal("--yearly '50 %'"), Contains("give both or none"));
    CHECK_THAT(refusal("--yearly soon --scale-with WORKERS"), Contains("\"soon\" is not a growth in a year"));
    CHECK_THAT(refusal("--yearly 5 --scale-with WORKERS"),
               Contains("\"5\" is 500 % a year. If that is meant, write \"500 %\"; if not, \"5 %\"."));
    CHECK_THAT(refusal("--yearly 0.5 --scale-with WORKES"), Contains("Did you mean \"WORKERS\"?"));
    CHECK_THAT(refusal("--yearly 0.5 --scale-with arrivals"), Contains("the project has no arrivals"));
    CHECK_THAT(refusal("--duration soon"), Contains("\"soon\" is not a time"));
}

TEST_CASE("a stream says how many runs are done, and ends with the account")
{
    const Folder folder;
    const Output output = folder.run("cost " + swiftRack() +
                                     "--duration '11 s' --stream --years 2 --yearly '50 %' "
                                     "--scale-with SOCKETS");
    REQUIRE(output.status == 0);
    std::vector<Json> lines;
    std::istringstream text(output.out);
    for (std::string line; std::getline(text, line);)
        lines.push_back(Json::parse(line));
    REQUIRE(lines.size() == 4);
    for (int done = 0; done < 3; ++done)
        CHECK(lines[done] == Json({{"record", "progress"}, {"runs_done", done}, {"runs", 2}}));
    const Json& yearly = lines[3]["ownership"]["yearly"];
    REQUIRE(yearly.size() == 2);
    CHECK(yearly[1]["items"].contains("purchase in later years"));
    CHECK(yearly[0]["usd"].get<double>() + yearly[1]["usd"].get<double>() == Approx(total(lines[3])));
    CHECK(lines[3]["power_W"].get<double>() > 0);
    CHECK(lines[3]["capacity"]["usable_bytes"].get<double>() > 0);
}

TEST_CASE("jobs for which nobody can wait are refused")
{
    const Folder folder;
    const auto refusal = [&](const std::string& arguments) {
        const Output output = folder.run("cost " + swiftRack() + "--duration '11 s' " + arguments);
        CHECK(output.status == 1);
        return output.err;
    };
    CHECK_THAT(refusal("--waiting-hour 10"), Contains("give both or none"));
    CHECK_THAT(refusal("--waiting-hour 10 --jobs-a-year 100"), Contains("has no workload of jobs"));
    CHECK_THAT(refusal("--waiting-hour 10 --jobs-a-year many"), Contains("\"many\" is not a number of jobs"));
    const std::string sorting =
        std::string("cost '") + HEADROOM_SOURCE_DIR + "/projects/hadoop-terasort' --waiting-hour 10 ";
    CHECK_THAT(folder.run(sorting + "--jobs-a-year sortt=5").err, Contains("no workload of jobs \"sortt\""));
}

TEST_CASE("a year in which the load misses a goal is reported")
{
    const Folder folder;
    auto tree = Json::parse(contentOf(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom"));
    tree["goals"] = Json::parse(R"([{"id": "fast", "metric": "ask.latency.mean", "at_most": "1 s"}])");
    const Json cost =
        printed(folder.run("cost '" + folder.write("queue.headroom", tree.dump()).string() +
                           "' --json --duration '60 s' --years 3 --yearly '400 %' --scale-with CUSTOMERS"));
    // One server serves 100 a second: 250 customers wait for 2.4 s, 50 for less than half a second.
    const std::string troubles = cost["ownership"]["troubles"].dump();
    CHECK_THAT(troubles, Contains("In year 3: ask.latency.mean at most 1.00 s: missed"));
    CHECK_THAT(troubles, !Contains("In year 2"));
}

TEST_CASE("a run that leaves out all its time as warm-up is no basis for costs, for growth or for advice")
{
    const Folder folder;
    for (const char* command : {"cost ", "advise ", "grow --load WORKERS "}) {
        auto tree = Json::parse(contentOf(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"));
        tree["goals"] = Json::parse(R"([{"id": "fast", "metric": "PUT.latency.mean", "at_most": "1 s"}])");
        const auto file = folder.write("rack.headroom", tree.dump());
        const Output output = folder.run(command + ("'" + file.string() + "' --duration '3 s'"));
        CAPTURE(command);
        CHECK(output.status != 0);
        CHECK_THAT(output.err + output.out, Contains("nothing is left to be measured"));
    }
}
