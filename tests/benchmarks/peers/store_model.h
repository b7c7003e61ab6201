// The mini object store's figures, its draws and its way of reporting, the same for every peer in C++.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace store {

/// One storage node.
constexpr std::uint32_t processorServers = 14, disksPerNode = 14;
/// One group: four storage nodes, in front of which stand two proxies.
constexpr std::uint32_t nodesPerGroup = 4, proxiesPerGroup = 2, clientsPerGroup = 64;
constexpr std::uint32_t proxyServers = 28;
constexpr std::uint32_t replicas = 3, quorum = 2;
/// Means of the exponential service times, in seconds.
constexpr double proxyS = 0.001, processorS = 0.0004, diskS = 0.008;

class Draws
{
public:
    explicit Draws(std::uint64_t seed)
    {
        for (std::uint64_t& word : state_) // splitmix64, as the generator's authors advise
            word = mixed(seed += 0x9e3779b97f4a7c15U);
    }

    double exponential(double mean) { return -mean * std::log(1 - uniform()); }
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(uniform() * bound); }

    /// A proxy of the client's group.
    std::uint32_t proxyOf(std::uint32_t client)
    {
        return client / clientsPerGroup * proxiesPerGroup + below(proxiesPerGroup);
    }

    void distinctNodes(std::uint32_t nodes, std::uint32_t (&chosen)[replicas])
    {
        for (std::uint32_t r = 0; r < replicas; ++r)
            do
                chosen[r] = below(nodes);
            while ((r > 0 && chosen[r] == chosen[0]) || (r > 1 && chosen[r] == chosen[1]));
    }

private:
    static std::uint64_t mixed(std::uint64_t z)
    {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    /// xoshiro256+ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021): a few instructions,
    /// where a Mersenne Twister would be a visible part of the whole.
    double uniform()
    {
        const std::uint64_t sum = state_[0] + state_[3], shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return static_cast<double>(sum >> 11) * 0x1p-53;
    }

    std::uint64_t state_[4];
};

/// Arguments of a peer: NODES SECONDS [SEED].
struct Question
{
    Question(int argc, char** argv)
        : nodes(static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 64)),
          seconds(argc > 2 ? std::atof(argv[2]) : 10),
          seed(argc > 3 ? static_cast<std::uint64_t>(std::atoll(argv[3])) : 1)
    {
    }

    std::uint32_t groups() const { return nodes / nodesPerGroup; }
    std::uint32_t clients() const { return groups() * clientsPerGroup; }
    std::uint32_t proxies() const { return groups() * proxiesPerGroup; }
    double warmUp() const { return seconds / 10; } ///< writes that end before are not counted

    std::uint32_t nodes;
    double seconds;
    std::uint64_t seed;
};

/// Counts and prints the figures of a peer: throughput (PUT/s) and service completions per second of processor time.
class Tally
{
public:
    explicit Tally(const Question& question) : question_(question) {}

    void served() { ++completions_; }
    void wrote(double now) { writes_ += now >= question_.warmUp(); }

    void print() const
    {
        const double processorS = static_cast<double>(std::clock() - began_) / CLOCKS_PER_SEC;
        std::printf("%.1f %.0f\n", static_cast<double>(writes_) / (question_.seconds - question_.warmUp()),
                    static_cast<double>(completions_) / processorS);
    }

private:
    const Question& question_;
    std::clock_t began_ = std::clock();
    std::uint64_t completions_ = 0, writes_ = 0;
};

} // namespace store
