// Who asks for what: starts operations and measures them.
#pragma once

#include "behaviour/machine.h"
#include "monitoring/histogram.h"
#include "project/document.h"
#include "project/resolver.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace headroom::run {

/// What is counted of one operation. The interval's part is for the curves, the window's for the result.
struct OperationMeter
{
    std::string name;
    double payload = 0; ///< bytes one operation moves for its user
    struct Count
    {
        std::uint64_t done = 0, failed = 0;
        monitoring::Histogram latency; ///< of the good ones
    };
    Count interval, window;
    /// For batch means: per interval of the window, how many ended well and their latencies added up (seconds).
    std::vector<std::pair<double, double>> batches;
};

/// A closed loop: each of a number of workers starts its next operation when the last has ended.
class ClosedLoop
{
public:
    /// Findings: the role stands on no node, no operation has weight, unknown operations and arguments.
    ClosedLoop(const project::Project& project, std::size_t workload, project::Resolver& resolver,
               const behaviour::Software& software, const mapping::Placement& placement);

    void start(kernel::Calendar& calendar, behaviour::Machine& machine, std::uint64_t seed);
    void closeInterval();
    void resetWindow(kernel::Time now);

    const std::vector<OperationMeter>& operations() const { return operations_; }
    std::uint32_t inFlight() const { return inFlight_.present(); }
    const monitoring::Meter& requests() const { return inFlight_; }
    monitoring::Meter& requests() { return inFlight_; }
    /// Sum of the times that operations spent in the window, those under way included: the other side of Little's law.
    monitoring::Meter::Integral timeSpent(kernel::Time now) const;

private:
    struct Share
    {
        std::uint32_t operation = 0; ///< of the software
        double weight = 0;           ///< accumulated, last is 1
        std::vector<behaviour::Assignment> arguments;
    };
    struct Worker
    {
        ClosedLoop* loop = nullptr;
        std::uint32_t node = 0;
        std::uint64_t issued = 0;
        std::uint32_t share = 0;
        kernel::Time since = 0;
        bool asking = false;
    };

    void issue(std::uint32_t worker);
    static void onIssue(void* self, std::uint64_t worker);
    static void onDone(void* self, std::uint64_t worker, bool ok);

    std::string id_;
    std::vector<Share> shares_;
    std::vector<OperationMeter> operations_;
    std::vector<Worker> workers_;
    std::vector<double> arguments_;
    double thinkS_ = 0;
    bool thinkExponential_ = false;
    double rampUpS_ = 0;
    std::uint64_t keys_ = 1;
    std::uint64_t source_ = 0;
    monitoring::Meter inFlight_;
    monitoring::Meter::Integral spent_ = 0;
    kernel::Time windowStart_ = 0;
    kernel::Calendar* calendar_ = nullptr;
    behaviour::Machine* machine_ = nullptr;
    std::unique_ptr<kernel::KeyedRandom> random_;
};

} // namespace headroom::run
