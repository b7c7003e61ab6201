#include "accuracy/programs/random_programs.h"

#include "accuracy/drawing.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace headroom::accuracy::programs {

namespace {

constexpr int deepest = 2; ///< so many blocks lie in each other at most, beside those that hold none

/// Surroundings of the place where a block is drawn.
struct Around
{
    int depth = 0;
    bool lock = false;      ///< a second lock could wait for the first one for ever
    bool aside = false;     ///< helper threads do not call
    bool parallel = false;  ///< one of several paths of the request
    bool cancelled = false; ///< effects outside the request could not be taken back: it neither calls nor puts
};

class Drawing
{
public:
    explicit Drawing(std::uint64_t number) : dice_(number) {}

    System system()
    {
        System& system = system_;
        system.nodes.resize(static_cast<std::size_t>(dice_.between(2, 3)));
        for (Nodes& nodes : system.nodes)
            nodes = {dice_.one({1, 1, 2, 3}), dice_.one({1, 2, 4}),
                     dice_.one({Scheduling::sharing, Scheduling::firstComeFirstServed, Scheduling::timeSlice}),
                     dice_.one({0.0005, 0.002}), dice_.one({0.0, 0.0001})};
        system.roles.resize(static_cast<std::size_t>(dice_.between(2, 4)));
        for (std::size_t number = system.roles.size() - 1; number > 0; --number)
            draw(number);
        drawClients();
        return std::move(system);
    }

private:
    void draw(std::size_t number)
    {
        Role& role = use(number);
        role.workers = dice_.one({Workers::eventLoops, Workers::threads, Workers::threadPerRequest});
        role.count = role.workers == Workers::eventLoops ? dice_.one({1, 1, 2, 3}) : dice_.one({1, 2, 4, 16});
        role.helperThreads = dice_.one({1, 2, 20});
        if (role.workers != Workers::threadPerRequest)
            role.wakeUpS = dice_.one({0.0, 0.0, 0.0003, 0.002});
        role.clients = dice_.one({1, 4, 1024, 1024});
        role.backlog = dice_.one({0, 2, 10, 100});
        role.nodes = static_cast<std::size_t>(dice_.between(1, static_cast<int>(system_.nodes.size()) - 1));
        role.variation = dice_.one({0.0, 0.5, 1.0});
        role.program = {{Compute{{dice_.one({0.0003, 0.001, 0.002})}}}};
        for (Block& block : program(dice_.between(1, 4), {}))
            role.program.push_back(std::move(block));
    }

    /// They have nodes of their own, and call the role behind theirs.
    void drawClients()
    {
        Role& role = use(0);
        role.workers = Workers::threadPerRequest;
        system_.nodes[0] = {dice_.one({1, 1, 2}), 256};
        if (dice_.oneIn(3))
            system_.load = OpenLoop{dice_.one({100.0, 200.0, 300.0}), dice_.one({5, 20, 50})};
        else
            system_.load = ClosedLoop{dice_.one({1, 3, 10, 40}), dice_.one({0.002, 0.010, 0.050})};
        Call call{{1, selector(1)}, 0};
        if (std::holds_alternative<OpenLoop>(system_.load))
            call.deadlineS = deadline();
        role.program = {{call}};
    }

    Role& use(std::size_t number)
    {
        role_ = &system_.roles[number];
        behind_ = {static_cast<int>(number) + 1, static_cast<int>(system_.roles.size()) - 1};
        return *role_;
    }

    Program program(int blocks, const Around& around)
    {
        Program program;
        while (std::cmp_less(program.size(), blocks))
            program.push_back(block(around));
        return program;
    }
    Program inside(Around around)
    {
        ++around.depth;
        return program(dice_.between(1, 2), around);
    }

    using Kind = Block (Drawing::*)(const Around&);

    /// One of the kinds that may stand there; some are more frequent than others.
    Block block(const Around& around)
    {
        std::vector<Kind> kinds(4, &Drawing::compute);
        kinds.insert(kinds.end(), {&Drawing::delay, &Drawing::blackBox});
        if (around.depth < deepest) {
            kinds.insert(kinds.end(), {&Drawing::repeat, &Drawing::branch, &Drawing::forEach});
            if (!around.lock)
                kinds.insert(kinds.end(), 3, &Drawing::hold);
            if (!around.aside && !around.parallel && role_->workers != Workers::threadPerRequest)
                kinds.insert(kinds.end(), 2, &Drawing::aside);
        }
        if (!around.lock && dice_.oneIn(3))
            kinds.push_back(&Drawing::token);
        if (!around.lock && !around.cancelled && dice_.oneIn(5))
            kinds.push_back(&Drawing::put);
        if (!around.aside && !around.cancelled && behind_.first <= behind_.second) {
            kinds.insert(kinds.end(), 2, &Drawing::call);
            if (dice_.oneIn(3))
                kinds.push_back(&Drawing::send);
        }
        return std::invoke(kinds[static_cast<std::size_t>(dice_.between(0, static_cast<int>(kinds.size()) - 1))], this,
                           around);
    }

