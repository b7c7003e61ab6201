#include "accuracy/programs/comparison.h"

#include "accuracy/engine_here.h"
#include "accuracy/programs/project_of.h"

#include <cmath>

namespace headroom::accuracy::programs {

namespace {

Figures byEngine(const System& system, double seconds)
{
    const record::Summary summary = simulateHere(projectOf(system, seconds));
    const record::OperationSummary& calls = summary.operations.at("serve0");
    return {{calls.perSecond, calls.ci95Relative}, {calls.latency.meanMs / 1000, calls.latencyCi95Relative}};
}

double difference(const Measured& engine, const Measured& reference)
{
    return engine.value / reference.value - 1;
}

bool near(const Measured& engine, const Measured& reference)
{
    constexpr double allowed = 0.015;
    return std::abs(difference(engine, reference)) <= allowed + engine.interval + reference.interval;
}

} // namespace

double Comparison::rateDifference() const
{
    return difference(engine.perSecond, reference.perSecond);
}

double Comparison::meanDifference() const
{
    return difference(engine.meanS, reference.meanS);
}

bool Comparison::agrees() const
{
    return near(engine.perSecond, reference.perSecond) && near(engine.meanS, reference.meanS);
}

Comparison compare(const System& system, double seconds)
{
    return compare(system, system, seconds);
}

Comparison compare(const System& engines, const System& references, double seconds)
{
    return {byEngine(engines, seconds), reference::simulate(references, seconds, 2)};
}

} // namespace headroom::accuracy::programs
