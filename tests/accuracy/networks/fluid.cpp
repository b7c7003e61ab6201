#include "accuracy/networks/fluid.h"

#include "accuracy/programs/reference/clock.h"
#include "accuracy/programs/reference/task.h"
#include "accuracy/programs/reference/wait.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace headroom::accuracy::networks {

namespace {

using programs::reference::Clock;
using programs::reference::Event;
using programs::reference::Pause;
using programs::reference::Signal;
using programs::reference::Task;

/// One direction of a cable. Its payload in bytes per second.
double payload(double gbitPerS)
{
    return gbitPerS * 1e9 / 8 * 1448 / 1538;
}

/// Flows with max-min fair shares (Bertsekas and Gallager, "Data Networks", 6.5.2: the fullest link fixes the share of
/// its flows, then the fullest one of what is left).
class Fluid
{
public:
    explicit Fluid(Clock& clock) : clock_(clock) {}

    std::size_t addLink(double bytesPerS)
    {
        links_.push_back({bytesPerS});
        return links_.size() - 1;
    }
    void send(std::vector<std::size_t> route, double bytes, Signal& sent)
    {
        pass();
        flows_.push_back({std::move(route), bytes, 0, &sent});
        change();
    }

private:
    struct Link
    {
        double rate;
        double left = 0;
        int flows = 0;
    };
    struct Flow
    {
        std::vector<std::size_t> route;
        double left;
        double rate;
        Signal* sent;
        bool fixed = false;
    };

    void pass()
    {
        const double seconds = clock_.now() - std::exchange(at_, clock_.now());
        for (Flow& flow : flows_)
            flow.left -= flow.rate * seconds;
    }
    /// Once for all that happens at an instant.
    void change()
    {
        next_ = clock_.after(0, [this] { share(); });
    }

    void share()
    {
        pass();
        flows_.remove_if([](const Flow& flow) {
            constexpr double rounding = 1e-3;
            if (flow.left > rounding)
                return false;
            flow.sent->give();
            return true;
        });
        for (Link& link : links_)
            link = {link.rate, link.rate, 0};
        for (Flow& flow : flows_) {
            flow.fixed = false;
            for (const std::size_t link : flow.route)
                ++links_[link].flows;
        }
        while (fixFullest()) {
        }
        double soonest = std::numeric_limits<double>::infinity();
        for (const Flow& flow : flows_)
            soonest = std::min(soonest, flow.left / flow.rate);
        if (!flows_.empty())
            next_ = clock_.after(soonest, [this] { share(); });
    }

    bool fixFullest()
    {
        std::size_t fullest = 0;
        double share = std::numeric_limits<double>::infinity();
        for (std::size_t link = 0; link < links_.size(); ++link)
            if (links_[link].flows > 0 && links_[link].left / links_[link].flows < share) {
                share = links_[link].left / links_[link].flows;
                fullest = link;
            }
        if (share == std::numeric_limits<double>::infinity())
            return false;
        for (Flow& flow : flows_) {
            if (flow.fixed || std::find(flow.route.begin(), flow.route.end(), fullest) == flow.route.end())
                continue;
            flow.fixed = true;
            flow.rate = share;
            for (const std::size_t link : flow.route) {
                links_[link].left -= share;
                --links_[link].flows;
            }
        }
        return true;
    }

    Clock& clock_;
    std::vector<Link> links_;
    std::list<Flow> flows_;
    double at_ = 0;
    Event next_;
};

/// The nodes and what they do.
class Model
{
public:
    /// Calls that end before `begin` are not counted.
    Model(Clock& clock, const System& system, double begin, std::uint64_t seed)
        : clock_(clock), system_(system), random_(seed), fluid_(clock), begin_(begin)
    {
        for (const Group& group : system.groups)
            for (int i = 0; i < group.nodes; ++i)
                (group.server ? servers_ : clients_).push_back({group.rack, cable(group.gbitPerS)});
        for (const Uplink& up : system.uplinks)
            uplinks_.push_back(cable(up.gbitPerS));
        for (int i = 0; i < system.clients; ++i)
            loops_.push_back(loop(static_cast<std::size_t>(i) % clients_.size()));
        for (Task& loop : loops_)
            loop.start();
    }

