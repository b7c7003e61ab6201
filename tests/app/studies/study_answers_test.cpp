// What the page "Study" answers beside its table: which point is best.
#include "../studio_desk.h"

#include "app/studies/study_page.h"
#include "tests/widget_tests.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTabWidget>

using namespace headroom;
using app::StudyPage;

namespace {

/// The first queue with studies of its threads and its customers; the project has 1 and 10.
QString projectToAnswer(const QTemporaryDir& folder)
{
    auto tree = studio::Desk::read(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom");
    tree["run"]["duration"] = "20 s";
    tree["studies"] = studio::Json::parse(
        R"([{"id": "both", "space": [{"parameter": "THREADS", "values": [4, 2, 1]},
                                     {"parameter": "CUSTOMERS", "values": [40, 10]}],
             "report": ["ask.throughput", "ask.latency.mean", "power"]}])");
    const QString path = folder.filePath("queue.headroom");
    QFile out(path);
    if (!out.open(QIODevice::WriteOnly))
        return {};
    out.write(QByteArray::fromStdString(tree.dump()));
    return path;
}

} // namespace

class StudyAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        qputenv("HEADROOM_SETTINGS", folder_.filePath("settings.ini").toUtf8());
        QDir(folder_.filePath("results")).removeRecursively();
        window_ = std::make_unique<app::MainWindow>();
        window_->resize(1400, 900);
        window_->show();
        QVERIFY(window_->openProject(projectToAnswer(folder_)));
        window_->findChild<QTabWidget*>()->setCurrentWidget(&page());
    }
    void cleanup() { window_.reset(); }

    void theBestIsFoundWithItsProbabilityWhichIsSaidWhileItNarrows()
    {
        QSignalSpy answers(&page().process(), &app::StudyProcess::answered);
        QStringList offered;
        chooseInMenu("findBest", "By ask.throughput", offered);
        QCOMPARE(offered, (QStringList{"By ask.throughput", "By ask.latency.mean", "By power"}));
        QTRY_VERIFY_WITH_TIMEOUT(!answers.isEmpty(), studio::patienceMs);
        const QString soFar = answers.front().front().toString();
        QVERIFY2(soFar.contains("with a probability of"), qPrintable(soFar));
        awaitEnd();
        const QString said = find<QLabel>("studyDecision")->text();
        QVERIFY2(said.startsWith("Point 0 (THREADS = 4, CUSTOMERS = 40) is best by ask.throughput"), qPrintable(said));
        QCOMPARE(said, answers.back().front().toString());
        QVERIFY2(find<QLabel>("studyStand")->text().contains("runs of 6 points"),
                 qPrintable(find<QLabel>("studyStand")->text()));
        QVERIFY(QFile::exists(folder_.filePath("results/both-best.hrs")));
    }

    void theAnswerOfASearchIsNotThatOfTheStudyWhichIsRunNext()
    {
        QStringList offered;
        chooseInMenu("findBest", "By ask.throughput", offered);
        awaitEnd();
        run();
        QVERIFY2(!find<QLabel>("studyDecision")->text().contains("probability"),
                 qPrintable(find<QLabel>("studyDecision")->text()));
    }

private:
    StudyPage& page() { return window_->studies(); }
    template <typename Widget>
    Widget* find(const char* name)
    {
        return page().findChild<Widget*>(name);
    }
    /// Opens the menu of a button and chooses an entry by the keyboard.
    void chooseInMenu(const char* button, const QString& entry, QStringList& offered)
    {
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu);
            for (QAction* action : menu->actions()) {
                offered.append(action->text());
                if (action->text() == entry)
                    menu->setActiveAction(action);
            }
            QTest::keyClick(menu, Qt::Key_Return);
        });
        QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton);
    }
    void run()
    {
        QTest::mouseClick(find<QPushButton>("runStudy"), Qt::LeftButton);
        awaitEnd();
    }
    void awaitEnd() { QTRY_VERIFY_WITH_TIMEOUT(!page().process().isRunning(), studio::patienceMs); }

    QTemporaryDir folder_;
    std::unique_ptr<app::MainWindow> window_;
};

HEADROOM_WIDGET_TEST(StudyAnswersTest)
#include "study_answers_test.moc"
