// A run as a child process: how its end is judged, what it is given, and how it is left. Shell scripts stand in the
// engine's place.
#include "../sample_runs.h"

#include "app/engine/engine_process.h"
#include "tests/widget_tests.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace headroom;
using app::Ending;
using app::EngineProcess;

Q_DECLARE_METATYPE(headroom::app::Ending)

class EngineProcessTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qRegisterMetaType<Ending>(); }
    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        engine_ = std::make_unique<EngineProcess>();
    }
    void cleanup() { engine_.reset(); }

    void anEndIsJudgedByTheExitStatusAndWhatWasSaid_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<Ending>("ending");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("refused") << QByteArray("echo 'no such role' >&2; exit 1") << Ending::refused << "no such role";
        QTest::newRow("refused without a word")
            << QByteArray("exit 1") << Ending::refused << "The engine refused the project.";
        QTest::newRow("failed") << QByteArray("echo 'out of memory' >&2; exit 2") << Ending::failed << "out of memory";
        QTest::newRow("failed without a word")
            << QByteArray("exit 2") << Ending::failed << "The run failed (exit status 2).";
        QTest::newRow("nothing said at all")
            << QByteArray("exit 0") << Ending::failed << "The run ended without a summary.";
        QTest::newRow("finished") << QByteArray("cat summary") << Ending::finished << "The run ended.";
        QTest::newRow("failed after its summary")
            << QByteArray("cat summary; echo 'the disk is full' >&2; exit 2") << Ending::failed << "the disk is full";
    }
    void anEndIsJudgedByTheExitStatusAndWhatWasSaid()
    {
        QFETCH(QByteArray, script);
        QFETCH(Ending, ending);
        QFETCH(QString, sentence);
        sample::writeFile(path("summary"), QByteArray::fromStdString(toLine(record::Finished{sample::summary(), ""})));
        const auto [how, said] = outcomeOf(script);
        QCOMPARE(how, ending);
        QCOMPARE(said, sentence);
    }

    void aCrashIsSaidWithTheLastWordsOfTheEngine()
    {
        const auto [how, said] = outcomeOf("echo 'assertion failed' >&2; kill -SEGV $$");
        QCOMPARE(how, Ending::crashed);
        QVERIFY(said.contains("ended unexpectedly"));
        QVERIFY(said.endsWith("\nassertion failed"));
    }

    void aProgramThatCannotBeStartedIsNamed()
    {
        const sample::StandIn stand(path("engine"), "exit 0");
        QFile::setPermissions(path("engine"), QFile::ReadOwner);
        QSignalSpy ended(engine_.get(), &EngineProcess::ended);
        engine_->start("{}", "Rack", {});
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, sample::patienceMs);
        QCOMPARE(ended[0][0].value<Ending>(), Ending::notStarted);
        QVERIFY2(ended[0][1].toString().contains(path("engine")), qPrintable(ended[0][1].toString()));
    }

    void theProjectIsGivenAsAFileOfItsNameThatGoesWithTheRun()
    {
        child::Simulation simulation;
        simulation.pace = "5";
        outcomeOf("cp \"$2\" project; printf '%s\\n' \"$@\" > arguments", R"({"name": "Rack"})", "our/rack",
                  simulation);
        const auto arguments = QString(sample::contentOf(path("arguments"))).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(arguments[0], QString("simulate"));
        QCOMPARE(QFileInfo(arguments[1]).fileName(), QString("our%2frack.headroom"));
        QVERIFY(arguments.contains("--stream"));
        QCOMPARE(arguments.value(arguments.indexOf("--pace") + 1), QString("5"));
        QCOMPARE(sample::contentOf(path("project")), QByteArray(R"({"name": "Rack"})"));
        QVERIFY(!QFileInfo(QFileInfo(arguments[1]).path()).exists());
    }

    void aProjectWithoutANameRunsToo()
    {
        outcomeOf("printf '%s' \"$2\" > named", "{}", {});
        QCOMPARE(QFileInfo(sample::contentOf(path("named"))).fileName(), QString("project.headroom"));
    }

    void commandsReachTheRunAsLines()
    {
        const sample::StandIn stand(path("engine"), inFolder("read line; echo \"$line\" > command"));
        QSignalSpy ended(engine_.get(), &EngineProcess::ended);
        engine_->start("{}", "Rack", {});
        record::Command command;
        command.kind = record::CommandKind::step;
        command.seconds = 2.5;
        engine_->send(command);
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, sample::patienceMs);
        const auto heard = record::parseCommand(sample::contentOf(path("command")).trimmed().toStdString());
        QVERIFY(heard.kind == record::CommandKind::step);
        QCOMPARE(heard.seconds, 2.5);
        engine_->send(command); // there is nobody any more
    }

    void whoStopsARunExpectsItsEndHoweverItComes()
    {
        const sample::StandIn stand(path("engine"), inFolder("read line; echo \"$line\" > command; kill -KILL $$"));
        QSignalSpy ended(engine_.get(), &EngineProcess::ended);
        engine_->start("{}", "Rack", {});
        engine_->stop();
        engine_->stop(); // once is enough
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, sample::patienceMs);
        QCOMPARE(ended[0][0].value<Ending>(), Ending::stopped);
        QCOMPARE(ended[0][1].toString(), QString("The run was stopped."));
        QVERIFY(record::parseCommand(sample::contentOf(path("command")).trimmed().toStdString()).kind ==
                record::CommandKind::stop);
    }

    void anAbandonedRunEndsAtOnceWithoutAWord()
    {
        const sample::StandIn stand(path("engine"), "exec sleep 1000");
        QSignalSpy ended(engine_.get(), &EngineProcess::ended);
        engine_->start("{}", "Rack", {});
        QTRY_VERIFY_WITH_TIMEOUT(engine_->processId() > 0, sample::patienceMs);
        const auto child = static_cast<pid_t>(engine_->processId());
        engine_->abandon();
        QCOMPARE(kill(child, 0), -1);
        QCoreApplication::processEvents();
        QCOMPARE(ended.count(), 0);
        // It is ready for another one.
        QCOMPARE(outcomeOf("exit 1").first, Ending::refused);
    }

    void aSecondStartWhileOneGoesOnDoesNothing()
    {
        const sample::StandIn stand(path("engine"), inFolder("echo started >> starts; read line; exit 1"));
        QSignalSpy ended(engine_.get(), &EngineProcess::ended);
        engine_->start("{}", "Rack", {});
        engine_->start("{}", "Other", {});
        engine_->stop();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, sample::patienceMs);
        QCOMPARE(sample::contentOf(path("starts")), QByteArray("started\n"));
    }

    void whatIsSaidWithoutANewLineAtItsEndIsNoRecord()
    {
        QSignalSpy received(engine_.get(), &EngineProcess::received);
        sample::writeFile(path("said"), QByteArray::fromStdString(toLine(record::State{"running"})) + "{\"record\":");
        QCOMPARE(outcomeOf("cat said").first, Ending::failed);
        QCOMPARE(received.count(), 1);
        QCOMPARE(received[0][0].value<app::Records>()->size(), std::size_t(1));
    }

    void manyRecordsComeInTheirOrderInPortions()
    {
        QByteArray said;
        constexpr int samples = 20000; // more than one portion
        for (int i = 1; i <= samples; ++i)
            said += QByteArray::fromStdString(toLine(sample::sampleAt(i)));
        sample::writeFile(path("said"), said);
        std::vector<double> times;
        connect(engine_.get(), &EngineProcess::received, this, [&times](const app::Records& records) {
            for (const auto& one : *records)
                times.push_back(std::get<record::Sample>(one).time);
        });
        outcomeOf("cat said");
        QCOMPARE(times.size(), std::size_t(samples));
        QVERIFY(std::is_sorted(times.begin(), times.end()));
    }

    void theProgramIsTheNamedOneElseTheOneBesideTheStudio()
    {
        const QByteArray named = qgetenv("HEADROOM_ENGINE");
        qputenv("HEADROOM_ENGINE", "/opt/engine");
        QCOMPARE(EngineProcess::program(), QString("/opt/engine"));
        qunsetenv("HEADROOM_ENGINE");
        QCOMPARE(EngineProcess::program(), QCoreApplication::applicationDirPath() + "/headroom-engine");
        qputenv("HEADROOM_ENGINE", named);
    }

private:
    QString path(const QString& name) const { return folder_->filePath(name); }
    QByteArray inFolder(const QByteArray& script) const { return "cd '" + folder_->path().toUtf8() + "'\n" + script; }
    /// Runs this script in the engine's place; returns the ending of the run and its message.
    std::pair<Ending, QString> outcomeOf(const QByteArray& script, const QByteArray& project = "{}",
                                         const QString& name = "Rack", const child::Simulation& simulation = {})
    {
        const sample::StandIn stand(path("engine"), inFolder(script));
        QSignalSpy ended(engine_.get(), &EngineProcess::ended);
        engine_->start(project, name, simulation);
        if (!ended.wait(sample::patienceMs) || ended.count() != 1)
            return {Ending::crashed, "it has not ended once"};
        return {ended[0][0].value<Ending>(), ended[0][1].toString()};
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<EngineProcess> engine_;
};

HEADROOM_WIDGET_TEST(EngineProcessTest)
#include "engine_process_test.moc"
