// The measured effect of each resource of a system made faster or more, one at a time.
#pragma once

#include "record/summary/summary.h"
#include "study/measure/gain.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace headroom::study {

/// Price, power, space and capacity of a system; NaN if it is not known.
struct Figures
{
    double priceUsd = std::numeric_limits<double>::quiet_NaN();
    bool pricesMissing = false;                               ///< of some parts; they are not in the price
    double powerW = std::numeric_limits<double>::quiet_NaN(); ///< mean of a run
    double usableBytes = std::numeric_limits<double>::quiet_NaN();
};

Figures figuresOf(const record::Summary& summary);

/// Verdicts of a system's runs on the project's goals, by their ids: "met" or "missed" if all agree, else "not yet
/// known".
using Goals = std::map<std::string, std::string>;

/// One resource that was made faster (of workers and slots: more) while all others stayed as they are.
struct WhatIf
{
    enum class State
    {
        waiting,     ///< not yet simulated
        running,     ///< some of its runs have ended or have begun
        known,       ///< the gain is known as precisely as wanted, or as surely below the best one
        notYetKnown, ///< it is not, after as many runs as were allowed
        failed       ///< a run failed; `problem` says why
    };

    enum class Kind
    {
        resource, ///< made faster or more by the factor
        value,    ///< a value of a generic parameter that was asked for: "DISKS=12"
        part,     ///< another part, of the catalogue or of those that the project offers
        setting,  ///< another value of a parameter that is a knob of the software
        load      ///< no change of the system: more requests at a time
    };

    Kind kind = Kind::resource;
    /// Distinguishes it: of a resource its name as in the summary, "storage.disk data".
    std::string resource;
    std::string words; ///< of parts, settings and loads, after "With": "twice as many requests at a time"
    double factor = 2;
    State state = State::waiting;
    Gain throughput;     ///< completed operations a second; where all load is jobs: jobs completed in the same time
    Gain mean, p99;      ///< latency of all operations together; NaN where the load does not settle
    bool settles = true; ///< false: more arrives than is done, so the latency depends on the length of the run
    Gain highestRate;    ///< of given arrivals: the highest rate that still settles, and
    double highestPerSecond = std::numeric_limits<double>::quiet_NaN(); ///< the operations a second completed then
    std::uint64_t runs = 0;
    std::string problem;
    Figures figures = {};
    Goals goals = {};

    /// True if the factor is one of a number (workers, helper threads, slots, consumers), not of a speed.
    bool counts() const;
    bool isSetting() const { return kind == Kind::value; }
};

/// The answer of `headroom-engine advise`.
struct Advice
{
    std::string project;
    std::uint64_t seed = 0; ///< of the first run; each pair of runs, without and with the change, has the same seed
    double simulatedS = 0;  ///< duration of each run
    double wholeS = std::numeric_limits<double>::quiet_NaN(); ///< of a run of the project, if they are shorter than it
    double checkedS = std::numeric_limits<double>::quiet_NaN(); ///< of the longer run that shows their error, if any
    bool complete = false;                                      ///< nothing more will be simulated
    bool ranked = false;        ///< each gain is known as precisely as wanted, or as surely below the best one
    bool jobs = false;          ///< all load is jobs: the throughput is one over their time
    bool arrivalsGiven = false; ///< no load waits for answers: it can raise no throughput that keeps up with it
    bool settles = true;        ///< of the present system, as in WhatIf
    double perSecond = std::numeric_limits<double>::quiet_NaN(); ///< of the present system, means over its runs
    double meanMs = perSecond, p99Ms = perSecond;
    Figures figures;                             ///< of the present system
    Goals goals;                                 ///< of the present system
    double highestPerSecond = perSecond;         ///< of the present system, as in WhatIf
    std::vector<WhatIf> whatIfs;                 ///< best first; those that are not known come last
    std::uint64_t runsDone = 0, runsPlanned = 0; ///< of all together
    double processorS = 0;                       ///< of these runs

    /// True if latency ranks the resources: none raises the throughput by 3 %, as where all arrivals are served, and
    /// one shortens the mean latency by that.
    bool byLatency() const;
    /// The gain by which the resources are ranked, more is better: of the throughput, or the reciprocal of that of the
    /// mean latency.
    Gain worthOf(const WhatIf& what) const;
    /// True if another one helps more, as surely as the intervals say.
    bool beaten(const WhatIf& what) const;
    /// The one that raises the highest rate that settles most, of those that are known; null if there is none.
    const WhatIf* bestByRate() const;
    /// Sorts the changes by the lower ends of the intervals of their gains, loads last; equal ones keep their order.
    void rank();
};

} // namespace headroom::study
