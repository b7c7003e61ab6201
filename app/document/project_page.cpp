#include "app/document/project_page.h"

#include "widgets/controls/dialog.h"
#include "widgets/theme/theme.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImageReader>
#include <QPainter>
#include <QTextBrowser>
#include <QTextTable>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace headroom::app {

namespace {

constexpr QSize pageSize(900, 800);
constexpr int pictureWidth = 820; ///< wider pictures are scaled down

/// Shows pictures on white paper, for which they are drawn, and as wide as the page.
class PageBrowser : public QTextBrowser
{
public:
    QVariant loadResource(int type, const QUrl& name) override
    {
        if (type != QTextDocument::ImageResource)
            return QTextBrowser::loadResource(type, name);
        QImageReader reader(QDir(searchPaths().value(0)).filePath(name.path()));
        const QSize size = reader.size();
        if (size.width() > pictureWidth)
            reader.setScaledSize(size * pictureWidth / size.width());
        const QImage drawn = reader.read();
        QImage paper(drawn.size(), QImage::Format_RGB32);
        paper.fill(Qt::white);
        QPainter(&paper).drawImage(0, 0, drawn);
        return paper;
    }
};

/// Shares of the width by the longest text of each column; a short one takes no more than it needs, and a long one not
/// all of the rest.
QList<QTextLength> widthsOf(const QTextTable& table)
{
    constexpr double least = 8, most = 80; // characters
    QList<double> longest(table.columns(), least);
    for (int row = 0; row < table.rows(); ++row)
        for (int column = 0; column < table.columns(); ++column) {
            const QTextTableCell cell = table.cellAt(row, column);
            const int length = cell.lastCursorPosition().position() - cell.firstCursorPosition().position();
            longest[column] = std::clamp(static_cast<double>(length), longest[column], most);
        }
    const double all = std::accumulate(longest.begin(), longest.end(), 0.0);
    QList<QTextLength> widths;
    for (const double each : longest)
        widths.append(QTextLength(QTextLength::PercentageLength, 100 * each / all));
    return widths;
}

} // namespace

void drawTables(QTextDocument& document)
{
    for (QTextFrame* frame : document.rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorder(1);
            format.setBorderCollapse(true);
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setBorderBrush(widgets::colours(QGuiApplication::palette()).border);
            format.setTopMargin(widgets::rhythm::step);
            format.setCellPadding(widgets::rhythm::half);
            format.setColumnWidthConstraints(widthsOf(*table));
            table->setFormat(format);
        }
}

QString projectPageOf(const QString& projectFile)
{
    const QFileInfo page(QFileInfo(projectFile).dir().filePath("README.md"));
    return !projectFile.isEmpty() && page.isFile() ? page.filePath() : QString();
}

void showProjectPage(const QString& page, QWidget* parent)
{
    auto* window = widgets::named(new widgets::Dialog(parent), "projectPage");
    window->setAttribute(Qt::WA_DeleteOnClose);
    auto* browser = new PageBrowser;
    browser->setOpenExternalLinks(true);
    browser->setSearchPaths({QFileInfo(page).path()});
    QFile file(page);
    browser->setMarkdown(file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : file.errorString());
    browser->document()->setDocumentMargin(2 * widgets::rhythm::margin);
    drawTables(*browser->document());
    window->setWindowTitle(browser->document()->begin().text());
    auto* column = new QVBoxLayout(window);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(browser);
    window->resize(pageSize);
    window->show();
}

} // namespace headroom::app
