// Blocks that take most of a path's time, or none: work, black boxes, delays; loops, branches, variables, probes.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/items/shared_values.h"
#include "behaviour/work/stages.h"
#include "behaviour/workers/workers.h"
#include "kernel/random.h"
#include "monitoring/histogram.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headroom::behaviour {

class Work
{
public:
    Work(Core& core, BlockTable& blocks, const Deployment& deployment, const Stages& stages, SharedValues& values,
         Workers& workers);

    bool compute(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool blackBox(std::uint32_t path, Path& p, const Program& program, const Instruction& code);

    /// Work of the step for this path, on the model's reference processor.
    double amount(const ComputeStep& step, const Instruction& code, Path& p) const;

    const std::vector<monitoring::Histogram>& stretches() const { return stretches_; }
    /// Starts a new window.
    void reset();

private:
    /// A time or an amount of work that varies around its mean as the step specifies.
    double varied(const ComputeStep& step, const Instruction& code, Path& p) const;
    /// The factor of the path's request for all work of its role.
    [[gnu::cold]] double factorOfRequest(double coefficient, const Path& p) const;
    double drawn(const DrawStep& step, Path& p, const Instruction& code) const;
    bool delay(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool loop(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool branch(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool set(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool draw(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool place(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    std::uint64_t placedKey(const PlaceStep& step, const Path& p) const;
    bool probe(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool end(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void cancelCompute(Path& p);
    void cancelBlackBox(Path& p);
    void cancelDelay(Path& p);

    Core& core_;
    const Deployment& deployment_;
    const Stages& stages_;
    SharedValues& values_;
    Workers& workers_;
    std::vector<monitoring::Histogram> stretches_;
    std::vector<std::uint64_t> roleKeys_; ///< for the random factors of requests, by role
};

// The functions of nearly every event are inlined into the loop that runs the paths: calls between them would take a
// twentieth of the instructions.

[[gnu::always_inline]] inline double Work::varied(const ComputeStep& step, const Instruction& code, Path& p) const
{
    const bool slow = step.workWithoutAes && !core_.cluster.nodes[p.node].aes;
    return core_.amountOf(slow ? *step.workWithoutAes : step.work, p) * step.variation.factor(core_.draws(code, p));
}

[[gnu::always_inline]] inline double Work::amount(const ComputeStep& step, const Instruction& code, Path& p) const
{
    const double work = varied(step, code, p) * step.toReference;
    return step.ofRequest > 0 ? work * factorOfRequest(step.ofRequest, p) : work;
}

[[gnu::always_inline]] inline bool Work::compute(std::uint32_t path, Path& p, const Program& program,
                                                 const Instruction& code)
{
    Core& core = core_;
    const ComputeStep& step = program.computes[code.detail];
    const double work = amount(step, code, p);
    p.wait = Wait::processor;
    core.processors[p.node]->run(work, jobOf(path, p, core.served));
    return false;
}

[[gnu::always_inline]] inline bool Work::blackBox(std::uint32_t path, Path& p, const Program& program,
                                                  const Instruction& code)
{
    Core& core = core_;
    const BlackBoxStep& step = program.blackBoxes[code.detail];
    workers_.release(p);
    resources::StationBank& bank = stages_.of(p, step.stage);
    std::uint32_t station = 0;
    if (bank.stations() > 1) {
        if (step.choose == BlackBoxStep::Choose::random)
            station = static_cast<std::uint32_t>(core.drawBelow(bank.stations(), code, p));
        else if (step.choose == BlackBoxStep::Choose::byKey)
            station = static_cast<std::uint32_t>(kernel::mix(core.keyOf(step.key, p), step.stage) % bank.stations());
        else
            station = bank.shortest();
    }
    p.wait = Wait::station;
    bank.run(station, kernel::fromSeconds(varied(step.time, code, p) * step.time.toReference),
             jobOf(path, p, core.served));
    return false;
}

} // namespace headroom::behaviour
