#include "accuracy/programs/reference/model.h"

#include <algorithm>

namespace headroom::accuracy::programs::reference {

struct Model::RoleAtWork
{
    RoleAtWork(Clock& clock, const Role& what, Processor& on, std::mt19937_64& random)
        : role(what), processor(on), loops(clock, what.workers == Workers::eventLoops ? what.count : 0, random),
          threads(clock, what.count)
    {
        for (const Bucket& bucket : role.buckets)
            buckets.emplace_back(clock, bucket.perSecond, bucket.burst);
        for (const Queue& queue : role.queues)
            queues.emplace_back(clock, queue.entries);
    }

    const Role& role;
    Processor& processor;
    EventLoops loops;
    Slots threads;
    std::map<const Resource*, Slots> helpers; ///< of each event loop; or of all threads
    std::map<const BlackBox*, Slots> stations;
    std::map<std::pair<std::size_t, int>, Slots> slots; ///< of a lock and a key
    std::deque<TokenBucket> buckets;
    std::deque<MessageQueue> queues;
};

/// A call of a role, from its arrival until the last of its paths has ended. Then its thread is given back.
struct Model::Request
{
    Request(Clock& clock, std::uint64_t number, RoleAtWork& role, std::shared_ptr<Signal> reply, int key)
        : number(number), role(role), reply(std::move(reply)), key(key), turns(clock, 1)
    {
    }

    std::uint64_t number;
    RoleAtWork& role;
    std::shared_ptr<Signal> reply;
    int key;
    bool accepted = false;
    /// What a path holds while it goes on: the request's event loop, or one path at a time its thread; or nothing.
    Resource* worker = nullptr;
    Resource* helpers = nullptr;
    Slots turns; ///< at its thread
    int paths = 0;
    Held thread;
    std::vector<std::unique_ptr<Fork>> runningOn; ///< forks that the request waits for no more
    Task main;
};

/// What a path of a request holds.
class Model::Path
{
public:
    Path(Model& model, Request& request, bool aside) : request(request), aside(aside), model_(model)
    {
        ++request.paths;
    }
    Path(const Path&) = delete;
    Path& operator=(const Path&) = delete;
    ~Path()
    {
        leave();
        if (--request.paths == 0)
            model_.clock_.next([&model = model_, number = request.number] { model.requests_.erase(number); });
    }

    /// The worker, or the helper thread, serves others.
    void leave()
    {
        helper.giveBack();
        worker.giveBack();
    }

    Request& request;
    bool aside;          ///< works with a helper thread instead of the worker
    bool helped = false; ///< what it did last was aside
    Held worker, helper;

private:
    Model& model_;
};

/// The parallel paths of a "for each". Destroyed, it cancels them.
class Model::Fork
{
public:
    Fork(Model& model, Path& from, const ForEach& block)
        : joined(model.clock_), model_(model), request_(from.request), aside_(from.aside), block_(block),
          missing_(block.needed)
    {
    }

    void start()
    {
        for (int i = 0; i < (block_.atOnce > 0 ? std::min(block_.atOnce, block_.paths) : block_.paths); ++i)
            startNext();
    }
    void startNext()
    {
        if (started_ == block_.paths || (block_.cancelsRest && missing_ <= 0))
            return;
        ++started_;
        paths_.push_back(model_.branch(request_, aside_, *this));
        paths_.back().start();
    }
    /// The next path starts before what follows the join goes on.
    void arrived()
    {
        --missing_;
        startNext();
        if (missing_ == 0)
            joined.give();
    }
    const ForEach& block() const { return block_; }

