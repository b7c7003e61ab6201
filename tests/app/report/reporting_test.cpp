// Reports of real runs: from the window, and from the command line without a display.

#include "../desk_test.h"

#include "app/report/make_report.h"
#include "app/report/report_dialog.h"

#include "app/base/settings.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/theme/number_text.h"

#include <QListWidget>
#include <QPainter>
#include <QPrintPreviewWidget>
#include <QProcess>
#include <QRegularExpression>
#include <QStatusBar>

using namespace headroom;

namespace {

QString content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class ReportingTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        desk_ = std::make_unique<studio::Desk>();
        QVERIFY(desk_->openRack(3));
    }
    void cleanup() { desk_.reset(); }

    void aRunIsReportedWithItsOwnFiguresAndTheSectionsThatWereChosen()
    {
        run();
        auto* dialog = openReport();
        QVERIFY(dialog);
        QVERIFY(dialog->findChild<QPrintPreviewWidget*>()->pageCount() > 3);
        uncheck(*dialog, "configuration");
        auto* author = dialog->findChildren<QLineEdit*>().at(1);
        author->setFocus();
        QTest::keyClicks(author, "A. Planner");
        QVERIFY(dialog->write(desk_->path("report.html")));
        const QString html = content(desk_->path("report.html"));
        QVERIFY(html.contains("A. Planner"));
        QVERIFY(html.contains("<h2 id=\"limits\">") && !html.contains("<h2 id=\"configuration\">"));
        const auto& put = desk_->runs().back().summary->operations.at("PUT");
        QVERIFY(html.contains(widgets::valueText(put.perSecond, "1/s")));
        QVERIFY(html.contains(widgets::valueText(put.latency.p99Ms / 1000, "s")));
        QTRY_VERIFY(app::openSettings().value("report/author").toString() == "A. Planner");
        dialog->close();

        auto* again = openReport();
        QVERIFY(again);
        QCOMPARE(again->findChildren<QLineEdit*>().at(1)->text(), "A. Planner");
        QCOMPARE(again->report().sections.front().id, "summary");
        for (const auto& section : again->report().sections)
            QVERIFY(section.id != "configuration");
        again->close();
    }

    void twoRunsAreReportedAgainstEachOther()
    {
        run();
        setParameter(desk_->window().model(), "DRIVE", "Intel_SSD_DC_S3700_Series_800GB");
        run();
        auto* dialog = openReport();
        QVERIFY(dialog);
        QVERIFY(dialog->write(desk_->path("report.html")));
        const QString html = content(desk_->path("report.html"));
        QVERIFY(html.contains("SSD DC S3700 800GB compared with Standard SATA drive 7200 rpm 2TB: PUT throughput"));
        QVERIFY(html.contains("Generic parameters that differ"));
        dialog->close();
    }

    void runsThatDifferInNoParameterHaveTheNumbersOfTheList()
    {
        run();
        run();
        run();
        auto* dialog = openReport();
        QVERIFY(dialog);
        QVERIFY2(dialog->report().title.contains("Run 3"), qPrintable(dialog->report().title));
        QVERIFY2(dialog->report().title.contains("Run 2"), qPrintable(dialog->report().title));
        dialog->close();
    }

    void aReportIsProposedTheNameOfItsTitle()
    {
        run();
        auto* dialog = openReport();
        QVERIFY(dialog);
        auto* title = dialog->findChildren<QLineEdit*>().front();
        title->setFocus();
        title->selectAll();
        QTest::keyClicks(title, "Disks: old/new");
        const auto proposed = desk_->cancelFileDialog();
        for (auto* button : dialog->findChildren<QPushButton*>())
            if (button->text().contains("Save"))
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(*proposed, desk_->path("Disks-old-new.pdf"));
        dialog->close();
    }

    void theFormerRunsCurveIsTheGreyGhostBehindTheOther()
    {
        const auto ghostRows = [](const std::vector<app::ReportedRun>& runs) {
            const auto section = app::reportSection("charts", runs);
            const QImage drawn = pictureOf(std::get<widgets::report::Figure>(section.parts.front()));
            return longLines(drawn, widgets::lightColours().ghost);
        };
        QVERIFY(ghostRows({reported("after", 100)}).isEmpty());
        const QList<int> low = ghostRows({reported("before", 50), reported("after", 100)});
        const QList<int> high = ghostRows({reported("before", 80), reported("after", 100)});
        QVERIFY(!low.isEmpty() && !high.isEmpty());
        QVERIFY(high.front() < low.front() - 10); // it stands where the former run's values say
    }

    void theBaselineHasNoChartsOfItsOwn()
    {
        const auto alone = app::reportSection("charts", {reported("one", 100)}).parts;
        QVERIFY(!alone.isEmpty());
        const auto compared = app::reportSection("charts", {reported("one", 100), reported("two", 90)}).parts;
        QCOMPARE(compared.size(), alone.size());
        QVERIFY(std::get<widgets::report::Figure>(compared.front()).caption.contains("two over time; grey: one"));
        const app::ReportedRun first = reported("one", 100);
        QCOMPARE(app::reportSection("charts", {first, first, first}).parts.size(), 2 * alone.size());
    }

    void whatWasFoundWhenTheProjectAndItsLibrariesWereReadIsReported()
    {
        run();
        const QString result = desk_->runs().back().file;
        QTRY_VERIFY(QFile::exists(result));
        QVERIFY(app::readRuns(app::runFiles({result})).front().findings.empty());
        const studio::UserData data(desk_->path("data"));
        desk_->write("data/headroom/libraries/behaviours/roles.json", "nonsense");
        const auto runs = app::readRuns(app::runFiles({result}));
        QVERIFY(!runs.front().findings.empty());
        const auto text = [](const std::vector<app::ReportedRun>& reported) {
            QString all;
            for (const auto& part : app::reportSection("trust", reported).parts)
                if (const auto* paragraph = std::get_if<widgets::report::Paragraph>(&part))
                    all += paragraph->text + '\n';
            return all;
        };
        QVERIFY(text(runs).contains("roles.json"));
        QVERIFY(!text({reported("one", 100)}).contains("were read"));
    }

    void withoutARunThereIsNothingToReportAndItIsSaid()
    {
        QTest::keyClick(&desk_->window(), Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!desk_->window().findChild<app::ReportDialog*>());
        QTRY_VERIFY(desk_->window().statusBar()->currentMessage().contains("nothing to report"));
    }

    void theCommandLineReportsResultFilesWithoutADisplay()
    {
        run();
        const QString result = desk_->runs().back().file;
        QTRY_VERIFY(QFile::exists(result));
        const QString pdf = desk_->path("report.pdf");
        QCOMPARE(studio({"--report", pdf, result, "--title", "The rack"}), QString());
        QProcess reader;
        reader.start("pdftotext", {"-layout", pdf, "-"});
        QVERIFY(reader.waitForFinished());
        const QString text = QString::fromUtf8(reader.readAllStandardOutput());
        for (const char* said :
             {"The rack", "In short", "Configuration", "Results", "What limits", "How to reproduce it"})
            QVERIFY2(text.contains(said), said);
        for (const double points : textSizes(pdf)) // also in drawings and charts
            QVERIFY2(points > 7 - 1. / 3, qPrintable(QString::number(points)));
        QVERIFY2(text.contains("Part 1 of"), "a wide drawing is cut into parts");

        QVERIFY(studio({"--report", desk_->path("other.pdf")}).contains("at least one result file"));
        QVERIFY(studio({"--report", desk_->path("other.pdf"), pdf}).contains("report.pdf"));
        QVERIFY(studio({"--report", desk_->path("other.pdf"), result, "--logo", pdf}).contains("not a picture"));
        QVERIFY(!QFile::exists(desk_->path("other.pdf")));
    }

