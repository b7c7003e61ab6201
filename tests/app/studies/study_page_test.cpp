// The page "Study": a study of the document is run by the real engine, and its table, answer and chart are shown.
#include "study_window.h"

#include "app/studies/study_charts.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/parameters/panel/parameter_details.h"
#include "widgets/plots/views/scatter_view.h"

#include <QComboBox>
#include <QTableView>
#include <qcustomplot.h>

using namespace headroom;
using app::StudyTableModel;

namespace {

QString textAt(const QAbstractItemModel& model, int row, const QString& column)
{
    for (int i = 0; i < model.columnCount(); ++i)
        if (model.headerData(i, Qt::Horizontal).toString() == column)
            return model.index(row, i).data().toString();
    return "no column " + column;
}

/// The first queue with a study of its threads.
studio::Json projectWithStudy()
{
    auto tree = studio::Desk::read(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom");
    tree["run"]["duration"] = "20 s";
    tree["studies"] = studio::Json::parse(
        R"([{"id": "threads", "space": [{"parameter": "THREADS", "values": [1, 2, 4]},
                                        {"parameter": "CUSTOMERS", "values": [20]}]},
            {"id": "many", "space": [{"parameter": "CUSTOMERS", "from": 1, "to": 800, "steps": 800}]}])");
    return tree;
}

} // namespace

class StudyPageTest : public QObject, private studio::StudyWindow
{
    Q_OBJECT

    /// A new window, which finds the results of the former one.
    bool openAgain(const studio::Json& tree)
    {
        close();
        return open(write(tree), Results::kept);
    }

private slots:
    void init() { QVERIFY(open(write(projectWithStudy()))); }
    void cleanup() { close(); }

    void aStudyIsRunAndItsTableAnswerAndChartFill()
    {
        QCOMPARE(find<QLabel>("studyPlan")->text(), QString("3 × 1 values of THREADS, CUSTOMERS"));
        run();
        QCOMPARE(page().points().table().count(study::PointState::done), std::size_t(3));
        const QAbstractItemModel& shown = *find<QTableView>("studyTable")->model();
        QCOMPARE(shown.rowCount(), 3);
        QCOMPARE(textAt(shown, 2, "THREADS"), QString("4"));
        QCOMPARE(textAt(shown, 2, "State"), QString("done"));
        QVERIFY2(textAt(shown, 2, "ask.throughput").endsWith("/s"), qPrintable(textAt(shown, 2, "ask.throughput")));
        QVERIFY2(find<QLabel>("studyDecision")->text().startsWith("ask.throughput is highest at point 2"),
                 qPrintable(find<QLabel>("studyDecision")->text()));
        QVERIFY(find<QLabel>("studyStand")->text().startsWith("3 of 3 points"));
        QVERIFY(page().findChild<widgets::ScatterView*>()->isFilled());
        QVERIFY(QFile::exists(path("results/threads.hrs")));
    }

    void whatIsFinishedIsNotRunAgainUnlessItIsWanted()
    {
        run();
        const double before = page().points().table().rows[0].processorS;
        run();
        QCOMPARE(page().points().table().rows[0].processorS, before);
        QTest::mouseClick(find<QPushButton>("restartStudy"), Qt::LeftButton);
        awaitEnd();
        QVERIFY(page().points().table().rows[0].processorS != before);
    }

    void aStudyOfAChangedProjectIsRunAnewFromThePage()
    {
        run();
        auto tree = projectWithStudy();
        tree["run"]["duration"] = "25 s";
        QVERIFY(openAgain(tree));
        run();
        const QString told = find<QLabel>("studyDecision")->text();
        QVERIFY2(told.contains("holds another study") && told.contains("Run anew") && !told.contains("--"),
                 qPrintable(told));
        QVERIFY(find<QPushButton>("restartStudy")->isEnabled());
        QTest::mouseClick(find<QPushButton>("restartStudy"), Qt::LeftButton);
        awaitEnd();
        QCOMPARE(page().points().table().count(study::PointState::done), std::size_t(3));
    }

    void finishedPointsAreShownWhenTheProjectIsOpenedAgain()
    {
        run();
        const QString answer = find<QLabel>("studyDecision")->text();
        QVERIFY(openAgain(projectWithStudy()));
        QTRY_COMPARE(page().points().table().count(study::PointState::done), std::size_t(3));
        QCOMPARE(find<QLabel>("studyDecision")->text(), answer);
        QVERIFY2(find<QLabel>("studyStand")->text().startsWith("3 of 3 points, from "),
                 qPrintable(find<QLabel>("studyStand")->text()));
        QVERIFY(find<QWidget>("studyStale")->isHidden());
        const double before = page().points().table().rows[0].processorS;
        run(); // goes on with them
        QCOMPARE(page().points().table().rows[0].processorS, before);
    }

