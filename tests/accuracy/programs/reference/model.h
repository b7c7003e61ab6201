// The roles of a system at work: what the workers of a role do for requests, and what each block means.
#pragma once

#include "accuracy/programs/reference/resources.h"
#include "accuracy/programs/system.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace headroom::accuracy::programs::reference {

class Model
{
public:
    Model(Clock& clock, const System& system, std::mt19937_64& random);
    ~Model();

    /// Ends with the reply, or when the deadline is over: then a request that no worker has accepted is withdrawn, and
    /// another one goes on without anyone who waits for it.
    Task call(std::size_t role, double deadlineS);

private:
    struct RoleAtWork;
    struct Request;
    class Path;
    class Fork;

    Task serve(Request& request);
    Task consume(MessageQueue& queue, Time time);

    Task acceptedBy(Request& request, Path& path);
    Task work(Path& path);
    Task run(Path& path, const Program& program);
    Task turnToWorker(Path& path);
    Task take(Path& path, Resource& resource, int amount, Held& held);
    Task branch(Request& request, bool aside, Fork& fork);

    Task perform(Path& path, const Block& block);
    Task perform(Path& path, const Compute& block);
    Task perform(Path& path, const Delay& block);
    Task perform(Path& path, const BlackBox& block);
    Task perform(Path& path, const Hold& block);
    Task perform(Path& path, const Token& block);
    Task perform(Path& path, const Put& block);
    Task perform(Path& path, const Aside& block);
    Task perform(Path& path, const Call& block);
    Task perform(Path& path, const Repeat& block);
    Task perform(Path& path, const Branch& block);
    Task perform(Path& path, const ForEach& block);

    void withdraw(std::uint64_t number);
    double drawn(const Time& time);

    Clock& clock_;
    std::mt19937_64& random_;
    std::vector<std::unique_ptr<Processor>> processors_;
    std::vector<std::unique_ptr<RoleAtWork>> roles_;
    std::vector<Task> consumers_;
    std::map<std::uint64_t, std::unique_ptr<Request>> requests_; ///< that have a path, by their numbers
    std::uint64_t number_ = 0;
};

} // namespace headroom::accuracy::programs::reference
