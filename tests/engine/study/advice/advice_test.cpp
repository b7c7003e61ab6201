// Advice in words and as JSON: only what was simulated is said.
#include "study/advice/advice_json.h"
#include "study/advice/advice_text.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace headroom::study;
using Catch::Contains;

namespace {

WhatIf whatIf(const char* resource, double ratio, WhatIf::State state = WhatIf::State::known)
{
    WhatIf what;
    what.resource = resource;
    what.state = state;
    const bool known = state == WhatIf::State::known;
    what.throughput = {ratio, ratio * 0.985, ratio * 1.015, known};
    what.mean = what.p99 = {1 / ratio, 0.985 / ratio, 1.015 / ratio, known};
    what.runs = 3;
    return what;
}

Advice advised(std::vector<WhatIf> whatIfs)
{
    Advice advice;
    advice.project = "p";
    advice.complete = true;
    advice.perSecond = 100;
    advice.whatIfs = std::move(whatIfs);
    advice.rank();
    return advice;
}

} // namespace

TEST_CASE("the sentence names the best resource with its interval")
{
    CHECK(sentenceOf(advised({whatIf("storage.processor", 1.02), whatIf("storage.disk", 1.9)})) ==
          "With storage disk twice as fast: 1.9 (1.87 to 1.93) times the throughput.");
    CHECK(sentenceOf(advised({whatIf("storage.workers object-server", 1.4)})) ==
          "With twice as many workers of the object-server: 1.4 (1.38 to 1.42) times the throughput.");
}

TEST_CASE("a resource that was not simulated is not said to help")
{
    WhatIf waiting, running;
    waiting.resource = "storage.disk";
    running.resource = "storage.processor";
    running.throughput.ratio = 1.2; // of a single pair without an error
    Advice advice = advised({waiting, running});
    CHECK_THAT(sentenceOf(advice), Contains("No gain is known") && !Contains("storage"));
    advice.complete = false;
    advice.whatIfs.push_back(whatIf("storage.network", 1.5));
    advice.rank();
    CHECK_THAT(sentenceOf(advice), Contains("With storage network twice as fast: 1.5") &&
                                       Contains("Of 3 changes 2 are not yet simulated."));
    CHECK(sentenceOf(Advice()) == "Nothing has been simulated yet.");
}

TEST_CASE("where no resource raises the throughput, that is the answer")
{
    CHECK_THAT(sentenceOf(advised({whatIf("a.processor", 1.001), whatIf("a.disk", 1.004)})),
               Contains("None of the 2 changes raises the throughput by itself"));
    CHECK_THAT(sentenceOf(advised({whatIf("a.processor", 1.001)})),
               Contains("The change that was simulated does not raise the throughput by itself"));
}

TEST_CASE("a change that makes it worse is no answer: that none helps is, with the most that one may bring")
{
    WhatIf worse = whatIf("CACHE=false", 0.505);
    worse.kind = WhatIf::Kind::setting;
    worse.words = "CACHE = false instead of true";
    CHECK(
        sentenceOf(advised({worse})) ==
        "The change that was simulated does not raise the throughput by itself. With CACHE = false instead of true, " +
            worse.throughput.text() + " times the throughput.");
    WhatIf open = whatIf("a.disk", 1.01);
    open.throughput.low = 0.9;
    open.throughput.high = 1.12;
    CHECK_THAT(sentenceOf(advised({worse, whatIf("a.processor", 1.001), open})),
               Contains("None of the 3 changes raises the throughput by itself. The most: with a disk twice as fast, "
                        "1.01 (0.9 to 1.12) times the throughput."));
}

TEST_CASE("if no change can be simulated the answer says why")
{
    WhatIf failed = whatIf("THREADS=many", 1);
    failed.kind = WhatIf::Kind::value;
    failed.throughput = {};
    failed.state = WhatIf::State::failed;
    failed.problem = "A run failed: many is no number.";
    CHECK(sentenceOf(advised({failed})) ==
          "No change could be simulated. With THREADS=many: A run failed: many is no number.");
}

TEST_CASE("the first is the one that is sure to help most, not the one that may")
{
    WhatIf unsure = whatIf("a.network", 1.6), sure = whatIf("a.disk", 1.3);
    unsure.throughput = {1.6, 1.0, 2.5, false};
    const Advice advice = advised({unsure, sure});
    CHECK(advice.whatIfs.front().resource == "a.disk");
    CHECK_THAT(sentenceOf(advice), Contains("With a disk twice as fast: 1.3"));
    CHECK_FALSE(advice.beaten(advice.whatIfs.back()));
    CHECK(advice.beaten(whatIf("a.processor", 1.1)));
}

TEST_CASE("of jobs it speaks of their time")
{
    Advice advice = advised({whatIf("slaves.processor", 1.25)});
    advice.jobs = true;
    CHECK_THAT(sentenceOf(advice), Contains("the jobs take 0.8 (0.788 to 0.812) times as long"));
    advice.whatIfs = {whatIf("a.disk", 1), whatIf("a.processor", 1)};
    CHECK_THAT(sentenceOf(advice), Contains("None of the 2 changes shortens the jobs by itself"));
}

