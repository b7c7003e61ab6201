// Creates the content of a report on one run, or on several runs side by side.
#pragma once

#include "app/report/reported_run.h"
#include "widgets/report/report.h"

#include <QStringList>

#include <utility>

namespace headroom::app {

/// The user's choices for a report.
struct ReportChoice
{
    QString title;    ///< empty: the project's name and what was compared
    QString question; ///< empty: the project's description
    QString author;
    QByteArray logo;          ///< a picture file's bytes
    QStringList leftOut = {}; ///< ids of sections
};

/// Id and title of every section, in their order.
QVector<std::pair<QString, QString>> reportSections();

/// If there are several runs, the first is the baseline. Charts are drawn, so a QApplication is required.
widgets::report::Report makeReport(const std::vector<ReportedRun>& runs, const ReportChoice& choice);

/// The head of a report, without sections. `title` and `question` stand where the user has chosen none.
widgets::report::Report reportHead(const ReportChoice& choice, const QString& title, const QString& question);
widgets::report::Report reportHead(const std::vector<ReportedRun>& runs, const ReportChoice& choice);
/// One section; it has no parts if there is nothing to report.
widgets::report::Section reportSection(const QString& id, const std::vector<ReportedRun>& runs);

} // namespace headroom::app
