#include "record/figures/figures.h"

#include <catch2/catch.hpp>

using headroom::record::resourceInWords;

TEST_CASE("resources have names in sentences that are no ids")
{
    CHECK(resourceInWords("storage.disk data") == "storage disks (data)");
    CHECK(resourceInWords("storage.slots messenger") == "storage slots (messenger)");
    CHECK(resourceInWords("storage.stage PUT disk") == "storage black box (PUT disk)");
    CHECK(resourceInWords("brokers.queue committed") == "brokers queue (committed)");
    CHECK(resourceInWords("proxies.processor") == "proxies processors");
    CHECK(resourceInWords("proxies.workers proxy-server") == "workers of the proxy-server");
    CHECK(resourceInWords("clients.network") == "clients network");
    CHECK(resourceInWords("everything") == "everything");
}