private:
    /// In points, with a third of a point as the smallest difference.
    static QVector<double> textSizes(const QString& pdf)
    {
        QProcess process;
        process.start("pdftohtml", {"-xml", "-i", "-stdout", "-zoom", "3", pdf});
        process.waitForFinished();
        QVector<double> sizes;
        auto found = QRegularExpression("<fontspec [^>]*size=\"([0-9]+)\"")
                         .globalMatch(QString::fromUtf8(process.readAllStandardOutput()));
        while (found.hasNext())
            sizes += found.next().captured(1).toDouble() / 3;
        return sizes;
    }
    /// A run of ten seconds whose throughput is the same at all times.
    static app::ReportedRun reported(const char* name, double perSecond)
    {
        app::ReportedRun run;
        run.name = name;
        run.summary.simulatedS = 10;
        run.series = {{0, {"operation", "PUT", "throughput"}, "1/s"}};
        run.times.emplace_back();
        for (int i = 1; i <= 10; ++i)
            run.times.front().push_back(i);
        run.values.emplace_back(run.times.front().size(), perSecond);
        return run;
    }
    static QImage pictureOf(const widgets::report::Figure& figure)
    {
        QImage image(figure.size, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.drawPicture(0, 0, figure.picture);
        return image;
    }
    /// Edges of lines are smoothed.
    static bool isLike(const QColor& a, const QColor& b)
    {
        return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) < 48;
    }
    /// Rows of a picture that are in a colour over most of their length.
    static QList<int> longLines(const QImage& image, const QColor& colour)
    {
        QList<int> rows;
        for (int y = 0; y < image.height(); ++y) {
            int count = 0;
            for (int x = 0; x < image.width(); ++x)
                count += isLike(image.pixelColor(x, y), colour);
            if (count > image.width() / 3)
                rows.append(y);
        }
        return rows;
    }
    void run()
    {
        const auto before = desk_->runs().size();
        desk_->click(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle() && desk_->runs().size() == before + 1 && desk_->runs().back().summary,
                                 studio::patienceMs);
    }
    app::ReportDialog* openReport()
    {
        QTest::keyClick(&desk_->window(), Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        auto* dialog = desk_->window().findChild<app::ReportDialog*>();
        return dialog && QTest::qWaitFor([dialog] { return dialog->isReady(); }, studio::patienceMs) ? dialog : nullptr;
    }
    static void uncheck(app::ReportDialog& dialog, const QString& section)
    {
        auto* list = dialog.findChild<QListWidget*>();
        for (int i = 0; i < list->count(); ++i)
            if (list->item(i)->data(Qt::UserRole).toString() == section) {
                list->setCurrentRow(i);
                list->setFocus();
                QTest::keyClick(list, Qt::Key_Space);
            }
    }
    /// Standard error of the studio, without a display of any kind.
    static QString studio(const QStringList& arguments)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(name);
        environment.insert("XDG_RUNTIME_DIR", QDir::tempPath());
        process.setProcessEnvironment(environment);
        process.start(HEADROOM_STUDIO, arguments);
        process.waitForFinished(studio::patienceMs);
        QString said = QString::fromUtf8(process.readAllStandardError());
        said.remove(QRegularExpression("^QStandardPaths.*\n", QRegularExpression::MultilineOption));
        return process.exitCode() == 0 ? said : said.isEmpty() ? "no reason given" : said;
    }
};

HEADROOM_WIDGET_TEST(ReportingTest)
#include "reporting_test.moc"
