#include "resources/storage/cost/mixed_cost.h"

#include <algorithm>

namespace headroom::resources {

MixedCost::MixedCost(const MixFigures& figures) : readS_(1 / figures.readIops), writeS_(1 / figures.writeIops)
{
    constexpr double reads = 0.7;
    if (figures.mixedIops > 0)
        interference_ = (1 / figures.mixedIops - reads * readS_ - (1 - reads) * writeS_) / (reads * (1 - reads));
}

void MixedCost::count(bool write, double commands)
{
    counted_ = std::min(counted_ + commands, memory);
    const double weight = std::min(commands / counted_, 1.0);
    readShare_ += ((write ? 0.0 : 1.0) - readShare_) * weight;
    const double byTurns = readShare_ * readS_ + (1 - readShare_) * writeS_;
    const double together = byTurns + interference_ * readShare_ * (1 - readShare_);
    factor_ = std::max(together, std::min(readS_, writeS_)) / byTurns;
}

} // namespace headroom::resources
