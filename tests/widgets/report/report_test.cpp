// A report as pages and as a page for the browser, read back by other programs: pdftotext reads the PDF, rsvg-convert
// draws the figures of the HTML.
#include "widgets/report/html_report.h"
#include "widgets/report/paged_report.h"
#include "widgets/report/report_file.h"
#include "widgets/theme/theme.h"

#include <QBuffer>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace headroom::widgets;
using namespace headroom::widgets::report;

namespace {

Figure figure(const QString& caption)
{
    Figure figure{caption, QPicture(), QSize(600, 200)};
    QPainter painter(&figure.picture);
    painter.fillRect(100, 50, 400, 100, Qt::darkBlue);
    painter.drawText(120, 30, "in the figure");
    return figure;
}

Table table(int rows)
{
    Table table{"Rows", {"Name", "Value"}, {}};
    for (int i = 0; i < rows; ++i)
        table.rows.append({QString("row-%1").arg(i), QString::number(i * i)});
    return table;
}

Report reportOf(QVector<Section> sections)
{
    return {"Eight servers", "Made today", "Is it enough?", "A. Planner", {}, std::move(sections)};
}

/// Texts of the pages, as pdftotext reads them.
QStringList pagesOf(const Report& report)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("report.pdf");
    if (const QString problem = writeReport(report, path); !problem.isEmpty())
        qWarning("%s", qPrintable(problem));
    QProcess process;
    process.start("pdftotext", {"-layout", path, "-"});
    process.waitForFinished();
    QStringList pages = QString::fromUtf8(process.readAllStandardOutput()).split('\f');
    pages.removeLast();
    return pages;
}

int shareOfInk(const QImage& image)
{
    int inked = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            inked += qAlpha(image.pixel(x, y)) > 0 && qGray(image.pixel(x, y)) < 128;
    return image.isNull() ? 0 : inked * 100 / (image.width() * image.height());
}

} // namespace

class ReportTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::dark); } // a report is light all the same

    void aReportBeginsWithItsTitleQuestionAndAuthor()
    {
        const QStringList pages = pagesOf(reportOf({{"a", "First", {Paragraph{"Some words."}}}}));
        QCOMPARE(pages.size(), 1);
        for (const char* said : {"Eight servers", "Is it enough?", "A. Planner", "First", "Some words.", "1 of 1"})
            QVERIFY2(pages.front().contains(said), said);
    }

    void aTableOverSeveralPagesRepeatsItsHeaderAndLosesNoRow()
    {
        const int rows = 120;
        const QStringList pages = pagesOf(reportOf({{"a", "Long", {table(rows)}}}));
        QVERIFY(pages.size() >= 3);
        for (const QString& page : pages)
            QVERIFY(page.contains(QRegularExpression("Name +Value")));
        const QString all = pages.join('\n');
        for (int i = 0; i < rows; ++i)
            QCOMPARE(all.count(QRegularExpression(QString("\\brow-%1\\b").arg(i))), 1);
    }

    void aHeadingIsNeverTheLastLineOfAPage()
    {
        for (int lines = 20; lines < 50; ++lines) { // somewhere the heading comes to lie at the page's end
            Section first{"a", "First", {}};
            for (int i = 0; i < lines; ++i)
                first.parts.append(Paragraph{"A line."});
            for (const QString& page : pagesOf(reportOf({first, {"b", "Second", {Paragraph{"What follows."}}}})))
                QCOMPARE(page.contains("Second"), page.contains("What follows."));
        }
    }

    void aLongWordAndAWideTableStayOnThePaper()
    {
        Table wide{{}, {}, {{}}, 2};
        for (int column = 0; column < 12; ++column) {
            wide.header += QString("Column %1").arg(column);
            wide.rows.front() += QString("value-with-a-long-name-%1").arg(column);
        }
        const PagedReport paged(reportOf({{"a", "Wide", {wide, Paragraph{QString(400, 'x')}}}}));
        QImage page(paged.pageSize().toSize(), QImage::Format_RGB32);
        QPainter painter(&page);
        paged.paintPage(painter, 0);
        painter.end();
        for (int y = 0; y < page.height(); ++y) {
            QCOMPARE(page.pixelColor(20, y), QColor(Qt::white));
            QCOMPARE(page.pixelColor(page.width() - 20, y), QColor(Qt::white));
        }
    }

    void aPageForTheBrowserNeedsNoOtherFile()
    {
        QByteArray logo;
        QBuffer buffer(&logo);
        QImage(8, 8, QImage::Format_RGB32).save(&buffer, "PNG");
        Report whole = reportOf({{"a", "Figures & tables", {figure("A <figure>"), table(3)}}});
        whole.logo = logo;
        const QString html = QString::fromUtf8(toHtml(whole));
        QCOMPARE(html.count("<svg"), 1);
        QVERIFY(html.contains("Figures &amp; tables"));
        QVERIFY(html.contains("A &lt;figure&gt;"));
        QVERIFY(html.contains("src=\"data:image/png;base64," + QString::fromLatin1(logo.toBase64())));
        QVERIFY(!html.contains(QRegularExpression("(src|href)=\"(?!data:|#)")));
        for (int i = 0; i < 3; ++i)
            QVERIFY(html.contains(QString("<td>row-%1</td><td class=\"number\">%2</td>").arg(i).arg(i * i)));
    }

    void theFiguresOfAPageForTheBrowserAreDrawnByAnotherProgram()
    {
        const QTemporaryDir folder;
        const QString html = QString::fromUtf8(toHtml(reportOf({{"a", "A", {figure("One")}}})));
        const auto begin = html.indexOf("<svg"), end = html.indexOf("</svg>");
        QFile svg(folder.filePath("figure.svg"));
        QVERIFY(svg.open(QIODevice::WriteOnly));
        svg.write(html.mid(begin, end - begin + 6).toUtf8());
        svg.close();
        QCOMPARE(QProcess::execute("rsvg-convert", {"-o", folder.filePath("figure.png"), svg.fileName()}), 0);
        const int ink = shareOfInk(QImage(folder.filePath("figure.png")));
        QVERIFY2(ink > 28 && ink < 40, qPrintable(QString::number(ink))); // the rectangle is a third of it
    }

    void aReportIsWrittenWholeOrNotAtAll()
    {
        const QTemporaryDir folder;
        QVERIFY(writeReport(reportOf({}), folder.filePath("report.docx")).contains(".pdf or .html"));
        QVERIFY(!writeReport(reportOf({}), folder.filePath("no such folder/report.pdf")).isEmpty());
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

QTEST_MAIN(ReportTest)
#include "report_test.moc"
