// The SSDs of the libraries against their data sheets.
#include "accuracy/data_sheets.h"

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
