#include "app/report/save_report.h"

#include "app/base/file_name.h"
#include "project/file/file_name.h"
#include "widgets/report/report_file.h"

#include <QCoreApplication>

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
    const QString file = QString::fromStdString(project::fileNameOfId(name.toStdString())) + ".pdf";
    const QString path = chooseFile(&parent, title, folder.isEmpty() ? file : folder + '/' + file,
                                    SaveTexts::tr("PDF (*.pdf);;HTML (*.html)"));
    if (path.isEmpty())
        return {};
    return {path, widgets::report::writeReport(make(), path)};
}

} // namespace headroom::app
