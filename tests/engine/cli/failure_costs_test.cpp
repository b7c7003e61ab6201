// Claims of the pages of projects/ceph-hdd and projects/ceph-nvme about a failed node.
#include "engine_process.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

using namespace headroom;
using namespace headroom::cli::test;

namespace {

record::Summary simulated(const char* project, const std::string& settings)
{
    const Folder folder;
    return record::summaryFromJson(printed(
        folder.run("simulate '" HEADROOM_SOURCE_DIR "/projects/" + std::string(project) + "' --json " + settings)));
}

const record::OperationSummary& reads(const record::Summary& summary)
{
    return summary.operations.at("read");
}

/// The copies that the failed node had.
const record::MissingCopies& copies(const record::Summary& summary)
{
    REQUIRE(summary.missingCopies.size() == 1);
    return summary.missingCopies.front();
}

/// Ten machines on hard disks that are filled to a hundredth; the node fails after 15 s.
record::Summary onDisks(const std::string& settings)
{
    return simulated("ceph-hdd", "--duration '140 s' --set FILLED=0.01 --set CLIENTS=10 --set DEPTH=8"
                                 " --set VM_LIMIT='20 MiB/s' " +
                                     settings);
}

/// Forty clients that read from four nodes with NVMe; the node fails after 2.5 s.
record::Summary onNvme(const std::string& settings)
{
    return simulated("ceph-nvme",
                     "--duration '8 s' --set NODES=4 --set CLIENT_NODES=4 --set CLIENTS=40 --set DEPTH=1"
                     " --set OPERATION=read --set IMAGE_SIZE='1 GiB' --set GROUPS_POWER=10 --set NETWORK=message"
                     " --set FAILURE_TIME='2.5 s' --set NOTICED_AFTER='500 ms' " +
                         settings);
}

constexpr const char* failsAndIsReplaced = "--set NODE_FAILS=true --set OUT_AFTER='0 s' ";

} // namespace

TEST_CASE("hard disks: fewer copies at a time take longer, and clients read more meanwhile", "[story][slow]")
{
    const auto without = onDisks(""), many = onDisks(failsAndIsReplaced),
               few = onDisks(std::string(failsAndIsReplaced) + "--set RECOVERY_ACTIVE=1");
    CHECK(copies(without).copies == 0);
    for (const record::Summary* failed : {&many, &few}) {
        CHECK(reads(*failed).errors == 0);
        CHECK(reads(*failed).latency.maxMs > 20e3); // until the others have noticed
        CHECK(reads(*failed).latency.maxMs < 22e3);
        CHECK(copies(*failed).copies > 900);
        CHECK(copies(*failed).left == 0);
    }
    CHECK(copies(many).incompleteS == Approx(67).epsilon(0.1));
    CHECK(copies(few).incompleteS == Approx(97).epsilon(0.1));

    CHECK(reads(without).latency.p99Ms == Approx(41).epsilon(0.1));
    CHECK(reads(few).latency.p99Ms == Approx(165).epsilon(0.2));
    CHECK(reads(many).latency.p99Ms == Approx(586).epsilon(0.2));

    const double asked = 10 * 20 * 1024 * 1024;
    CHECK(reads(without).bytesPerSecond == Approx(asked).epsilon(0.01));
    CHECK(reads(few).bytesPerSecond == Approx(0.75 * asked).epsilon(0.1));
    CHECK(reads(many).bytesPerSecond == Approx(0.43 * asked).epsilon(0.1));
}

TEST_CASE("NVMe: copies are made in two seconds by default, and one at a time the reads hardly notice", "[story][slow]")
{
    const auto without = onNvme(""), many = onNvme(failsAndIsReplaced),
               few = onNvme(std::string(failsAndIsReplaced) + "--set RECOVERY_ACTIVE=1");
    CHECK(copies(without).copies == 0);
    for (const record::Summary* failed : {&many, &few}) {
        CHECK(reads(*failed).errors == 0);
        CHECK(reads(*failed).latency.maxMs > 500); // until the others have noticed
        CHECK(reads(*failed).latency.maxMs < 2000);
    }
    CHECK(copies(many).left == 0);
    CHECK(copies(many).incompleteS == Approx(1.8).epsilon(0.1));
    CHECK(copies(few).incompleteS == Approx(5).epsilon(0.1));

    constexpr double objectsOfGroup = 10, objectGiB = 4.0 / 1024;
    const double copiedGiB = static_cast<double>(copies(many).copies) * objectsOfGroup * objectGiB;
    CHECK(copiedGiB == Approx(30).epsilon(0.05));
    CHECK(copiedGiB / copies(many).incompleteS == Approx(16).epsilon(0.1));

    CHECK(reads(without).latency.p99Ms == Approx(12).epsilon(0.1));
    CHECK(reads(few).latency.p99Ms == Approx(15).epsilon(0.1));
    CHECK(reads(many).latency.p99Ms == Approx(30).epsilon(0.2));
}

TEST_CASE("a node that fails is not replaced before OUT_AFTER", "[story][slow]")
{
    const auto waits = onNvme("--set NODE_FAILS=true");
    CHECK(copies(waits).copies == 0);
    CHECK(reads(waits).errors == 0);
    CHECK(reads(waits).latency.p99Ms < 15); // no copies are made beside them
}

TEST_CASE("a drive that fails is noticed at once, and what recovery sleeps its copies take longer", "[story][slow]")
{
    const std::string fails = "--set DRIVE_FAILS=true --set OUT_AFTER='0 s' ";
    const auto node = onNvme(failsAndIsReplaced), drive = onNvme(fails),
               slow = onNvme(fails + "--set RECOVERY_SLEEP='100 ms'");
    CHECK(copies(drive).copies > copies(node).copies / 20);
    CHECK(copies(drive).copies < copies(node).copies / 5); // one of ten drives
    CHECK(reads(drive).errors == 0);
    CHECK(reads(drive).latency.maxMs < 1100); // sent again after a second
    CHECK(copies(drive).incompleteS < 0.5);
    CHECK(copies(slow).copies == copies(drive).copies);
    CHECK(copies(slow).incompleteS > 10 * copies(drive).incompleteS);
}
