// Where runs are kept: beside the project's file, in a folder of the window until there is one, and what of it is the
// studio's to delete.
#include "../sample_document.h"
#include "../sample_runs.h"

#include "app/runs/run_store.h"
#include "record/file/result_notes.h"
#include "tests/widget_tests.h"

#include <QSignalSpy>
#include <QTest>

using namespace headroom;

class RunStoreTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        document_ = std::make_unique<sample::Document>();
        store_ = std::make_unique<app::RunStore>(document_->runs, document_->files, nullptr);
        said_ = std::make_unique<QSignalSpy>(store_.get(), &app::RunStore::message);
        connect(&document_->files, &app::DocumentFiles::opened, this, [this] {
            document_->runs.reset();
            store_->open();
        });
    }
    void cleanup()
    {
        store_.reset();
        document_.reset();
    }

    void runsOfAProjectWithoutAFileGoWithTheWindow()
    {
        document_->files.createNew();
        const QString folder = store_->folder();
        QVERIFY(QDir(folder).exists());
        QVERIFY(!folder.startsWith(document_->folder.path()));
        store_.reset();
        QVERIFY(!QDir(folder).exists());
    }

    void aProjectThatGetsAFileTakesItsRunsAlong()
    {
        document_->files.createNew();
        const QString before = addOwn(1, store_->folder() + "/run-0001-20260101-000000.hrr");
        QVERIFY(document_->files.saveTo(path("rack.headroom")));
        QCOMPARE(store_->folder(), path("results/rack"));
        QCOMPARE(run(1).file, path("results/rack/run-0001-20260101-000000.hrr"));
        QVERIFY(QFile::exists(run(1).file) && !QFile::exists(before));
    }

    void aCopyUnderAnotherNameLeavesTheRunsWithTheOriginal()
    {
        openRack();
        const QString file = addOwn(1, path("results/rack/run-0001-20260101-000000.hrr"));
        QVERIFY(document_->files.saveTo(path("copy.headroom")));
        QCOMPARE(store_->folder(), path("results/copy"));
        QCOMPARE(run(1).file, file);
        QVERIFY(QFile::exists(file));
    }

    void runsOfFormerSessionsComeBackAsTheyWereLeft()
    {
        const QString named = result(1), commented = result(2), light = result(5);
        record::writeNote(named.toStdString(), "name", "before");
        record::writeNote(named.toStdString(), "pinned", "1");
        record::writeNote(commented.toStdString(), "comment", "slow disks");
        record::writeNote(light.toStdString(), "light", "1");
        openRack();
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(3), sample::patienceMs);
        QCOMPARE(run(1).name, QString("before"));
        QCOMPARE(document_->runs.history().chosenBaseline(), std::optional(1));
        QCOMPARE(run(2).comment, QString("slow disks"));
        QVERIFY(run(5).light && !run(2).light);
        QCOMPARE(run(2).parameters.at("WORKERS"), QString("64"));
        QVERIFY(!run(2).hasCurves()); // they are read when it is shown
        QVERIFY(!document_->runs.history().shown());
        QCOMPARE(document_->runs.history().nextNumber(), 6);
    }

    void howAFormerRunEndedIsReadFromItsFigures()
    {
        record::Summary stopped = sample::summary(), limited = sample::summary();
        stopped.stopped = limited.stopped = true;
        limited.limit = "it takes more than 800 MiB of memory";
        result(1);
        result(2, stopped);
        result(3, limited);
        result(4, sample::stuckSummary());
        openRack();
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(4), sample::patienceMs);
        QCOMPARE(run(1).ending, app::Ending::finished);
        QCOMPARE(run(2).ending, app::Ending::stopped);
        QCOMPARE(run(3).ending, app::Ending::limited);
        QCOMPARE(run(3).sentence, QString("it takes more than 800 MiB of memory"));
        QCOMPARE(run(4).ending, app::Ending::stuck);
        QCOMPARE(run(4).sentence, sample::stuckSentence());
    }

    void anUnreadableResultIsSaidAndTheOthersCome()
    {
        result(1);
        const QString broken = numbered(2);
        sample::writeFile(broken, "this is no result");
        result(3);
        openRack();
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(2), sample::patienceMs);
        QVERIFY(document_->runs.history().find(1) && document_->runs.history().find(3));
        QCOMPARE(said_->count(), 1);
        QCOMPARE(said_->at(0)[0].toString(), QString("warning"));
        QVERIFY(said_->at(0)[1].toString().contains(broken));
        QCOMPARE(sample::contentOf(broken), QByteArray("this is no result"));
    }

    void filesThatAreNotRunsOfTheStudioAreLeftAlone()
    {
        const QStringList others{path("results/rack/monday.hrr"), path("results/rack/run-7-20260101-000000.hrr"),
                                 path("results/rack/run-0007.txt")};
        for (const QString& file : others)
            sample::writeResult(file);
        result(1);
        openRack();
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(1), sample::patienceMs);
        for (const QString& file : others)
            QVERIFY2(QFile::exists(file), qPrintable(file));
        QCOMPARE(document_->runs.history().nextNumber(), 2);
    }

    void runsOfTheTerminalAreListedAndNotDeleted()
    {
        const QString mine = sample::writeResult(path("results/rack-20260102-030405.hrr"));
        sample::writeResult(path("results/rack-of-another-20260102-030405.hrr"));
        sample::writeResult(path("results/rack.hrr"));
        openRack();
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(1), sample::patienceMs);
        QCOMPARE(runs().front().file, mine);
        QCOMPARE(runs().front().began, QDateTime({2026, 1, 2}, {3, 4, 5}));
        store_->remove(runs().front().number);
        QVERIFY(QFile::exists(mine));
    }

    void whatAKilledStudioLeftGoesAndWhatALivingOneWritesStays()
    {
        const QString dead = path("results/rack/.run-0001-20260101-000000.hrr.partial-99999999");
        const QString alive = path("results/rack/.run-0002-20260101-000000.hrr.partial-") +
                              QString::number(QCoreApplication::applicationPid());
        sample::writeFile(dead, "half");
        sample::writeFile(alive, "half");
        openRack();
        QVERIFY(!QFile::exists(dead));
        QVERIFY(QFile::exists(alive));
    }

    void anotherProjectDoesNotGetTheRunsThatAreBeingReadForTheFormer()
    {
        for (int number = 1; number <= 5; ++number)
            result(number);
        openRack();
        document_->files.createNew();
        QCoreApplication::processEvents();
        QVERIFY(runs().empty());
        QVERIFY(document_->files.open(path("rack.headroom")));
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(5), sample::patienceMs);
    }

    void aFormerRunGetsItsCurvesWhenItIsShown()
    {
        result(1);
        openRack();
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(1), sample::patienceMs);
        document_->runs.show(1);
        QTRY_VERIFY_WITH_TIMEOUT(run(1).hasCurves(), sample::patienceMs);
        QCOMPARE(run(1).intervalS, 1.0);
        QCOMPARE(run(1).curves->at("operation · PUT · throughput").last(), 1010.0);
        QCOMPARE(said_->count(), 0);
    }

    void aResultFileThatHasGoneIsSaidWhenItsRunIsShown()
    {
        const QString file = result(1);
        openRack();
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(1), sample::patienceMs);
        QVERIFY(QFile::remove(file));
        document_->runs.show(1);
        QTRY_COMPARE_WITH_TIMEOUT(said_->count(), 1, sample::patienceMs);
        QVERIFY(said_->at(0)[1].toString().contains(file));
        QVERIFY(!run(1).hasCurves());
        QCOMPARE(run(1).summary->operations.at("PUT").count, std::uint64_t(8000)); // its figures stay
    }

    void aResultFromElsewhereIsListedOnceWithItsNameAndNoPin()
    {
        const QString file = sample::writeResult(path("elsewhere/monday.hrr"));
        record::writeNote(file.toStdString(), "pinned", "1");
        openRack();
        store_->openResult(file);
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(1), sample::patienceMs);
        QCOMPARE(run(1).name, QString("monday"));
        QCOMPARE(document_->runs.history().shown(), std::optional(1));
        QVERIFY(!document_->runs.history().chosenBaseline());
        document_->runs.history().addFormer(sample::run(2), {});
        document_->runs.show(2);
        store_->openResult(file);
        QCOMPARE(document_->runs.history().shown(), std::optional(1));
        QCOMPARE(runs().size(), std::size_t(2));
    }

    void aForeignFileIsRefusedWithItsName()
    {
        openRack();
        sample::writeFile(path("table.csv"), "time,PUT\n0,1\n");
        for (const QString& file : {path("table.csv"), path("nowhere.hrr")}) {
            const auto before = said_->count();
            store_->openResult(file);
            QTRY_COMPARE_WITH_TIMEOUT(said_->count(), before + 1, sample::patienceMs);
            QVERIFY(said_->last()[1].toString().contains(file));
        }
        QVERIFY(runs().empty());
    }

    void aRemovedRunTakesItsOwnFileAndNoOthers()
    {
        const QString own = result(1), foreign = sample::writeResult(path("elsewhere/monday.hrr"));
        openRack();
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(1), sample::patienceMs);
        store_->openResult(foreign);
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(2), sample::patienceMs);
        store_->remove(1);
        store_->remove(2);
        QVERIFY(runs().empty());
        QVERIFY(!QFile::exists(own));
        QVERIFY(QFile::exists(foreign));
    }

    void aRunThatWaitsIsNotRemoved()
    {
        openRack();
        document_->runs.history().add({}, {});
        store_->remove(1);
        store_->remove(42);
        QCOMPARE(runs().size(), std::size_t(1));
    }

    void whatPeopleSayOfARunIsKeptInItsFileAndTakenBackThere()
    {
        const QString file = result(1);
        openRack();
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(1), sample::patienceMs);
        auto& history = document_->runs.history();
        history.rename(1, "before");
        history.comment(1, "slow disks");
        history.chooseBaseline(1);
        using Notes = std::map<std::string, std::string>;
        const auto notes = [&] { return record::readNotes(file.toStdString()); };
        QTRY_COMPARE_WITH_TIMEOUT(notes(), (Notes{{"comment", "slow disks"}, {"name", "before"}, {"pinned", "1"}}),
                                  sample::patienceMs);
        history.comment(1, {});
        history.chooseBaseline(std::nullopt);
        QTRY_COMPARE_WITH_TIMEOUT(notes(), (Notes{{"name", "before"}}), sample::patienceMs);
    }

    void aNoteThatCannotBeKeptIsSaid()
    {
        const QString file = result(1);
        openRack();
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(1), sample::patienceMs);
        QVERIFY(QFile::remove(file));
        document_->runs.history().rename(1, "before");
        QTRY_COMPARE_WITH_TIMEOUT(said_->count(), 1, sample::patienceMs);
        QVERIFY(said_->at(0)[1].toString().contains(file));
    }

    void theProjectAsItWasRunIsReadFromItsResult()
    {
        app::Run run = sample::run(1);
        run.file = sample::writeResult(path("run.hrr"), sample::summary(), R"({"name": "Rack"})");
        QString problem;
        QCOMPARE(app::RunStore::projectText(run, problem), QString(R"({"name": "Rack"})"));
        QVERIFY(problem.isEmpty());
        run.file = path("nowhere.hrr");
        QVERIFY(app::RunStore::projectText(run, problem).isEmpty());
        QVERIFY(problem.contains(run.file));
    }

private:
    QString path(const QString& name) const { return document_->path(name); }
    const std::deque<app::Run>& runs() { return document_->runs.history().runs(); }
    const app::Run& run(int number) { return *document_->runs.history().find(number); }
    QString numbered(int number) const
    {
        return path(QString("results/rack/run-%1-20260101-000000.hrr").arg(number, 4, 10, QChar('0')));
    }
    /// A run of a former session of rack.headroom.
    QString result(int number, const record::Summary& summary = sample::summary()) const
    {
        return sample::writeResult(numbered(number), summary);
    }
    void openRack()
    {
        QVERIFY(QFile::exists(path("rack.headroom")) ||
                QFile::copy(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom", path("rack.headroom")));
        QVERIFY(document_->files.open(path("rack.headroom")));
    }
    /// A run of this session with a result file.
    QString addOwn(int number, const QString& file)
    {
        app::Run run = sample::run(number);
        run.file = sample::writeResult(file);
        document_->runs.history().addFormer(run, {});
        return file;
    }

    std::unique_ptr<sample::Document> document_;
    std::unique_ptr<app::RunStore> store_;
    std::unique_ptr<QSignalSpy> said_;
};

HEADROOM_WIDGET_TEST(RunStoreTest)
#include "run_store_test.moc"
