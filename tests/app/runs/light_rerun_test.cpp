// Light runs: how short they are, and when a change is worth one. No run is started: what is looked at is whether one
// is going to be.
#include "../sample_document.h"
#include "../sample_runs.h"

#include "app/runs/light_rerun.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"

#include <QAction>
#include <QTest>

using namespace headroom;

class LightRerunTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        document_ = std::make_unique<sample::Document>();
        rerun_ = std::make_unique<app::LightRerun>(document_->model, document_->runs, document_->files, nullptr);
        QVERIFY(document_->files.openTemplate(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"));
    }
    void cleanup()
    {
        rerun_.reset();
        document_.reset();
    }

    void aFifthOfTheTimeIsMeasuredOnceWithoutTraces()
    {
        app::Run like = sample::run(1);
        like.durationS = 102; // 2 s of warm-up
        project::Project project;
        project.run = {{"duration", "102 s"}, {"seed", 4}, {"replications", 5}, {"precision", "2 %"}};
        const auto light = app::lightProject(project, like);
        QVERIFY2(light.run["duration"] == "22.0 s", light.run.dump().c_str());
        QVERIFY(light.run["replications"] == 1);
        QVERIFY(light.run["trace_share"] == 0);
        QVERIFY(!light.run.contains("precision"));
        QVERIFY(light.run["seed"] == 4);
    }

    void atLeastTwentySamplesAreMeasuredButNeverMoreThanTheRunHad()
    {
        app::Run like = sample::run(1);
        like.durationS = 42;
        like.intervalS = 1;
        QVERIFY(app::lightProject({}, like).run["duration"] == "22.0 s"); // not 10 s
        like.durationS = 12;
        QVERIFY(app::lightProject({}, like).run["duration"] == "12.0 s");
    }

    void theWarmUpIsTheOneThatWasFoundNotTheOneThatWasAskedFor()
    {
        app::Run like = sample::run(1);
        like.durationS = 102;
        like.warmUpS = 2;
        like.summary->warmUpS = 52;
        QVERIFY(app::lightProject({}, like).run["duration"] == "72.0 s"); // 52 s and 20 samples
        like.summary.reset();
        QVERIFY(app::lightProject({}, like).run["duration"] == "22.0 s");
    }

    void aChangedParameterIsWorthARunOnceOneHasFinished()
    {
        rerun_->action()->trigger();
        change(1);
        QVERIFY(!rerun_->isWaiting()); // nothing to stand in for
        finish(sample::run(1));
        change(2);
        QVERIFY(rerun_->isWaiting());
    }

    void whileItIsSwitchedOffNothingIsStarted()
    {
        finish(sample::run(1));
        change(1);
        QVERIFY(!rerun_->isWaiting());
        rerun_->action()->trigger();
        QVERIFY(!rerun_->isWaiting()); // what was changed before does not count
    }

    void switchingItOffCallsOffWhatWasComing()
    {
        finish(sample::run(1));
        rerun_->action()->trigger();
        change(1);
        QVERIFY(rerun_->isWaiting());
        rerun_->action()->trigger();
        QVERIFY(!rerun_->isWaiting());
    }

    void anotherDocumentCallsOffWhatWasComing()
    {
        finish(sample::run(1));
        rerun_->action()->trigger();
        change(1);
        QVERIFY(rerun_->isWaiting());
        document_->files.createNew();
        QVERIFY(!rerun_->isWaiting());
    }

    void runsThatFailedOrWereLightStandForNothing()
    {
        app::Run failed = sample::run(1), light = sample::run(2);
        failed.ending = app::Ending::failed;
        light.light = true;
        finish(failed);
        finish(light);
        rerun_->action()->trigger();
        change(1);
        QVERIFY(!rerun_->isWaiting());
    }

    void onlyParametersStartOne()
    {
        finish(sample::run(1));
        rerun_->action()->trigger();
        QVERIFY(setField(document_->model, widgets::ElementRef::nodeGroup("storage"), "count", 3));
        QVERIFY(!rerun_->isWaiting());
        QVERIFY(setParameter(document_->model, "WORKERS", 3));
        QVERIFY(rerun_->isWaiting());
    }

    void takingAChangeBackIsAChangeToo()
    {
        finish(sample::run(1));
        change(1);
        rerun_->action()->trigger();
        document_->model.undoStack()->undo();
        QVERIFY(rerun_->isWaiting());
    }

private:
    void finish(const app::Run& run) { document_->runs.history().addFormer(run, {}); }
    void change(int workers) { QVERIFY(setParameter(document_->model, "WORKERS", workers)); }

    std::unique_ptr<sample::Document> document_;
    std::unique_ptr<app::LightRerun> rerun_;
};

HEADROOM_WIDGET_TEST(LightRerunTest)
#include "light_rerun_test.moc"
