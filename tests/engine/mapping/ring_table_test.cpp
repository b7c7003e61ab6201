// A ring that a file lists: it holds what the file says, and a file that does not fit is refused with its line.
#include "mapping/ring.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

using namespace headroom::mapping;

namespace {

namespace fs = std::filesystem;

struct TableFile
{
    explicit TableFile(const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
    ~TableFile() { fs::remove(path); }
    TableFile(const TableFile&) = delete;
    TableFile& operator=(const TableFile&) = delete;
    fs::path path = fs::temp_directory_path() / ("headroom-ring-table-" + std::to_string(::getpid()) + ".csv");
};

/// Four partitions, two copies, three devices.
RingTable read(const std::string& text, double replicas = 2)
{
    const TableFile file(text);
    return readRingTable(file.path, 2, replicas, 3);
}

std::string refusal(const std::string& text, double replicas = 2)
{
    try {
        read(text, replicas);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "it was read";
}

const std::string listed = "partition,copy 1,copy 2\n0,1,2\n1,2,3\n2,3,1\n3,1,2\n";

std::string changed(const std::string& from, const std::string& to)
{
    std::string text = listed;
    return text.replace(text.find(from), from.size(), to);
}

} // namespace

TEST_CASE("a ring of a table has each partition where the table has it")
{
    const RingTable table = read(listed);
    const std::vector<std::uint32_t> devices{100, 101, 102};
    const Ring ring(devices, {0, 1, 2}, table, {});
    REQUIRE(ring.partitions() == 4);
    REQUIRE(ring.replicas() == 2);
    const std::vector<std::vector<std::uint32_t>> expected{{100, 101}, {101, 102}, {102, 100}, {100, 101}};
    for (std::uint64_t partition = 0; partition < 4; ++partition) {
        const auto held = ring.devicesOf(partition);
        CHECK(std::vector<std::uint32_t>(held.begin(), held.end()) == expected[partition]);
        CHECK(ring.candidate(partition, 0) == expected[partition][0]);
        CHECK(ring.candidate(partition, 2) == 303 - expected[partition][0] - expected[partition][1]); // the hand-off
    }
}

TEST_CASE("the fullest device of a table counts for what it should hold")
{
    const RingTable table = read(listed); // 3, 3 and 2 replicas
    CHECK(Ring({1, 2, 3}, {0, 1, 2}, table, {}).fullest() == Approx(3 / (8 / 3.)));
    CHECK(Ring({1, 2, 3}, {0, 1, 2}, table, {3, 3, 2}).fullest() == Approx(1));
    CHECK(Ring({1, 2, 3}, {0, 1, 2}, table, {3, 3, 1}).fullest() == Approx(2 / (8 / 7.)));
}

TEST_CASE("partitions with two copies on a node are counted")
{
    const RingTable table = read(listed);
    CHECK(partitionsTwiceOnANode(table, {0, 1, 2}) == 0);
    CHECK(partitionsTwiceOnANode(table, {0, 0, 2}) == 2);
    CHECK(partitionsTwiceOnANode(table, {0, 0, 0}) == 4);
}

TEST_CASE("a table of 1.5 replicas has a second one of half of the partitions")
{
    const std::string half = "partition,copy 1,copy 2\n0,1,2\n1,2,\n2,3,1\n3,1,\n";
    const Ring ring({100, 101, 102}, {0, 1, 2}, read(half, 1.5), {});
    const std::vector<std::size_t> expected{2, 1, 2, 1};
    for (std::uint64_t partition = 0; partition < 4; ++partition)
        CHECK(ring.devicesOf(partition).size() == expected[partition]);
    CHECK(ring.candidate(1, 0) == 101);
    CHECK(ring.candidate(1, 1) != 101); // the first hand-off
    CHECK(ring.candidate(1, 1) + ring.candidate(1, 2) == 202);
    CHECK(partitionsTwiceOnANode(read(half, 1.5), {0, 0, 2}) == 1);
    using Catch::Matchers::Contains;
    CHECK_THAT(refusal(half), Contains("line 3: \"\" is not the number of a device"));
    CHECK_THAT(refusal("partition,copy 1,copy 2\n0,1,2\n1,2,3\n2,3,1\n3,1,2\n", 1.25),
               Contains("4 partitions have copy 2, and by its replicas the ring has 1 such"));
}

TEST_CASE("lines may end as on Windows")
{
    std::string text;
    for (const char letter : listed)
        text += letter == '\n' ? std::string("\r\n") : std::string(1, letter);
    CHECK(read(text).placed == read(listed).placed);
}

TEST_CASE("a table that does not fit its ring is refused with the line")
{
    using Catch::Matchers::Contains;
    CHECK_THAT(refusal(changed("copy 2", "copy 3")), Contains("first line has to be \"partition,copy 1,copy 2\""));
    CHECK_THAT(refusal(changed("copy 2", "copy 2,copy 3")), Contains("first line has to be"));
    CHECK_THAT(refusal(""), Contains("first line has to be"));
    CHECK_THAT(refusal(changed("1,2,3", "1,2,4")), Contains("line 3: there is no device 4; the ring has 3"));
    CHECK_THAT(refusal(changed("1,2,3", "1,2,0")), Contains("line 3: there is no device 0"));
    CHECK_THAT(refusal(changed("1,2,3", "1,2,two")), Contains("line 3: \"two\" is not the number of a device"));
    CHECK_THAT(refusal(changed("1,2,3", "1,2")), Contains("line 3: \"\" is not the number of a device"));
    CHECK_THAT(refusal(changed("1,2,3", "1,2,3,1")), Contains("line 3: there are more cells"));
    CHECK_THAT(refusal(changed("1,2,3", "1,2,2")), Contains("line 3: device 2 has the partition twice"));
    CHECK_THAT(refusal(changed("1,2,3", "2,2,3")), Contains("line 3: partition 2 stands where 1 belongs"));
    CHECK_THAT(refusal(changed("3,1,2\n", "")), Contains("It has 3 rows, the ring 4 partitions"));
    CHECK_THAT(refusal(listed + "4,1,2\n"), Contains("line 6: there are more rows than the 4 partitions"));
    CHECK_THROWS_WITH(readRingTable("/no/such/file", 2, 2, 3), Contains("cannot be opened"));
}
