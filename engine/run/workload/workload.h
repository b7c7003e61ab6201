// Workloads start operations and measure them. There is one class for each type of workload.
#pragma once

#include "behaviour/interpreter/interpreter.h"
#include "monitoring/growing_batches.h"
#include "monitoring/histogram.h"
#include "record/summary/summary.h"
#include "run/workload/demand.h"
#include "run/workload/profile.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::run {

/// Statistics of one operation. The interval's part is for the curves, the window's for the result.
struct OperationMeter
{
    std::string name;  ///< of the operation
    std::string label; ///< name in results: the operation's, preceded by the workload's if several have one of that
                       ///< name
    struct Count
    {
        std::uint64_t done = 0, failed = 0;
        double bytes = 0;              ///< payload of the successful ones
        monitoring::Histogram latency; ///< of the successful ones
    };
    Count interval, window;
    /// For batch means: for each whole interval of the window, the number of successful operations and the sum of their
    /// latencies (seconds).
    std::vector<std::pair<double, double>> batches;
    /// Latencies of the successful ones in batches of whole intervals of the window, for the intervals of quantiles.
    monitoring::GrowingBatches<monitoring::Histogram> latencies;
};

/// Starts operations and measures each from its start to its answer. The derived classes decide what to start, and
/// when.
class Workload : private behaviour::OperationClient
{
public:
    virtual ~Workload() = default;
    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;

    /// Prepares it and, if it is of the first phase, begins it.
    void start(kernel::Calendar& calendar, behaviour::Interpreter& interpreter, std::uint64_t seed);
    /// Begins a workload of a later phase; its `start` counts from now.
    void beginNow();
    /// It begins when all workloads of lower phases have come to their own ends.
    std::uint64_t phase() const { return phase_; }
    bool begun() const { return begun_; }
    /// `whole`: the interval had the full length, so that it can be compared with others.
    void closeInterval(bool whole);
    /// Begins the measured window: the time of operations in flight counts from now on.
    void resetWindow(kernel::Time now);

    const std::string& id() const { return id_; }
    /// Background work is reported separately from users' requests.
    virtual bool background() const { return false; }
    /// True if its requests are the tasks of jobs.
    bool isOfJobs() const { return type_ == "jobs"; }
    /// Mean number of users that wait for their answers, between two times of the run in seconds; infinite if nobody
    /// waits (an open stream of requests).
    virtual double users(double /*from*/, double /*to*/) const { return std::numeric_limits<double>::infinity(); }
    /// Mean time after which it begins the same work again, seconds; 0: it follows no clock.
    virtual double cycle() const { return 0; }
    virtual double thinkTime() const { return 0; } ///< mean time of a user between answer and next request, seconds
    const std::vector<OperationMeter>& operations() const { return operations_; }
    std::vector<OperationMeter>& operations() { return operations_; }
    std::uint32_t inFlight() const { return inFlight_.present(); }
    /// When an operation ended last; 0 if none has ended yet.
    kernel::Time lastEnded() const { return lastEnded_; }
    /// Number of operations that have ended since the start of the run.
    std::uint64_t ended() const { return ended_; }
    /// The longest time so far that an operation took or that passed between the ends of two of them.
    kernel::Time longestQuiet() const { return longestQuiet_; }
    /// The client that its operations return to.
    const behaviour::OperationClient& client() const { return *this; }
    /// True if this workload is the client that an operation returns to.
    bool is(const behaviour::OperationClient* client) const { return client == this; }
    /// Its operations in flight when its measured window began.
    std::uint64_t carried() const { return carried_; }
    /// Seconds of the measured window in which it was active: while its number of workers or its rate was above 0, and
    /// after that until its last operation ended; without its own warm-up. Rates are over this time.
    double activeS() const;
    /// The time between two times of the run in which its number of workers or its rate was above 0, without its own
    /// warm-up; it ends when the workload has asked all, whatever is in flight. Without a level: all the time.
    double loadedS(double fromS, double toS) const;
    /// The times of the run, in seconds, at which its load changes: its beginning, the end of its own warm-up, the
    /// beginnings of its stages, the end of its last. It must have begun.
    std::vector<double> turns() const;
    /// Number of its stages; 0 if it has none of its own.
    std::size_t stages() const;
    /// The stage at a time of the run, from 0. It must have stages.
    std::size_t stageAt(double timeS) const;
    /// For each whole interval of the run's window, as in the batches of operations: true if it was active all the
    /// time.
    const std::vector<char>& activeIntervals() const { return activeIntervals_; }
    const monitoring::Meter& requests() const { return inFlight_; }
    monitoring::Meter& requests() { return inFlight_; }
    /// Operations that it has given up in the window.
    std::uint64_t givenUp() const { return givenUp_; }
    /// Sum of the times that operations spent in the window, including those in flight: the other side of Little's law.
    monitoring::Meter::Integral timeSpent(kernel::Time now) const;
    /// Totals of the window; requests() must be settled.
    record::WorkloadSummary totals() const;
    /// Number of requests that the source generated in the window, started or refused; nothing if the next request
    /// depends on an answer.
    std::optional<std::uint64_t> offeredInWindow() const
    {
        const auto all = offered();
        return all ? std::optional(*all - offeredBefore_) : std::nullopt;
    }
    /// Arrivals that wait at the clients, since as many as may be are in flight; those at the start of the window.
    virtual std::uint64_t waiting() const { return 0; }
    std::uint64_t waitingBefore() const { return waitingBefore_; }
    /// True if it has an end of its own: a number of operations, or the end of its stages; `finished`: it has come to
    /// it.
    virtual bool endsByItself() const;
    virtual bool finished() const { return finishedAt_.has_value(); }
    /// `finished` is called once, when the workload has come to its own end.
    void whenFinished(const kernel::Completion& finished) { whenFinished_ = finished; }
    /// Adds results that only this type of workload has.
    virtual void addTo(record::Summary&) const {}

protected:
    Workload(const WorkloadFields& fields, Demand demand);

