// The SSDs and disks of the libraries against their data sheets.
#include "accuracy/data_sheets.h"

#include "engine/libraries/shipped.h"
#include "engine/resources/storage/load.h"
#include "run/model/hardware.h"

#include <catch2/catch.hpp>

using namespace headroom::accuracy;

TEST_CASE("SSDs do within 3 % what their data sheets state for a job", "[accuracy][slow]")
{
    int held = 0;
    for (const auto& drive : shippedDrives()) {
        for (const DriveJob& job : driveJobs()) {
            const double stated = statedRate(drive, job);
            if (stated == 0)
                continue;
            INFO(drive.id << ", " << nameOf(job));
            CHECK(simulatedRate(drive, job) == Approx(stated).epsilon(0.03));
            ++held;
        }
    }
    CHECK(held > 100); // otherwise nothing was looked at
}

// Their data sheets state 168 to 170 reads a second; the seek times, which they do not state, are assumed. The writes
// that they state (440 to 550 with the write cache) are three times those of the model (166): the drives order what is
// in their cache, the model only as many as wait in the drive's queue.
TEST_CASE("nearline disks do within 3 % the random reads that their data sheets state at depth 16", "[accuracy]")
{
    using namespace headroom::resources::testing;
    headroom::project::Findings findings;
    const auto library = headroom::test::shippedComponents(findings);
    int held = 0;
    for (const auto* disk : library.ofKinds({"disk"})) {
        if (disk->figure("iops_queue_depth") != 16)
            continue;
        INFO(disk->id);
        Calendar calendar;
        const auto device = headroom::resources::makeHardDisk(calendar, headroom::run::hardDiskSpec(*disk), 1);
        const double rate = rateOf(calendar, *device, randomAccess(*device, 4096, 1), 16, 1, 100).perSecond;
        CHECK(rate == Approx(disk->figure("rand_read_4k_iops")).epsilon(0.03));
        ++held;
    }
    CHECK(held == 4);
}
