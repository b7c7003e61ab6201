// Runs headroom-engine as a child and says what the operating system counted for it.
#pragma once

#include "child/process.h"

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::bench {

struct MeasuredRun
{
    double firstLineS = 0; ///< real time until it had printed a line
    double processorS = 0; ///< user and system
    double peakMiB = 0;
    std::string output;
};

/// Its standard error is left out. Throws std::runtime_error if it ends with another status than 0.
inline MeasuredRun runEngine(const std::vector<std::string>& arguments)
{
    using Clock = std::chrono::steady_clock;
    MeasuredRun run;
    const auto began = Clock::now();
    child::Process process(child::Command{HEADROOM_ENGINE, arguments});
    process.listenWith([&](std::string_view said) {
        if (run.firstLineS == 0 && said.find('\n') != std::string_view::npos)
            run.firstLineS = std::chrono::duration<double>(Clock::now() - began).count();
    });
    child::Ending ending = process.wait();
    if (!ending.good())
        throw std::runtime_error("the engine failed on " + arguments.at(1));
    run.processorS = ending.processorS;
    run.peakMiB = ending.peakMiB;
    run.output = std::move(ending.output);
    return run;
}

} // namespace headroom::bench
