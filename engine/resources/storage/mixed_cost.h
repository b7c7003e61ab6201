// What it costs a solid-state device that reads and writes meet.
#pragma once

namespace headroom::resources {

/// Figures of a data sheet, each in commands of 4 KiB per second. `mixed` is that of 70 % reads and 30 % writes; 0:
/// none.
struct MixFigures
{
    double readIops = 0, writeIops = 0, mixedIops = 0;
};

/// Reads with share r and writes that merely took turns would need h(r) = r / R + (1 - r) / W for a command on
/// average. That of a device deviates by what they do to each other, which vanishes where there is but one direction:
/// t(r) = h(r) + k r (1 - r), with k such that t(0.7) is 1 / the published figure. No mix is faster than the faster
/// direction alone.
class MixedCost
{
public:
    explicit MixedCost(const MixFigures& figures);

    /// Commands that come; larger ones count as so many of 4 KiB as they cost.
    void arrive(bool write, double commands)
    {
        if (interference_ != 0)
            count(write, commands);
    }
    /// t(r) / h(r) for the commands that came of late.
    double factor() const { return factor_; }

private:
    /// So many commands are the mix of late: twice the depth that data sheets state mixes for.
    static constexpr double memory = 256;

    void count(bool write, double commands);

    double readS_, writeS_;   ///< of a command
    double interference_ = 0; ///< k, seconds
    double counted_ = 0;      ///< commands, at most `memory`
    double readShare_ = 0;    ///< of them
    double factor_ = 1;
};

} // namespace headroom::resources