    void anAnswerOfAnEarlierProjectSaysSoAndLeadsOn()
    {
        run();
        auto tree = projectWithStudy();
        tree["run"]["duration"] = "25 s";
        QVERIFY(openAgain(tree));
        QTRY_VERIFY(find<QWidget>("studyStale")->isVisible());
        QTest::mouseClick(find<QPushButton>("runStaleStudy"), Qt::LeftButton);
        awaitEnd();
        QVERIFY(find<QWidget>("studyStale")->isHidden());
        QCOMPARE(page().points().table().count(study::PointState::done), std::size_t(3));
    }

    void aChangeThatDecidesThePointsMakesTheAnswerStale()
    {
        run();
        widgets::setParameter(window().model(), "THINK_TIME", "50 ms");
        QTRY_VERIFY(find<QWidget>("studyStale")->isVisible());
        window().model().undoStack()->undo();
        QTRY_VERIFY(find<QWidget>("studyStale")->isHidden());
        // The value of a parameter that the study varies decides none of its points.
        widgets::setParameter(window().model(), "THREADS", 4);
        QTest::qWait(500);
        QVERIFY(find<QWidget>("studyStale")->isHidden());
        const double before = page().points().table().rows[0].processorS;
        run();
        QCOMPARE(page().points().table().rows[0].processorS, before);
    }

