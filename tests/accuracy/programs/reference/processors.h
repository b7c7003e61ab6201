// Cores of a node, which compute.
#pragma once

#include "accuracy/programs/reference/resources.h"
#include "accuracy/programs/reference/task.h"
#include "accuracy/programs/system.h"

#include <map>

namespace headroom::accuracy::programs::reference {

/// The cores of a node.
class Processor
{
public:
    virtual ~Processor() = default;
    virtual Task compute(double seconds) = 0;
};

/// Each takes a core until it is done.
class QueuedCores final : public Processor
{
public:
    QueuedCores(Clock& clock, int cores) : clock_(clock), cores_(clock, cores) {}
    Task compute(double seconds) override;

private:
    Clock& clock_;
    Slots cores_;
};

/// Each has a core for a quantum at a time, and keeps it while nobody waits for one.
class SlicedCores final : public Processor
{
public:
    SlicedCores(Clock& clock, const Nodes& nodes)
        : clock_(clock), cores_(clock, nodes.cores), quantumS_(nodes.quantumS), switchS_(nodes.switchS)
    {
    }
    Task compute(double seconds) override;

private:
    class Cores final : public Resource
    {
    public:
        Cores(Clock& clock, int count) : Resource(clock), free_(count) {}
        void giveBack(int) override;
        /// Hands the core from work that is not done to the next that waits.
        void handOver(Held& core);
        static bool isHandedOver(const Held& core) { return core.amount() == handedOver; }

    private:
        static constexpr int fresh = 1, handedOver = 2;

        bool available(int) override { return free_ > 0; }
        Held remove(int) override;

        int free_;
        bool handsOver_ = false;
    };

    Clock& clock_;
    Cores cores_;
    double quantumS_, switchS_;
};

/// All compute at once, each as fast as one core or, if they are more, as its share of the cores.
class SharedCores final : public Processor
{
public:
    SharedCores(Clock& clock, int cores) : clock_(clock), cores_(cores) {}
    Task compute(double seconds) override;

private:
    class Job;

    double speed() const;
    void advance();
    void wakeNext();

    Clock& clock_;
    double cores_;
    double done_ = 0; ///< seconds of work that a job would have got which has been there from the beginning
    double since_ = 0;
    std::multimap<double, Job*> jobs_; ///< by what is done when they are
    Event next_;
};

} // namespace headroom::accuracy::programs::reference
