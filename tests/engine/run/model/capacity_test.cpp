// The usable capacity of a ring that does not fill its devices alike.
#include "../run_fixture.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Two groups of four servers with a disk each, of 1 TB and of 3 TB, and a ring of two copies over all.
TinyProject unlike()
{
    TinyProject tiny;
    tiny.group("servers", 4);
    tiny.devices("servers", 1);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply"})", "start > answer");
    tiny.asks();
    componentOf(tiny, "device")["capacity_B"] = 1e12;
    for (const Json& component : tiny.tree["components"])
        if (component["id"] == "device") {
            Json large = component;
            large["id"] = "large";
            large["parameters"]["capacity_B"] = 3e12;
            tiny.tree["components"].push_back(large);
            break;
        }
    Json& groups = tiny.tree["topology"]["groups"];
    for (std::size_t g = 0; g < groups.size(); ++g)
        if (groups[g]["id"] == "servers") {
            Json others = groups[g];
            others["id"] = "others";
            others["devices"][0]["component"] = "large";
            groups.push_back(others);
            break;
        }
    Json link = tiny.tree["topology"]["fabrics"][0]["links"].back();
    link["id"] = "others-switch";
    link["from"] = "others";
    tiny.tree["topology"]["fabrics"][0]["links"].push_back(link);
    tiny.tree["selectors"] = {
        {{"id", "ring"}, {"role", "server"}, {"volume", "data"}, {"replicas", 2}, {"partition_power", 12}}};
    tiny.tree["workloads"] =
        Json::array({{{"id", "load"}, {"role", "client"}, {"operations", {{{"operation", "ask"}}}}}});
    tiny.tree["run"] = {{"duration", "1 s"}, {"warm_up", "0 s"}};
    return tiny;
}

double usable(const TinyProject& tiny)
{
    return *simulate(tiny.tree).usableBytes;
}

} // namespace

TEST_CASE("with weights by capacity unlike devices are all used up to their size")
{
    TinyProject tiny = unlike();
    const double alike = usable(tiny); // eight times what the smallest holds
    tiny.tree["selectors"][0]["weights"] = "by capacity";
    CHECK(usable(tiny) == Approx(2 * alike)); // 4 * 1 TB + 4 * 3 TB instead of 8 * 1 TB
}

TEST_CASE("the fullest device of a hashed ring limits what the cluster can hold")
{
    TinyProject tiny = unlike();
    tiny.tree["selectors"][0]["weights"] = "by capacity";
    const double even = usable(tiny);
    tiny.tree["selectors"][0]["placement"] = "hashed";
    const double fullest = TinyCluster(tiny).software.rings.front().fullest();
    CHECK(fullest > 1.01);
    CHECK(usable(tiny) == Approx(even / fullest));
}

TEST_CASE("pieces of an erasure code take less than copies: all of them over those that are enough")
{
    TinyProject tiny = unlike();
    tiny.tree["selectors"][0]["replicas"] = 4;
    const double copies = usable(tiny);
    tiny.tree["selectors"][0]["enough"] = 3;
    CHECK(usable(tiny) == Approx(3 * copies));
}

TEST_CASE("what usable capacity leaves out is listed and makes the whole difference")
{
    TinyProject tiny = unlike();
    const auto leftOut = [&](const char* what) {
        const auto summary = simulate(tiny.tree);
        double sum = *summary.usableBytes;
        for (const auto& loss : summary.leftOut)
            sum += loss.bytes;
        CHECK(sum == Approx(*summary.rawBytes));
        const auto found = std::find_if(summary.leftOut.begin(), summary.leftOut.end(),
                                        [&](const auto& loss) { return loss.what.find(what) != std::string::npos; });
        return found == summary.leftOut.end() ? 0 : found->bytes;
    };
    CHECK(leftOut("copies") == Approx(8e12)); // two copies on 16 TB
    CHECK(leftOut("file system") == Approx(8e12 * 0.016));
    CHECK(leftOut("reserve") == Approx(8e12 * (1 - 0.016) * 0.15));
    CHECK(leftOut("larger") == Approx(8e12 * (1 - 0.016) * 0.85 / 2)); // 2 of 3 TB on half of the devices
    CHECK(leftOut("fullest") == 0);
    tiny.tree["selectors"][0]["weights"] = "by capacity";
    tiny.tree["selectors"][0]["placement"] = "hashed";
    CHECK(leftOut("larger") == 0);
    CHECK(leftOut("fullest") > 1e10);
}

TEST_CASE("the verdict on usable capacity says what is left out")
{
    TinyProject tiny = unlike();
    tiny.tree["goals"] = {{{"id", "room"}, {"metric", "capacity.usable"}, {"at_least", "3 TB"}}};
    const std::string sentence = simulate(tiny.tree).goals[0].sentence;
    CHECK(sentence.find("capacity.usable at least 3.00 TB: met, 3.35 TB. Left out of 16.0 TB: 8.00 TB of copies and "
                        "parity, 128 GB of overhead of the file system, ") == 0);
}
