#include "accuracy/programs/reference/model.h"

#include <algorithm>
#include <utility>

namespace headroom::accuracy::programs::reference {

namespace {

std::unique_ptr<Processor> processorOf(Clock& clock, const Nodes& nodes)
{
    switch (nodes.scheduling) {
    case Scheduling::sharing:
        return std::make_unique<SharedCores>(clock, nodes.cores);
    case Scheduling::firstComeFirstServed:
        return std::make_unique<QueuedCores>(clock, nodes.cores);
    case Scheduling::timeSlice:
        break;
    }
    return std::make_unique<SlicedCores>(clock, nodes);
}

} // namespace

Model::Model(Clock& clock, const System& system, std::mt19937_64& random) : clock_(clock), random_(random)
{
    for (const Nodes& nodes : system.nodes) {
        auto& processors = processors_.emplace_back();
        for (int node = 0; node < nodes.count; ++node)
            processors.push_back(processorOf(clock, nodes));
    }
    for (const Role& role : system.roles) {
        auto& instances = roles_.emplace_back();
        locks_.emplace_back();
        for (int node = 0; node < system.nodes[role.nodes].count; ++node)
            instances.emplace_back(clock, role, node, *processors_[role.nodes][static_cast<std::size_t>(node)],
                                   locks_.back(), random);
    }
    for (auto& instances : roles_)
        for (Instance& instance : instances)
            for (std::size_t i = 0; i < instance.queues.size(); ++i)
                for (int consumer = 0; consumer < instance.role.queues[i].consumers; ++consumer)
                    consumers_.push_back(consume(instance.queues[i], instance.role.queues[i].consuming));
    for (Task& consumer : consumers_)
        consumer.start();
}

void Model::start(std::size_t role, int node, std::function<void()> replied)
{
    ask(roles_[role][static_cast<std::size_t>(node)], std::move(replied));
}

std::uint64_t Model::ask(Instance& instance, std::function<void()> replied)
{
    if (instance.refuses())
        return refused;
    const std::uint64_t number = ++number_;
    auto request = std::make_unique<Request>(number, instance, std::move(replied));
    request->main = serve(*request);
    requests_.emplace(number, std::move(request)).first->second->main.start();
    return number;
}

/// Ends with the reply, or when the deadline is over: then a request that no worker has accepted is withdrawn, and
/// another one goes on without anyone who waits for it.
Task Model::call(Instance& instance, double deadlineS, bool& answered)
{
    const auto ended = std::make_shared<Signal>(clock_);
    const auto replied = std::make_shared<bool>(false);
    const std::uint64_t number = ask(instance, [ended, replied] {
        *replied = true;
        ended->give();
    });
    if (number == refused)
        co_return;
    Event deadline;
    if (deadlineS > 0)
        deadline = clock_.after(deadlineS, [this, number, signal = ended.get()] {
            withdraw(number);
            signal->give();
        });
    co_await ended->given();
    answered = *replied;
}

void Model::withdraw(std::uint64_t number)
{
    const auto request = requests_.find(number);
    if (request != requests_.end() && !request->second->accepted)
        requests_.erase(request);
}

/// The next one in turn of those with the fewest.
Instance& Model::leastLoaded(std::deque<Instance>& instances, std::size_t& turn)
{
    std::size_t least = turn % instances.size();
    for (std::size_t i = 0; i < instances.size(); ++i)
        if (const std::size_t other = (turn + i) % instances.size();
            instances[other].requests < instances[least].requests)
            least = other;
    turn = least + 1;
    return instances[least];
}

Instance& Model::chosen(const Target& target, const Operation& from)
{
    auto& instances = roles_[target.role];
    std::size_t& turn = from.instance.turns.try_emplace(&target, from.instance.node).first->second;
    const auto number = [&instances](std::size_t any) -> Instance& { return instances[any % instances.size()]; };
    switch (target.selector) {
    case Selector::roundRobin:
        return number(turn++);
    case Selector::random:
        return number(random_());
    case Selector::leastLoaded:
        return leastLoaded(instances, turn);
    case Selector::sameNode:
    case Selector::here:
        return instances.front().role.nodes == from.instance.role.nodes
                   ? number(static_cast<std::size_t>(from.instance.node))
                   : instances.front();
    case Selector::byKey:
        break;
    }
    return number(static_cast<std::size_t>(from.key));
}

std::shared_ptr<const Operation> Model::operationOf(Instance& instance)
{
    const Time varying{1, Distribution::logNormal, instance.role.variation};
    return std::make_shared<Operation>(instance, static_cast<int>(random_() % System::keys), drawn(varying));
}

/// For the last path of a request.
std::function<void()> Model::forgets(std::uint64_t request)
{
    return [this, request] { clock_.next([this, request] { requests_.erase(request); }); };
}

Task Model::serve(Request& request)
{
    Path path(request, operationOf(request.instance), false, forgets(request.number));
    co_await acceptedBy(request, path);
    co_await run(path, request.instance.role.program);
    co_await turnToWorker(path);
    request.replied();
}

/// A thread is the request's until its end. An event loop is given to others in between, but no other one serves it.
Task Model::acceptedBy(Request& request, Path& path)
{
    Instance& instance = request.instance;
    if (instance.workers) {
        request.hasWorker = co_await instance.workers->take();
        request.worker = &instance.workers->worker(request.hasWorker.amount());
        path.worker = instance.workers->begin(request.hasWorker.amount());
    }
    const Resource* helpersOf = instance.role.workers == programs::Workers::eventLoops ? request.worker : nullptr;
    request.helpers = &instance.helpers.try_emplace(helpersOf, clock_, instance.role.helperThreads).first->second;
    request.accepted = true;
    if (path.worker)
        co_await wakeUp(path);
}

Task Model::run(Path& path, const Program& program)
{
    for (const Block& block : program) {
        // Blocks that only choose ways are done with the next block, and a helper thread goes on with what is aside
        // next.
        const bool chooses = std::holds_alternative<Repeat>(block.is) || std::holds_alternative<Branch>(block.is) ||
                             std::holds_alternative<ForEach>(block.is);
        if (!chooses && !(path.helped && std::holds_alternative<Aside>(block.is)))
            co_await turnToWorker(path);
        co_await perform(path, block);
    }
}

/// Goes on with what it has; takes the worker, or the helper thread, if it has left it.
Task Model::turnToWorker(Path& path)
{
    if (path.aside) {
        if (path.helper)
            co_return;
        path.leave();
        path.helper = co_await path.request.helpers->take();
        path.helped = true;
    } else {
        path.helped = false;
        path.helper.giveBack();
        if (path.request.worker && !path.worker) {
            path.worker = co_await path.request.worker->take();
            co_await wakeUp(path);
        }
    }
}

/// Wake-up of a worker that had nothing to do.
Task Model::wakeUp(Path& path)
{
    const Instance& instance = path.request.instance;
    if (instance.role.wakeUpS > 0 && path.request.worker->slept())
        co_await instance.processor.compute(instance.role.wakeUpS);
}

/// Takes the amount at once if it is there; leaves the worker only to wait for it.
Task Model::take(Path& path, Resource& resource, int amount, Held& held, int priority)
{
    held = resource.takeNow(amount);
    if (held)
        co_return;
    path.leave();
    held = co_await resource.take(amount, priority);
}

Task Model::branch(Request& request, std::shared_ptr<const Operation> operation, bool aside, Fork& fork)
{
    Path path(request, std::move(operation), aside, forgets(request.number));
    co_await Pause(clock_, 0); // after those that can go on already
    co_await run(path, fork.block().inside);
    path.leave();
    fork.arrived();
}

Task Model::consume(MessageQueue& queue, Time time)
{
    for (;;) {
        const Held message = co_await queue.get();
        co_await Pause(clock_, drawn(time));
    }
}

} // namespace headroom::accuracy::programs::reference
