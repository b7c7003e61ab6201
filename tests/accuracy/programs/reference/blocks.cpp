// Meaning of each block.
#include "accuracy/programs/reference/model.h"

#include <utility>

namespace headroom::accuracy::programs::reference {

Task Model::perform(Path& path, const Block& block)
{
    return std::visit([&](const auto& each) { return perform(path, each); }, block.is);
}

Task Model::perform(Path& path, const Compute& block)
{
    const Operation& operation = *path.operation;
    const double factor = block.work.distribution == Distribution::asTheRole ? operation.workFactor : 1;
    co_await operation.instance.processor.compute(factor * drawn(block.work));
}

Task Model::perform(Path& path, const Delay& block)
{
    path.leave();
    co_await Pause(clock_, drawn(block.time));
}

Task Model::perform(Path& path, const BlackBox& block)
{
    path.leave();
    Slots& stations = path.operation->instance.stations.try_emplace(&block, clock_, block.stations).first->second;
    const Held station = co_await stations.take();
    co_await Pause(clock_, drawn(block.time));
}

Task Model::perform(Path& path, const Hold& block)
{
    Held held;
    co_await take(path, slotsOf(path, block.lock), block.amount, held, block.priority);
    co_await run(path, block.inside);
    co_await turnToWorker(path);
}

Slots& Model::slotsOf(const Path& path, std::size_t number)
{
    const Operation& operation = *path.operation;
    const Lock& lock = operation.instance.role.locks[number];
    const void* owner = nullptr;
    if (lock.owner == Owner::node)
        owner = &operation.instance;
    else if (lock.owner == Owner::worker && path.request.worker)
        owner = path.request.worker;
    else if (lock.owner == Owner::worker)
        owner = &path.request; // its thread
    else if (lock.owner == Owner::request)
        owner = &operation;
    const std::tuple which(number, owner, lock.keyed ? operation.key : 0);
    return operation.instance.slots.try_emplace(which, clock_, lock.slots).first->second;
}

Task Model::perform(Path& path, const Token& block)
{
    Held token;
    co_await take(path, path.operation->instance.buckets[block.bucket], 1, token);
}

Task Model::perform(Path& path, const Put& block)
{
    Held place;
    co_await take(path, path.operation->instance.queues[block.queue], 1, place);
}

Task Model::perform(Path& path, const Aside& block)
{
    path.aside = true;
    co_await run(path, block.inside);
    path.aside = false;
}

Task Model::perform(Path& path, const Call& block)
{
    if (block.to.selector == Selector::here)
        co_return co_await performHere(path, chosen(block.to, *path.operation));
    bool answered = false;
    for (int attempt = 0; !answered && attempt < block.attempts; ++attempt) {
        co_await turnToWorker(path);
        Instance& instance = chosen(block.to, *path.operation);
        path.leave();
        co_await call(instance, block.deadlineS, answered);
        if (!answered) {
            co_await turnToWorker(path);
            path.leave();
            co_await Pause(clock_, drawn(block.pause));
        }
    }
}

/// Its worker does what another role is asked for.
Task Model::performHere(Path& path, Instance& instance)
{
    const auto caller = std::exchange(path.operation, operationOf(instance));
    co_await run(path, instance.role.program);
    co_await turnToWorker(path);
    path.operation = caller;
}

Task Model::perform(Path& path, const Send& block)
{
    ask(chosen(block.to, *path.operation), [] {});
    co_return;
}

Task Model::perform(Path& path, const Repeat& block)
{
    for (int i = 0; i < block.times; ++i)
        co_await run(path, block.inside);
}

Task Model::perform(Path& path, const Branch& block)
{
    if (std::bernoulli_distribution(block.probability)(random_))
        co_await run(path, block.inside);
}

/// The path waits without its worker, and goes on as soon as enough paths have ended.
Task Model::perform(Path& path, const ForEach& block)
{
    path.leave();
    path.helped = false;
    auto fork = std::make_unique<Fork>(
        clock_, block, [this, &request = path.request, operation = path.operation, aside = path.aside](Fork& its) {
            return branch(request, operation, aside, its); // the path may have ended
        });
    fork->start();
    co_await fork->joined.given();
    if (!block.cancelsRest)
        path.request.runningOn.push_back(std::move(fork));
}

} // namespace headroom::accuracy::programs::reference
