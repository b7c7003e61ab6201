// Creates the texts of the boxes for the tiers of a generated fabric.
#pragma once

#include "widgets/document/topology/topology_plan.h"

#include <QStringList>

namespace headroom::widgets {

struct TierTexts
{
    int tier = 0; ///< 0: leaves, 1: aggregation, 2: spines; index into tierBoxes()
    QString title;
    QStringList lines;
    QString cables; ///< the cables from each box below: "2 × 25 Gb/s"
};

/// From the nodes upwards. `leaf` and `spine` are the displayed kinds of switches.
QVector<TierTexts> tierTexts(const TopologyPlan& plan, const QString& leaf, const QString& spine);

/// "2.5 : 1"; a dash if there are no uplinks, so nothing is oversubscribed.
QString oversubscriptionText(double oversubscription);
/// Bytes per second as "25 Gb/s".
QString lineRateText(double bytesPerSecond);
/// A sentence on what is wrong with the numbers; empty if they are valid.
QString faultText(const project::FabricPlan& plan, const project::FabricNumbersAsked& asked);

} // namespace headroom::widgets
