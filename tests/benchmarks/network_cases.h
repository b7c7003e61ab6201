// The networks and the traffic on which simulators of networks at flow level are compared: nothing in here belongs to
// any of them.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace headroom::bench {

struct Arrival
{
    double at = 0; ///< seconds
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint64_t bytes = 0;
};

/// Hosts on one switch that never limits (`pods` 0), or a fat tree of `pods`-port switches (Al-Fares, Loukissas and
/// Vahdat, SIGCOMM 2008) with one of the equal paths for each pair of hosts, chosen by a hash. All links are of one
/// rate, without latency.
class NetworkCase
{
public:
    static constexpr double linkRate = 1.25e9; ///< bytes per second
    static constexpr double load = 0.6;        ///< of every host's link, on average
    static constexpr double meanBytes = 1e6;   ///< exponential

    NetworkCase(std::string name, std::uint32_t hosts, std::uint32_t pods, bool permutation, std::size_t flows)
        : name_(std::move(name)), hosts_(hosts), half_(pods / 2)
    {
        std::mt19937_64 random(1);
        std::vector<std::uint32_t> partner = derangement(random);
        std::exponential_distribution<double> gap(load * linkRate / meanBytes * hosts);
        std::exponential_distribution<double> size(1 / meanBytes);
        double now = 0;
        for (std::size_t i = 0; i < flows; ++i) {
            now += gap(random);
            const auto from = static_cast<std::uint32_t>(random() % hosts);
            const auto other = static_cast<std::uint32_t>((from + 1 + random() % (hosts - 1)) % hosts);
            arrivals_.push_back(
                {now, from, permutation ? partner[from] : other, 1 + static_cast<std::uint64_t>(size(random))});
        }
    }

    const std::string& name() const { return name_; }
    std::uint32_t hosts() const { return hosts_; }
    std::uint32_t links() const { return (half_ ? 6 : 2) * hosts_; }
    const std::vector<Arrival>& arrivals() const { return arrivals_; }

    void route(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) const
    {
        const auto up = [this](std::uint32_t tier, std::uint32_t index) { return 2 * tier * hosts_ + index; };
        const auto down = [this](std::uint32_t tier, std::uint32_t index) { return (2 * tier + 1) * hosts_ + index; };
        links.push_back(up(0, from));
        if (half_ > 0 && from / half_ != to / half_) {
            const std::uint64_t hash = ((std::uint64_t{from} << 32U | to) * 0x9e3779b97f4a7c15ULL) >> 32U; // Fibonacci
            const auto aggregation = static_cast<std::uint32_t>(hash % half_);
            const auto core = static_cast<std::uint32_t>(hash / half_ % half_);
            const std::uint32_t fromPod = from / (half_ * half_);
            const std::uint32_t toPod = to / (half_ * half_);
            links.push_back(up(1, from / half_ * half_ + aggregation));
            if (fromPod != toPod) {
                links.push_back(up(2, (fromPod * half_ + aggregation) * half_ + core));
                links.push_back(down(2, (toPod * half_ + aggregation) * half_ + core));
            }
            links.push_back(down(1, to / half_ * half_ + aggregation));
        }
        links.push_back(down(0, to));
    }

private:
    /// Whom each host sends to: everyone is somebody's, nobody its own.
    std::vector<std::uint32_t> derangement(std::mt19937_64& random) const
    {
        std::vector<std::uint32_t> order(hosts_);
        for (std::uint32_t i = 0; i < hosts_; ++i) {
            order[i] = i;
            std::swap(order[i], order[random() % (i + 1)]);
        }
        std::vector<std::uint32_t> partner(hosts_);
        for (std::uint32_t i = 0; i < hosts_; ++i)
            partner[order[i]] = order[(i + 1) % hosts_];
        return partner;
    }

    std::string name_;
    std::uint32_t hosts_;
    std::uint32_t half_; ///< of a switch's ports, 0 for the star
    std::vector<Arrival> arrivals_;
};

inline std::vector<NetworkCase> networkCases()
{
    std::vector<NetworkCase> cases;
    cases.emplace_back("star 64, uniform", 64, 0, false, 20'000);
    cases.emplace_back("star 64, permutation", 64, 0, true, 20'000);
    cases.emplace_back("fat tree k = 8, uniform", 128, 8, false, 20'000);
    cases.emplace_back("fat tree k = 8, permutation", 128, 8, true, 20'000);
    cases.emplace_back("fat tree k = 16, uniform", 1024, 16, false, 20'000);
    cases.emplace_back("fat tree k = 16, permutation", 1024, 16, true, 20'000);
    return cases;
}

} // namespace headroom::bench
