#include "behaviour/tracing/followers.h"

#include "kernel/random.h"

#include <algorithm>
#include <cmath>

namespace headroom::behaviour {

namespace {

constexpr double wanted = 200; ///< followed requests of an operation

} // namespace

Followers::Followers(const kernel::Calendar& calendar, const Software& software)
    : split_(calendar, software), sampling_(software.operations.size()), left_(software.operations.size(), never)
{
}

void Followers::traceWith(Tracer* tracer)
{
    tracer_ = tracer;
    for (std::uint32_t operation = 0; operation < left_.size(); ++operation)
        left_[operation] = tracer ? 1 : sampling_[operation].left;
}

void Followers::beginSplit(double likely)
{
    split_.reset();
    for (std::uint32_t operation = 0; operation < left_.size(); ++operation) {
        Sampling& of = sampling_[operation];
        const std::uint32_t before = never - (tracer_ ? of.left : left_[operation]);
        of = {.gap = std::max(1.0, std::floor(likely * before / wanted))};
        chooseNext(operation);
    }
    splitting_ = true;
}

/// Any number of requests up to twice the mean gap.
void Followers::chooseNext(std::uint32_t operation)
{
    Sampling& of = sampling_[operation];
    const auto most = static_cast<std::uint64_t>(2 * of.gap) - 1;
    of.left = 1 + static_cast<std::uint32_t>(kernel::mix(of.followed, operation) % most);
    left_[operation] = tracer_ ? 1 : of.left;
}

/// True if the request that has been started is followed for the split of time.
bool Followers::splits(std::uint32_t operation)
{
    Sampling& of = sampling_[operation];
    left_[operation] = 1;
    return !tracer_ ? splitting_ : --of.left == 0 && splitting_;
}

void Followers::started(std::uint32_t index, Request& request, Path& first, kernel::Time asked)
{
    const std::uint32_t operation = request.program;
    const bool traced = tracer_ && tracer_->started(index, request, first, asked);
    const bool split = splits(operation);
    if (split)
        split_.started(request, first, sampling_[operation].gap);
    request.followed = first.followed = traced || split;
    if (!split)
        return;
    Sampling& of = sampling_[operation];
    ++of.followed;
    if (static_cast<double>(++of.atGap) >= 2 * wanted) {
        of.gap *= 2;
        of.atGap = 0;
    }
    chooseNext(operation);
}

void Followers::called(Handle call, const Path& caller, bool awaitsAnswer)
{
    if (tracer_)
        tracer_->called(call, caller);
    split_.called(call, caller, awaitsAnswer);
}

void Followers::accepted(Handle call, kernel::Time queuedSince, std::uint32_t index, Request& request, Path& first)
{
    request.followed = first.followed = true;
    if (tracer_)
        tracer_->accepted(call, queuedSince, index, request, first);
    split_.accepted(call, queuedSince, request, first);
}

void Followers::messageStarts(std::uint64_t message, bool wasBusy, Request& request, Path& first)
{
    if (split_.messageStarts(message, wasBusy, request, first))
        request.followed = first.followed = true;
}

void Followers::requestEnded(std::uint32_t index, const Request& request)
{
    if (tracer_)
        tracer_->requestEnded(index);
    split_.requestEnded(request);
}

void Followers::pathBegan(Path& path, const Request& request)
{
    if (tracer_)
        tracer_->pathBegan(path);
    path.followed = split_.pathBegan(path, request) || tracer_;
}

void Followers::answered(Handle call, Path& caller, Request& request)
{
    if (caller.followed)
        caller.followed = split_.answered(call, caller) || tracer_;
    else if (split_.answersOther(call, caller, request))
        caller.followed = request.followed = true;
}

void Followers::messagesCame(const Taken& taken, Handle handle, Path& path, Request& request)
{
    if (path.followed) {
        if (taken.followed)
            split_.messageCame(*taken.followed, path);
        split_.tookTurn(path, taken.state, taken.since);
        if (!taken.followed)
            path.followed = split_.tookOthers(path) || tracer_;
        return;
    }
    split_.othersCame(*taken.followed, taken.state, path.entered);
    if (taken.adopts && split_.messageTaken(*taken.followed, taken.since, path, request)) {
        path.followed = request.followed = true;
        lastAdopted_ = handle;
    }
}

void Followers::leaves(const Path& path, const Instruction& code)
{
    if (tracer_)
        tracer_->leaves(path);
    split_.leaves(path, code);
}

void Followers::waits(const Path& path, const Instruction& code, const char* waitsFor)
{
    if (!waitsFor)
        return;
    if (tracer_)
        tracer_->waits(path, waitsFor);
    split_.waits(path, code);
}

void Followers::resumed(const Path& path)
{
    if (tracer_)
        tracer_->resumed(path);
    split_.resumed(path);
}

void Followers::pathEnded(const Path& path)
{
    if (tracer_)
        tracer_->pathEnded(path);
    split_.pathEnded(path);
}

} // namespace headroom::behaviour
