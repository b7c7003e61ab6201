// Streams and large writes of RAID 5 and RAID 6, beside those of a striped set with as many columns.
#include "../assembly.h"
#include "tests/one_of.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

constexpr std::uint64_t smallStrip = 65536, largeStrip = 524288;
constexpr std::size_t columns = 4;

enum class Member
{
    nvme,
    disk
};

/// A P3700 as in the library: a lone random read takes 120 us, one of a stream 20.
SolidStateSpec nvmeOfLibrary()
{
    SolidStateSpec spec = p3700();
    spec.parallelChannels = 16;
    spec.readLatencyS = 120e-6;
    spec.sequentialReadLatencyS = 20e-6;
    spec.readIops8k = 295'000;
    spec.writeIops8k = 90'000;
    return spec;
}

/// RAID 0, 5 or 6: no parity, one or two.
struct SetOf : Assembly<>
{
    SetOf(Member kind, std::uint32_t parities, std::uint64_t stripBytes)
    {
        HardDiskSpec disk = sata7200();
        disk.writeCache = false;
        for (std::uint32_t i = 0; i < columns + parities; ++i)
            if (kind == Member::nvme)
                members.push_back(makeSolidState(calendar, nvmeOfLibrary(), i));
            else
                addDisk(disk);
        if (parities > 0)
            device = std::make_unique<ParitySet>(calendar, parities, stripBytes, pointers());
        else
            device = std::make_unique<RaidSet>(calendar, RaidLevel::striped, stripBytes, pointers());
    }
};

double streamBps(std::uint32_t parities, std::uint64_t stripBytes, bool write, std::uint64_t bytes, std::uint32_t depth)
{
    SetOf set(Member::nvme, parities, stripBytes);
    return rateOf(set.calendar, *set.device, sequentialAccess(write, bytes), depth, 0.1, 0.2).bytesPerSecond;
}

} // namespace

TEST_CASE("a lone stream of reads from solid state members is as fast with parities as without")
{
    // A member's stream passes over a strip for each parity of a turn of rows.
    const std::uint32_t parities = headroom::test::oneOf({1u, 2u});
    const std::uint64_t stripBytes = headroom::test::oneOf({smallStrip, largeStrip});
    const std::uint64_t bytes = headroom::test::oneOf({std::uint64_t{131072}, std::uint64_t{1} << 20U});
    CHECK(streamBps(parities, stripBytes, false, bytes, 1) ==
          Approx(streamBps(0, stripBytes, false, bytes, 1)).epsilon(0.01));
}

TEST_CASE("deep streams of reads run at the sequential rate of all members, whatever they pass over")
{
    const std::uint32_t parities = headroom::test::oneOf({1u, 2u});
    const std::uint64_t stripBytes = headroom::test::oneOf({smallStrip, largeStrip});
    const double expected = (columns + parities) * p3700().sequentialReadBps;
    CHECK(streamBps(parities, stripBytes, false, 1U << 20U, 32) == Approx(expected).epsilon(0.01));
}

TEST_CASE("streams of whole rows are written at the sequential rate of the columns")
{
    const std::uint32_t parities = headroom::test::oneOf({1u, 2u});
    CHECK(streamBps(parities, smallStrip, true, columns * smallStrip, 32) ==
          Approx(columns * p3700().sequentialWriteBps).epsilon(0.01));
}

TEST_CASE("large random writes of whole rows cost disks with parities what they cost those without")
{
    // 4 MiB: each member has 1 MiB, in one command, so that as many fit into its queue.
    const std::uint32_t depth = headroom::test::oneOf({1u, 8u, 32u});
    const std::uint32_t parities = headroom::test::oneOf({1u, 2u});
    const auto rate = [&](std::uint32_t with) {
        SetOf set(Member::disk, with, smallStrip);
        return rateOf(set.calendar, *set.device, randomAccess(*set.device, 4U << 20U, 0), depth, 5, 60).perSecond;
    };
    CHECK(rate(parities) == Approx(rate(0)).epsilon(0.03));
}