    Time time(double times = 1)
    {
        using enum Distribution;
        Time time{times * dice_.one({0.0003, 0.001, 0.002, 0.005}), dice_.one({constant, exponential})};
        if (dice_.oneIn(2))
            return time;
        time.distribution = dice_.one({uniform, logNormal, erlang, hyperexponential, pareto});
        const bool varies = time.distribution == hyperexponential || time.distribution == logNormal;
        time.variation = varies ? dice_.one({1.2, 2.0}) : dice_.one({0.3, 0.5});
        return time;
    }

    /// One of those that the role has, or a new one.
    template <typename Item>
    std::size_t oneOf(std::vector<Item>& items, const Item& another)
    {
        if (items.empty() || !dice_.oneIn(3))
            items.push_back(another);
        return static_cast<std::size_t>(dice_.between(0, static_cast<int>(items.size()) - 1));
    }

    Block compute(const Around&)
    {
        Compute block{time()};
        if (dice_.oneIn(4))
            block.work.distribution = Distribution::asTheRole;
        return {block};
    }
    Block delay(const Around&) { return {Delay{time(2)}}; }
    Block blackBox(const Around&) { return {BlackBox{time(), dice_.between(1, 3)}}; }
    Block hold(const Around& around)
    {
        Hold block;
        using enum Owner;
        block.lock = oneOf(role_->locks, {dice_.between(1, 3), dice_.oneIn(3),
                                          dice_.one({node, node, node, worker, request, cluster})});
        block.priority = dice_.one({0, 0, 1, 2});
        block.amount = dice_.between(1, role_->locks[block.lock].slots);
        Around here = around;
        here.lock = true;
        block.inside = inside(here);
        return {block};
    }
    Block token(const Around&)
    {
        return {Token{oneOf(role_->buckets, {dice_.one({100.0, 300.0}), dice_.one({1, 10})})}};
    }
    Block put(const Around&) { return {Put{oneOf(role_->queues, {dice_.one({1, 4}), dice_.between(1, 2), time()})}}; }
    Block aside(const Around& around)
    {
        Around here = around;
        here.depth = deepest;
        here.aside = true;
        return {Aside{program(dice_.between(1, 2), here)}};
    }
    Block call(const Around&)
    {
        Call block{target(), deadline(), dice_.one({1, 1, 2, 4}), time()};
        if (mayBeHere(system_.roles[block.to.role]) && dice_.oneIn(3))
            block = {{block.to.role, Selector::here}, 0};
        return {block};
    }
    /// Not to a thread for each request: as nobody waits, they could become more and more.
    Block send(const Around& around)
    {
        const Target to = target();
        return system_.roles[to.role].workers == Workers::threadPerRequest ? call(around) : Block{Send{to}};
    }
    double deadline() { return dice_.one({0.0, 0.0, 0.0, 0.005, 0.020}); }
    Target target()
    {
        const auto role = static_cast<std::size_t>(dice_.between(behind_.first, behind_.second));
        return {role, selector(role)};
    }
    Selector selector(std::size_t role)
    {
        using enum Selector;
        const Selector drawn = dice_.one({roundRobin, roundRobin, random, leastLoaded, sameNode, byKey});
        return drawn == sameNode && system_.roles[role].nodes != role_->nodes ? random : drawn;
    }
    /// A thread for each request has no helper threads.
    bool mayBeHere(const Role& role) const
    {
        const auto isAside = [](const Block& block) { return std::holds_alternative<Aside>(block.is); };
        return role.nodes == role_->nodes &&
               (role_->workers != Workers::threadPerRequest || !contains(role.program, isAside));
    }
    Block repeat(const Around& around) { return {Repeat{dice_.between(2, 3), inside(around)}}; }
    Block branch(const Around& around) { return {Branch{dice_.one({0.2, 0.5, 0.8}), inside(around)}}; }
    Block forEach(const Around& around)
    {
        ForEach block;
        block.paths = dice_.between(2, 4);
        block.atOnce = dice_.one({0, 0, 1, 2});
        block.needed = dice_.oneIn(2) ? block.paths : dice_.one({1, block.paths - 1});
        block.cancelsRest = block.needed < block.paths && dice_.oneIn(2);
        Around here = around;
        here.parallel = true;
        here.cancelled = here.cancelled || block.cancelsRest;
        block.inside = inside(here);
        return {block};
    }

    Dice dice_;
    System system_;
    Role* role_ = nullptr;            ///< that is being drawn
    std::pair<int, int> behind_ = {}; ///< the first and the last role that it may call
};

} // namespace

System randomProgram(std::uint64_t number)
{
    return Drawing(number).system();
}

} // namespace headroom::accuracy::programs
