// Bytes written to solid-state devices, over their endurance.
#include "../run_fixture.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// A client that writes 1 MB after another to one of its own devices.
TinyProject writer(int devices)
{
    TinyProject tiny =
        alone(R"({"id": "w", "type": "write", "volume": "data", "key": 1, "through": "direct", "bytes": "1 MB"})",
              "start > w > answer");
    tiny.definition("client")["volumes"] = {"data"};
    tiny.devices("clients", devices);
    tiny.tree["run"]["duration"] = "2 s";
    return tiny;
}

record::DeviceWear wearOf(const record::Summary& summary)
{
    REQUIRE(summary.wear.size() == 1);
    return summary.wear.front();
}

double writtenPerS(const record::Summary& summary)
{
    REQUIRE(summary.operations.size() == 1);
    return summary.operations.begin()->second.perSecond * 1e6;
}

std::optional<double> enduranceWith(const Json& figures)
{
    TinyProject tiny = writer(1);
    tiny.tree["run"]["duration"] = "10 ms";
    componentOf(tiny, "device").update(figures);
    return wearOf(simulate(tiny.tree)).enduranceBytes;
}

} // namespace

TEST_CASE("the bytes written to each solid-state device are reported, in the measured window only")
{
    TinyProject tiny = writer(2);
    tiny.tree["run"]["warm_up"] = "1 s";
    const auto summary = simulate(tiny.tree);
    const record::DeviceWear wear = wearOf(summary);
    CHECK(wear.nodeGroup == "clients");
    CHECK(wear.devices == "data");
    CHECK(wear.part == "device");
    CHECK(wear.count == 2);
    CHECK(wear.writtenMostBps == Approx(writtenPerS(summary)).epsilon(0.05)); // one key lies on one of the devices
    CHECK(wear.writtenMeanBps == Approx(wear.writtenMostBps / 2));
}

TEST_CASE("each device of a mirror is written all that the mirror is")
{
    TinyProject tiny = writer(2);
    tiny.group("clients")["devices"][0]["raid"] = "RAID 1";
    const auto summary = simulate(tiny.tree);
    const record::DeviceWear wear = wearOf(summary);
    CHECK(wear.count == 2);
    CHECK(wear.writtenMeanBps == Approx(writtenPerS(summary)).epsilon(0.05));
    CHECK(wear.writtenMeanBps == Approx(wear.writtenMostBps));
}

TEST_CASE("disks do not wear out by writes")
{
    TinyProject tiny = writer(1);
    tiny.tree["components"].push_back(component(
        "disk", "disk", {{"capacity_B", 1e12}, {"rpm", 7200}, {"seq_read_Bps", 138e6}, {"seq_write_Bps", 138e6}}));
    tiny.group("clients")["devices"][0]["component"] = "disk";
    CHECK(simulate(tiny.tree).wear.empty());
}

TEST_CASE("a device endures the bytes that its data sheet states, or its drive writes a day over their years")
{
    CHECK_FALSE(enduranceWith(Json::object()));
    CHECK(enduranceWith({{"endurance_written_B", 3e14}, {"endurance_dwpd", 10}}) == Approx(3e14));
    CHECK(enduranceWith({{"capacity_B", 1e11}, {"endurance_dwpd", 2}, {"endurance_years", 3}}) ==
          Approx(2 * 1e11 * 365 * 3));
    CHECK(enduranceWith({{"capacity_B", 1e11}, {"endurance_dwpd", 2}}) == Approx(2 * 1e11 * 365 * 5));
}
