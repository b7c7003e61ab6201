// A request and its paths.
#pragma once

#include "accuracy/programs/reference/fork.h"
#include "accuracy/programs/reference/instance.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace headroom::accuracy::programs::reference {

/// An operation of a role: what a request asks for, or what its worker does here for another role.
struct Operation
{
    Operation(Instance& of, int withKey, double factor) : instance(of), key(withKey), workFactor(factor)
    {
        ++instance.requests;
    }
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;
    ~Operation() { --instance.requests; }

    Instance& instance;
    int key;
    double workFactor; ///< of work that varies as the role's
};

/// From its arrival until the last of its paths has ended. Then its worker serves another one.
struct Request
{
    Request(std::uint64_t is, Instance& at, std::function<void()> answered)
        : number(is), instance(at), replied(std::move(answered))
    {
    }

    std::uint64_t number;
    Instance& instance;
    std::function<void()> replied;
    bool accepted = false;
    Worker* worker = nullptr; ///< taken by a path to go on; null: nothing is
    Slots* helpers = nullptr;
    int paths = 0;
    Held hasWorker;                               ///< until its end
    std::vector<std::unique_ptr<Fork>> runningOn; ///< forks that the request waits for no more
    Task main;
};

/// A path of a request, with everything that it holds.
class Path
{
public:
    Path(Request& of, std::shared_ptr<const Operation> does, bool isAside, std::function<void()> lastEnded)
        : request(of), operation(std::move(does)), aside(isAside), lastEnded_(std::move(lastEnded))
    {
        ++request.paths;
    }
    Path(const Path&) = delete;
    Path& operator=(const Path&) = delete;
    ~Path()
    {
        const bool last = --request.paths == 0;
        if (last)
            request.hasWorker.giveBack(); // a request accepted now stands in line with the paths that wait for it
        leave();
        if (last)
            lastEnded_();
    }

    /// The worker, or the helper thread, serves others.
    void leave()
    {
        helper.giveBack();
        worker.giveBack();
    }

    Request& request;
    std::shared_ptr<const Operation> operation;
    bool aside;          ///< works with a helper thread instead of the worker
    bool helped = false; ///< its last action was aside
    Held worker, helper;

private:
    std::function<void()> lastEnded_;
};

} // namespace headroom::accuracy::programs::reference
