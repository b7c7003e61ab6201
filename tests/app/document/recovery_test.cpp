// Work survives whatever ends a window: it is offered at the next start, and a project's file is whole at every moment.

#include "../desk_test.h"

#include "app/base/notice_bar.h"
#include "app/base/settings.h"
#include "app/document/autosave.h"
#include "app/document/recovery.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/field_edits.h"

#include <QMessageBox>
#include <QProcess>
#include <QScopeGuard>

#include <csignal>
#include <sys/resource.h>

using namespace headroom;

namespace {

constexpr int soonMs = 20; // between a change and its recovery file

int workers(const project::Project& project)
{
    return project::findParameter(project, "WORKERS")->value.get<int>();
}

/// Runs in the child process: a window with unsaved work, or one that changes and saves without end.
int workInChild(QApplication& application, const QString& project, bool saving)
{
    app::MainWindow window;
    window.autosave().setDelays(soonMs, soonMs);
    window.show();
    window.openProject(project);
    setParameter(window.model(), "WORKERS", 77);
    QTimer timer;
    int value = 1000;
    QObject::connect(&timer, &QTimer::timeout, &window, [&] {
        setParameter(window.model(), "WORKERS", ++value);
        window.files().save();
    });
    if (saving)
        timer.start(0);
    return application.exec();
}

} // namespace

class RecoveryTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { desk_.reset(); }

    void aLockOfAKilledWindowWithoutWorkIsRemoved()
    {
        QDir().mkpath(app::recoveryFolder());
        const QString file = app::freshRecoveryFile();
        QFile dead(file + ".lock");
        QVERIFY(dead.open(QIODevice::WriteOnly));
        // The layout of QLockFile: process, program, computer. No process has this number.
        dead.write("99999999\nheadroom-studio\n" + QSysInfo::machineHostName().toLocal8Bit() + "\n");
        dead.close();
        const auto live = app::lockRecovery(app::freshRecoveryFile());
        QVERIFY(live);
        app::recoverableWork();
        QVERIFY(!QFile::exists(file + ".lock"));
        QVERIFY(live->isLocked());
        QCOMPARE(QDir(app::recoveryFolder()).entryList({"*.lock"}).size(), 1); // the live one
    }

    void unsavedWorkOfAKilledStudioIsOfferedAtTheNextStart()
    {
        const QString rack = desk_->write("rack.headroom", studio::Desk::rack(4));
        const QByteArray before = contentOf(rack);
        const auto child = start(rack, "--unsaved");
        QTRY_VERIFY_WITH_TIMEOUT(!QDir(app::recoveryFolder()).entryList({"*.recovery"}).isEmpty(), studio::patienceMs);
        QVERIFY2(app::recoverableWork().isEmpty(), "a window that lives has nothing to recover");
        kill(static_cast<pid_t>(child->processId()), SIGKILL);
        child->waitForFinished();
        QCOMPARE(contentOf(rack), before);

        desk_->open();
        auto* welcome = desk_->window().findChild<QWidget*>("welcome");
        QVERIFY(welcome->isVisible());
        QPushButton* recover = buttonNamed(*welcome, "Recover rack.headroom");
        QVERIFY(recover && recover->isVisible());
        QTest::mouseClick(recover, Qt::LeftButton);
        QCOMPARE(workers(desk_->window().model().project()), 77);
        QVERIFY(desk_->window().isWindowModified());
        QCOMPARE(desk_->window().files().path(), rack);

        // It stays recoverable until it is saved, and then is nowhere else.
        QCOMPARE(recoveryFiles().size(), 1);
        desk_->action("Ctrl+S")->trigger();
        QTRY_VERIFY(recoveryFiles().isEmpty());
        QVERIFY(contentOf(rack) != before);
    }

    void openingTheProjectOffersItsUnsavedWorkToo()
    {
        const QString rack = desk_->write("rack.headroom", studio::Desk::rack(4));
        leaveWorkBehind(rack);
        desk_->open();
        QVERIFY(desk_->window().openProject(rack));
        QPushButton* discard = buttonWithText(desk_->window().notices(), "Discard");
        QVERIFY(discard && discard->isVisible());
        QTest::mouseClick(discard, Qt::LeftButton);
        QVERIFY(app::recoverableWork().isEmpty());
        QVERIFY(workers(desk_->window().model().project()) != 77);

        leaveWorkBehind(rack);
        QVERIFY(desk_->window().openProject(rack));
        QTest::mouseClick(buttonWithText(desk_->window().notices(), "Recover"), Qt::LeftButton);
        QCOMPARE(workers(desk_->window().model().project()), 77);
        QVERIFY(desk_->window().isWindowModified());
    }

    void aWindowThatIsClosedLeavesNothingBehind()
    {
        QVERIFY(desk_->openRack(4));
        desk_->window().autosave().setDelays(soonMs, soonMs);
        setParameter(desk_->window().model(), "WORKERS", 77);
        QTRY_COMPARE(recoveryFiles().size(), 1);
        desk_->answerMessage([](QMessageBox& box) { return box.button(QMessageBox::Discard); });
        QVERIFY(desk_->window().close());
        QTRY_VERIFY(recoveryFiles().isEmpty());
    }

    void whatIsUndoneAltogetherNeedsNoRecovery()
    {
        QVERIFY(desk_->openRack(4));
        desk_->window().autosave().setDelays(soonMs, soonMs);
        setParameter(desk_->window().model(), "WORKERS", 77);
        QTRY_COMPARE(recoveryFiles().size(), 1);
        desk_->action("Ctrl+Z")->trigger();
        QTRY_VERIFY(recoveryFiles().isEmpty());
    }

    void aProjectKilledAmidSavesIsWhole()
    {
        project::Findings findings;
        const auto library = project::ComponentLibrary::load(project::libraryFolders(), findings);
        const QString rack = desk_->write("rack.headroom", studio::Desk::rack(4));
        for (int milliseconds : {0, 3, 17, 41}) {
            const auto child = start(rack, "--saving");
            const QByteArray before = contentOf(rack);
            QTRY_VERIFY_WITH_TIMEOUT(contentOf(rack) != before, studio::patienceMs);
            QTest::qWait(milliseconds); // to end it at various moments of a save
            kill(static_cast<pid_t>(child->processId()), SIGKILL);
            child->waitForFinished();
            const auto loaded = project::loadProject(rack.toStdString(), library);
            QVERIFY(loaded.project);
            QVERIFY(workers(*loaded.project) > 1000);
        }
    }

    void aFullDiskIsSaidAndLosesNothing()
    {
        QVERIFY(desk_->openRack(4));
        const QByteArray before = contentOf(desk_->path("rack.headroom"));
        desk_->window().autosave().setDelays(soonMs, soonMs);
        QString said;
        desk_->answerMessage([&](QMessageBox& box) {
            said = box.text();
            return box.button(QMessageBox::Cancel);
        });
        {
            // A limit of the size of files fails a write in its middle, as a full disk does.
            std::signal(SIGXFSZ, SIG_IGN);
            rlimit limit{};
            getrlimit(RLIMIT_FSIZE, &limit);
            const rlimit little{100, limit.rlim_max};
            const auto restore = qScopeGuard([&] { setrlimit(RLIMIT_FSIZE, &limit); });
            QCOMPARE(setrlimit(RLIMIT_FSIZE, &little), 0);
            setParameter(desk_->window().model(), "WORKERS", 77);
            desk_->action("Ctrl+S")->trigger();
            QTRY_VERIFY(desk_->messages().contains("cannot be backed up for recovery"));
        }
        QVERIFY2(said.contains("rack.headroom") && said.contains("too large"), qPrintable(said));
        QVERIFY(desk_->window().isWindowModified());
        QCOMPARE(contentOf(desk_->path("rack.headroom")), before);
        desk_->action("Ctrl+S")->trigger();
        QVERIFY(!desk_->window().isWindowModified());
        QVERIFY(contentOf(desk_->path("rack.headroom")) != before);
    }

    void aFileThatSomebodyElseChangesIsNoticedAndReloadedOnRequest()
    {
        QVERIFY(desk_->openRack(4));
        auto changed = studio::Desk::rack(4);
        changed["name"] = "Theirs";
        desk_->write("rack.headroom", changed);
        QTRY_VERIFY(buttonWithText(desk_->window().notices(), "Reload"));
        QTest::mouseClick(buttonWithText(desk_->window().notices(), "Reload"), Qt::LeftButton);
        QCOMPARE(desk_->window().model().project().name, std::string("Theirs"));
        QVERIFY(!desk_->window().notices().isVisible());
    }

    void savingAsksBeforeItReplacesWhatSomebodyElseWrote()
    {
        QVERIFY(desk_->openRack(4));
        setParameter(desk_->window().model(), "WORKERS", 77);
        auto changed = studio::Desk::rack(4);
        changed["name"] = "Theirs";
        desk_->write("rack.headroom", changed);
        desk_->answerMessage([](QMessageBox& box) { return box.button(QMessageBox::Cancel); });
        QVERIFY(!desk_->window().files().save());
        QCOMPARE(studio::Desk::read(desk_->path("rack.headroom"))["name"].get<std::string>(), std::string("Theirs"));
        desk_->answerMessage([](QMessageBox& box) { return buttonWithText(box, "Replace it"); });
        QVERIFY(desk_->window().files().save());
        QVERIFY(studio::Desk::read(desk_->path("rack.headroom"))["name"].get<std::string>() != "Theirs");
        QVERIFY(!desk_->window().isWindowModified());
    }

    void aFileThatIsGoneCanBeSavedAgain()
    {
        QVERIFY(desk_->openRack(4));
        QVERIFY(QFile::remove(desk_->path("rack.headroom")));
        QTRY_VERIFY(buttonWithText(desk_->window().notices(), "Save it again"));
        QTest::mouseClick(buttonWithText(desk_->window().notices(), "Save it again"), Qt::LeftButton);
        QVERIFY(QFile::exists(desk_->path("rack.headroom")));
    }

    void workThatIsNotFinishedOpensAsItWasSaved()
    {
        QVERIFY(desk_->openRack(4));
        const QString path = desk_->window().software().scene()->path();
        const QString block = addBlock(desk_->window().model(), path, "read", {}); // without a volume, and not wired
        desk_->action("Ctrl+S")->trigger();
        const QByteArray saved = desk_->document();
        desk_->open();
        QVERIFY(desk_->window().openProject(desk_->path("rack.headroom")));
        QCOMPARE(desk_->document(), saved);
        desk_->window().showDiagram(path);
        QVERIFY(desk_->window().software().scene()->box(block));
    }

