// Executes the runs of a study by `headroom-engine simulate`, for tests without a project in memory.
#pragma once

#include "study/advice/advisor.h"
#include "study/execute/local_executor.h"

#include <cstddef>
#include <memory>

namespace headroom::study::test {

inline LocalExecutor engineExecutor(std::size_t atOnce)
{
    return {
        atOnce, [](const child::Simulation& simulation) {
            return std::make_unique<child::Process>(child::Command{HEADROOM_ENGINE, child::argumentsOf(simulation)});
        }};
}

inline Advice adviceOn(const Question& question, Advisor::Changed changed = {}, const AskWish& wish = {},
                       std::size_t atOnce = 2)
{
    LocalExecutor executor = engineExecutor(atOnce);
    Advisor advisor(question, std::move(changed));
    const bool ended = execute(advisor, executor, wish);
    return advisor.answer(ended);
}

} // namespace headroom::study::test
