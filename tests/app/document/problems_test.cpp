// The list of problems has what `headroom-engine check` says of the project, also what shows only when the whole is put
// together for a run.
#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"

#include <QComboBox>
#include <QProcess>
#include <QSemaphore>
#include <QSignalSpy>
#include <QThreadPool>
#include <QTreeWidget>

#include <utility>

using namespace headroom;

namespace {

/// Nothing is checked meanwhile.
class BusyThreads
{
public:
    BusyThreads()
    {
        for (int i = 0; i < count_; ++i)
            QThreadPool::globalInstance()->start([this] { end_.acquire(); });
    }
    ~BusyThreads() { end(); }
    void end()
    {
        end_.release(std::exchange(count_, 0));
        QThreadPool::globalInstance()->waitForDone();
    }

private:
    int count_ = QThreadPool::globalInstance()->maxThreadCount();
    QSemaphore end_;
};

} // namespace

class ProblemsTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { desk_.reset(); }

    void whatOnlyTheEngineFindsComesAndGoesAsTheProjectIsEdited()
    {
        QVERIFY(desk_->openRack(4));
        QTRY_COMPARE_WITH_TIMEOUT(problems().size(), 0, studio::patienceMs);
        typeOfTheRun("warm_up", "9 s");
        QTRY_VERIFY_WITH_TIMEOUT(problems().contains("nothing is left to be measured"), studio::patienceMs);
        typeOfTheRun("warm_up", "1 s");
        QTRY_COMPARE_WITH_TIMEOUT(problems().size(), 0, studio::patienceMs);
    }

    void theListOfAProjectThatIsOpenedIsThatOfTheEngine()
    {
        studio::Json project = studio::Desk::rack(4);
        project["run"]["warm_up"] = "5 s";
        for (const char* name : {"IDLE", "SPARE"})
            project["parameters"].push_back({{"name", name}, {"type", "integer"}, {"value", 1}});
        const QString file = desk_->write("rack.headroom", project);
        QVERIFY(desk_->window().openProject(file));
        const QStringList told = toldByTheEngine(file);
        QVERIFY(told.size() >= 3);
        QTRY_COMPARE_WITH_TIMEOUT(inOrder(problemTexts()), inOrder(told), studio::patienceMs);
    }

    /// A fault that is mended while the document as it was opened is still being checked.
    void whatIsMendedBeforeTheFirstCheckHasEndedIsGone()
    {
        desk_->window().hide(); // Qt paints large areas in the same threads
        BusyThreads busy;
        studio::Json project = studio::Desk::rack(4);
        project["run"]["seed"] = -1;
        QVERIFY(desk_->window().openProject(desk_->write("rack.headroom", project)));
        QVERIFY(widgets::setField(desk_->window().model(), {widgets::ElementKind::run, {}}, "seed", 1));
        QTest::qWait(500); // longer than an edit waits for another one
        const QSignalSpy shown(desk_->window().results().problems().list()->model(), &QAbstractItemModel::rowsInserted);
        busy.end();
        desk_->window().show();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), studio::patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(problemTexts(), QStringList(), studio::patienceMs);
    }

    void withoutAnEngineTheListHasWhatTheStudioFinds()
    {
        const QByteArray engine = qgetenv("HEADROOM_ENGINE");
        qputenv("HEADROOM_ENGINE", "/nonexistent/headroom-engine");
        studio::Json project = studio::Desk::rack(4);
        project["run"]["seed"] = -1;
        QVERIFY(desk_->window().openProject(desk_->write("rack.headroom", project)));
        QTRY_VERIFY_WITH_TIMEOUT(problems().size() > 0, studio::patienceMs);
        typeOfTheRun("seed", "1");
        QTRY_COMPARE_WITH_TIMEOUT(problems().size(), 0, studio::patienceMs);
        qputenv("HEADROOM_ENGINE", engine);
    }

private:
    /// The problems of all rows.
    QStringList problemTexts()
    {
        QStringList texts;
        const QTreeWidget* list = desk_->window().results().problems().list();
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            texts += list->topLevelItem(i)->text(1);
        return texts;
    }
    QString problems() { return problemTexts().join('\n'); }
    static QStringList inOrder(QStringList texts)
    {
        texts.sort();
        return texts;
    }

    static QStringList toldByTheEngine(const QString& file)
    {
        QProcess engine;
        engine.start(qEnvironmentVariable("HEADROOM_ENGINE"), {"check", file, "--json"});
        engine.waitForFinished(studio::patienceMs);
        const auto told = studio::Json::parse(engine.readAllStandardOutput().toStdString(), nullptr, false);
        QStringList texts;
        for (const studio::Json& finding : told.at("findings"))
            texts += QString::fromStdString(finding["problem"]);
        return texts;
    }

    void typeOfTheRun(const char* field, const QString& text)
    {
        hand().click(hand().item("Duration, warm-up, seed"));
        type(field, text);
    }
};

HEADROOM_WIDGET_TEST(ProblemsTest)
#include "problems_test.moc"