private:
    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QStringList recoveryFiles() { return QDir(app::recoveryFolder()).entryList({"*.recovery"}); }
    static QPushButton* buttonWithText(QWidget& parent, const QString& text)
    {
        for (auto* button : parent.findChildren<QPushButton*>())
            if (button->text() == text && button->isVisible())
                return button;
        return nullptr;
    }
    static QPushButton* buttonNamed(QWidget& parent, const QString& name)
    {
        for (auto* button : parent.findChildren<QPushButton*>())
            if (button->accessibleName() == name)
                return button;
        return nullptr;
    }
    static std::unique_ptr<QProcess> start(const QString& project, const QString& way)
    {
        auto child = std::make_unique<QProcess>();
        child->setProcessChannelMode(QProcess::ForwardedChannels);
        child->start(QCoreApplication::applicationFilePath(), {way, project});
        return child;
    }
    /// As a killed studio would, without the time it takes to start one.
    static void leaveWorkBehind(const QString& path)
    {
        project::Findings findings;
        const auto library = project::ComponentLibrary::load(project::libraryFolders(), findings);
        auto loaded = project::loadProject(path.toStdString(), library);
        project::findParameter(*loaded.project, "WORKERS")->value = 77;
        app::writeRecovery({app::freshRecoveryFile(), path, "rack.headroom", QDateTime::currentDateTime(), {}},
                           *loaded.project);
    }
};

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() == 3 && (arguments[1] == "--unsaved" || arguments[1] == "--saving"))
        return workInChild(application, arguments[2], arguments[1] == "--saving");
    RecoveryTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "recovery_test.moc"
