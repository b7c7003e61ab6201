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

enum class Traffic
{
    /// From any host to any other; each pair of hosts has one of the equal paths, chosen by a hash.
    uniform,
    /// Each host to the one a fixed number of places on, which is another one for each. The equal path goes by the
    /// receiver's number, so that no two pairs share a link (Zahavi et al., "Optimized InfiniBand fat-tree routing for
    /// shift all-to-all communication patterns", 2010): by a hash some would, and as one pair fills 60 % of a link, the
    /// flows on these would pile up for as long as the run goes on.
    permutation
};

/// Hosts on one switch that never limits (`ports` 0), or a fat tree of `ports`-port switches (Al-Fares, Loukissas and
/// Vahdat, SIGCOMM 2008). All links are of one rate, without latency.
class NetworkCase
{
public:
    static constexpr double linkRate = 1.25e9; ///< bytes per second
    static constexpr double load = 0.6;        ///< of every host's link, on average
    static constexpr double meanBytes = 1e6;   ///< exponential
    /// Twenty of each host of the largest case: a host begins four in the time that queues at this load remember, so
    /// all cases come to their steady state.
    static constexpr std::size_t flows = 20'480;

    NetworkCase(std::string name, std::uint32_t hosts, std::uint32_t ports, Traffic traffic)
        : name_(std::move(name)), hosts_(hosts), half_(ports / 2), traffic_(traffic)
    {
        std::mt19937_64 random(1);
        const std::uint32_t shift = hosts / 2 + 1; // to another half, where that is one
        std::exponential_distribution<double> gap(load * linkRate / meanBytes * hosts);
        std::exponential_distribution<double> size(1 / meanBytes);
        double now = 0;
        for (std::size_t i = 0; i < flows; ++i) {
            now += gap(random);
            const auto from = static_cast<std::uint32_t>(random() % hosts);
            const auto other = static_cast<std::uint32_t>((from + 1 + random() % (hosts - 1)) % hosts);
            const std::uint32_t to = traffic == Traffic::permutation ? (from + shift) % hosts : other;
            arrivals_.push_back({now, from, to, 1 + static_cast<std::uint64_t>(size(random))});
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
            const std::uint64_t choice = pathChoice(from, to);
            const auto aggregation = static_cast<std::uint32_t>(choice % half_);
            const auto core = static_cast<std::uint32_t>(choice / half_ % half_);
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
    std::uint64_t pathChoice(std::uint32_t from, std::uint32_t to) const
    {
        if (traffic_ == Traffic::permutation)
            return to;
        return ((std::uint64_t{from} << 32U | to) * 0x9e3779b97f4a7c15ULL) >> 32U; // Fibonacci
    }

    std::string name_;
    std::uint32_t hosts_;
    std::uint32_t half_; ///< of a switch's ports, 0 for the star
    Traffic traffic_;
    std::vector<Arrival> arrivals_;
};

inline std::vector<NetworkCase> networkCases()
{
    std::vector<NetworkCase> cases;
    for (const auto& [name, traffic] :
         {std::pair{"uniform", Traffic::uniform}, {"permutation", Traffic::permutation}}) {
        cases.emplace_back(std::string("star 64, ") + name, 64, 0, traffic);
        cases.emplace_back(std::string("fat tree k = 8, ") + name, 128, 8, traffic);
        cases.emplace_back(std::string("fat tree k = 16, ") + name, 1024, 16, traffic);
    }
    return cases;
}

} // namespace headroom::bench
