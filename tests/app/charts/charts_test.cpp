// The charts of a run: what is read of its result file, the choice of curves, measured data, files for other programs.

#include "../desk_test.h"

#include "app/charts/charts_controller.h"
#include "app/charts/timeline_controller.h"
#include "app/charts/timeline_tools.h"
#include "app/runs/run_export.h"
#include "project/file/json_reader.h"
#include "record/file/result_file.h"
#include "tests/widget_tests.h"
#include "widgets/plots/requests/breakdown_view.h"
#include "widgets/plots/requests/request_timeline.h"
#include "widgets/plots/views/heat_map_view.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QMenu>
#include <QProcess>
#include <QSignalSpy>
#include <QTabBar>

#include <algorithm>

using namespace headroom;

class ChartsTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        // A run of two seconds, some of its requests followed.
        QFile file(folder_.filePath("rack.headroom"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(studio::Desk::rack(4).dump()));
        file.close();
        result_ = folder_.filePath("run.hrr");
        QProcess engine;
        engine.start(qEnvironmentVariable("HEADROOM_ENGINE"),
                     {"simulate", file.fileName(), "--json", "--trace-some", "--out", result_});
        QVERIFY(engine.waitForFinished(studio::patienceMs));
        QCOMPARE(engine.exitCode(), 0);
    }
    void init() { open(); }
    void cleanup() { desk_.reset(); }

    void theResultFileFillsBreakdownRequestsAndHeatMap()
    {
        QVERIFY(desk_->openRack(4));
        runToEnd();
        auto& views = desk_->window().results().charts();
        desk_->window().results().showTab(app::ResultsPanel::heatMapTab);
        views.setResultFile(result_);
        QTRY_VERIFY(views.requests().isFilled());
        QVERIFY(views.requests().shownRequest()); // the slowest one, not all at once
        QTRY_VERIFY(!views.breakdown().breakdowns().empty());
        QTRY_VERIFY(views.heatMap().isFilled());
        const auto& breakdown = views.breakdown().breakdowns().front();
        double sum = 0;
        for (const auto& part : breakdown.parts)
            sum += part.seconds;
        QVERIFY(std::abs(sum - breakdown.meanS) < 1e-6);
        // It shows the load of nodes first, and holds what the file holds.
        QVERIFY(!views.heatMap().chosenMetric().startsWith("link"));
        int compared = 0;
        const record::ResultReader reader(result_.toStdString());
        const auto& map = views.heatMap().map();
        QCOMPARE(map.columns(), reader.instants().size());
        for (const auto& info : reader.series())
            if (info.path.size() == 3 && info.path[0] == "node" &&
                QString::fromStdString(info.path[2]) == views.heatMap().chosenMetric()) {
                const auto row =
                    static_cast<std::size_t>(views.heatMap().nodes().indexOf(QString::fromStdString(info.path[1])));
                const auto points = reader.points(info.id);
                QCOMPARE(map.value(row, points.values.size() - 1), static_cast<float>(points.values.back()));
                ++compared;
            }
        QVERIFY(compared > 0);
    }

    void aTracedBlockLeadsToItsDrawing()
    {
        QVERIFY(desk_->openRack(4));
        runToEnd();
        desk_->window().showDiagram(widgets::topologyPath);
        emit desk_->window().results().charts().blockChosen("proxy-server", "PUT", "replicated.digest");
        auto* scene = desk_->window().software().scene();
        QVERIFY(scene);
        QCOMPARE(scene->path(), QString("proxy-server/PUT/full/replicated"));
        QVERIFY(scene->box("digest")->isSelected());
    }

    void aTickGivesASeriesACurveAndIsUndone()
    {
        QVERIFY(desk_->openRack(4));
        runToEnd();
        QTest::mouseClick(desk_->window().findChild<QToolButton*>("chooseCurves"), Qt::LeftButton);
        auto* tree = desk_->window().findChild<widgets::SeriesTree*>();
        QVERIFY(tree->isVisible());
        QTest::keyClicks(&tree->search(), "storage queue");
        auto& view = tree->view();
        QVERIFY(view.model()->rowCount() > 0);
        const QModelIndex first = view.model()->index(0, 0);
        const QString name = first.data().toString();
        QVERIFY(!hasCurve(name));
        view.setCurrentIndex(first);
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Space);
        QVERIFY(hasCurve(name));
        QVERIFY(desk_->document().contains("\"plots\""));
        QCOMPARE(desk_->window().model().undoStack()->undoText(), QString("Add a curve"));
        desk_->window().model().undoStack()->undo();
        QVERIFY(!hasCurve(name));
        QVERIFY(!desk_->document().contains("\"plots\""));
    }

    void theChoiceOfCurvesIsKeptWithTheProject()
    {
        studio::Json project = studio::Desk::rack(4);
        project["view"]["plots"]["timeline"] = studio::Json::parse(
            R"({"panels": [{"unit": "share", "series": ["node group · storage · processor", "node group · gone · x"],
                            "logarithmic": true}]})");
        QVERIFY(desk_->window().openProject(desk_->write("chosen.headroom", project)));
        runToEnd();
        QCOMPARE(desk_->timeline().panels().size(), 1);
        QVERIFY(desk_->timeline().panels()[0].logarithmic);
        QCOMPARE(desk_->timeline().panels()[0].curves.size(), 1);
        QVERIFY(desk_->timeline().isFilled());
        QTest::mouseClick(desk_->window().findChild<QToolButton*>("chooseCurves"), Qt::LeftButton);
        QTest::mouseClick(desk_->window().findChild<QToolButton*>("automaticCurves"), Qt::LeftButton);
        QCOMPARE(desk_->timeline().panels().size(), 3);
    }

    void measuredDataAreLaidOverACurveAndKept()
    {
        QVERIFY(desk_->openRack(4));
        QFile csv(desk_->path("measured.csv"));
        QVERIFY(csv.open(QIODevice::WriteOnly));
        csv.write("time,ops\n");
        for (int i = 0; i <= 40; ++i)
            csv.write(QByteArray::number(i * 0.1) + ',' + QByteArray::number(100 + i) + '\n');
        csv.close();
        runToEnd();
        auto* timer = new QTimer(&desk_->window());
        connect(timer, &QTimer::timeout, timer, [timer] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog || dialog->objectName() != "measuredDialog")
                return;
            timer->deleteLater();
            dialog->findChild<QDoubleSpinBox*>("measuredFactor")->setValue(2);
            QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
        });
        timer->start(20);
        desk_->window().findChild<app::TimelineController*>()->layOver(csv.fileName(), &desk_->window());
        const auto series = desk_->timeline().panels()[0].curves[0].series;
        QVERIFY(desk_->timeline().hasMeasured(series));
        QVERIFY(desk_->document().contains("\"measured.csv\""));
        // The chart says what is dashed, so that an exported picture does, too.
        QTRY_VERIFY(desk_->timeline().captions().contains("dashed: ops of measured.csv"));
        desk_->window().model().undoStack()->undo();
        QVERIFY(!desk_->timeline().hasMeasured(series));
        desk_->window().model().undoStack()->redo();
        QVERIFY(desk_->timeline().hasMeasured(series));
    }

    void aProjectCannotNameMeasuredDataOutsideOfItsFolder()
    {
        project::Project project;
        for (const char* path : {"/etc/passwd", "../secret.csv", "a/../../b.csv", ""}) {
            project.view.drawings["timeline"].plots.emplace().measured = {{path, "x", "y", {}, {}}};
            QVERIFY(app::plotLayout(project).measured.isEmpty());
        }
        project.view.drawings["timeline"].plots->measured->front().file = "data/measured.csv";
        QCOMPARE(app::plotLayout(project).measured.size(), 1);
    }

    void whatCannotBeReadOfAChoiceIsPassedOver()
    {
        project::Project project;
        for (const char* text : {"3", "[]", R"({"timeline": 1})", R"({"timeline": {"panels": {}, "measured": "x"}})",
                                 R"({"timeline": {"panels": ["nonsense", {"series": 3}, {"series": [4]}, {}]}})"}) {
            project.view = project::readView({{"plots", studio::Json::parse(text)}});
            QVERIFY(app::plotLayout(project) == app::PlotLayout());
        }
    }

    void aWholeRunIsASpreadsheetThatEqualsItsFile()
    {
        const record::ResultReader reader(result_.toStdString());
        const auto tables = app::runTables(reader);
        QCOMPARE(tables.size(), 12);
        for (const char* title : {"Time of requests", "Time at blocks"})
            QVERIFY2(std::any_of(tables.begin(), tables.end(), [&](const auto& t) { return t.title == title; }), title);
        const auto summary = reader.summary();
        QCOMPARE(std::get<double>(tables[0].rows[0][3]), summary.operations.begin()->second.perSecond);
        const auto found =
            std::find_if(tables.begin(), tables.end(), [](const auto& t) { return t.title == "Series"; });
        QVERIFY(found != tables.end());
        const auto& series = *found;
        QCOMPARE(series.rows.size(), reader.instants().size());
        for (const auto& info : reader.series()) {
            if (record::ofSingleNode(info))
                continue;
            qsizetype column = 1;
            while (series.columns[column].name != QString::fromStdString(record::seriesName(info)))
                ++column;
            const auto points = reader.points(info.id);
            std::size_t next = 0;
            for (const auto& row : series.rows)
                if (const auto* value = std::get_if<double>(&row[static_cast<std::size_t>(column)]))
                    QCOMPARE(*value, points.values[next++]);
            QCOMPARE(next, points.values.size());
        }
        const QString path = folder_.filePath("run.xlsx");
        QCOMPARE(app::exportRunTables(result_, path), QString());
        QVERIFY(QFile(path).size() > 5000);
        QVERIFY(app::exportRunTables("/nonexistent.hrr", path).contains("/nonexistent.hrr"));
    }

    void aWholeRunIsATraceThatPerfettoTakes()
    {
        const QString path = folder_.filePath("run.json");
        QCOMPARE(app::exportRunTrace(result_, path), QString());
        const studio::Json events = studio::Desk::read(path);
        QVERIFY(events.is_array());
        std::map<std::string, int> phases;
        for (const auto& event : events) {
            const std::string phase = event.at("ph");
            ++phases[phase];
            if (phase != "M")
                QVERIFY(event.at("ts").is_number());
            if (phase == "X")
                QVERIFY(event.at("dur").get<double>() >= 0);
            QVERIFY(event.at("pid").is_number_unsigned());
            QVERIFY(event.at("name").is_string());
        }
        QVERIFY(phases["X"] > 100);
        QVERIFY(phases["C"] > 100);
        QCOMPARE(phases["s"], phases["f"]);
    }

private:
    void runToEnd()
    {
        desk_->click(studio::runKey);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QCOMPARE(desk_->runs().back().ending, app::Ending::finished);
    }
    bool hasCurve(const QString& name)
    {
        for (const auto& panel : desk_->timeline().panels())
            for (const auto& curve : panel.curves)
                if (curve.name == name)
                    return true;
        return false;
    }

    QTemporaryDir folder_;
    QString result_;
};

HEADROOM_WIDGET_TEST(ChartsTest)
#include "charts_test.moc"