    void aDamagedFileOfAStudyIsReplacedFromThePage()
    {
        run();
        QFile file(path("results/threads.hrs"));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(4096));
        file.write(QByteArray(4096, 'x'));
        file.close();
        QVERIFY(openAgain(projectWithStudy()));
        run();
        const QString told = find<QLabel>("studyDecision")->text();
        QVERIFY2(told.contains("cannot be read") && told.contains("Run anew"), qPrintable(told));
        QTest::mouseClick(find<QPushButton>("restartStudy"), Qt::LeftButton);
        awaitEnd();
        QCOMPARE(page().points().table().count(study::PointState::done), std::size_t(3));
    }

    void theIdOfAStudyNamesAFileInTheProjectsFolder()
    {
        close();
        auto tree = projectWithStudy();
        tree["studies"][0]["id"] = "../../escaped";
        QVERIFY(open(write(tree)));
        run();
        QVERIFY(QFile::exists(path("results/..%2f..%2fescaped.hrs")));
        QVERIFY(!QFile::exists(path("../escaped.hrs")) && !QFile::exists(path("escaped.hrs")));
    }

    void aStudyThatIsStoppedSaysHowToGoOnAndItsAnswerSoFar()
    {
        find<QComboBox>("studyChoice")->setCurrentText("many");
        QTest::mouseClick(find<QPushButton>("runStudy"), Qt::LeftButton);
        const auto finished = [this] { return page().points().table().count(study::PointState::done); };
        QTRY_VERIFY_WITH_TIMEOUT(finished() > 2, studio::patienceMs);
        QTest::mouseClick(find<QPushButton>("studyStop"), Qt::LeftButton);
        awaitEnd();
        const std::size_t kept = finished();
        QVERIFY(kept < 800);
        const QString told = find<QLabel>("studyDecision")->text();
        QVERIFY2(told.startsWith("The study was stopped.") && told.contains("So far: ask.throughput is highest"),
                 qPrintable(told));
        QCOMPARE(find<QLabel>("studyStand")->text(), QString("%1 of 800 points").arg(kept)); // and no time that is left
    }

    void theTableIsSortedAndFiltered()
    {
        run();
        auto* table = find<QTableView>("studyTable");
        table->sortByColumn(page().points().columnOfFigure(0), Qt::DescendingOrder);
        QCOMPARE(textAt(*table->model(), 0, "THREADS"), QString("4"));
        QTest::keyClicks(find<QLineEdit>("studyFilter"), "THREADS=2 done");
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(textAt(*table->model(), 0, "THREADS"), QString("2"));
    }

    void aPointOfTheChartIsThatOfTheTableAndItsValuesAreTakenAsOneStep()
    {
        run();
        auto* chart = page().findChild<widgets::ScatterView*>();
        find<QComboBox>("studyX")->setCurrentText("ask.latency.mean");
        QVERIFY(!chart->front().empty());
        const widgets::ScatterPoint best = chart->front().front();
        QTest::mouseClick(chart->plot(), Qt::LeftButton, {}, chart->place(best).toPoint());
        const auto rows = find<QTableView>("studyTable")->selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.front().data(StudyTableModel::pointRole).toULongLong(), best.number);
        QTest::mouseClick(find<QPushButton>("useValues"), Qt::LeftButton);
        const auto value = [&](const char* name) {
            return project::findParameter(window().model().project(), name)->value;
        };
        QCOMPARE(value("THREADS").dump(), std::string("4"));
        QCOMPARE(value("CUSTOMERS").dump(), std::string("20"));
        window().model().undoStack()->undo();
        QCOMPARE(value("CUSTOMERS").dump(), std::string("10"));
        QCOMPARE(value("THREADS").dump(), std::string("1"));
    }

    /// The state is the last column, which many figures push out of sight.
    void aPointWithARemarkHasItsWarningSignBesideItsNumber()
    {
        run();
        study::Table table = page().points().table();
        table.rows[1].reason = "The run is short.";
        StudyTableModel model;
        model.setTable(table);
        QVERIFY(model.index(0, 0).data(Qt::DecorationRole).isNull());
        QVERIFY(!model.index(1, 0).data(Qt::DecorationRole).isNull());
        QCOMPARE(model.index(1, 0).data(Qt::ToolTipRole).toString(), QString("The run is short."));
    }

    void whereTheLoadIsVariedTheCheapestIsNamedForEachLoad()
    {
        auto tree = projectWithStudy();
        tree["goals"] = studio::Json::parse(R"([{"id": "fast", "metric": "ask.latency.mean", "at_most": "1 s"}])");
        tree["studies"] = studio::Json::parse(
            R"([{"id": "loads", "space": [{"parameter": "THREADS", "values": [1, 2, 4]},
                                          {"parameter": "CUSTOMERS", "values": [20, 10]}]}])");
        QVERIFY(open(write(tree)));
        run();
        const auto names = [this] {
            const QString said = find<QLabel>("studyDecision")->text();
            return said.contains("CUSTOMERS = 10: point ") && said.contains("; CUSTOMERS = 20: point ");
        };
        QVERIFY2(names(), qPrintable(find<QLabel>("studyDecision")->text()));
        QTest::mouseClick(find<QPushButton>("findCheapest"), Qt::LeftButton);
        awaitEnd();
        QVERIFY2(names(), qPrintable(find<QLabel>("studyDecision")->text()));
    }

    void tickedAlternativesMakeAStudy()
    {
        project::Parameter ticked = *project::findParameter(window().model().project(), "THREADS");
        widgets::replaceParameter(window().model(), widgets::withTicks(ticked, {1, 4}), "tick");
        window().findChild<QTabWidget*>()->setCurrentIndex(0);
        auto* lead = window().findChild<QPushButton*>("studyOfTicks");
        QCOMPARE(lead->text(), QString("Study: 2 points"));
        QTest::mouseClick(lead, Qt::LeftButton);
        QVERIFY(page().isVisible());
        QCOMPARE(find<QComboBox>("studyChoice")->currentText(), QString("Ticked alternatives"));
        QCOMPARE(find<QLabel>("studyPlan")->text(), QString("2 values of THREADS"));
        run();
        QCOMPARE(page().points().rowCount(), 2);
    }

    void aStudyThatCannotBeRunSaysWhy()
    {
        project::Project& project = const_cast<project::Project&>(window().model().project());
        project.studies[0].space[0].values = project::Json::parse("[0]");
        run();
        QVERIFY2(find<QLabel>("studyDecision")->text().contains("out of range"),
                 qPrintable(find<QLabel>("studyDecision")->text()));
        QVERIFY(find<QPushButton>("runStudy")->isVisible());
    }

    void theFirstChartHasAxesOfWhichValuesAreKnown()
    {
        widgets::StudyPoints points;
        points.parameters = {{"DISK", {}, {}, false}, {"RECORD", "B", {}, true}};
        points.figures = {{"write.bytes", "B/s", true, true}};
        QCOMPARE(app::usualScatterAxes(points).x, QString("RECORD")); // nothing was read
        points.figures.push_back({"read.bytes", "B/s", true, true});
        QCOMPARE(app::usualScatterAxes(points).x, QString("read.bytes"));
        points.figures.push_back({"price", "USD", false, true});
        QCOMPARE(app::usualScatterAxes(points).x, QString("price"));
        QCOMPARE(app::usualScatterAxes(points).y, QString("write.bytes"));
    }

    void aHundredThousandPointsAreShown()
    {
        study::Table table;
        table.parameters = {{"N", ""}};
        table.figures = {{"get.throughput", "1/s"}};
        std::vector<study::Row> done;
        for (std::uint64_t i = 0; i < 100000; ++i) {
            study::Row row;
            row.number = i;
            row.settings = {{std::to_string(i), static_cast<double>(i)}};
            table.rows.push_back(row);
            row.state = study::PointState::done;
            row.figures = {{1.0 / static_cast<double>(i + 1), 0, 1}};
            done.push_back(row);
        }
        StudyTableModel model;
        model.setTable(table);
        int told = 0;
        connect(&model, &QAbstractItemModel::dataChanged, this, [&] { ++told; });
        model.take(done);
        QCOMPARE(told, 1);
        QCOMPARE(model.index(99999, 1).data().toString(), QString("99999"));
    }
};

HEADROOM_WIDGET_TEST(StudyPageTest)
#include "study_page_test.moc"
