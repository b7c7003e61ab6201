#include "app/report/report_command.h"

#include "app/report/study_report.h"
#include "widgets/report/report_file.h"

#include <QFile>
#include <QImageReader>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace headroom::app {

namespace {

/// Makes a report of runs, or of the only study.
widgets::report::Report reportOf(const QStringList& results, const ReportChoice& choice)
{
    const auto isStudy = [](const QString& path) { return path.endsWith(".hrs", Qt::CaseInsensitive); };
    if (std::none_of(results.begin(), results.end(), isStudy))
        return makeReport(readRuns(runFiles(results)), choice);
    if (results.size() > 1)
        throw std::runtime_error(QObject::tr("A report of a study takes no further files.").toStdString());
    const auto [table, description] = readStudy(results.front());
    return makeStudyReport(table, choice, description);
}

} // namespace

int writeReportOf(const QStringList& results, const QString& out, const QString& logo, ReportChoice choice)
{
    QString problem;
    if (QFile file(logo); !logo.isEmpty() && (!file.open(QIODevice::ReadOnly) || !QImageReader(logo).canRead()))
        problem = QObject::tr("“%1” is not a picture that can be read.").arg(logo);
    else if (!logo.isEmpty())
        choice.logo = file.readAll();
    if (results.isEmpty())
        problem = QObject::tr("A report needs at least one result file: headroom-studio --report OUT.pdf RESULT.hrr");
    try {
        if (problem.isEmpty())
            problem = widgets::report::writeReport(reportOf(results, choice), out);
    } catch (const std::runtime_error& fault) {
        problem = QString::fromUtf8(fault.what());
    } catch (const std::exception&) { // what is read is checked; but a report shall end with a word in any case
        problem = QObject::tr("The report could not be made of what the files hold.");
    }
    if (problem.isEmpty())
        return 0;
    std::fprintf(stderr, "%s\n", qUtf8Printable(problem));
    return 1;
}

} // namespace headroom::app
