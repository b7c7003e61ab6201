// Ring files, made here byte by byte: what a project's ring takes over, and that broken ones end in a sentence.
#include "import/import.h"
#include "import/rings/ring_import.h"
#include "tests/one_of.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>
#include <zlib.h>

using namespace headroom;
using project::Json;
using Rows = std::vector<std::vector<std::uint16_t>>;

namespace {

std::string packed(std::string text)
{
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string highFirst(std::uint64_t value, int bytes)
{
    std::string text;
    while (bytes-- > 0)
        text += static_cast<char>(value >> (8 * bytes));
    return text;
}

struct RingFileText
{
    Json description;
    Rows rows;
    std::string magic = "R1NG";
    int version = 1;

    std::string unpacked() const
    {
        const std::string words = description.dump();
        std::string text =
            magic + highFirst(static_cast<std::uint64_t>(version), 2) + highFirst(words.size(), 4) + words;
        const bool high = description.value("byteorder", Json()) == "big";
        for (const auto& row : rows)
            for (const std::uint16_t device : row)
                text += high ? highFirst(device, 2)
                             : std::string{static_cast<char>(device & 255), static_cast<char>(device >> 8)};
        return text;
    }
    std::string text() const { return packed(unpacked()); }
};

Json device(const std::string& address, const std::string& name, int zone = 1, double weight = 100)
{
    return {{"ip", address}, {"device", name}, {"zone", zone}, {"region", 1}, {"weight", weight}, {"port", 6200}};
}

/// Three nodes, the last one with two devices; the third device was taken out. Four partitions, two replicas.
RingFileText small(const std::string& order = "little")
{
    RingFileText ring;
    ring.description = {{"byteorder", order}, {"part_shift", 30}, {"replica_count", 2}};
    ring.description["devs"] = {device("10.0.0.10", "sdb", 2), device("10.0.0.9", "sdb"), nullptr,
                                device("10.0.0.11", "sdaa", 3), device("10.0.0.11", "sdz", 3)};
    ring.rows = {{0, 1, 3, 4}, {1, 4, 0, 1}};
    return ring;
}

const std::vector<project::NodeWithVolume> places{{"storage-1", 1}, {"storage-2", 1}, {"large", 2}};

std::string refusal(const std::string& content, const std::vector<project::NodeWithVolume>& nodes = places)
{
    try {
        import::importRing(content, nodes);
    } catch (const import::ImportError& error) {
        return error.what();
    }
    return "it was imported";
}

std::string refusalOf(const RingFileText& ring)
{
    return refusal(ring.text());
}

std::string all(const std::vector<std::string>& sentences)
{
    std::string text;
    for (const std::string& sentence : sentences)
        text += sentence + "\n";
    return text;
}

using Catch::Matchers::Contains;

} // namespace

TEST_CASE("nodes are bound in the order of region, zone and address, devices in that of their names")
{
    const auto ring = import::importRing(small(test::oneOf<std::string>({"little", "big"})).text(), places);
    CHECK(ring.power == 2);
    CHECK(ring.replicas == 2);
    // 10.0.0.9 sdb is the first, 10.0.0.10 sdb the second, then sdz and sdaa.
    CHECK(ring.table == "partition,copy 1,copy 2\n0,2,1\n1,1,3\n2,4,2\n3,3,1\n");
    CHECK(ring.binding == std::vector<std::string>{"10.0.0.9 (region 1, zone 1), sdb: storage-1",
                                                   "10.0.0.10 (region 1, zone 2), sdb: storage-2",
                                                   "10.0.0.11 (region 1, zone 3), sdz to sdaa: large"});
}

TEST_CASE("the region comes before the zone, and without one it is the first")
{
    RingFileText ring = small();
    ring.description["devs"][1]["region"] = 2; // 10.0.0.9
    ring.description["devs"][0].erase("region");
    CHECK(import::importRing(ring.text(), {{"a", 1}, {"b", 2}, {"c", 1}}).table ==
          "partition,copy 1,copy 2\n0,1,4\n1,4,2\n2,3,1\n3,2,4\n");
}

TEST_CASE("an import reports size, balance and dispersion of the ring")
{
    RingFileText ring = small();
    const std::string alike = all(import::importRing(ring.text(), places).facts);
    CHECK_THAT(alike, Contains("2^2 partitions, 2 replicas, 4 devices on 3 nodes in 3 zones of 1 region."));
    CHECK_THAT(alike,
               Contains("All weights are alike. Against them 10.0.0.9 sdb holds +50.0 % and 10.0.0.11 sdaa -50.0 %."));
    CHECK_THAT(alike,
               Contains("No partition has two replicas in one zone; No partition has two replicas on one node."));
    ring.description["devs"][1]["weight"] = 150;
    ring.description["devs"][3]["weight"] = 50;
    ring.rows[1][0] = 1;
    ring.rows[0][0] = 0;
    ring.rows[0][3] = 3;
    ring.rows[1][3] = 4;
    const std::string shared = all(import::importRing(ring.text(), places).facts);
    CHECK_THAT(shared, Contains("Weights are from 50 to 150."));
    CHECK_THAT(shared,
               Contains("1 partitions have two replicas in one zone; 1 partitions have two replicas on one node."));
    ring = small();
    ring.description["devs"][3]["weight"] = 0;
    CHECK_THAT(all(import::importRing(ring.text(), places).facts),
               Contains("1 device with the weight 0: 1 replica on them."));
}

TEST_CASE("parts that a project's ring cannot have are reported")
{
    RingFileText ring = small();
    ring.description["replica_count"] = 3;
    ring.rows.push_back({3}); // 2.25 replicas
    ring.description["next_part_power"] = 3;
    const auto imported = import::importRing(ring.text(), places);
    CHECK(imported.replicas == 2.25);
    CHECK(imported.table == "partition,copy 1,copy 2,copy 3\n0,2,1,4\n1,1,3,\n2,4,2,\n3,3,1,\n");
    CHECK_THAT(all(imported.facts), Contains("2^2 partitions, 2.25 replicas, 4 devices"));
    CHECK_THAT(all(imported.facts), Contains("1 of the partitions have 3 replicas, the others 2."));
    CHECK_THAT(all(imported.left), Contains("being divided in two"));
}

TEST_CASE("nodes and devices without a counterpart are named, all at once")
{
    const std::string few = refusal(small().text(), {{"storage-1", 3}, {"storage-2", 1}});
    CHECK_THAT(few, Contains("The ring has 3 nodes, the project 2"));
    CHECK_THAT(few, Contains("10.0.0.9 (region 1, zone 1) has 1 device (sdb), its counterpart storage-1 3"));
    CHECK_THAT(few, Contains("10.0.0.11 (region 1, zone 3) has no counterpart in the project"));
    const std::string many = refusal(small().text(), {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 2}});
    CHECK_THAT(many, Contains("10.0.0.11 (region 1, zone 3) has 2 devices (sdz to sdaa), its counterpart c 1"));
    CHECK_THAT(many, Contains("d of the project has no counterpart in the ring"));
}

