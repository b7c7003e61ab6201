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

#include <cmath>

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

/// The sizes of all texts of a PDF in points, as pdftohtml reads them.
QVector<double> sizesOf(const Report& report)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("report.pdf");
    if (const QString problem = writeReport(report, path); !problem.isEmpty())
        qWarning("%s", qPrintable(problem));
    QProcess process;
    process.start("pdftohtml", {"-xml", "-i", "-stdout", "-zoom", "3", path});
    process.waitForFinished();
    QVector<double> sizes;
    auto found = QRegularExpression("<fontspec [^>]*size=\"([0-9]+)\"")
                     .globalMatch(QString::fromUtf8(process.readAllStandardOutput()));
    while (found.hasNext())
        sizes += found.next().captured(1).toDouble() / 3;
    return sizes;
}

/// A drawing of this size with texts of 10 pixels.
Figure drawing(int width, int height)
{
    Figure figure{"A drawing", QPicture(), QSize(width, height), 10};
    QPainter painter(&figure.picture);
    QFont font;
    font.setPixelSize(10);
    painter.setFont(font);
    painter.drawText(20, 30, "first");
    painter.drawText(width - 60, height - 20, "last");
    return figure;
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

    /// Fonts like Inter have other shapes of these signs beside digits and capitals; a reader of the file finds no
    /// characters for such shapes.
    void textCopiedFromTheFileHasItsSigns()
    {
        for (const char* said : {"run-0001 20261123-144030.hrr", "−94 % ± 0.5", "11× as many, 3 x 4",
                                 "(A) [B] {C} A-B A→B", "12:30 1/2 ≥ 5", "--set WORKERS=64"}) {
            const QString text = said;
            const QString page =
                pagesOf(reportOf({{"a", text, {Paragraph{text}, Table{text, {"Sign", text}, {{"1", text}}}}}})).front();
            QCOMPARE(page.simplified().count(text), 5);
        }
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

    void ofAFoldedTableAPageShowsTheFirstRowsAndABrowserAllOnDemand()
    {
        Table table{"Points", {"Point"}, {}, 1};
        for (int i = 0; i < 50; ++i)
            table.rows.append({QString("row-%1-").arg(i)});
        table.folded = true;
        const Report report = reportOf({{"a", "All", {table}}});
        const QString html = QString::fromUtf8(toHtml(report));
        QVERIFY(html.contains("<details><summary>Points (50 rows)</summary>") && html.contains("row-49-"));
        const QString paper = pagesOf(report).join('\n');
        QVERIFY(paper.contains("row-11-") && !paper.contains("row-12-"));
        QVERIFY2(paper.contains("38 further rows are in the report for a browser."), qPrintable(paper));
    }

    void aReportDoesNotEndWithAPageOfAFewLines()
    {
        constexpr double mostOfAPage = 0.2;
        int oneSaved = 0;
        for (int rows = 20; rows < 70; ++rows) { // the last sentence gets to each place of a page
            const PagedReport paged(reportOf({{"a", "First", {table(rows), Paragraph{"Between."}}},
                                              {"b", "Second", {Paragraph{"So it is."}, Paragraph{"In short."}}}}));
            QImage page(paged.pageSize().toSize(), QImage::Format_RGB32);
            QPainter painter(&page);
            paged.paintPage(painter, paged.pageCount() - 1);
            painter.end();
            int last = 0;
            for (int y = 0; y < page.height() * 9 / 10; ++y) // above the page number
                for (int x = 0; x < page.width(); ++x)
                    if (page.pixelColor(x, y) != QColor(Qt::white))
                        last = y;
            oneSaved += paged.pageCount() == 1 && rows > 25;
            QVERIFY2(paged.pageCount() == 1 || last > page.height() * mostOfAPage, qPrintable(QString::number(rows)));
        }
        QVERIFY(oneSaved > 0);
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

    void aWideTableOfNumbersTakesTheWholeWidth()
    {
        const QStringList row{"PUT",    "0.191 /s ± 13 %", "171 KB/s", "915 ms ± 84 %", "145 ms",
                              "4.48 s", "5.03 s ± 2 %",    "5.03 s",   "0.5 %",         "1.63 s ± 82 %"};
        const QStringList header{"Op", "a", "b", "c", "d", "e", "f", "g", "h", "last"};
        const QTemporaryDir folder;
        const QString path = folder.filePath("report.pdf");
        QCOMPARE(writeReport(reportOf({{"a", "Wide", {Table{"", header, {row}}}}}), path), QString());
        QProcess process;
        process.start("pdftotext", {"-bbox", path, "-"});
        process.waitForFinished();
        const QString words = QString::fromUtf8(process.readAllStandardOutput());
        const auto last = QRegularExpression("xMax=\"([0-9.]+)\" yMax=\"[0-9.]+\">last<").match(words);
        QVERIFY2(last.hasMatch(), qPrintable(words));
        QVERIFY2(last.captured(1).toDouble() > 0.85 * 595, qPrintable(last.captured(1))); // of an A4 page, in points
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

    void aReportOfNothingIsATitlePage()
    {
        const QStringList pages = pagesOf({});
        QCOMPARE(pages.size(), 1);
        QVERIFY(pages.front().contains("1 of 1"));
        const QString html = QString::fromUtf8(toHtml({}));
        QVERIFY(html.startsWith("<!DOCTYPE html>") && html.endsWith("</body></html>\n"));
        QCOMPARE(html.count("<section>"), 0);
        QVERIFY(!html.contains("<img") && !html.contains("class=\"question\"></p>"));
    }

    void whatIsNotGivenLeavesNoTrace()
    {
        Report bare = reportOf({});
        bare.question.clear();
        bare.author.clear();
        const QString html = QString::fromUtf8(toHtml(bare));
        QVERIFY(html.contains("<div class=\"dim\">Made today</div>"));
        QVERIFY(!html.contains("<p class=\"question\">"));
        QVERIFY(!html.contains("<img"));
        QVERIFY(!pagesOf(bare).front().contains("Is it enough?"));
    }

    void aTableWithoutRowsIsItsHeader()
    {
        const QString html = QString::fromUtf8(toHtml(reportOf({{"a", "Empty", {table(0)}}})));
        QVERIFY(html.contains("<th>Name</th><th class=\"number\">Value</th>"));
        QCOMPARE(html.count("<td"), 0);
        const QStringList pages = pagesOf(reportOf({{"a", "Empty", {table(0)}}}));
        QCOMPARE(pages.size(), 1);
        QVERIFY(pages.front().contains(QRegularExpression("Name +Value")));
    }

    void aTableWithoutACaptionHasNone()
    {
        Table plain = table(1);
        plain.caption.clear();
        QVERIFY(!toHtml(reportOf({{"a", "A", {plain}}})).contains("<caption>"));
        QVERIFY(toHtml(reportOf({{"a", "A", {table(1)}}})).contains("<caption>Rows</caption>"));
    }

    void asManyColumnsAsAreTextsStandLeft()
    {
        Table mixed{{}, {"a", "b", "c"}, {{"1", "2", "3"}}, 2};
        const QString html = QString::fromUtf8(toHtml(reportOf({{"a", "A", {mixed}}})));
        QVERIFY(html.contains("<td>1</td><td>2</td><td class=\"number\">3</td>"));
        mixed.texts = 0;
        QCOMPARE(toHtml(reportOf({{"a", "A", {mixed}}})).count("<td class=\"number\">"), 3);
    }

    void eachKindOfParagraphIsMarkedAndItsTextIsKept()
    {
        using Kind = Paragraph::Kind;
        const QString html = QString::fromUtf8(
            toHtml(reportOf({{"a",
                              "A",
                              {Paragraph{"plain"}, Paragraph{"said first", Kind::lead}, Paragraph{"small", Kind::note},
                               Paragraph{"a < b\n  c", Kind::code}}}})));
        QVERIFY(html.contains("<p>plain</p>"));
        QVERIFY(html.contains("<p class=\"lead\">said first</p>"));
        QVERIFY(html.contains("<p class=\"note\">small</p>"));
        QVERIFY(html.contains("<pre>a &lt; b\n  c</pre>")); // lines and blanks as they were typed
    }

    void noTextOfAProjectBecomesMarkup()
    {
        const QString wild = "<script>\"x\" & 'y'</script>";
        Report report{wild, wild, wild, wild, {}, {{"a", wild, {Paragraph{wild}, Table{wild, {wild}, {{wild}}}}}}};
        const QString html = QString::fromUtf8(toHtml(report));
        QVERIFY(!html.contains("<script"));
        QCOMPARE(html.count("&lt;script&gt;"), 11);
        const QString page = pagesOf(report).join(' ');
        QVERIFY(page.contains("<script>"));
    }

    void numbersAreNotBrokenWhereTextsCanBe()
    {
        Table table{{},
                    {"Operation", "Throughput", "Data", "Mean", "p50", "p95", "p99", "Longest", "Failed"},
                    {{"followers of all partitions: follow", "17 800 /s ± 4.3 %", "2.30 GB/s", "26.9 ms ± 1.2 %",
                      "27.2 ms", "40.1 ms", "40.7 ms", "42.4 ms", "0"}}};
        const QString page = pagesOf(reportOf({{"one", "Results", {table}}})).front();
        for (const char* whole : {"17 800 /s ± 4.3 %", "2.30 GB/s", "26.9 ms ± 1.2 %", "42.4 ms", "Longest", "Failed"})
            QVERIFY2(page.contains(whole), whole);
    }

    void aHeadingOfNumbersIsBrokenBetweenItsWordsBeforeANumberIsBroken()
    {
        const Table table{
            "",
            {"Group", "Resource", "Utilisation mean", "Utilisation maximum", "Operations throughput", "Latency average",
             "Latency maximum"},
            {{"storage", "workers of servers", "80 %", "82 %", "476 /s ± 0.5 %", "134 ms ± 0.4 %", "364 ms"}},
            2};
        const QString page = pagesOf(reportOf({{"a", "A", {table}}})).join("");
        for (const char* whole : {"Utilisation", "maximum", "throughput", "476 /s ± 0.5 %", "134 ms ± 0.4 %", "364 ms"})
            QVERIFY2(page.contains(whole), whole);
    }

    void sectionsAreReachedFromTheTopInTheirOrder()
    {
        const QString html = QString::fromUtf8(toHtml(reportOf({{"one", "First", {}}, {"two", "Second", {}}})));
        QVERIFY(html.contains("<nav><a href=\"#one\">First</a> <a href=\"#two\">Second</a> </nav>"));
        QVERIFY(html.indexOf("<h2 id=\"one\">First</h2>") > 0);
        QVERIFY(html.indexOf("<h2 id=\"one\">") < html.indexOf("<h2 id=\"two\">Second</h2>"));
    }

    void lettersOfAllLanguagesAreKept()
    {
        const QString words = "Größe µs → 大 ✓";
        QVERIFY(toHtml(reportOf({{"a", words, {Paragraph{words}}}})).contains(words.toUtf8()));
        QVERIFY(pagesOf(reportOf({{"a", "A", {Paragraph{"Größe in µs"}}}})).front().contains("Größe in µs"));
    }

    void textsOfADrawingAreNotPrintedTooSmallToBeRead_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("as wide as the page") << QSize(660, 300);
        QTest::newRow("a little wider") << QSize(700, 300);
        QTest::newRow("turned") << QSize(920, 300);
        QTest::newRow("high") << QSize(500, 900);
    }
    void textsOfADrawingAreNotPrintedTooSmallToBeRead()
    {
        QFETCH(QSize, size);
        const Report report = reportOf({{"a", "A", {drawing(size.width(), size.height())}}});
        for (const double points : sizesOf(report))
            QVERIFY2(points > smallestPrint - 1. / 3, qPrintable(QString::number(points)));
        const QString text = pagesOf(report).join(' ');
        QVERIFY2(text.contains("first") && text.contains("last"), qPrintable(text));
    }

    void aDrawingThatFitsUprightOrTurnedIsAsWideAsItIsSaid()
    {
        QVERIFY(widestFigure(10, false) >= 660 && widestFigure(10, false) < 720);
        QVERIFY(widestFigure(10, true) > widestFigure(10, false));
        QVERIFY(widestFigure(20, false) > widestFigure(10, false));
    }

    void aFigureThatIsLargerThanThePageIsScaledOntoOne()
    {
        Figure tall = figure("A tall one");
        tall.size = {600, 6000};
        const PagedReport paged(reportOf({{"a", "A", {tall, Paragraph{"After it."}}}}));
        QVERIFY(paged.pageCount() <= 2);
        for (int i = 0; i < paged.pageCount(); ++i) {
            QImage page(paged.pageSize().toSize(), QImage::Format_RGB32);
            QPainter painter(&page);
            paged.paintPage(painter, i);
            painter.end();
            for (int y = 0; y < page.height(); ++y)
                QCOMPARE(page.pixelColor(page.width() - 20, y), QColor(Qt::white));
        }
    }

    void thePaperIsOfTheSizeThatIsWanted()
    {
        const Report whole = reportOf({{"a", "Long", {table(120)}}});
        const PagedReport a4(whole), a5(whole, QPageSize(QPageSize::A5));
        QVERIFY(a5.pageSize().width() < a4.pageSize().width());
        QVERIFY(std::abs(a4.pageSize().width() - 210 / 25.4 * pixelsPerInch) < 1);
        QVERIFY(a5.pageCount() > a4.pageCount());
    }

    void theEndingOfTheNameChoosesTheFormInAnyCase()
    {
        const QTemporaryDir folder;
        const auto begin = [&](const char* name) {
            const QString path = folder.filePath(name);
            if (!writeReport(reportOf({}), path).isEmpty())
                return QByteArray();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.read(5) : QByteArray();
        };
        QCOMPARE(begin("a.PDF"), QByteArray("%PDF-"));
        QCOMPARE(begin("a.html"), QByteArray("<!DOC"));
        QCOMPARE(begin("a.htm"), QByteArray("<!DOC"));
        QCOMPARE(begin("a"), QByteArray());
    }
};

QTEST_MAIN(ReportTest)
#include "report_test.moc"
