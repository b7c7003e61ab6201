// Reports of real runs: from the window, and from the command line without a display.

#include "../studio_desk.h"

#include "app/report/report_dialog.h"

#include "app/base/settings.h"
#include "tests/widget_tests.h"
#include "widgets/plots/data/number_text.h"

#include <QListWidget>
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

class ReportingTest : public QObject
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
        desk_->window().model().setParameter("STORAGE_DEVICE_TYPE", "Intel_SSD_DC_S3700_Series_800GB");
        run();
        auto* dialog = openReport();
        QVERIFY(dialog);
        QVERIFY(dialog->write(desk_->path("report.html")));
        const QString html = content(desk_->path("report.html"));
        QVERIFY(html.contains("SSD DC S3700 800GB compared with Standard SATA drive 7200 rpm 2TB: PUT throughput"));
        QVERIFY(html.contains("Generic parameters that differ"));
        dialog->close();
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
        for (const char* said : {"The rack", "In short", "Configuration", "Results", "What limits", "How to repeat it"})
            QVERIFY2(text.contains(said), said);

        QVERIFY(studio({"--report", desk_->path("other.pdf")}).contains("at least one result file"));
        QVERIFY(studio({"--report", desk_->path("other.pdf"), pdf}).contains("report.pdf"));
        QVERIFY(studio({"--report", desk_->path("other.pdf"), result, "--logo", pdf}).contains("not a picture"));
        QVERIFY(!QFile::exists(desk_->path("other.pdf")));
    }

private:
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
    /// What the studio says on standard error, without a display of any kind.
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

    std::unique_ptr<studio::Desk> desk_;
};

HEADROOM_WIDGET_TEST(ReportingTest)
#include "reporting_test.moc"
