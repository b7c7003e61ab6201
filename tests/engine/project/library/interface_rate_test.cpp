// The data rate that the name of an interface states.
#include "project/library/interface_rate.h"

#include <catch2/catch.hpp>

using namespace headroom::project;

TEST_CASE("the rate of a serial interface is a tenth of its bits")
{
    for (const char* const name : {"SATA 6Gb/s", "mSATA 6 Gb/s", "SAS 6Gb/s", "sata iii, 6Gb/s"})
        CHECK(interfaceRate(name) == 600e6);
    CHECK(interfaceRate("SAS 22.5Gb/s") == 2250e6);
    CHECK(interfaceRate("FC 8Gb/s") == 800e6);
}

TEST_CASE("the rate of lanes follows from their generation and number")
{
    CHECK(*interfaceRate("PCIe 3.0 x4 NVMe") == Approx(4 * 984.6e6));
    CHECK(*interfaceRate("pcie 3.1 x8") == Approx(8 * 984.6e6));
    CHECK(*interfaceRate("U.2 PCIe 4 x4") == Approx(4 * 1969e6));
    CHECK(*interfaceRate("PCIe 5.0 x16") == Approx(16 * 3938e6));
    CHECK(*interfaceRate("SAS-4 HBA, PCIe 4.0 x8, 22.5Gb/s") == Approx(8 * 1969e6));
}

TEST_CASE("an interface without a name is unlimited, and a name that says no rate is not understood")
{
    CHECK(interfaceRate("") == 0);
    for (const char* const name : {"SATA", "SATA 6", "PCIe", "PCIe 3.0", "PCIe x4", "6Gb/s", "Infiniband", "SAS Gb/s"})
        CHECK_FALSE(interfaceRate(name));
}
