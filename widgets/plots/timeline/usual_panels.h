// Selects the most informative curves of a run: throughput, latency and load.
#pragma once

#include "widgets/plots/timeline/timeline_view.h"

#include <QStringList>

#include <functional>

namespace headroom::widgets {

/// record::seriesName() as a text.
QString nameOf(const record::SeriesInfo& series);
/// "storage processor", "storage-3 disk data 7 busy".
QString shortLabel(const record::SeriesInfo& series);
/// The label at the end of a curve: the short one; of the busiest cable of each sample it says that it need not be the
/// one that is busiest in the whole run.
QString curveLabel(const record::SeriesInfo& series);

/// Names of the series that are shown by default. `peak`: the largest value of a series so far. `isBackground`: true
/// for an operation that no user waits for. Its latency is left out if there are others: on one axis, a checkpoint of a
/// second would press curves of milliseconds down to zero.
QStringList usualSeries(const std::vector<record::SeriesInfo>& series,
                        const std::function<double(const record::SeriesInfo&)>& peak,
                        const std::function<bool(const QString&)>& isBackground = {});
/// Gives curves of a panel that have the same colour different ones, as far as there are enough. The one with the lower
/// index keeps its colour.
void tellApart(PanelSpec& panel);
/// Panels of these series. Curves of a panel differ in colour. `colourOf`: colour index of an element ("PUT", "storage
/// processor").
QVector<PanelSpec> usualPanels(const std::vector<record::SeriesInfo>& series, const QStringList& names,
                               const std::function<int(const QString&)>& colourOf);

} // namespace headroom::widgets
