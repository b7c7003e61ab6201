// The user's choice of what the timeline shows. It is stored in the project's `view` and affects no result.
#pragma once

#include "widgets/document/model/document_model.h"

#include <QStringList>
#include <QVector>

namespace headroom::app {

struct PlotLayout
{
    struct Panel
    {
        QString unit;
        QStringList series; ///< by seriesName()
        bool logarithmic = false;
        bool operator==(const Panel&) const = default;
    };
    /// A column of a CSV file in the project's folder that is laid over a series.
    struct Measured
    {
        QString file; ///< relative to the project's folder
        QString column, series;
        double offsetS = 0, factor = 1;
        bool operator==(const Measured&) const = default;
    };

    QVector<Panel> panels; ///< empty: the studio chooses
    QVector<Measured> measured;

    bool operator==(const PlotLayout&) const = default;
    /// Adds the series to the panel of its unit, or to a new panel.
    void add(const QString& series, const QString& unit);
    void remove(const QString& series);
};

/// The key in `view`, as reported by DocumentModel::positionsChanged.
inline const QString timelineView = QStringLiteral("timeline");

/// Entries that cannot be read are ignored.
PlotLayout plotLayout(const project::Project& project);
/// One undoable step; nothing is done if the layout stays the same.
void setPlotLayout(widgets::DocumentModel& model, const PlotLayout& layout, const QString& text);

} // namespace headroom::app
