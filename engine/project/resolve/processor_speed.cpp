#include "project/resolve/processor_speed.h"
#include "project/vocabulary/block_catalogue.h"

#include <algorithm>
#include <map>

namespace headroom::project {

namespace {

constexpr const char* points = "passmark_single_thread_points";

double turboClock(const Component& processor)
{
    return processor.figure("max_turbo_clock_Hz", processor.figure("base_clock_Hz"));
}

/// The published bins, by the number of busy cores up to which each clock holds.
std::map<double, double> turboBins(const Component& processor)
{
    std::map<double, double> bins;
    if (const auto rows = processor.parameters.find("turbo_bins");
        rows != processor.parameters.end() && rows->is_array())
        for (const Json& row : *rows)
            if (row.is_object())
                bins[row.value("cores", 0.0)] = row.value("clock_Hz", 0.0);
    return bins;
}

double allCoresClock(const Component& processor)
{
    return std::min(turboClock(processor),
                    processor.figure("all_core_turbo_clock_Hz", processor.figure("base_clock_Hz")));
}

} // namespace

const Component* referenceProcessor(Resolver& resolver)
{
    constexpr const char* key = "reference.missing";
    const FieldDeclaration* declared = findField(vocabulary().find("compute")->fields, "reference");
    const auto id = declared->defaultValue.get<std::string>();
    const Component* found = resolver.components().find(id);
    if (found && found->kind == "processor")
        return found;
    Findings& findings = resolver.findings();
    if (std::ranges::none_of(findings, [](const Finding& finding) { return finding.key == key; }))
        findings.push_back(
            {Severity::error, key, "/components", "project",
             "Work is stated in seconds on the processor \"" + id + "\", which no library holds.",
             "Search the libraries that come with the program too, or add that processor to a library or "
             "to the project's components, with cores, base_clock_Hz, max_turbo_clock_Hz and " +
                 std::string(points) + '.'});
    return nullptr;
}

double roleToReference(Resolver& resolver, const Json& workers, const std::string& pointer)
{
    const Component* stated = resolver.component(workersFields(), "reference", workers, pointer);
    const Component* reference = stated ? referenceProcessor(resolver) : nullptr;
    return reference ? singleThreadSpeed(*stated, *reference) : 1;
}

namespace {

/// True if single-thread benchmark figures of both processors are known.
bool benchmarked(const Component& processor, const Component& reference)
{
    return processor.has(points) && reference.has(points);
}

} // namespace

double singleThreadSpeed(const Component& processor, const Component& reference)
{
    if (benchmarked(processor, reference))
        return processor.figure(points) / reference.figure(points);
    const auto byClock = [](const Component& of) { return turboClock(of) * of.figure("instructions_per_cycle", 1); };
    return byClock(processor) / byClock(reference);
}

std::vector<double> coreSpeeds(const Component& processor, const Component& reference)
{
    const double single = singleThreadSpeed(processor, reference);
    const double turbo = turboClock(processor), all = allCoresClock(processor);
    const std::map<double, double> bins = turboBins(processor);
    const auto cores = static_cast<std::size_t>(std::max(1.0, processor.figure("cores", 1)));
    std::vector<double> speeds;
    for (std::size_t busy = 1; busy <= cores; ++busy) {
        const double share = cores > 1 ? static_cast<double>(busy - 1) / static_cast<double>(cores - 1) : 0.0;
        const auto bin = bins.lower_bound(static_cast<double>(busy));
        const double clock = busy == 1           ? turbo
                             : bin != bins.end() ? std::min(turbo, bin->second)
                             : bins.empty()      ? turbo + (all - turbo) * share
                                                 : all;
        speeds.push_back(single * clock / turbo);
    }
    return speeds;
}

Json idleStates(const Component& processor)
{
    const Json states = processor.parameters.value("idle_states", Json::array());
    return states.is_array() ? states : Json::array();
}

bool lacksAllCoreClock(const Component& processor)
{
    return turboClock(processor) > processor.figure("base_clock_Hz") && !processor.has("all_core_turbo_clock_Hz");
}

} // namespace headroom::project
