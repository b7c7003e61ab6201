#include "accuracy/networks/random_networks.h"

#include "accuracy/drawing.h"

namespace headroom::accuracy::networks {

namespace {

double rate(Dice& dice)
{
    return dice.one({1.0, 2.0, 5.0});
}

Step step(Dice& dice)
{
    if (dice.oneIn(4))
        return {.pauseS = dice.one({0.001, 0.005})};
    const auto size = [&] { return dice.one({65'536.0, 300'000.0, 1e6, 4e6}); };
    Step calls{.calls = dice.one({1, 1, 2, 4}), .roundRobin = dice.oneIn(2)};
    const int direction = dice.between(0, 2);
    if (direction != 1)
        calls.requestBytes = size();
    if (direction != 0)
        calls.answerBytes = size();
    return calls;
}

} // namespace

System randomNetwork(std::uint64_t number)
{
    Dice dice(number);
    System system;
    const int racks = dice.one({1, 1, 2, 2, 3});
    for (const bool server : {false, true})
        for (int groups = dice.between(1, 2); groups > 0; --groups)
            system.groups.push_back({server, dice.between(1, 3), dice.between(0, racks - 1), rate(dice)});
    for (int rack = 1; rack < racks; ++rack)
        system.uplinks.push_back({dice.between(0, rack - 1), rate(dice), dice.one({0.0, 0.0002})});
    for (int steps = dice.between(0, 2); steps > 0; --steps)
        system.steps.push_back(step(dice));
    system.steps.push_back({.calls = 1, .answerBytes = 300'000});
    system.clients = dice.one({1, 3, 8, 20});
    system.latencyS = dice.one({0.0, 0.00005, 0.0005});
    system.serveS = dice.one({0.0, 0.002});
    return system;
}

} // namespace headroom::accuracy::networks