    Signal joined; ///< enough of them have ended

private:
    Model& model_;
    Request& request_;
    bool aside_;
    const ForEach& block_;
    int missing_;
    int started_ = 0;
    std::deque<Task> paths_;
};

Model::Model(Clock& clock, const System& system, std::mt19937_64& random) : clock_(clock), random_(random)
{
    for (const Node& node : system.nodes)
        if (node.shared)
            processors_.push_back(std::make_unique<SharedCores>(clock, node.cores));
        else
            processors_.push_back(std::make_unique<QueuedCores>(clock, node.cores));
    for (const Role& role : system.roles)
        roles_.push_back(std::make_unique<RoleAtWork>(clock, role, *processors_[role.node], random));
    for (const auto& role : roles_)
        for (std::size_t i = 0; i < role->queues.size(); ++i)
            for (int consumer = 0; consumer < role->role.queues[i].consumers; ++consumer)
                consumers_.push_back(consume(role->queues[i], role->role.queues[i].consuming));
    for (Task& consumer : consumers_)
        consumer.start();
}

Model::~Model() = default;

Task Model::call(std::size_t role, double deadlineS)
{
    const auto ended = std::make_shared<Signal>(clock_);
    const std::uint64_t number = ++number_;
    const int key = static_cast<int>(random_() % System::keys);
    Request& request =
        *requests_.emplace(number, std::make_unique<Request>(clock_, number, *roles_[role], ended, key)).first->second;
    request.main = serve(request);
    request.main.start();
    Event deadline;
    if (deadlineS > 0)
        deadline = clock_.after(deadlineS, [this, number, signal = ended.get()] {
            withdraw(number);
            signal->give();
        });
    co_await ended->given();
}

void Model::withdraw(std::uint64_t number)
{
    const auto request = requests_.find(number);
    if (request != requests_.end() && !request->second->accepted)
        requests_.erase(request);
}

Task Model::serve(Request& request)
{
    Path path(*this, request, false);
    co_await acceptedBy(request, path);
    co_await run(path, request.role.role.program);
    co_await turnToWorker(path);
    request.reply->give();
}

/// A thread is the request's until its end. An event loop is given to others in between, but no other one serves it.
Task Model::acceptedBy(Request& request, Path& path)
{
    RoleAtWork& role = request.role;
    if (role.role.workers == Workers::threads) {
        request.thread = co_await role.threads.take();
        request.worker = &request.turns;
    } else if (role.role.workers == Workers::eventLoops) {
        path.worker = co_await role.loops.take();
        request.worker = &path.worker.of();
    }
    const Resource* of = role.role.workers == Workers::eventLoops ? request.worker : nullptr;
    request.helpers = &role.helpers.try_emplace(of, clock_, role.role.helperThreads).first->second;
    request.accepted = true;
}

Task Model::run(Path& path, const Program& program)
{
    for (const Block& block : program) {
        // What only chooses ways is done with the next block, and a helper thread goes on with what is aside next.
        const bool chooses = std::holds_alternative<Repeat>(block.is) || std::holds_alternative<Branch>(block.is) ||
                             std::holds_alternative<ForEach>(block.is);
        if (!chooses && !(path.helped && std::holds_alternative<Aside>(block.is)))
            co_await turnToWorker(path);
        co_await perform(path, block);
    }
}

Task Model::perform(Path& path, const Block& block)
{
    return std::visit([&](const auto& each) { return perform(path, each); }, block.is);
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
        if (path.request.worker && !path.worker)
            path.worker = co_await path.request.worker->take();
    }
}

/// What can be had at once is taken without leaving the worker.
Task Model::take(Path& path, Resource& resource, int amount, Held& held)
{
    held = resource.takeNow(amount);
    if (held)
        co_return;
    path.leave();
    held = co_await resource.take(amount);
}

Task Model::perform(Path& path, const Compute& block)
{
    co_await path.request.role.processor.compute(drawn(block.work));
}

Task Model::perform(Path& path, const Delay& block)
{
    path.leave();
    co_await Pause(clock_, drawn(block.time));
}

Task Model::perform(Path& path, const BlackBox& block)
{
    path.leave();
    Slots& stations = path.request.role.stations.try_emplace(&block, clock_, block.stations).first->second;
    const Held station = co_await stations.take();
    co_await Pause(clock_, drawn(block.time));
}

Task Model::perform(Path& path, const Hold& block)
{
    RoleAtWork& role = path.request.role;
    const Lock& lock = role.role.locks[block.lock];
    const std::pair which(block.lock, lock.keyed ? path.request.key : 0);
    Held held;
    co_await take(path, role.slots.try_emplace(which, clock_, lock.slots).first->second, block.amount, held);
    co_await run(path, block.inside);
    co_await turnToWorker(path);
}

Task Model::perform(Path& path, const Token& block)
{
    Held token;
    co_await take(path, path.request.role.buckets[block.bucket], 1, token);
}

Task Model::perform(Path& path, const Put& block)
{
    Held place;
    co_await take(path, path.request.role.queues[block.queue], 1, place);
}

Task Model::perform(Path& path, const Aside& block)
{
    path.aside = true;
    co_await run(path, block.inside);
    path.aside = false;
}

Task Model::perform(Path& path, const Call& block)
{
    path.leave();
    co_await call(block.role, block.deadlineS);
}

Task Model::perform(Path& path, const Repeat& block)
{
    for (int i = 0; i < block.times; ++i)
        co_await run(path, block.body);
}

Task Model::perform(Path& path, const Branch& block)
{
    if (std::bernoulli_distribution(block.probability)(random_))
        co_await run(path, block.taken);
}

/// The path waits without its worker, and goes on as soon as enough paths have ended.
Task Model::perform(Path& path, const ForEach& block)
{
    path.leave();
    auto fork = std::make_unique<Fork>(*this, path, block);
    fork->start();
    co_await fork->joined.given();
    if (!block.cancelsRest)
        path.request.runningOn.push_back(std::move(fork));
}

Task Model::branch(Request& request, bool aside, Fork& fork)
{
    Path path(*this, request, aside);
    co_await Pause(clock_, 0); // after those that can go on already
    co_await run(path, fork.block().each);
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

double Model::drawn(const Time& time)
{
    return time.varies ? std::exponential_distribution(1 / time.seconds)(random_) : time.seconds;
}

} // namespace headroom::accuracy::programs::reference
