// Who asks for what: starts operations and measures them. One class for each type of workload.
#pragma once

#include "behaviour/interpreter/interpreter.h"
#include "monitoring/histogram.h"
#include "record/summary.h"
#include "run/workload/demand.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::run {

/// What is counted of one operation. The interval's part is for the curves, the window's for the result.
struct OperationMeter
{
    std::string name;  ///< of the operation
    std::string label; ///< how results call it: the name, with the workload's before it where others have the same
    struct Count
    {
        std::uint64_t done = 0, failed = 0;
        double bytes = 0;              ///< payload of the good ones
        monitoring::Histogram latency; ///< of the good ones
    };
    Count interval, window;
    /// For batch means: per whole interval of the window, how many ended well and their latencies added up (seconds).
    std::vector<std::pair<double, double>> batches;
};

/// Starts operations and measures each from its start to its answer. What there is to start, and when, the types say.
class Workload : private behaviour::OperationClient
{
public:
    virtual ~Workload() = default;
    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;

    void start(kernel::Calendar& calendar, behaviour::Interpreter& interpreter, std::uint64_t seed);
    /// `whole`: it lasted as long as any other, so that it can be compared with them.
    void closeInterval(bool whole);
    /// The measured window begins: what is under way counts from now.
    void resetWindow(kernel::Time now);

    const std::string& id() const { return id_; }
    /// Background work is told apart from what users ask for.
    virtual bool background() const { return false; }
    /// Who ask and wait for their answers, mean over a time of the run in seconds; infinite where nobody waits (an open
    /// stream of requests).
    virtual double users(double /*from*/, double /*to*/) const { return std::numeric_limits<double>::infinity(); }
    virtual double thinkTime() const { return 0; } ///< of a user between answer and next request, mean, seconds
    const std::vector<OperationMeter>& operations() const { return operations_; }
    std::vector<OperationMeter>& operations() { return operations_; }
    std::uint32_t inFlight() const { return inFlight_.present(); }
    const monitoring::Meter& requests() const { return inFlight_; }
    monitoring::Meter& requests() { return inFlight_; }
    /// Sum of the times that operations spent in the window, those under way included: the other side of Little's law.
    monitoring::Meter::Integral timeSpent(kernel::Time now) const;
    /// Totals of the window, which lasted `spanS`; requests() settled.
    record::WorkloadSummary totals(double spanS) const;
    /// What its source has asked for in the window, started or refused; nothing where it asks only once it is answered.
    std::optional<std::uint64_t> offeredInWindow() const
    {
        const auto all = offered();
        return all ? std::optional(*all - offeredBefore_) : std::nullopt;
    }
    /// Adds what only this type of workload knows.
    virtual void addTo(record::Summary&) const {}

protected:
    Workload(const WorkloadFields& fields, Demand demand);

    virtual void begin() = 0;
    /// What the source has asked for since the run began, counted by the source.
    virtual std::optional<std::uint64_t> offered() const { return std::nullopt; }
    /// An operation asked for by ask() has ended. May not ask at once: the interpreter has not finished with the old
    /// one.
    virtual void answered(std::uint64_t context, bool ok) = 0;
    /// The beginning of the measured window, for what a type measures itself.
    virtual void windowBegins() {}

    /// Starts an operation now; answered() is told the context. False if it is refused: nobody there has room for it.
    bool ask(const Turn& turn, std::uint64_t context);
    /// The same for who asks until it is taken: if it is refused, `again` is called when there may be room.
    void askOrWait(const Turn& turn, std::uint64_t context, const kernel::Completion& again);
    /// Nobody took it: counted, nothing else happens.
    void refuse();
    /// Whether the node is dead.
    bool down(std::uint32_t node) const { return interpreter_->down(node); }
    /// If the node is dead: `back` is called when it returns.
    bool waitsFor(std::uint32_t node, const kernel::Completion& back);

    /// Calls it after so many seconds, but never from within: the interpreter has finished with an old request by then.
    void callIn(double seconds, const kernel::Completion& call);
    kernel::Calendar& calendar() { return *calendar_; }
    kernel::Time now() const { return calendar_->now(); }
    /// So many seconds after the workload's start.
    kernel::Time at(double seconds) const;
    kernel::Time startTime() const { return start_; }
    const kernel::KeyedRandom& random() const { return demand_.random(); }
    std::uint64_t source() const { return demand_.source(); }
    const Demand& demand() const { return demand_; }
    std::uint32_t nodeOf(std::uint64_t client) const { return nodes_[client % nodes_.size()]; }
    const std::vector<std::uint32_t>& nodes() const { return nodes_; }

private:
    void operationDone(const behaviour::OperationTicket& ticket, bool ok) final;

    std::string id_, type_;
    Demand demand_;
    std::vector<std::uint32_t> nodes_;
    std::vector<OperationMeter> operations_;
    std::vector<double> arguments_;
    monitoring::Meter inFlight_;
    monitoring::Meter::Integral spent_ = 0;    ///< by those that have ended
    monitoring::Meter::Integral sinceSum_ = 0; ///< of those under way: when they began, or the window
    std::uint64_t refused_ = 0;
    std::uint64_t offeredBefore_ = 0; ///< the window
    std::uint32_t mostInFlight_ = 0;
    kernel::Time start_ = 0, windowStart_ = 0;
    kernel::Calendar* calendar_ = nullptr;
    behaviour::Interpreter* interpreter_ = nullptr;
};

/// The workload of that index, by its type. Findings: everything that makes no sense of its fields, a role that stands
/// on no node. Null if it has such faults that it cannot be made.
std::unique_ptr<Workload> makeWorkload(const Elaboration& from, std::size_t index);

/// Gives every operation its label.
void labelOperations(const std::vector<std::unique_ptr<Workload>>& workloads);

} // namespace headroom::run
