// The mini object store in SimGrid (https://simgrid.org), S4U interface, written for speed: actors that live for the
// whole run, queues in plain memory (actors take turns, so no locks), and the kernel asked only to sleep and to wake
// an actor that is idle. Clients serve themselves at the proxies, which spares waking a server.
//
//     store_simgrid NODES SECONDS [SEED]     prints what store_plain prints
#include "store_model.h"

#include <simgrid/s4u.hpp>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

namespace {

namespace sg = simgrid::s4u;

/// Wakes its actor, which waits or has just asked to: the kernel handles what actors ask for in the order they ran, so
/// no ring comes before its wait. Cheaper than a semaphore.
class Bell
{
public:
    void wait() { sg::this_actor::suspend(); }
    void ring() { actor_->resume(); }

private:
    sg::Actor* actor_ = sg::Actor::self();
};

struct Write
{
    Bell* answered = nullptr; ///< its client waits for this
    std::uint32_t done = 0;
};

/// A number of servers that those who are served work themselves, first come first served.
struct Counter
{
    std::uint32_t free = store::proxyServers;
    std::deque<Bell*> waiting;

    void enter(Bell& own)
    {
        if (free > 0) {
            --free;
            return;
        }
        waiting.push_back(&own);
        own.wait();
    }
    void leave()
    {
        if (waiting.empty()) {
            ++free;
            return;
        }
        waiting.front()->ring();
        waiting.pop_front();
    }
};

/// A queue before a number of servers, each an actor.
struct Station
{
    std::deque<Write*> waiting;
    std::vector<Bell*> idle;

    void put(Write* write)
    {
        waiting.push_back(write);
        if (idle.empty())
            return;
        Bell* server = idle.back();
        idle.pop_back();
        server->ring();
    }
    Write* take(Bell& own)
    {
        while (waiting.empty()) {
            idle.push_back(&own);
            own.wait();
        }
        Write* write = waiting.front();
        waiting.pop_front();
        return write;
    }
};

class Store
{
public:
    Store(const store::Question& question, store::Tally& tally)
        : question_(question), tally_(tally), draws_(question.seed), proxies_(question.proxies()),
          processors_(question.nodes), disks_(question.nodes * store::disksPerNode)
    {
        sg::NetZone* zone = sg::create_full_zone("zone");
        sg::Host* host = zone->create_host("host", 1e9)->seal();
        zone->seal();
        for (Station& processor : processors_)
            for (std::uint32_t i = 0; i < store::processorServers; ++i)
                sg::Actor::create("processor", host, [this, &processor] { process(processor); })->daemonize();
        for (Station& disk : disks_)
            sg::Actor::create("disk", host, [this, &disk] { write(disk); })->daemonize();
        for (std::uint32_t client = 0; client < question.clients(); ++client)
            sg::Actor::create("client", host, [this, client] { writeOn(client); })->daemonize();
        sg::Actor::create("end", host, [&question] { sg::this_actor::sleep_for(question.seconds); });
    }

private:
    void serve(double meanS)
    {
        sg::this_actor::sleep_for(draws_.exponential(meanS));
        tally_.served();
    }

    [[noreturn]] void writeOn(std::uint32_t client)
    {
        Bell answered;
        std::uint32_t chosen[store::replicas];
        for (;;) {
            Counter& proxy = proxies_[draws_.proxyOf(client)];
            proxy.enter(answered);
            serve(store::proxyS);
            proxy.leave();
            draws_.distinctNodes(question_.nodes, chosen);
            auto* write = new Write{&answered};
            for (const std::uint32_t node : chosen)
                processors_[node].put(write);
            answered.wait();
            tally_.wrote(sg::Engine::get_clock());
        }
    }

    [[noreturn]] void process(Station& processor)
    {
        Bell work;
        const auto node = static_cast<std::uint32_t>(&processor - processors_.data());
        for (;;) {
            Write* write = processor.take(work);
            serve(store::processorS);
            disks_[node * store::disksPerNode + draws_.below(store::disksPerNode)].put(write);
        }
    }

    [[noreturn]] void write(Station& disk)
    {
        Bell work;
        for (;;) {
            Write* write = disk.take(work);
            serve(store::diskS);
            ++write->done;
            if (write->done == store::quorum)
                write->answered->ring();
            else if (write->done == store::replicas)
                delete write;
        }
    }

    const store::Question& question_;
    store::Tally& tally_;
    store::Draws draws_;
    std::vector<Counter> proxies_;
    std::vector<Station> processors_, disks_;
};

} // namespace

int main(int argc, char** argv)
{
    std::string arguments[] = {
        argv[0],
        "--log=root.thres:warning",
        "--cfg=surf/precision:1e-9",
        "--cfg=contexts/stack-size:32", // KiB
        "--cfg=contexts/guard-size:0",  // guard pages would meet Linux's ceiling of memory mappings
    };
    std::vector<char*> own;
    for (std::string& argument : arguments)
        own.push_back(argument.data());
    int count = static_cast<int>(own.size());
    own.push_back(nullptr);
    sg::Engine engine(&count, own.data());
    const store::Question question(argc, argv);
    store::Tally tally(question);
    Store store(question, tally);
    engine.run();
    tally.print();
    std::fflush(stdout);
    std::_Exit(0); // actors that are never done are not worth unwinding
}
