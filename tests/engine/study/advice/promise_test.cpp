// Predictions of the gain by a change, from one run.
#include "study/advice/promise.h"

#include "measured_run.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::study::test;
using study::Promise;

TEST_CASE("a part promises as much as the time that requests spend at the present one")
{
    record::Summary summary = measuredRun();
    addTime(summary, "disk data", 8e-3, 0);
    addTime(summary, "processor", 2e-3, 0);
    const Promise promise(summary);
    CHECK(promise.of({"store.disk data"}, 2, 2, 1) == Approx(1 / 0.6));
    CHECK(promise.of({"store.disk data"}, 100, 100, 1) == Approx(1 / 0.208));
    CHECK(promise.of({"store.processor"}, 1, 4, 1) == Approx(1)); // more cores serve no lone request sooner
    CHECK(promise.of({"other.disk"}, 100, 100, 1) == Approx(1));
}

TEST_CASE("time in flushes falls as a flushed write does")
{
    record::Summary summary = measuredRun();
    addTime(summary, "disk data", 8e-3, 0).activity = "flush";
    addTime(summary, "disk data", 2e-3, 0);
    CHECK(Promise(summary).of({"store.disk data"}, 2, 2, 80) == Approx(1 / (0.1 + 0.01)));
}

TEST_CASE("where requests wait, more at once helps, and who waits for workers waits for what these do")
{
    record::Summary summary = measuredRun();
    addTime(summary, "workers", 0, 5e-3);
    addTime(summary, "disk data", 2e-3, 3e-3);
    addRow(summary, "disk data", 0.9).servedS = 4e-3;
    summary.resources.back().waitingS = 6e-3;
    const Promise promise(summary);
    CHECK(promise.of({"store.disk data"}, 1, 2, 1) > 1.5);
    CHECK(promise.of({"store.disk data"}, 1000, 1000, 1) > 50);
}

TEST_CASE("what is hardly used and takes no time does not matter")
{
    record::Summary summary = measuredRun();
    addTime(summary, "disk data", 10e-3, 0);
    addRow(summary, "network", 0.2);
    CHECK_FALSE(Promise(summary).matters("store.network"));
    CHECK(Promise(summary).matters("store.disk data"));
    summary.resources[0].utilisationMax = 0.9; // it may delay them in a way that is not known
    CHECK(Promise(summary).matters("store.network"));
}
