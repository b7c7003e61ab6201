#include "child/simulation.h"

#include "record/structure/summary_json.h"

#include <stdexcept>

namespace headroom::child {

std::vector<std::string> argumentsOf(const Simulation& simulation)
{
    std::vector<std::string> arguments{"simulate", simulation.project};
    for (const std::string& setting : simulation.settings)
        arguments.insert(arguments.end(), {"--set", setting});
    for (const std::string& factor : simulation.scale)
        arguments.insert(arguments.end(), {"--scale", factor});
    const auto option = [&](const char* name, const std::string& value) {
        if (!value.empty())
            arguments.insert(arguments.end(), {name, value});
    };
    option("--beside", simulation.beside);
    option("--under", simulation.under);
    option("--duration", simulation.duration);
    option("--warm-up", simulation.warmUp);
    option("--seed", simulation.seed);
    option("--window-parts", simulation.windowParts > 0 ? std::to_string(simulation.windowParts) : std::string());
    option("--out", simulation.out);
    option("--pace", simulation.pace);
    if (simulation.checkLaws)
        arguments.emplace_back("--check-laws");
    if (simulation.single)
        arguments.emplace_back("--single");
    if (simulation.traceSome)
        arguments.emplace_back("--trace-some");
    const bool stream = simulation.answer == Simulation::Answer::stream;
    arguments.emplace_back(stream ? "--stream" : "--json");
    if (stream && !simulation.spanRecords)
        arguments.emplace_back("--no-span-records");
    return arguments;
}

record::Summary summaryOf(const Ending& ending)
{
    try {
        return record::summaryFromText(ending.output);
    } catch (const std::exception&) {
        const std::string reason = ending.reason();
        throw std::runtime_error(ending.signal != 0 ? "was " + reason
                                 : reason.empty()   ? std::string("failed")
                                                    : "failed: " + reason);
    }
}

} // namespace headroom::child
