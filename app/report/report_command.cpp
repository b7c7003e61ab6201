#include "app/report/report_command.h"

#include "widgets/report/report_file.h"

#include <QFile>
#include <QImageReader>

#include <cstdio>
#include <stdexcept>

namespace headroom::app {

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
            problem = widgets::report::writeReport(makeReport(readRuns(results), choice), out);
    } catch (const std::runtime_error& fault) {
        problem = QString::fromUtf8(fault.what());
    }
    if (problem.isEmpty())
        return 0;
    std::fprintf(stderr, "%s\n", qUtf8Printable(problem));
    return 1;
}

} // namespace headroom::app
