#include "widgets/report/report_file.h"

#include "widgets/report/html_report.h"
#include "widgets/report/paged_report.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

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
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return tr("“%1” could not be written: %2").arg(path, file.errorString());
    return {};
}

} // namespace headroom::widgets::report
