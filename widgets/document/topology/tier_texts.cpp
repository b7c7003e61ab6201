#include "widgets/document/topology/tier_texts.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace headroom::widgets {

namespace {

struct Tiers
{
    Q_DECLARE_TR_FUNCTIONS(TierTexts)
};

QString counted(const QString& what, std::uint64_t count)
{
    return QStringLiteral("%1 × %2").arg(what).arg(count);
}

QString cablesText(std::uint32_t cables, double rate)
{
    const QString each = rate > 0 ? lineRateText(rate) : Tiers::tr("cable");
    return cables > 1 ? QStringLiteral("%1 × %2").arg(cables).arg(each) : each;
}

} // namespace

QString oversubscriptionText(double oversubscription)
{
    return oversubscription > 0 ? QStringLiteral("%1 : 1").arg(oversubscription, 0, 'g', 3) : QStringLiteral("–");
}

QString lineRateText(double bytesPerSecond)
{
    return QStringLiteral("%1 Gb/s").arg(bytesPerSecond * 8 / 1e9, 0, 'g', 4);
}

QString faultText(const project::FabricPlan& plan, const project::FabricNumbersAsked& asked)
{
    switch (plan.fault) {
    case project::FabricFault::none:
        return {};
    case project::FabricFault::incomplete:
        return asked.shape == "clos" ? Tiers::tr("Set nodes per leaf (n), spines (m) and leaves (r).")
                                     : Tiers::tr("Set the spines, and the leaves or the nodes at each.");
    case project::FabricFault::oddRadix:
        return Tiers::tr("The radix is an even number, at least 2.");
    case project::FabricFault::tooLarge:
        return Tiers::tr("More than a hundred thousand switches or a million cables.");
    case project::FabricFault::unevenUplinks:
        return Tiers::tr("The uplinks of a leaf must be a multiple of the %1 spines.").arg(plan.spines);
    case project::FabricFault::tooManyNodes:
        return Tiers::tr("The %1 nodes need %2 leaf switches with %3 places each; there are %4.")
            .arg(plan.nodes)
            .arg(plan.leavesNeeded)
            .arg(plan.places)
            .arg(plan.leaves);
    }
    return {};
}

QVector<TierTexts> tierTexts(const TopologyPlan& plan, const QString& leaf, const QString& spine)
{
    const auto& fabric = plan.fabric;
    const std::string& shape = plan.asked.shape;
    const bool tree = shape == "fat tree", clos = shape == "clos", star = shape == "star";
    const QString upper = spine.isEmpty() ? leaf : spine;
    TierTexts lower{0, {}, {}, cablesText(1, fabric.nodeRate)};
    if (const QString fault = faultText(fabric, plan.asked); !fault.isEmpty()) {
        lower.title = Tiers::tr("Generated fabric");
        lower.lines = {fault};
        return {lower};
    }
    lower.title = star   ? Tiers::tr("Switch")
                  : tree ? counted(Tiers::tr("Edge switches"), fabric.leaves)
                  : clos ? counted(Tiers::tr("Outer switches"), fabric.leaves)
                         : counted(Tiers::tr("Leaf switches"), fabric.leaves);
    lower.lines = QStringList{leaf}.filter(QRegularExpression("."));
    lower.lines.append(star ? Tiers::tr("%1 nodes").arg(fabric.nodes)
                            : Tiers::tr("%1 places each, %2 free").arg(fabric.places).arg(fabric.freePlaces()));
    QVector<TierTexts> tiers{lower};
    if (star)
        return tiers;
    tiers[0].lines.append(Tiers::tr("Oversubscription %1").arg(oversubscriptionText(fabric.oversubscription)));
    const QString each = cablesText(fabric.cables, plan.asked.uplinkRate);
    if (tree)
        tiers.append({1, counted(Tiers::tr("Aggregation switches"), fabric.aggregations), {upper}, each});
    tiers.append({2,
                  counted(tree   ? Tiers::tr("Core switches")
                          : clos ? Tiers::tr("Middle switches")
                                 : Tiers::tr("Spine switches"),
                          fabric.spines),
                  {upper},
                  tree ? each : Tiers::tr("%1 to each").arg(each)});
    return tiers;
}

} // namespace headroom::widgets
