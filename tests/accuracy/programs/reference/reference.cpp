#include "accuracy/programs/reference/reference.h"

#include "accuracy/programs/reference/load.h"
#include "accuracy/programs/reference/model.h"

namespace headroom::accuracy::programs::reference {

Figures simulate(const System& system, double seconds, std::uint64_t seed)
{
    Clock clock;
    std::mt19937_64 random(seed);
    Model model(clock, system, random);
    Log log(seconds / 10, seconds);
    LoadAtWork load(clock, model, random, log);
    std::visit([&load](const auto& its) { load.begin(its); }, system.load);
    clock.run(seconds);
    return log.figures();
}

} // namespace headroom::accuracy::programs::reference
