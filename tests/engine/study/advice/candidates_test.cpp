// The order in which changes are tried, from one run.
#include "study/advice/advisor.h"
#include "study/advice/candidates.h"

#include "measured_run.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace headroom;
using namespace headroom::study::test;
using study::Offer;
using study::WhatIf;

namespace {

Offer part(const std::string& name, const std::string& resource, double faster)
{
    return {WhatIf::Kind::part, name, name, {name}, {resource}, faster, faster};
}

/// The settings of the runs that follow the first one, in their order.
std::vector<std::string> triedAfter(const record::Summary& first, const std::vector<Offer>& offers)
{
    study::Question question;
    question.offers = offers;
    question.fewestOperations = 1;
    study::Advisor advisor(question);
    advisor.propose(1);
    study::RunOutcome outcome;
    outcome.summary = first;
    outcome.processorS = 0.01;
    advisor.take(0, outcome);
    std::vector<std::string> tried;
    for (const study::WantedRun& run : advisor.propose(100))
        tried.insert(tried.end(), run.simulation.settings.begin(), run.simulation.settings.end());
    return tried;
}

} // namespace

TEST_CASE("what requests wait for is tried before what works for them in parallel")
{
    record::Summary summary = measuredRun();
    addTime(summary, "network", 6e-3, 0);
    addTime(summary, "disk data", 1e-3, 0);
    addRow(summary, "disk data", 0.6).servedS = 30e-3; // copies, which are written at the same time
    addRow(summary, "network", 0.55).servedS = 6e-3;
    addRow(summary, "processor", 0.01);
    CHECK(study::candidates(summary) == std::vector<std::string>{"store.network", "store.disk data"});
}

TEST_CASE("a pool for which requests wait is tried, however much of it is taken")
{
    record::Summary summary = measuredRun();
    addTime(summary, "workers", 8e-3, 0);
    addTime(summary, "disk data", 2e-3, 0);
    addRow(summary, "disk data", 0.3).servedS = 2e-3;
    addRow(summary, "workers store", 0.65);
    CHECK(study::candidates(summary) == std::vector<std::string>{"store.workers store", "store.disk data"});
}

TEST_CASE("one part of each place is tried before a second one and before settings")
{
    record::Summary summary = measuredRun();
    addTime(summary, "network", 6e-3, 0);
    addTime(summary, "disk data", 4e-3, 0);
    addRow(summary, "network", 0.5).servedS = 6e-3;
    addRow(summary, "disk data", 0.4).servedS = 4e-3;
    std::vector<Offer> offers = {part("ADAPTER=fast", "store.network", 10), part("ADAPTER=faster", "store.network", 20),
                                 part("DISK=faster", "store.disk data", 20)};
    for (int n = 0; n < 7; ++n)
        offers.push_back({WhatIf::Kind::setting, "THREADS", "", {"THREADS=" + std::to_string(n)}, {}});
    const std::vector<std::string> tried = triedAfter(summary, offers);
    REQUIRE(tried.size() > 2);
    CHECK(tried[0] == "ADAPTER=faster");
    CHECK(tried[1] == "DISK=faster");
    CHECK(std::ranges::count(tried, "ADAPTER=fast") == 0); // there is effort for eight
}
