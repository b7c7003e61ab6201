#include "app/base/file_name.h"

#include "project/file/file_name.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

namespace headroom::app {

QString fileNameOf(const QStringList& texts)
{
    static const QRegularExpression others(R"([^\p{L}\p{N}._]+)");
    static const QRegularExpression edges("^[-.]+|-+$"); // a name that begins with a dot would be hidden
    const QString name = QString(texts.join('-')).replace(others, "-").remove(edges);
    // Cuts names that are too long for a file.
    return name.isEmpty() ? name : QString::fromStdString(project::fileNameOfId(name.toStdString()));
}

QString chooseFile(QWidget* parent, const QString& title, const QString& proposal, const QString& filters)
{
    QString filter;
    QString path = QFileDialog::getSaveFileName(parent, title, proposal, filters, &filter);
    static const QRegularExpression ending("\\*(\\.\\w+)");
    if (!path.isEmpty() && QFileInfo(path).suffix().isEmpty())
        path += ending.match(filter.isEmpty() ? filters : filter).captured(1);
    return path;
}

} // namespace headroom::app
