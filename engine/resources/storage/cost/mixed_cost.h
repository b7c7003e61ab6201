// The cost of mixing reads and writes on a solid-state device.
#pragma once

namespace headroom::resources {

/// Figures of a data sheet, each in commands of 4 KiB per second. `mixed` is for 70 % reads and 30 % writes; 0:
/// unknown.
struct MixFigures
{
    double readIops = 0, writeIops = 0, mixedIops = 0;
};

/// If reads, with share r, and writes only took turns, a command would take h(r) = r / R + (1 - r) / W on average. A
/// real device deviates because they interfere with each other; with only one direction there is no interference: t(r)
/// = h(r) + k r (1 - r), with k such that t(0.7) is 1 / the published figure. No mix is faster than the faster
/// direction alone.
class MixedCost
{
public:
    explicit MixedCost(const MixFigures& figures);

    /// Counts commands that arrive; a larger one counts as the number of 4 KiB commands with the same cost.
    void arrive(bool write, double commands)
    {
        if (interference_ != 0)
            count(write, commands);
    }
    /// t(r) / h(r) for the recent mix of commands.
    double factor() const { return factor_; }

private:
    /// Number of commands that form the recent mix: twice the queue depth for which data sheets state mixes.
    static constexpr double memory = 256;

    void count(bool write, double commands);

    double readS_, writeS_;   ///< of one command
    double interference_ = 0; ///< k, seconds
    double counted_ = 0;      ///< commands, at most `memory`
    double readShare_ = 0;    ///< share of reads in these commands
    double factor_ = 1;
};

} // namespace headroom::resources
