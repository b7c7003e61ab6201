// Curves of the timeline: those that the studio chooses, those that people chose, the former run's behind, and measured
// data over them. No run is started.
#include "../sample_document.h"
#include "../sample_runs.h"

#include "app/charts/timeline_controller.h"
#include "app/charts/timeline_tools.h"
#include "tests/widget_tests.h"

#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSplitter>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

using namespace headroom;

class CurveChoiceTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        document_ = std::make_unique<sample::Document>();
        split_ = std::make_unique<QSplitter>();
        view_ = new widgets::TimelineView;
        split_->addWidget(view_);
        timeline_ =
            std::make_unique<app::TimelineController>(document_->runs, document_->model, document_->files, *view_);
        tools_ = std::make_unique<app::TimelineTools>(document_->runs, *timeline_, *view_, *split_, nullptr);
        said_ = std::make_unique<QSignalSpy>(timeline_.get(), &app::TimelineController::message);
        document_->files.createNew();
        split_->resize(1000, 500);
        split_->show();
    }
    void cleanup()
    {
        said_.reset();
        tools_.reset();
        timeline_.reset();
        split_.reset();
        document_.reset();
    }

    void theStudioShowsThroughputLatencyAndLoad()
    {
        show(1);
        QCOMPARE(timeline_->shown(), (QStringList{throughput, "operation · PUT · latency p50",
                                                  "operation · PUT · latency p99", processor}));
        QCOMPARE(view_->panels().size(), 3);
        QVERIFY(view_->isFilled());
        QCOMPARE(document_->model.undoStack()->count(), 0); // to look is no edit
    }

    void goalsAreLinesInThePanelsOfWhatTheyLimit()
    {
        app::Run run = sample::run(1);
        const auto goal = [&](const char* metric, double atMost) {
            record::GoalVerdict& verdict = run.summary->goals.emplace_back();
            verdict.metric = metric;
            verdict.atMost = atMost;
        };
        goal("PUT.latency.p99", 0.05);
        goal("resources.storage.disk data.used", 0.7);
        goal("GET.latency.p99", 0.01); // no curve is of it
        goal("price", 1000);
        run.summary->goals.emplace_back();
        run.summary->goals.back().metric = "PUT.throughput";
        run.summary->goals.back().atLeast = 1500;
        show(run);
        const auto labels = [this](int panel) {
            QStringList all;
            for (const auto& line : view_->panels()[panel].goals)
                all += line.label;
            return all;
        };
        QCOMPARE(labels(0), QStringList{"goal: PUT throughput ≥ 1 500 /s"});
        QCOMPARE(labels(1), QStringList{"goal: PUT latency p99 ≤ 50.0 ms"});
        QCOMPARE(labels(2), QStringList{"goal: storage.disk data used ≤ 70 %"});
    }

    void aCurveMoreKeepsThoseThatTheStudioChose()
    {
        show(1);
        const QStringList chosen = timeline_->shown();
        timeline_->pick(ofNode, true);
        QCOMPARE(sorted(timeline_->shown()), sorted(chosen + QStringList{ofNode}));
        QCOMPARE(view_->panels().size(), 3); // it joins those of its unit
        QCOMPARE(undoText(), QString("Add a curve"));
        timeline_->pick(throughput, false);
        QVERIFY(!timeline_->shown().contains(throughput));
        QCOMPARE(view_->panels().size(), 2);
        QCOMPARE(undoText(), QString("Remove a curve"));
        timeline_->chooseAutomatically();
        QCOMPARE(timeline_->shown(), chosen);
        QCOMPARE(undoText(), QString("Choose curves automatically"));
        document_->model.undoStack()->setIndex(0);
        QCOMPARE(timeline_->shown(), chosen);
    }

    void whatARunDoesNotHaveIsNotPicked()
    {
        timeline_->pick(throughput, true); // there is no run
        show(1);
        timeline_->pick("operation · GET · throughput", true);
        QCOMPARE(document_->model.undoStack()->count(), 0);
    }

    void aChoiceHoldsForTheNextRunAndPassesOverWhatThatDoesNotHave()
    {
        show(1);
        timeline_->pick(ofNode, true);
        app::Run run = sample::run(2);
        run.series.pop_back();
        show(run);
        QVERIFY(timeline_->shown().contains(throughput) && !timeline_->shown().contains(ofNode));
        document_->runs.show(1);
        QVERIFY(timeline_->shown().contains(ofNode));
    }

    void theSameThingHasTheSameColourInEveryRun()
    {
        show(1);
        const auto colours = [this] {
            QMap<QString, int> found;
            for (const auto& panel : view_->panels())
                for (const auto& curve : panel.curves)
                    found[curve.name] = curve.colour;
            return found;
        };
        const auto before = colours();
        app::Run run = sample::run(2);
        run.series.insert(run.series.begin(), {9, {"operation", "GET", "throughput"}, "1/s"});
        (*run.curves)["operation · GET · throughput"].append(1, 5000);
        show(run);
        QVERIFY(colours().size() > before.size());
        for (auto one = before.begin(); one != before.end(); ++one)
            QCOMPARE(colours().value(one.key(), -1), one.value());
    }

    void aColourDoesNotDependOnTheOrderOfTheChoice()
    {
        const auto colourOf = [this](const QString& name) {
            for (const auto& panel : view_->panels())
                for (const auto& curve : panel.curves)
                    if (curve.name == name)
                        return curve.colour;
            return -1;
        };
        show(1);
        const int automatic = colourOf(processor);
        timeline_->pick(throughput, false);
        timeline_->pick(processor, false);
        timeline_->pick(ofNode, true);
        timeline_->pick(processor, true);
        timeline_->pick(throughput, true);
        QCOMPARE(colourOf(processor), automatic);
        QCOMPARE(colourOf(throughput), 0);
        const int node = colourOf(ofNode);
        // As in the next session, in which other curves were looked at first.
        cleanup();
        init();
        show(1);
        timeline_->pick(ofNode, true);
        QCOMPARE(colourOf(ofNode), node);
        QCOMPARE(colourOf(processor), automatic);
        QCOMPARE(document_->runs.colours().of("PUT"), 0);
    }

    void theBaselineIsDrawnBehindAndOnlyBehindAnotherRun()
    {
        show(1);
        QVERIFY(!view_->csv().contains("former run"));
        show(2);
        QVERIFY(view_->csv().contains("former run"));
        document_->runs.history().chooseBaseline(2);
        QVERIFY(!view_->csv().contains("former run"));
        document_->runs.history().chooseBaseline(std::nullopt);
        QVERIFY(view_->csv().contains("former run"));
        document_->runs.forget(1);
        QVERIFY(!view_->csv().contains("former run"));
    }

    void anotherProjectLeavesNoCurve()
    {
        show(1);
        QSignalSpy changed(timeline_.get(), &app::TimelineController::shownChanged);
        document_->runs.reset();
        QVERIFY(view_->panels().isEmpty());
        QVERIFY(timeline_->shown().isEmpty());
        QVERIFY(!changed.isEmpty());
    }

    void aScaleIsKeptWithCurvesThatPeopleChoseAndNotOtherwise()
    {
        show(1);
        emit view_->scaleChanged(0, true);
        QCOMPARE(document_->model.undoStack()->count(), 0);
        timeline_->pick(ofNode, true);
        emit view_->scaleChanged(1, true);
        QCOMPARE(undoText(), QString("Change the scale of a chart"));
        QVERIFY(!view_->panels()[0].logarithmic && view_->panels()[1].logarithmic);
        document_->model.undoStack()->undo();
        QVERIFY(!view_->panels()[1].logarithmic);
    }

    void severalSeedsAreShownAsIntervalsOverTheStudiosOwnCurves()
    {
        app::Run run = sample::run(1);
        run.summary->replications =
            record::Replications{{1, 2}, {{"PUT", "per_s", 1000, 20}, {"PUT", "p99_ms", 40, 4}}};
        show(run);
        QCOMPARE(view_->panels()[0].intervals.size(), 1);
        QCOMPARE(view_->panels()[0].intervals[0].halfWidth, 20.0);
        QCOMPARE(view_->panels()[1].intervals[0].mean, 0.04); // in seconds, as the curve
        timeline_->pick(ofNode, true);
        QVERIFY(view_->panels()[0].intervals.isEmpty());
    }

    void aTableThatCannotBeReadIsNamedAndNothingIsAsked()
    {
        show(1);
        sample::writeFile(path("words.csv"), "one,two\na,b\n");
        for (const QString& file : {path("nowhere.csv"), path("words.csv")}) {
            timeline_->layOver(file, nullptr);
            QCOMPARE(said_->last()[0].toString(), QString("warning"));
            QVERIFY2(said_->last()[1].toString().contains(file), qPrintable(said_->last()[1].toString()));
        }
        QVERIFY(!timeline_->hasMeasured());
        QCOMPARE(document_->model.undoStack()->count(), 0);
    }

    void measuredDataOutsideOfTheProjectsFolderAreShownAndNotSaved()
    {
        show(1);
        layOver(table("day.csv"), QDialogButtonBox::Ok);
        QVERIFY(said_->last()[1].toString().contains("not saved with the project"));
        QVERIFY(timeline_->hasMeasured() && view_->hasMeasured(0));
        QCOMPARE(document_->model.undoStack()->count(), 0);
        document_->runs.reset(); // another project is opened
        QVERIFY(!timeline_->hasMeasured());
    }

    void measuredDataOfTheProjectAreAnEditAndRemovedByOne()
    {
        QVERIFY(document_->files.saveTo(path("rack.headroom")));
        show(1);
        layOver(table("data/day.csv"), QDialogButtonBox::Ok);
        QCOMPARE(undoText(), QString("Show measured data over a curve"));
        QCOMPARE(app::plotLayout(document_->model.project()).measured.value(0).file, QString("data/day.csv"));
        // Over the same curve there is one at a time.
        layOver(table("other.csv"), QDialogButtonBox::Ok);
        QCOMPARE(app::plotLayout(document_->model.project()).measured.size(), 1);
        QCOMPARE(app::plotLayout(document_->model.project()).measured[0].file, QString("other.csv"));
        measuredMenu().actions().last()->trigger();
        QCOMPARE(undoText(), QString("Remove measured data"));
        QVERIFY(!timeline_->hasMeasured() && !view_->hasMeasured(0));
    }

    void whoeverCancelsLaysNothingOver()
    {
        show(1);
        layOver(table("day.csv"), QDialogButtonBox::Cancel);
        QVERIFY(!timeline_->hasMeasured());
    }

    void measuredDataThatAreGoneAreSaidAndTheRunIsShown()
    {
        QVERIFY(document_->files.saveTo(path("rack.headroom")));
        app::PlotLayout layout;
        layout.measured = {{"gone.csv", "ops", throughput, 0, 1}};
        app::setPlotLayout(document_->model, layout, "Show measured data over a curve");
        show(1);
        QVERIFY(said_->last()[1].toString().contains(path("gone.csv")));
        QVERIFY(!view_->hasMeasured(0));
        QVERIFY(view_->isFilled());
    }

    void thereIsNothingToRemoveBeforeMeasuredDataAreShown()
    {
        QMenu& menu = measuredMenu();
        emit menu.aboutToShow();
        QVERIFY(!menu.actions().last()->isEnabled());
        show(1);
        layOver(table("day.csv"), QDialogButtonBox::Ok);
        emit menu.aboutToShow();
        QVERIFY(menu.actions().last()->isEnabled());
    }

    void theTreeOfSeriesComesByItsButtonAndFollowsTheRun()
    {
        show(1);
        QVERIFY(!tools_->tree().isVisible());
        auto* button = view_->findChild<QToolButton*>("chooseCurves");
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(tools_->tree().isVisible());
        const auto* listed = tools_->tree().view().model();
        QVERIFY(listed->rowCount() > 0);
        emit tools_->tree().ticked(ofNode, true);
        QVERIFY(timeline_->shown().contains(ofNode));
        emit tools_->tree().automaticWanted();
        QVERIFY(!timeline_->shown().contains(ofNode));
        document_->runs.reset();
        QCOMPARE(listed->rowCount(), 0);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!tools_->tree().isVisible());
    }

