// Charts as files, looked at by other programs: rsvg-convert draws the SVG, pdftoppm the PDF, unzip opens the XLSX.
#include "../example_runs.h"
#include "tests/widget_tests.h"
#include "widgets/plots/requests/breakdown_view.h"
#include "widgets/plots/requests/request_timeline.h"
#include "widgets/plots/timeline/timeline_view.h"
#include "widgets/plots/views/bars_view.h"
#include "widgets/plots/views/heat_map_view.h"
#include "widgets/plots/views/latency_view.h"
#include "widgets/plots/views/load_curve_view.h"

#include <QClipboard>
#include <QFile>
#include <QMimeData>
#include <QPainter>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace headroom;
using namespace headroom::widgets;

namespace {

/// Output of a program of the system; the packages of the start script bring them.
QByteArray run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(30000) || process.exitCode() != 0)
        qWarning("%s: %s", qPrintable(program), process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

QByteArray content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The cells of a sheet, row by row, as their texts; an XLSX file is a ZIP of XML.
QVector<QStringList> cells(const QString& path, int columns)
{
    QXmlStreamReader xml(run("unzip", {"-p", path, "xl/worksheets/sheet1.xml"}));
    QVector<QStringList> rows;
    int column = 0;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QLatin1String("row"))
            rows.append(QStringList(QList<QString>(columns)));
        else if (xml.name() == QLatin1String("c"))
            column = xml.attributes().value("r").front().toLatin1() - 'A';
        else if (xml.name() == QLatin1String("v") || xml.name() == QLatin1String("t"))
            rows.back()[column] = xml.readElementText();
    }
    return rows;
}

} // namespace

class ChartExportTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const auto spans = std::make_shared<RequestSpans>();
        const example::Spans call = example::oneCall();
        for (const auto& span : call.all())
            spans->add(span);
        auto* latency = add(new LatencyView);
        latency->setSummaries(example::summary(), std::nullopt);
        record::Summary summary = example::summary();
        summary.timeParts = {{"load", "PUT", "storage", "disk data", "", 0.004, 0.012, 10}};
        add(new BreakdownView)->setRun(summary);
        add(new BarsView)->setSummaries(example::summary(), std::nullopt);
        add(new RequestTimeline)->setSpans(spans);
        add(new LoadCurveView)
            ->setPoints({{"Run 1", "PUT", 100, {1, 1, 2, 3, 4}, false}, {"Run 2", "PUT", 200, {2, 2, 4, 6, 8}, true}});
        auto* map = add(new HeatMapView);
        map->setMetrics({"processor"});
        map->begin({"storage-0", "storage-1"}, "share", 0, 10);
        for (int i = 1; i <= 10; ++i)
            map->append(i, {0.1F * static_cast<float>(i), 0.5F});
        timeline_ = add(new TimelineView);
        timeline_->setPanels({{"Throughput", "PUT/s", "1/s", {{1, "PUT", 0, {}}}},
                              {"Latency", "p50, p99", "s", {{2, "p50", 1, {}}, {3, "p99", 2, {}}}, {{2, 3, 1}}}});
        timeline_->setTimeRange(0, 10);
        for (double t = 0.5; t < 10; t += 0.5) {
            timeline_->append(1, t, 1000 + t / 3);
            timeline_->append(2, t, 1e-3);
            timeline_->append(3, t, 5e-3);
        }
        timeline_->setMeasured(1, "measured", {1, 5, 9}, {900, 1100, 1000});
        timeline_->paintNow();
    }

    void aCaptionSaysOfWhatAnExportedPictureIs()
    {
        ChartWidget& chart = *charts_.front();
        const QString plain = folder_.filePath("plain"), told = folder_.filePath("told");
        QCOMPARE(chart.exportTo(plain + ".svg"), QString());
        QCOMPARE(chart.exportTo(plain + ".png"), QString());
        chart.setCaption([] { return QString("Rack, Run 2 compared with Run 1"); });
        QCOMPARE(chart.exportTo(told + ".svg"), QString());
        QCOMPARE(chart.exportTo(told + ".png"), QString());
        chart.setCaption({});
        QVERIFY(content(told + ".svg").contains("Rack, Run 2 compared with Run 1"));
        QVERIFY(!content(plain + ".svg").contains("Rack, Run 2"));
        const QImage before(plain + ".png"), after(told + ".png");
        QCOMPARE(after.size(), before.size());
        const auto strip = [](const QImage& image) {
            return image.copy(0, image.height() - 32, image.width() / 2, 32);
        };
        QVERIFY(strip(after) != strip(before));
    }

    void everyChartIsAVectorPictureThatOtherProgramsDraw()
    {
        for (const auto& chart : charts_) {
            const QString name = folder_.filePath(QString(chart->windowTitle()).remove(' '));
            QCOMPARE(chart->exportTo(name + ".svg"), QString());
            QCOMPARE(chart->exportTo(name + ".pdf"), QString());
            QVERIFY2(content(name + ".svg").contains("<text"), qPrintable(name)); // texts stay texts
            QVERIFY2(!run("pdffonts", {name + ".pdf"}).contains("Type 3"), qPrintable(name));
            QVERIFY2(run("pdffonts", {name + ".pdf"}).count('\n') > 2, qPrintable(name)); // below the header
            run("rsvg-convert", {"-o", name + "-svg.png", name + ".svg"});
            run("pdftoppm", {"-png", "-r", "96", "-singlefile", name + ".pdf", name + "-pdf"});
            for (const char* drawn : {"-svg.png", "-pdf.png"}) {
                const QImage image(name + drawn);
                QVERIFY2(!image.isNull(), qPrintable(name + drawn));
                QVERIFY2(example::colourCount(image) > 8, qPrintable(name + drawn));
                QCOMPARE(image.pixelColor(1, image.height() - 2), lightColours().surface);
            }
        }
    }

    void everyChartPaintsItselfToAPaperOfAnySize()
    {
        for (const auto& chart : charts_)
            for (const QSize size : {QSize(700, 300), QSize(1400, 500)}) {
                QImage paper(size, QImage::Format_RGB32);
                paper.fill(Qt::magenta);
                QPainter painter(&paper);
                painter.drawPicture(0, 0, chart->picture(size));
                painter.end();
                QVERIFY2(example::colourCount(paper) > 8, qPrintable(chart->windowTitle()));
                QCOMPARE(paper.pixelColor(size.width() - 2, size.height() - 2), lightColours().surface);
            }
    }

    void aDarkChartIsWrittenInLightColours()
    {
        QPalette dark;
        dark.setColor(QPalette::Window, Qt::black);
        dark.setColor(QPalette::WindowText, Qt::white);
        timeline_->setPalette(dark);
        QCoreApplication::processEvents();
        const QString path = folder_.filePath("dark.png");
        QCOMPARE(timeline_->exportTo(path), QString());
        QCOMPARE(QImage(path).pixelColor(2, 2), lightColours().surface);
        timeline_->setPalette({});
    }

    void tablesReadBackEqual()
    {
        for (const auto& chart : charts_) {
            const QString name = folder_.filePath(QString(chart->windowTitle()).remove(' '));
            QCOMPARE(chart->exportTo(name + ".csv"), QString());
            QCOMPARE(chart->exportTo(name + ".xlsx"), QString());
            const DataTable table = chart->table();
            QVERIFY(!table.rows.empty());
            QCOMPARE(QString::fromUtf8(content(name + ".csv")), toCsv(table));
            const auto sheet = cells(name + ".xlsx", static_cast<int>(table.columns.size()));
            QCOMPARE(sheet.size(), static_cast<qsizetype>(table.rows.size()) + 1);
            const QStringList lines = toCsv(table).split('\n');
            for (std::size_t r = 0; r < table.rows.size(); ++r)
                for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
                    const QString cell = sheet[static_cast<qsizetype>(r) + 1][static_cast<qsizetype>(c)];
                    if (const auto* number = std::get_if<double>(&table.rows[r][c]); number && std::isfinite(*number))
                        QVERIFY2(std::abs(cell.toDouble() - *number) <= std::abs(*number) * 1e-15, qPrintable(cell));
                    else if (const auto* text = std::get_if<QString>(&table.rows[r][c]))
                        QCOMPARE(cell, *text);
                    else
                        QCOMPARE(cell, QString());
                }
        }
    }

    void aTableOfTextsIsQuotedAndItsNumbersLoseNothing()
    {
        const DataTable table{
            "t", {{"a \"b\"", {}}, {"c", "s"}}, {{QString("x, \"y\""), 0.1 + 0.2}, {{}, std::nan("")}}};
        QCOMPARE(toCsv(table), QString("\"a \"\"b\"\"\",c [s]\n\"x, \"\"y\"\"\",0.30000000000000004\n,\n"));
    }

    void whatCannotBeWrittenIsSaidAndTheFormerFileStays()
    {
        QVERIFY(timeline_->exportTo("/nonexistent/a.pdf").contains("/nonexistent/a.pdf"));
        QVERIFY(timeline_->exportTo("/nonexistent/a.xlsx").contains("/nonexistent/a.xlsx"));
        QVERIFY(timeline_->exportTo("/nonexistent/a.csv").contains("/nonexistent/a.csv"));
        QVERIFY(timeline_->exportTo(folder_.filePath("a.bmp")).contains("a.bmp"));
    }

    void aChartIsCopiedAsPixelsVectorsAndData()
    {
        const std::unique_ptr<QMimeData> data(timeline_->mimeData());
        QVERIFY(data->hasImage());
        QVERIFY(data->data("image/svg+xml").contains("<svg"));
        QVERIFY(data->text().startsWith("time [s],"));
        timeline_->setFocus();
        QTest::keySequence(timeline_, QKeySequence::Copy);
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
    }

private:
    template <class Chart>
    Chart* add(Chart* chart)
    {
        charts_.emplace_back(chart);
        chart->resize(1000, 320);
        chart->show();
        return chart;
    }

    QTemporaryDir folder_;
    std::vector<std::unique_ptr<ChartWidget>> charts_;
    TimelineView* timeline_ = nullptr;
};

HEADROOM_WIDGET_TEST(ChartExportTest)
#include "chart_export_test.moc"
