// What a report of one run, or of several side by side, says.
#pragma once

#include "app/report/reported_run.h"
#include "widgets/report/report.h"

#include <QStringList>

#include <utility>

namespace headroom::app {

struct ReportChoice
{
    QString title;    ///< empty: the project's name, and what was compared
    QString question; ///< empty: the project's description
    QString author;
    QByteArray logo;          ///< a picture file's bytes
    QStringList leftOut = {}; ///< ids of sections
};

/// Id and title of every section, in their order.
QVector<std::pair<QString, QString>> reportSections();

/// Of several runs the first is the baseline. Needs a QApplication: charts are drawn.
widgets::report::Report makeReport(const std::vector<ReportedRun>& runs, const ReportChoice& choice);

/// A report without sections: its head.
widgets::report::Report reportHead(const std::vector<ReportedRun>& runs, const ReportChoice& choice);
/// One section; without parts if there is nothing to say.
widgets::report::Section reportSection(const QString& id, const std::vector<ReportedRun>& runs);

} // namespace headroom::app