TEST_CASE("a broken ring file is refused with the reason")
{
    CHECK(import::isRingFile(small().text()));
    CHECK_FALSE(import::isRingFile("[global]"));
    const std::string whole = small().text();
    CHECK_THAT(refusal(whole.substr(0, whole.size() / 2)), Contains("damaged or cut off"));
    CHECK_THAT(refusal(packed("hello")), Contains("does not begin with R1NG"));
    const std::string text = small().unpacked();
    for (std::size_t length = 4; length <= text.size() - 8; ++length) // more would be 1.25 replicas
        CHECK(refusal(packed(text.substr(0, length))) != "it was imported");
    CHECK_THAT(refusal(packed(text + "xx")), Contains("longer than its replicas"));

    RingFileText ring = small();
    ring.version = 2;
    CHECK_THAT(refusalOf(ring), Contains("has version 2; only version 1"));
    const auto with = [](const char* key, const Json& value) {
        RingFileText broken = small();
        broken.description[key] = value;
        return refusalOf(broken);
    };
    CHECK_THAT(with("part_shift", 2), Contains("2^30 partitions; a ring of a project has at most 2^24"));
    CHECK_THAT(with("part_shift", "many"), Contains("no \"part_shift\""));
    CHECK_THAT(with("part_shift", 33), Contains("no \"part_shift\""));
    CHECK_THAT(with("replica_count", 0), Contains("not been dealt"));
    CHECK_THAT(with("replica_count", 5), Contains("lacks replicas"));
    CHECK_THAT(with("byteorder", "middle"), Contains("byte order"));
    CHECK_THAT(with("devs", 7), Contains("lists no devices"));
    const auto withDevice = [](const char* key, const Json& value) {
        RingFileText broken = small();
        broken.description["devs"][1][key] = value;
        return refusalOf(broken);
    };
    CHECK_THAT(withDevice("ip", ""), Contains("Device 1 of the ring has no \"ip\""));
    CHECK_THAT(withDevice("zone", -1), Contains("Device 1 of the ring has no \"zone\""));
    CHECK_THAT(withDevice("weight", "heavy"), Contains("Device 1 of the ring has no \"weight\""));
    ring = small();
    ring.rows[0][2] = 2; // was taken out
    CHECK_THAT(refusalOf(ring), Contains("Partition 2 is on device 2, which the ring does not list"));
    ring.rows[0][2] = 0;
    CHECK_THAT(refusalOf(ring), Contains("two replicas of partition 2"));
}

