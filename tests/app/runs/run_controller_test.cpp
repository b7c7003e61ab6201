// The runs of a window: their queue, what each is asked for, and which of them everything shows. Shell scripts stand in
// the engine's place.
#include "../sample_runs.h"
#include "project/document/document.h"
#include "record/structure/json.h"

#include "app/runs/configuration.h"
#include "app/runs/run_controller.h"
#include "tests/widget_tests.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <tuple>

using namespace headroom;
using app::RunController;

class RunControllerTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        controller_ = std::make_unique<RunController>();
        // Where a script knows which run it is.
        controller_->setResultPath([this](int number) { return path("run" + QString::number(number)); });
    }
    void cleanup()
    {
        controller_.reset();
        stand_.reset();
    }

    void aRunThatIsRefusedIsSaidAsAnErrorWithItsNumber()
    {
        engineThat("echo 'no such role' >&2; exit 1");
        QSignalSpy said(controller_.get(), &RunController::message),
            finished(controller_.get(), &RunController::finished);
        QSignalSpy ended(controller_.get(), &RunController::runEnded);
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QCOMPARE(said.value(0), (QVariantList{"error", "Run 1: no such role"}));
        QCOMPARE(finished.count(), 1);
        QCOMPARE(ended.count(), 1);
        QCOMPARE(run(1).ending, app::Ending::refused);
        QCOMPARE(run(1).sentence, QString("no such role"));
    }

    void aLargeModelSaysHowFarItIsBuilt()
    {
        sample::writeFile(path("building"),
                          toLine(record::Building{"files in warm page caches", 9765625, 24414062}).c_str());
        engineThat("cat building; sleep 60");
        start();
        QTRY_COMPARE_WITH_TIMEOUT(controller_->progress().building,
                                  QString("building the model: 40 % of 24.4 M files in warm page caches"),
                                  sample::patienceMs);
        QCOMPARE(controller_->state(), RunController::State::starting);
    }

    void theRunFillsItsHistoryFromTheStream()
    {
        sample::writeFile(path("stream"), stream());
        engineThat("cat stream");
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QCOMPARE(run(1).ending, app::Ending::finished);
        QCOMPARE(run(1).durationS, 10.0);
        QCOMPARE(run(1).warmUpS, 2.0);
        QCOMPARE(run(1).series.size(), sample::series().size());
        QCOMPARE(run(1).curves->at("operation · PUT · throughput").last(), 1010.0);
        QVERIFY(!run(1).curves->contains("operation · GET · throughput"));
        QCOMPARE(controller_->cursor().time(), 10.0);
        // The known speed is that of the whole run, and stays when another one is shown.
        QCOMPARE(controller_->progress().rate, 20.0); // 10 s in half a second
        controller_->history().addFormer(sample::run(9), {});
        controller_->show(9);
        QCOMPARE(controller_->progress().rate, 0.0);
        controller_->show(1);
        QCOMPARE(controller_->progress().rate, 20.0);
    }

    void theListSaysHowFarEachRunIsAlsoOfOneThatIsNotShown()
    {
        std::string text = toLine(record::Header{"Rack", 7, 10, 2, 1, sample::series()}) +
                           toLine(record::Watching{{0, 1, 2, 3, 4}}) + toLine(record::State{"running"});
        for (int second = 1; second <= 4; ++second)
            text += toLine(sample::sampleAt(second));
        sample::writeFile(path("stream"), QByteArray::fromStdString(text));
        engineThat(QByteArray("cat stream; ") + listening);
        start();
        start();
        QCOMPARE(controller_->history().shown(), std::optional(2));
        for (const int number : {1, 2}) {
            QTRY_COMPARE_WITH_TIMEOUT(run(number).simulatedS, 4.0, sample::patienceMs);
            const QModelIndex row = controller_->history().index(number - 1, app::RunHistory::statusColumn);
            QVERIFY2(row.data().toString().startsWith("running, 40 %"), qPrintable(row.data().toString()));
            QCOMPARE(row.data(app::RunHistory::shareRole).toDouble(), 0.4);
        }
        controller_->stopAll();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QCOMPARE(run(1).simulatedS, 4.0); // how far it came
    }

    void aRunThatEndsBeforeItsLongestDurationIsAsLongAsItWas()
    {
        record::Summary summary = sample::summary();
        summary.simulatedS = 7.5;
        sample::writeFile(path("stream"), stream(summary));
        engineThat("cat stream");
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QCOMPARE(run(1).durationS, 7.5);
        QCOMPARE(controller_->progress().durationS, 7.5);
    }

    void aRunThatCannotGoOnOrReachesALimitIsNotCalledFailed()
    {
        record::Summary limited = sample::summary();
        limited.stopped = true;
        limited.limit = "it takes more than 800 MiB of memory";
        for (const auto& [summary, sentence, ending, word] :
             {std::tuple(sample::stuckSummary(), sample::stuckSentence(), app::Ending::stuck, "stuck"),
              std::tuple(limited, QString("The run was stopped: it takes more than 800 MiB of memory."),
                         app::Ending::limited, "stopped at a limit")}) {
            sample::writeFile(path("stream"), stream(summary));
            engineThat("cat stream; echo 'headroom-engine: " + sentence.toUtf8() + "' >&2; exit 2");
            start();
            QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
            const app::Run& last = controller_->history().runs().back();
            QCOMPARE(last.ending, ending);
            QCOMPARE(last.sentence, sentence);
            const int row = controller_->history().rowCount() - 1;
            const QModelIndex status = controller_->history().index(row, app::RunHistory::statusColumn);
            QCOMPARE(status.data().toString(), QString(word));
            QVERIFY(status.data(Qt::ToolTipRole).toString().contains(sentence));
        }
        // An error after the summary, e.g. of writing the result file, remains a failure.
        sample::writeFile(path("stream"), stream());
        engineThat("cat stream; exit 2");
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QCOMPARE(run(3).ending, app::Ending::failed);
    }

    void whatTheEngineLogsIsPassedOn()
    {
        sample::writeFile(path("stream"),
                          QByteArray::fromStdString(toLine(record::LogLine{"warning", "a role is idle"})));
        engineThat("cat stream");
        QSignalSpy said(controller_.get(), &RunController::message);
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QCOMPARE(said.value(0), (QVariantList{"warning", "a role is idle"}));
    }

    void aRunIsToldWhereItsFilesLieAndHowFastItMayGo()
    {
        engineThat("printf '%s\\n' \"$@\" > arguments");
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QCOMPARE(argumentAfter("--out"), path("run1"));
        QVERIFY(!arguments().contains("--beside") && !arguments().contains("--pace"));
        controller_->setFolder("/my/projects");
        controller_->setPace(2.5);
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QCOMPARE(argumentAfter("--beside"), QString("/my/projects"));
        QCOMPARE(argumentAfter("--pace"), QString("2.5"));
        controller_->setResultPath({});
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QVERIFY(!arguments().contains("--out"));
    }

    void aRunThatWaitsBeginsWithWhatItIsToGoOnUntil()
    {
        engineThat(listening);
        for (int i = 0; i < 3; ++i)
            start();
        QVERIFY(run(3).queued);
        record::Command goal;
        goal.kind = record::CommandKind::until;
        goal.requests = 250;
        controller_->runUntil(3, goal);
        controller_->stop(1);
        QTRY_VERIFY_WITH_TIMEOUT(!run(3).queued, sample::patienceMs);
        controller_->stopAll();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QVERIFY2(heard(3).contains("until"), qPrintable(heard(3).join(' ')));
        QVERIFY(!heard(2).contains("until"));
    }

    void anotherPaceIsSaidToEveryRunThatGoesOn()
    {
        engineThat(listening);
        start();
        start();
        controller_->setPace(5);
        controller_->stopAll();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QVERIFY(heard(1).contains("pace") && heard(2).contains("pace"));
    }

    void pausingAndSteppingNeedARunThatRuns()
    {
        engineThat(listening);
        controller_->pauseOrResume();
        controller_->step();
        start(); // nothing has been heard of it yet
        controller_->pauseOrResume();
        controller_->step(1);
        controller_->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QCOMPARE(heard(1), (QStringList{"watch", "stop"}));
    }

    void aRunTakenOutOfTheQueueSaysThatItNeverBegan()
    {
        engineThat(listening);
        for (int i = 0; i < 3; ++i)
            start();
        QSignalSpy ended(controller_.get(), &RunController::runEnded);
        controller_->stop(3);
        QCOMPARE(ended.value(0), QVariantList{3});
        QCOMPARE(run(3).ending, app::Ending::stopped);
        QVERIFY(run(3).sentence.contains("before it started"));
        controller_->stopAll();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QVERIFY(!QFile::exists(path("run3.heard")));
    }

    void aRunThatGoesOnOrWaitsIsNotForgotten()
    {
        engineThat(listening);
        for (int i = 0; i < 3; ++i)
            start();
        controller_->forget(1);
        controller_->forget(3);
        QCOMPARE(controller_->history().runs().size(), std::size_t(3));
        controller_->stopAll();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        controller_->forget(1);
        QCOMPARE(controller_->history().runs().size(), std::size_t(2));
    }

    void aFormerRunThatIsShownAsksForItsCurvesOnce()
    {
        app::Run bare = sample::run(1);
        bare.curves = std::make_shared<app::RunCurves>();
        controller_->history().addFormer(bare, {});
        controller_->history().addFormer(sample::run(2), {});
        QSignalSpy wanted(controller_.get(), &RunController::curvesWanted),
            begun(controller_.get(), &RunController::begun);
        controller_->show(2);
        QCOMPARE(wanted.count(), 0); // it has them
        controller_->cursor().take(3);
        controller_->show(1);
        QCOMPARE(wanted.value(0), QVariantList{1});
        QVERIFY(controller_->cursor().isFollowing());
        QCOMPARE(controller_->cursor().time(), 10.0);
        controller_->show(1);
        controller_->show(42);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(begun.count(), 2);
    }

    void theRunThatTakesTheForgottenOnesPlaceIsShownWhole()
    {
        app::Run bare = sample::run(1);
        bare.curves = std::make_shared<app::RunCurves>();
        controller_->history().addFormer(bare, {});
        controller_->history().addFormer(sample::run(2), {});
        controller_->show(2);
        QSignalSpy wanted(controller_.get(), &RunController::curvesWanted),
            begun(controller_.get(), &RunController::begun);
        controller_->forget(2);
        QCOMPARE(controller_->history().shown(), std::optional(1));
        QCOMPARE(wanted.value(0), QVariantList{1});
        QCOMPARE(begun.count(), 1);
        controller_->forget(1);
        QVERIFY(!controller_->history().shown());
        QCOMPARE(begun.count(), 1);
    }

    void anotherProjectLeavesNothingOfTheRunsAndHearsNothingOfThem()
    {
        engineThat(listening);
        for (int i = 0; i < 3; ++i)
            start();
        QSignalSpy said(controller_.get(), &RunController::message), ended(controller_.get(), &RunController::runEnded);
        controller_->reset();
        QVERIFY(!controller_->isActive());
        QVERIFY(controller_->state() == RunController::State::idle);
        QVERIFY(controller_->history().runs().empty());
        QCoreApplication::processEvents();
        QCOMPARE(said.count() + ended.count(), 0);
        start();
        QCOMPARE(controller_->history().runs().back().number, 1);
        controller_->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
    }

    void runsThatDifferOnlyInTheirLoadHaveTheSameConfiguration()
    {
        const auto configuration = [](int workers, const char* device, const char* moved) {
            return app::configurationOf(QString(R"({"name": "Rack", "parameters": [
                {"name": "WORKERS", "value": %1}, {"name": "DEVICE", "value": "%2"}],
                "workloads": [{"id": "users", "workers": "2 * WORKERS", "role": "client"}], "view": "%3"})")
                                            .arg(workers)
                                            .arg(device, moved)
                                            .toStdString());
        };
        const QByteArray one = configuration(16, "HDD", "left");
        QVERIFY(!one.isEmpty());
        QCOMPARE(configuration(64, "HDD", "left"), one);
        QCOMPARE(configuration(16, "HDD", "right"), one);
        QVERIFY(configuration(16, "SSD", "left") != one);
        QVERIFY(app::configurationOf("this is no project").isEmpty());
    }

    void aLightRunIsMarkedAsOne()
    {
        engineThat("exit 1");
        controller_->startLight({}, {});
        QVERIFY(run(1).light);
        start();
        QVERIFY(!run(2).light);
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
    }

    /// They take runs of their own, each as long as the run itself.
    void aLightRunIsOneRunWithoutThoseOfGoalsUnderOtherConditions()
    {
        engineThat("echo \"$@\" > \"$out.asked\"; exit 1");
        const auto asked = [this](int number) {
            QFile file(path(QString("run%1.asked").arg(number)));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        controller_->startLight({}, {});
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!controller_->isActive(), sample::patienceMs);
        QVERIFY2(asked(1).contains("--single"), asked(1));
        QVERIFY2(asked(2).contains("--stream") && !asked(2).contains("--single"), asked(2));
    }

