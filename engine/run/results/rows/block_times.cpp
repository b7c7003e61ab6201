#include "run/results/rows/block_times.h"

#include "kernel/time.h"

namespace headroom::run {

namespace {

double timeIn(const Model& model, const behaviour::Instruction& code)
{
    return kernel::toSeconds(static_cast<kernel::Time>(model.interpreter->blocks()[code.monitor].timePs));
}

/// Adds to the devices of the volume, and to those that are a cache in front of them.
void add(const topology::GroupInfo& group, const std::string& volume, double timeS, std::vector<double>& times)
{
    for (const topology::VolumeInfo& bound : group.volumes)
        if (bound.volume == volume)
            for (const std::uint32_t devices : bound.deviceGroups) {
                times[devices] += timeS;
                if (const std::uint32_t cache = group.deviceGroups[devices].cacheGroup;
                    cache != topology::ControllerInfo::none)
                    times[cache] += timeS;
            }
}

} // namespace

std::vector<std::vector<double>> storageTimes(const Model& model)
{
    const auto& groups = model.topology->groups();
    std::vector<std::vector<double>> times(groups.size());
    for (std::size_t g = 0; g < groups.size(); ++g)
        times[g].resize(groups[g].deviceGroups.size());
    for (const behaviour::Program& program : model.software.operations)
        for (const behaviour::Instruction& code : program.code) {
            const std::uint32_t volume = model.software.blocks[code.monitor].volume;
            for (std::size_t g = 0; g < groups.size(); ++g)
                if (volume != behaviour::nowhere && groups[g].carries(model.software.roles[program.role].id))
                    add(groups[g], model.software.volumes[volume].name, timeIn(model, code), times[g]);
        }
    return times;
}

std::vector<double> putTimes(const Model& model)
{
    std::vector<double> times(model.software.states.size());
    for (const behaviour::Program& program : model.software.operations)
        for (const behaviour::Instruction& code : program.code)
            if (code.code == behaviour::Code::put)
                times[program.puts[code.detail].state] += timeIn(model, code);
    return times;
}

std::vector<double> callsTo(const Model& model)
{
    const auto& groups = model.topology->groups();
    std::vector<double> calls(groups.size());
    const auto add = [&](std::uint32_t role, const behaviour::Instruction& code) {
        for (std::size_t g = 0; g < groups.size(); ++g)
            if (groups[g].carries(model.software.roles[role].id))
                calls[g] += static_cast<double>(model.interpreter->blocks()[code.monitor].visits);
    };
    for (const behaviour::Program& program : model.software.operations)
        for (const behaviour::Instruction& code : program.code)
            if (code.code == behaviour::Code::call)
                add(program.calls[code.detail].target.role, code);
            else if (code.code == behaviour::Code::send)
                add(program.sends[code.detail].role, code);
    return calls;
}

} // namespace headroom::run
