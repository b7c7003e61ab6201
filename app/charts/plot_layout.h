// What the timeline shows by choice: kept in the project's `view`, where it affects no result.
#pragma once

#include "widgets/document/document_model.h"

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
    /// A column of a CSV file in the project's folder, laid over a series.
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
    /// Into the panel of its unit, or one of its own.
    void add(const QString& series, const QString& unit);
    void remove(const QString& series);
};

/// The part of `view` that holds it, as DocumentModel::positionsChanged names it.
inline const QString timelineView = QStringLiteral("timeline");

/// What cannot be read of it is passed over.
PlotLayout plotLayout(const project::Project& project);
/// As one undoable step; nothing if nothing changes.
void setPlotLayout(widgets::DocumentModel& model, const PlotLayout& layout, const QString& text);

} // namespace headroom::app