TEST_CASE("a project's ring gets the figures of the ring, where they are parameters there")
{
    project::Project project;
    project.parameters.emplace_back();
    project.parameters.front().name = "POWER";
    project.parameters.front().value = 13;
    project::Selector selector{"objects", Json{{"partition_power", "POWER"}, {"replicas", 2}}};
    const auto ring = import::importRing(small().text(), places);
    CHECK(import::useRing(project, selector, ring, "objects.ring.csv") ==
          std::vector<std::string>{"POWER = 2, before 13"});
    CHECK(project.parameters.front().value == 2);
    CHECK(selector.fields == Json::parse(R"({"partition_power": "POWER", "replicas": 2, "placement": "table",
                                             "table": "objects.ring.csv"})"));
}

TEST_CASE("an address with devices in several zones is one node")
{
    RingFileText ring = small();
    ring.description["devs"][4]["zone"] = 4; // 10.0.0.11 sdz
    const auto imported = import::importRing(ring.text(), places);
    CHECK(imported.binding.back() == "10.0.0.11 (region 1, zones 3, 4), sdz to sdaa: large");
    CHECK_THAT(all(imported.facts), Contains("4 devices on 3 nodes in 4 zones"));
}

TEST_CASE("the quorum of a ring follows its replicas, unless it is an expression")
{
    const bool expression = test::oneOf({false, true});
    project::Project project;
    project::Selector selector{"objects", Json{{"replicas", 3}}};
    project::Behaviour& proxy = project.behaviours.emplace_back();
    proxy.role.id = "proxy";
    proxy.role.parameters.push_back({"answers", 2, "", "", Json::object()});
    if (expression)
        proxy.bindings["answers"] = "floor(COPIES / 2) + 1";
    project::Diagram diagram;
    diagram.blocks.push_back({"each", "for each", "", {{"over", "ring"}, {"ring", "objects"}}, {}});
    diagram.blocks.push_back({"stored", "join", "", {{"of", "each"}, {"mode", "k"}, {"k", "answers"}}, {}});
    project::Operation& put = proxy.role.operations.emplace_back();
    put.diagrams.push_back({"full", {{"group", "group", "", Json::object(), {diagram}}}, {}, Json::object()});
    import::ImportedRing ring;
    ring.power = 2;
    ring.replicas = test::oneOf({1.0, 5.0, 4.5}); // of rows that are not full, too
    const auto changes = import::useRing(project, selector, ring, "t.csv");
    const int wanted = ring.replicas == 1 ? 1 : 3;
    CHECK(proxy.bindings.value("answers", Json()) == (expression ? Json("floor(COPIES / 2) + 1") : Json(wanted)));
    CHECK((all(changes).find("answers of proxy = " + std::to_string(wanted)) != std::string::npos) == !expression);
}

TEST_CASE("a parameter for whole replicas takes those of a ring that are not whole")
{
    project::Project project;
    project::Parameter& copies = project.parameters.emplace_back();
    copies.name = "COPIES";
    copies.type = project::ParameterType::integer;
    copies.value = 3;
    project::Selector selector{"objects", Json{{"replicas", "COPIES"}}};
    import::ImportedRing ring;
    ring.replicas = test::oneOf({2.0, 3.25});
    const auto changes = import::useRing(project, selector, ring, "t.csv");
    const bool whole = ring.replicas == 2;
    CHECK(project.parameters[0].value == (whole ? Json(2) : Json(3.25)));
    CHECK((project.parameters[0].type == project::ParameterType::integer) == whole);
    CHECK_THAT(all(changes), Contains(whole ? "COPIES = 2, before 3" : "COPIES = 3.25, before 3"));
}
