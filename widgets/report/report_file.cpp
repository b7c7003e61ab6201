#include "widgets/report/report_file.h"

#include "widgets/files/written_file.h"
#include "widgets/report/html_report.h"
#include "widgets/report/paged_report.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace headroom::widgets::report {

QString writeReport(const Report& report, const QString& path)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("ReportFile", text); };
    const QString suffix = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (suffix == "pdf")
        bytes = toPdf(report);
    else if (suffix == "html" || suffix == "htm")
        bytes = toHtml(report);
    else
        return tr("A report is written as .pdf or .html; “%1” ends in neither.").arg(QFileInfo(path).fileName());
    return writeWhole(path, bytes);
}

} // namespace headroom::widgets::report