    virtual void begin() = 0;
    /// Number of requests that the source generated since the run began, counted by the source.
    virtual std::optional<std::uint64_t> offered() const { return std::nullopt; }
    /// Called when an operation started by ask() has ended. It must not call ask() itself: the interpreter has not
    /// finished with the old operation yet.
    virtual void answered(std::uint64_t context, bool ok) = 0;
    /// Its level over time, from its start on; null if it has none, so that it counts as active all the time.
    virtual const Profile* course() const { return nullptr; }
    /// True if it has started as many operations as it shall start in all.
    bool hasAskedAll() const { return total_ > 0 && asked_ >= total_; }
    /// Called at the beginning of the measured window, for measurements of the derived class.
    virtual void windowBegins() {}

    /// Starts an operation now; `context` is passed to answered(). False if it is refused: the role on its node has
    /// no room.
    bool ask(const Turn& turn, std::uint64_t context);
    /// The same for a client that repeats a refused request: `again` is called when there may be room. False if
    /// it waits for that.
    bool askOrWait(const Turn& turn, std::uint64_t context, const kernel::Completion& again);
    /// To be called when it has come to its own end.
    void tellFinished()
    {
        if (whenFinished_)
            (*whenFinished_)();
    }
    /// Gives up the operation that was started with this context: it is neither done nor failed, and answered() is not
    /// called. Not to be called from answered().
    void giveUp(std::uint64_t context);
    /// Counts a refused operation and does nothing else.
    void refuse();
    /// True if its role is down there: the node or the process.
    bool down(behaviour::Site site) const { return interpreter_->down(demand_.shares().front().operation, site); }
    /// If the role is down there, returns true and calls `back` when it returns.
    bool waitsFor(behaviour::Site site, const kernel::Completion& back);

    /// Calls `call` after this time, but never from within: the interpreter has then finished with the old request.
    void callIn(double seconds, const kernel::Completion& call);
    kernel::Calendar& calendar() { return *calendar_; }
    kernel::Time now() const { return calendar_->now(); }
    /// The instant this many seconds after the workload's start.
    kernel::Time at(double seconds) const;
    kernel::Time startTime() const { return start_; }
    const kernel::KeyedRandom& random() const { return demand_.random(); }
    std::uint64_t source() const { return demand_.source(); }
    const Demand& demand() const { return demand_; }
    behaviour::Site siteOf(std::uint64_t client) const { return sites_[client % sites_.size()]; }
    const std::vector<behaviour::Site>& sites() const { return sites_; }

private:
    void operationDone(const behaviour::OperationTicket& ticket, bool ok) final;
    static void onOwnWindow(void* self, std::uint64_t);
    static void onEnd(void* self, std::uint64_t);
    void clearCounts(kernel::Time now);
    bool hasEnded() const;
    double activeBetween(double fromS, double toS) const;

    std::string id_, type_;
    Demand demand_;
    std::vector<behaviour::Site> sites_; ///< the instances of its role
    std::vector<OperationMeter> operations_;
    std::vector<double> arguments_;
    monitoring::Meter inFlight_;
    monitoring::Meter::Integral spent_ = 0;    ///< by operations that have ended
    monitoring::Meter::Integral sinceSum_ = 0; ///< for operations in flight: sum of their starts, or of the window's
                                               ///< start
    std::uint64_t refused_ = 0, givenUp_ = 0;  ///< in the window
    std::uint64_t offeredBefore_ = 0;          ///< value of offered() at the start of the window
    std::uint64_t waitingBefore_ = 0;          ///< the same of waiting()
    std::uint32_t mostInFlight_ = 0;
    kernel::Time start_ = 0, windowStart_ = 0, lastEnded_ = 0, longestQuiet_ = 0;
    std::uint64_t ended_ = 0, asked_ = 0, carried_ = 0;
    std::uint64_t phase_ = 0, total_ = 0; ///< total: operations that it starts in all; 0: without end
    double ownWarmUpS_ = 0;
    bool begun_ = false;
    std::optional<kernel::Time> finishedAt_;
    kernel::Time intervalBegan_ = 0;
    std::vector<char> activeIntervals_;
    kernel::Calendar* calendar_ = nullptr;
    behaviour::Interpreter* interpreter_ = nullptr;
    std::optional<kernel::Completion> whenFinished_;
};

/// Creates the workload of that index, by its type. Findings: fields without a valid meaning, a role that is on no
/// node. Null if these errors prevent its creation.
std::unique_ptr<Workload> makeWorkload(const Elaboration& from, std::size_t index);

/// Sets the label of every operation.
void labelOperations(const std::vector<std::unique_ptr<Workload>>& workloads);

} // namespace headroom::run
