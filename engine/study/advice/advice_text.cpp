#include "study/advice/advice_text.h"

#include "record/figures/figures.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

namespace {

constexpr double worthSaying = 1.03;

std::string withFactor(const WhatIf& what)
{
    if (what.kind != WhatIf::Kind::resource)
        return what.words.empty() ? what.resource : what.words;
    const bool twice = what.factor == 2;
    if (what.counts())
        return (twice ? "twice" : record::threeDigits(what.factor) + " times") + " as many " +
               record::resourceInWords(what.resource);
    return record::resourceInWords(what.resource) +
           (twice ? " twice" : ' ' + record::threeDigits(what.factor) + " times") + " as fast";
}

std::string counted(std::size_t number, const char* what)
{
    return std::to_string(number) + ' ' + what + (number == 1 ? "" : "s");
}

/// Without a verb, so that it fits one resource and several.
std::string with(const WhatIf& what)
{
    return "With " + withFactor(what) + ": ";
}

std::string latencySentence(const WhatIf& best, bool arrivalsGiven)
{
    std::string text = arrivalsGiven ? std::string("All that arrives is served. ")
                                     : std::string(best.isSetting() ? "No value" : "No change by itself") +
                                           " raises the throughput by more than 3 %. ";
    text += with(best) + best.mean.text() + " times the mean latency";
    if (best.p99.hasInterval())
        text += " and " + best.p99.text() + " times the p99";
    return text + '.';
}

/// "None of the 3 changes raises the throughput"; "The change that was simulated does not shorten the jobs".
std::string noneHelps(std::size_t simulated, bool jobs)
{
    if (simulated == 1)
        return std::string("The change that was simulated does not ") +
               (jobs ? "shorten the jobs" : "raise the throughput");
    return "None of the " + std::to_string(simulated) + " changes " +
           (jobs ? "shortens the jobs" : "raises the throughput");
}

/// Says how much the changes can bring at most, as their intervals say; if all make it worse, what the best does.
std::string boundSentence(const Advice& advice, std::size_t simulated, const WhatIf& best)
{
    const WhatIf* most = &best;
    for (const WhatIf& what : advice.whatIfs)
        if (what.kind != WhatIf::Kind::load && what.throughput.high > std::max(most->throughput.high, worthSaying))
            most = &what;
    const Gain gain = advice.jobs ? most->throughput.inverse() : most->throughput;
    const char* begin = simulated == 1              ? " With "
                        : most->throughput.high < 1 ? " All make it worse; the best is "
                                                    : " The most: with ";
    return begin + withFactor(*most) + ", " +
           (advice.jobs ? "the jobs take " + gain.text() + " times as long." : gain.text() + " times the throughput.");
}

std::string throughputSentence(const Advice& advice, const WhatIf& best, std::size_t simulated)
{
    if (best.throughput.low <= 1 || best.throughput.ratio < 1.005)
        return noneHelps(simulated, advice.jobs) + " by itself." + boundSentence(advice, simulated, best);
    const Gain gain = advice.jobs ? best.throughput.inverse() : best.throughput;
    return with(best) +
           (advice.jobs ? "the jobs take " + gain.text() + " times as long." : gain.text() + " times the throughput.");
}

/// More requests at a time are no purchase.
std::string loadSentence(const Advice& advice)
{
    for (const WhatIf& what : advice.whatIfs)
        if (what.kind == WhatIf::Kind::load && what.throughput.low > worthSaying)
            return " More requests at a time would bring more: with twice as many, " + what.throughput.text() +
                   " times the throughput" +
                   (what.mean.hasInterval() ? " at " + what.mean.text() + " times the mean latency." : ".");
    return {};
}

std::string rateSentence(const Advice& advice)
{
    if (!std::isfinite(advice.highestPerSecond))
        return {};
    std::string text =
        " The highest rate that still settles is " + record::threeDigits(advice.highestPerSecond) + " /s";
    if (const WhatIf* best = advice.bestByRate())
        text += ", and " + record::threeDigits(best->highestPerSecond) + " /s with " + withFactor(*best) + ": " +
                best->highestRate.text() + " times";
    return text + '.';
}

/// For each goal that is missed now: the best of the changes that meet it.
std::string goalSentences(const Advice& advice)
{
    std::string text;
    for (const auto& [id, verdict] : advice.goals) {
        if (verdict != "missed")
            continue;
        const auto meets = [&id = id](const WhatIf& what) {
            const bool decided = what.state == WhatIf::State::known || what.state == WhatIf::State::notYetKnown;
            const auto found = what.goals.find(id);
            return decided && found != what.goals.end() && found->second == "met";
        };
        const auto best = std::find_if(advice.whatIfs.begin(), advice.whatIfs.end(), meets);
        if (best != advice.whatIfs.end())
            text += " The goal \"" + id + "\", missed now, is met with " + withFactor(*best) + '.';
        else if (advice.complete)
            text += " The goal \"" + id + "\" is missed, and none of these changes meets it.";
    }
    return text;
}

} // namespace

std::string sentenceOf(const Advice& advice)
{
    if (advice.whatIfs.empty())
        return advice.complete ? "No resource is used enough to make it faster." : "Nothing has been simulated yet.";
    const bool latency = advice.byLatency();
    std::size_t simulated = 0, missing = 0, open = 0;
    const WhatIf* best = nullptr;
    std::string failed;
    for (const WhatIf& what : advice.whatIfs) {
        if (what.state == WhatIf::State::failed && failed.empty())
            failed = "With " + withFactor(what) + ": " + what.problem;
        if (what.state == WhatIf::State::failed || what.kind == WhatIf::Kind::load)
            continue;
        const bool is = advice.worthOf(what).hasInterval();
        simulated += is ? 1 : 0;
        missing += is ? 0 : 1;
        open += what.state == WhatIf::State::notYetKnown ? 1 : 0;
        if (is && !best)
            best = &what;
    }
    if (!best && advice.complete && simulated + missing == 0 && !failed.empty())
        return "No change could be simulated. " + failed;
    if (!best)
        return advice.complete ? "No gain is known: the runs differ too much from each other."
                               : "No gain is known yet.";
    std::string text =
        latency ? latencySentence(*best, advice.arrivalsGiven) : throughputSentence(advice, *best, simulated);
    text += loadSentence(advice) + rateSentence(advice) + goalSentences(advice);
    if (!advice.settles)
        text = "More arrives than is done. " + text;
    if (missing > 0 && !advice.complete)
        text += " Of " + counted(simulated + missing, "change") + ' ' + std::to_string(missing) +
                (missing == 1 ? " is" : " are") + " not yet simulated.";
    else if (open > 0)
        text += " The gain of " + counted(open, "change") + " is not yet known as precisely as wanted.";
    return text;
}

const char* nameOf(WhatIf::State state)
{
    switch (state) {
    case WhatIf::State::waiting:
        return "not yet simulated";
    case WhatIf::State::running:
        return "being simulated";
    case WhatIf::State::known:
        return "known";
    case WhatIf::State::notYetKnown:
        return "not yet known";
    case WhatIf::State::failed:
        return "failed";
    }
    return "";
}

} // namespace headroom::study
