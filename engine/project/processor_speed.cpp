#include "project/processor_speed.h"

namespace headroom::project {

namespace {

constexpr const char* points = "passmark_single_thread_points";

double turboClock(const Component& processor)
{
    return processor.figure("max_turbo_clock_Hz", processor.figure("base_clock_Hz"));
}

} // namespace

const Component* referenceProcessor(Resolver& resolver)
{
    return resolver.component(findBlockType("compute")->fields, "reference", Json::object(), "");
}

bool benchmarked(const Component& processor, const Component& reference)
{
    return processor.has(points) && reference.has(points);
}

double singleThreadSpeed(const Component& processor, const Component& reference)
{
    if (benchmarked(processor, reference))
        return processor.figure(points) / reference.figure(points);
    const auto byClock = [](const Component& of) { return turboClock(of) * of.figure("instructions_per_cycle", 1); };
    return byClock(processor) / byClock(reference);
}

} // namespace headroom::project