private:
    static inline const QString throughput = QStringLiteral("operation · PUT · throughput"),
                                processor = QStringLiteral("node group · storage · processor"),
                                ofNode = QStringLiteral("node · storage-1 · processor");

    QString path(const QString& name) const { return document_->path(name); }
    void show(const app::Run& run)
    {
        document_->runs.history().addFormer(run, {});
        document_->runs.show(run.number);
    }
    void show(int number) { show(sample::run(number)); }
    QString undoText() { return document_->model.undoStack()->undoText(); }
    static QStringList sorted(QStringList texts)
    {
        texts.sort();
        return texts;
    }
    QString table(const QString& name) const
    {
        sample::writeFile(path(name), "time,ops\n0,500\n5,600\n10,700\n");
        return path(name);
    }
    QMenu& measuredMenu() const { return *view_->findChild<QToolButton*>("measuredData")->menu(); }
    void layOver(const QString& file, QDialogButtonBox::StandardButton answer)
    {
        QTimer answering;
        connect(&answering, &QTimer::timeout, this, [answer] {
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
                QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(answer), Qt::LeftButton);
        });
        answering.start(20);
        timeline_->layOver(file, nullptr);
    }

    std::unique_ptr<sample::Document> document_;
    std::unique_ptr<QSplitter> split_;
    widgets::TimelineView* view_ = nullptr; ///< the splitter's
    std::unique_ptr<app::TimelineController> timeline_;
    std::unique_ptr<app::TimelineTools> tools_;
    std::unique_ptr<QSignalSpy> said_;
};

HEADROOM_WIDGET_TEST(CurveChoiceTest)
#include "curve_choice_test.moc"
