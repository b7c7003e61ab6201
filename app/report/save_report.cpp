#include "app/report/save_report.h"

#include "widgets/report/report_file.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

namespace headroom::app {

namespace {

struct SaveTexts
{
    Q_DECLARE_TR_FUNCTIONS(SaveReport)
};

} // namespace

SavedFile saveReport(QWidget& parent, const QString& title, const QString& folder, const QString& name,
                     const std::function<widgets::report::Report()>& make)
{
    QString filter;
    QString path =
        QFileDialog::getSaveFileName(&parent, title, (folder.isEmpty() ? name : folder + '/' + name) + ".pdf",
                                     SaveTexts::tr("PDF (*.pdf);;HTML (*.html)"), &filter);
    if (path.isEmpty())
        return {};
    if (QFileInfo(path).suffix().isEmpty())
        path += filter.contains("html") ? ".html" : ".pdf";
    return {path, widgets::report::writeReport(make(), path)};
}

} // namespace headroom::app
