// The mini object store as SystemC is commonly written: a thread for each client and for each server, jobs handed over
// under events. The queues are first come first served; an sc_semaphore is not, as all who wait for it wake and race.
//
//     store_systemc NODES SECONDS [SEED]     prints what store_plain prints
#include "store_model.h"
#include "systemc_program.h"

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace {

using sc_core::sc_module_name;

struct Write
{
    sc_core::sc_event* answered = nullptr; ///< its client waits for this
    std::uint32_t done = 0;
};

struct Job
{
    Write* write;
    std::uint32_t place; ///< proxy, storage node or disk
};

/// A queue before a number of servers, each a thread.
class Station : public sc_core::sc_module
{
public:
    using Next = std::function<void(const Job&)>;

    Station(sc_module_name name, std::uint32_t servers, double meanS, store::Draws& draws, store::Tally& tally,
            Next next)
        : sc_module(name), meanS_(meanS), draws_(draws), tally_(tally), next_(std::move(next))
    {
        for (std::uint32_t i = 0; i < servers; ++i)
            sc_core::sc_spawn([this] { serve(); });
    }

    void put(const Job& job)
    {
        waiting_.push_back(job);
        if (idle_.empty())
            return;
        idle_.back()->notify();
        idle_.pop_back();
    }

private:
    void serve()
    {
        sc_core::sc_event work;
        for (;;) {
            while (waiting_.empty()) {
                idle_.push_back(&work);
                wait(work);
            }
            const Job job = waiting_.front();
            waiting_.pop_front();
            wait(sc_core::sc_time(draws_.exponential(meanS_), sc_core::SC_SEC));
            tally_.served();
            next_(job);
        }
    }

    double meanS_;
    store::Draws& draws_;
    store::Tally& tally_;
    Next next_;
    std::deque<Job> waiting_;
    std::vector<sc_core::sc_event*> idle_;
};

class Store : public sc_core::sc_module
{
public:
    Store(sc_module_name name, const store::Question& question, store::Tally& tally)
        : sc_module(name), question_(question), tally_(tally), draws_(question.seed)
    {
        const auto stations = [&](auto& list, std::uint32_t count, std::uint32_t servers, double meanS,
                                  void (Store::*next)(const Job&)) {
            for (std::uint32_t i = 0; i < count; ++i)
                list.push_back(std::make_unique<Station>(sc_core::sc_gen_unique_name("station"), servers, meanS, draws_,
                                                         tally_, [this, next](const Job& job) { (this->*next)(job); }));
        };
        stations(proxies_, question.proxies(), store::proxyServers, store::proxyS, &Store::replicate);
        stations(processors_, question.nodes, store::processorServers, store::processorS, &Store::toDisk);
        stations(disks_, question.nodes * store::disksPerNode, 1, store::diskS, &Store::stored);
        for (std::uint32_t client = 0; client < question.clients(); ++client)
            sc_core::sc_spawn([this, client] { writeOn(client); });
    }

private:
    [[noreturn]] void writeOn(std::uint32_t client)
    {
        sc_core::sc_event answered;
        for (;;) {
            const std::uint32_t proxy = draws_.proxyOf(client);
            proxies_[proxy]->put({new Write{&answered}, proxy});
            wait(answered);
            tally_.wrote(sc_core::sc_time_stamp().to_seconds());
        }
    }

    void replicate(const Job& job)
    {
        std::uint32_t chosen[store::replicas];
        draws_.distinctNodes(question_.nodes, chosen);
        for (const std::uint32_t node : chosen)
            processors_[node]->put({job.write, node});
    }

    void toDisk(const Job& job)
    {
        const std::uint32_t disk = job.place * store::disksPerNode + draws_.below(store::disksPerNode);
        disks_[disk]->put({job.write, disk});
    }

    void stored(const Job& job)
    {
        ++job.write->done;
        if (job.write->done == store::quorum)
            job.write->answered->notify();
        else if (job.write->done == store::replicas)
            delete job.write;
    }

    const store::Question& question_;
    store::Tally& tally_;
    store::Draws draws_;
    std::vector<std::unique_ptr<Station>> proxies_, processors_, disks_;
};

} // namespace

int sc_main(int argc, char** argv)
{
    const store::Question question(argc, argv);
    store::Tally tally(question);
    Store store("store", question, tally);
    sc_core::sc_start(question.seconds, sc_core::SC_SEC);
    tally.print();
    return 0;
}
