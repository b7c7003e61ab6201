#include "accuracy/networks/levels.h"

#include "accuracy/engine_here.h"
#include "accuracy/networks/fluid.h"
#include "accuracy/networks/project_of.h"

#include <algorithm>
#include <cmath>

namespace headroom::accuracy::networks {

namespace {

NetworkFigures byEngine(const System& system, double seconds, const char* detail)
{
    const record::Summary summary = simulateHere(projectOf(system, seconds, detail));
    const record::OperationSummary& go = summary.operations.at("go");
    return {go.perSecond, go.ci95Relative};
}

} // namespace

NetworkFigures byFlows(const System& system, double seconds)
{
    return byEngine(system, seconds, "flow");
}

NetworkFigures byPackets(const System& system, double seconds)
{
    return byEngine(system, seconds, "packet");
}

NetworkFigures byFluid(const System& system, double seconds)
{
    return {fluidRate(system, 4 * seconds, 2)};
}

double unexplained(const NetworkFigures& one, const NetworkFigures& other)
{
    return std::max(0.0, std::abs(one.perSecond / other.perSecond - 1) - one.interval - other.interval);
}

} // namespace headroom::accuracy::networks
