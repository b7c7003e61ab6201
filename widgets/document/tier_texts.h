// What the boxes of a generated fabric's tiers say.
#pragma once

#include "widgets/document/topology_plan.h"

#include <QStringList>

namespace headroom::widgets {

struct TierTexts
{
    int tier = 0; ///< 0: leaves, 1: aggregation, 2: spines; index into tierBoxes()
    QString title;
    QStringList lines;
    QString cables; ///< what each box below is joined to it by
};

/// From the nodes up. `leaf` and `spine` are the kinds of switches, as they are shown.
QVector<TierTexts> tierTexts(const TopologyPlan& plan, const QString& leaf, const QString& spine);

/// "2.5 : 1"; a dash if nothing is oversubscribed because nothing leads on.
QString oversubscriptionText(double oversubscription);
/// "25 Gb/s" of bytes per second.
QString lineRateText(double bytesPerSecond);
/// What is wrong with the numbers, in a sentence; empty if nothing is.
QString faultText(const project::FabricPlan& plan, const project::FabricNumbersAsked& asked);

} // namespace headroom::widgets
