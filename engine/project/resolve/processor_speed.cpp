#include "project/resolve/processor_speed.h"
#include "project/vocabulary/block_catalogue.h"

#include <algorithm>

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