private:
    /// Writes down what is said to it, until it is to stop.
    static constexpr const char* listening = "while read line; do echo \"$line\" >> \"$out.heard\"; "
                                             "case \"$line\" in *'\"stop\"'*) exit 0;; esac; done";

    QString path(const QString& name) const { return folder_->filePath(name); }
    const app::Run& run(int number) { return *controller_->history().find(number); }
    void start()
    {
        project::Project project;
        project.name = "Rack";
        controller_->start(project, {});
    }
    /// `script` begins in the test's folder and knows the path of the result as $out.
    void engineThat(const QByteArray& script)
    {
        stand_.reset(); // it leaves the engine as it found it
        stand_ = std::make_unique<sample::StandIn>(
            path("engine"), "cd '" + folder_->path().toUtf8() +
                                "'\nlast=\nfor one in \"$@\"; do [ \"$last\" = --out ] && out=$one; last=$one; done\n" +
                                script);
    }
    static QByteArray stream(const record::Summary& summary = sample::summary())
    {
        record::Header header{"Rack", 7, 10, 2, 1, sample::series()};
        std::string text =
            toLine(header) + toLine(record::Watching{{0, 1, 2, 3, 4}}) + toLine(record::State{"running"});
        for (int second = 1; second <= 10; ++second)
            text += toLine(sample::sampleAt(second));
        return QByteArray::fromStdString(text + toLine(record::Finished{summary, ""}));
    }
    QStringList arguments() const
    {
        return QString(sample::contentOf(path("arguments"))).split('\n', Qt::SkipEmptyParts);
    }
    QString argumentAfter(const QString& name) const { return arguments().value(arguments().indexOf(name) + 1); }
    /// The commands that a run was given, by name.
    QStringList heard(int number) const
    {
        QStringList commands;
        for (const QByteArray& line : sample::contentOf(path(QString("run%1.heard").arg(number))).split('\n'))
            if (!line.isEmpty())
                commands += QString::fromStdString(record::Json::parse(line.toStdString()).at("command"));
        return commands;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<RunController> controller_;
    std::unique_ptr<sample::StandIn> stand_;
};

HEADROOM_WIDGET_TEST(RunControllerTest)
#include "run_controller_test.moc"