TEST_CASE("with given arrivals that are served the latency is the answer")
{
    WhatIf disk = whatIf("a.disk", 1), processor = whatIf("a.processor", 1);
    disk.mean = disk.p99 = {0.6, 0.58, 0.62, true};
    Advice advice = advised({processor, disk});
    advice.arrivalsGiven = true;
    advice.rank();
    CHECK(sentenceOf(advice) == "All that arrives is served. With a disk twice as fast: 0.6 (0.58 to 0.62) times the "
                                "mean latency and 0.6 (0.58 to 0.62) times the p99.");
    advice.arrivalsGiven = false; // some load waits for answers, but too little to matter
    CHECK_THAT(sentenceOf(advice), Contains("No change by itself raises the throughput by more than 3 %. With a disk "
                                            "twice as fast: 0.6"));
    advice.settles = false; // then it is the throughput again
    advice.whatIfs = {whatIf("a.disk", 1.5)};
    CHECK_THAT(sentenceOf(advice),
               Contains("More arrives than is done.") && Contains("1.5 (1.48 to 1.52) times the throughput"));
}

TEST_CASE("with given arrivals the highest rate that settles is reported, with the resource that raises it most")
{
    WhatIf disk = whatIf("a.disk", 1), processor = whatIf("a.processor", 1), unknown = whatIf("a.network", 1);
    disk.highestRate = {1.4, 1.38, 1.42, true};
    disk.highestPerSecond = 182;
    processor.highestRate = {1.6, 1.58, 1.62, true};
    processor.highestPerSecond = 208;
    unknown.highestRate.ratio = 3; // not searched yet
    Advice advice = advised({disk, processor, unknown});
    advice.arrivalsGiven = true;
    CHECK_THAT(sentenceOf(advice), !Contains("highest rate")); // not even that of the present system is known
    advice.highestPerSecond = 130;
    CHECK_THAT(sentenceOf(advice), Contains("The highest rate that still settles is 130 /s, and 208 /s with a "
                                            "processors twice as fast: 1.6 (1.58 to 1.62) times."));
    advice.whatIfs = {unknown};
    CHECK_THAT(sentenceOf(advice), Contains("The highest rate that still settles is 130 /s."));
}

TEST_CASE("for a goal that is missed the change that meets it is named")
{
    WhatIf disk = whatIf("storage.disk", 1.9), processor = whatIf("storage.processor", 1.4);
    disk.goals = {{"rate", "missed"}, {"tail", "missed"}, {"price", "met"}};
    processor.goals = {{"rate", "met"}, {"tail", "missed"}, {"price", "met"}};
    Advice advice = advised({disk, processor});
    advice.goals = {{"rate", "missed"}, {"tail", "missed"}, {"price", "met"}};
    const std::string text = sentenceOf(advice);
    CHECK_THAT(text, Contains("The goal \"rate\", missed now, is met with storage processors twice as fast."));
    CHECK_THAT(text, Contains("The goal \"tail\" is missed, and none of these changes meets it."));
    CHECK_THAT(text, !Contains("price"));
    advice.complete = false; // others may
    CHECK_THAT(sentenceOf(advice), !Contains("tail"));
    CHECK(adviceFromText(toJson(advice).dump()).whatIfs[1].goals == processor.goals);
    CHECK(adviceFromText(toJson(advice).dump()).goals == advice.goals);
}

TEST_CASE("the best comes first, what is not known or failed last")
{
    WhatIf waiting, failed = whatIf("f", 9, WhatIf::State::failed);
    waiting.resource = "w";
    const Advice advice = advised({failed, waiting, whatIf("a", 1.1), whatIf("b", 1.7)});
    std::string order;
    for (const WhatIf& what : advice.whatIfs)
        order += what.resource;
    CHECK(order == "bafw");
}

TEST_CASE("a change of the load is no purchase: it comes last, and has a sentence of its own")
{
    WhatIf load = whatIf("requests at a time", 1.8), part = whatIf("storage.disk data: Fast_Drive", 1.2);
    load.kind = WhatIf::Kind::load;
    load.words = "twice as many requests at a time";
    part.kind = WhatIf::Kind::part;
    part.words = "Fast_Drive as storage disks (data)";
    const Advice advice = advised({load, part, whatIf("a.processor", 1.1)});
    CHECK(advice.whatIfs.back().kind == WhatIf::Kind::load);
    CHECK_THAT(sentenceOf(advice), Contains("With Fast_Drive as storage disks (data): 1.2 (1.18 to 1.22) times the "
                                            "throughput. More requests at a time would bring more: with twice as "
                                            "many, 1.8 (1.77 to 1.83) times the throughput"));
    CHECK_FALSE(advice.beaten(part));
    const Advice again = adviceFromText(toJson(advice).dump());
    CHECK(again.whatIfs.front().kind == WhatIf::Kind::part);
    CHECK(again.whatIfs.front().words == part.words);
}

TEST_CASE("advice is read as it was written")
{
    Advice advice = advised({whatIf("storage.disk data", 1.9), whatIf("link.uplink a→b", 1.1, WhatIf::State::failed)});
    advice.whatIfs[1].problem = "A run got stuck.";
    advice.whatIfs[1].settles = false;
    advice.arrivalsGiven = true;
    advice.seed = 7;
    advice.runsDone = 6;
    advice.highestPerSecond = 130;
    advice.whatIfs[0].highestRate = {1.5, 1.48, 1.52, true};
    advice.whatIfs[0].highestPerSecond = 195;
    const Advice again = adviceFromText(toJson(advice).dump());
    CHECK(toJson(again) == toJson(advice));
    CHECK(again.whatIfs[1].problem == "A run got stuck.");
    CHECK(std::isnan(again.meanMs));
    CHECK_THROWS(adviceFromText("{}"));
    CHECK_THROWS(adviceFromText(R"({"project": 1})"));
    CHECK_THROWS(adviceFromText("[["));
}