    double rate() const { return static_cast<double>(ended_) / (clock_.now() - begin_); }

private:
    struct Cable
    {
        std::size_t up, down;
    };
    struct Node
    {
        int rack;
        Cable cable;
    };
    struct Route
    {
        std::vector<std::size_t> links;
        double latencyS;
    };

    Cable cable(double gbitPerS)
    {
        const std::size_t up = fluid_.addLink(payload(gbitPerS));
        return {up, fluid_.addLink(payload(gbitPerS))};
    }

    /// Up from both racks until they meet.
    Route route(const Node& from, const Node& to) const
    {
        Route route{{from.cable.up}, 2 * system_.latencyS};
        std::vector<std::size_t> down;
        int left = from.rack, right = to.rack;
        while (left != right) { // a rack is behind those that it leads to
            int& lower = left > right ? left : right;
            const auto up = static_cast<std::size_t>(lower - 1);
            if (&lower == &left)
                route.links.push_back(uplinks_[up].up);
            else
                down.push_back(uplinks_[up].down);
            route.latencyS += system_.uplinks[up].latencyS;
            lower = system_.uplinks[up].to;
        }
        route.links.insert(route.links.end(), down.rbegin(), down.rend());
        route.links.push_back(to.cable.down);
        return route;
    }

    Task move(const Node& from, const Node& to, double bytes)
    {
        Route way = route(from, to);
        if (bytes >= 1) {
            Signal sent(clock_);
            fluid_.send(std::move(way.links), bytes, sent);
            co_await sent.given();
        }
        co_await Pause(clock_, way.latencyS);
    }

    Task call(std::size_t client, std::size_t step)
    {
        const Step& what = system_.steps[step];
        const double factor = std::uniform_real_distribution(0.5, 1.5)(random_);
        std::size_t& turn = turns_.try_emplace({client, step}, random_()).first->second;
        const Node& server = servers_[(what.roundRobin ? ++turn : random_()) % servers_.size()];
        co_await move(clients_[client], server, std::floor(what.requestBytes * factor));
        co_await exponential(system_.serveS);
        co_await move(server, clients_[client], std::floor(what.answerBytes * factor));
    }

    Pause exponential(double meanS)
    {
        return Pause(clock_, meanS > 0 ? std::exponential_distribution(1 / meanS)(random_) : 0);
    }

    struct Together
    {
        Signal all;
        int missing;
        std::deque<Task> calls = {};
    };
    Task branch(Together& together, std::size_t client, std::size_t step)
    {
        co_await call(client, step);
        if (--together.missing == 0)
            together.all.give();
    }

    Task perform(std::size_t client, std::size_t step)
    {
        const Step& what = system_.steps[step];
        if (what.calls == 0)
            co_await exponential(what.pauseS);
        Together together{Signal(clock_), what.calls};
        for (int i = 0; i < what.calls; ++i) {
            together.calls.push_back(branch(together, client, step));
            together.calls.back().start();
        }
        if (what.calls > 0)
            co_await together.all.given();
    }

    Task loop(std::size_t client)
    {
        for (;;) {
            for (std::size_t step = 0; step < system_.steps.size(); ++step)
                co_await perform(client, step);
            if (clock_.now() >= begin_)
                ++ended_;
        }
    }

    Clock& clock_;
    const System& system_;
    std::mt19937_64 random_;
    Fluid fluid_;
    std::vector<Node> clients_, servers_;
    std::vector<Cable> uplinks_;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> turns_; ///< by client and step
    std::deque<Task> loops_;
    double begin_;
    std::uint64_t ended_ = 0;
};

} // namespace

double fluidRate(const System& system, double seconds, std::uint64_t seed)
{
    Clock clock;
    Model model(clock, system, seconds / 10, seed);
    clock.run(seconds);
    return model.rate();
}

} // namespace headroom::accuracy::networks
