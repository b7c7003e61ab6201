// The roles of a system at work: what the workers of a role do for requests, and what each block means.
#pragma once

#include "accuracy/programs/reference/drawn_times.h"
#include "accuracy/programs/reference/request.h"
#include "accuracy/programs/system.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace headroom::accuracy::programs::reference {

class Model
{
public:
    Model(Clock& clock, const System& system, std::mt19937_64& random);

    int nodesOf(std::size_t role) const { return static_cast<int>(roles_[role].size()); }
    /// Starts an operation of the role on one of its nodes; says so when it has replied.
    void start(std::size_t role, int node, std::function<void()> replied);

private:
    static constexpr std::uint64_t refused = 0;

    /// The number of the request, if it is not refused.
    std::uint64_t ask(Instance& instance, std::function<void()> replied);
    Task call(Instance& instance, double deadlineS, bool& answered);
    void withdraw(std::uint64_t number);
    static Instance& leastLoaded(std::deque<Instance>& instances, std::size_t& turn);
    Instance& chosen(const Target& target, const Operation& from);
    std::shared_ptr<const Operation> operationOf(Instance& instance);

    Task serve(Request& request);
    Task acceptedBy(Request& request, Path& path);
    Task consume(MessageQueue& queue, Time time);
    std::function<void()> forgets(std::uint64_t request);

    Task run(Path& path, const Program& program);
    Task branch(Request& request, std::shared_ptr<const Operation> operation, bool aside, Fork& fork);
    Task turnToWorker(Path& path);
    Task wakeUp(Path& path);
    Task take(Path& path, Resource& resource, int amount, Held& held, int priority = 0);

    Task perform(Path& path, const Block& block);
    Task perform(Path& path, const Compute& block);
    Task perform(Path& path, const Delay& block);
    Task perform(Path& path, const BlackBox& block);
    Task perform(Path& path, const Hold& block);
    Task perform(Path& path, const Token& block);
    Task perform(Path& path, const Put& block);
    Task perform(Path& path, const Aside& block);
    Task perform(Path& path, const Call& block);
    Task performHere(Path& path, Instance& instance);
    Task perform(Path& path, const Send& block);
    Task perform(Path& path, const Repeat& block);
    Task perform(Path& path, const Branch& block);
    Task perform(Path& path, const ForEach& block);

    Slots& slotsOf(const Path& path, std::size_t lock);
    double drawn(const Time& time) { return reference::drawn(time, random_); }

    Clock& clock_;
    std::mt19937_64& random_;
    std::vector<std::vector<std::unique_ptr<Processor>>> processors_; ///< of the nodes of each kind
    std::deque<LockSlots> locks_;                                     ///< of each role
    std::vector<std::deque<Instance>> roles_;                         ///< an instance on each of its nodes
    std::vector<Task> consumers_;
    std::map<std::uint64_t, std::unique_ptr<Request>> requests_; ///< that have a path, by their numbers
    std::uint64_t number_ = 0;
};

} // namespace headroom::accuracy::programs::reference
