// Files that were open lately, and others who write to the open one.
#include "app/document/disk_watch.h"
#include "app/document/recent_files.h"
#include "app/document/recovery.h"
#include "tests/widget_tests.h"

#include <QFile>
#include <QLockFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace headroom;

class FilesTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        qputenv("HEADROOM_SETTINGS", path("settings.ini").toUtf8());
    }

    void theFileOpenedLastComesFirstAndOnce()
    {
        app::noteRecentFile("/a");
        app::noteRecentFile("/b");
        app::noteRecentFile("/a");
        QCOMPARE(recent(), (QStringList{"/a", "/b"}));
        QVERIFY(app::recentFiles().front().opened.secsTo(QDateTime::currentDateTime()) < 60);
    }

    void onlyADozenFilesAreKept()
    {
        for (int i = 1; i <= 15; ++i)
            app::noteRecentFile(QString("/file%1").arg(i));
        QCOMPARE(recent().size(), 12);
        QCOMPARE(recent().front(), QString("/file15"));
        QCOMPARE(recent().back(), QString("/file4"));
    }

    void pinnedFilesStayAtTheTopInTheirOrder()
    {
        for (const char* file : {"/a", "/b", "/c", "/d"})
            app::noteRecentFile(file);
        app::pinRecentFile("/b", true);
        app::pinRecentFile("/a", true);
        QCOMPARE(recent(), (QStringList{"/b", "/a", "/d", "/c"}));
        app::noteRecentFile("/a");
        app::noteRecentFile("/e");
        QCOMPARE(recent(), (QStringList{"/b", "/a", "/e", "/d", "/c"}));
        app::pinRecentFile("/b", false);
        QCOMPARE(recent(), (QStringList{"/a", "/e", "/d", "/c", "/b"})); // where it was opened among the others
        app::forgetRecentFile("/a");
        QCOMPARE(recent(), (QStringList{"/e", "/d", "/c", "/b"}));
    }

    void pinnedFilesAreNotDisplaced()
    {
        app::noteRecentFile("/kept");
        app::pinRecentFile("/kept", true);
        for (int i = 1; i <= 15; ++i)
            app::noteRecentFile(QString("/file%1").arg(i));
        QCOMPARE(recent().size(), 13);
        QCOMPARE(recent().front(), QString("/kept"));
        QCOMPARE(recent().back(), QString("/file4"));
    }

    void aFileThatIsForgottenLeavesTheOthersInTheirOrder()
    {
        for (const char* file : {"/a", "/b", "/c"})
            app::noteRecentFile(file);
        app::forgetRecentFile("/b");
        app::forgetRecentFile("/never seen");
        QCOMPARE(recent(), (QStringList{"/c", "/a"}));
    }

    void aMomentIsSaidAsPeopleSayIt()
    {
        const QDate today = QDate::currentDate();
        QCOMPARE(app::momentText({today, QTime(16, 3)}), QString("today 16:03"));
        QCOMPARE(app::momentText({today.addDays(-1), QTime(9, 12)}), QString("yesterday 9:12"));
        QVERIFY(app::momentText({today.addYears(-2), QTime(9, 12)}).contains(QString::number(today.year() - 2)));
        QVERIFY(!app::momentText({today.addDays(-2), QTime(9, 12)}).contains(":"));
    }

    void whatSomebodyElseWritesIsToldOnce()
    {
        write("one");
        app::DiskWatch watch;
        QSignalSpy changed(&watch, &app::DiskWatch::changed);
        watch.watch(project());
        QVERIFY(!watch.isForeign());
        write("two");
        QVERIFY(watch.isForeign());
        QTRY_COMPARE(changed.count(), 1);
        write("two"); // the same again is no change; only what comes later is reported
        write("three");
        QTRY_COMPARE(changed.count(), 2);
    }

    void aFileThatIsReplacedIsStillWatched()
    {
        write("one");
        app::DiskWatch watch;
        QSignalSpy changed(&watch, &app::DiskWatch::changed);
        watch.watch(project());
        for (const char* text : {"two", "three"}) { // as editors save: another file takes the name
            QFile other(path("new"));
            QVERIFY(other.open(QIODevice::WriteOnly));
            other.write(text);
            other.close();
            QFile::remove(project());
            QVERIFY(other.rename(project()));
            const int before = static_cast<int>(changed.count());
            QTRY_COMPARE(changed.count(), before + 1);
        }
    }

    void aFileThatIsTakenAwayIsToldAndHoldsNothingForeign()
    {
        write("one");
        app::DiskWatch watch;
        QSignalSpy removed(&watch, &app::DiskWatch::removed);
        watch.watch(project());
        QVERIFY(QFile::remove(project()));
        QTRY_COMPARE(removed.count(), 1);
        QVERIFY(!watch.isForeign());
    }

    void whatOneWritesOneselfIsNotForeign()
    {
        write("one");
        app::DiskWatch watch;
        QSignalSpy changed(&watch, &app::DiskWatch::changed);
        watch.watch(project());
        write("own");
        watch.watch(project());
        QVERIFY(!watch.isForeign());
        write("another's");
        QTRY_COMPARE(changed.count(), 1); // the one, not the two
    }

    void aFileThatChangedWhileNobodyLookedIsTold()
    {
        write("one");
        QByteArray known;
        {
            app::DiskWatch watch;
            watch.watch(project());
            known = watch.knownHash();
        }
        write("two");
        app::DiskWatch watch;
        QSignalSpy changed(&watch, &app::DiskWatch::changed);
        watch.watch(project(), known);
        QTRY_COMPARE(changed.count(), 1);
    }

    void unsavedWorkBelongsToOneWindowHoweverLongThatIsOpen()
    {
        const QString work = path("work");
        auto mine = app::lockRecovery(work);
        QVERIFY(mine);
        QCOMPARE(mine->staleLockTime(), 0); // never so old that another may take it
        QVERIFY(!app::lockRecovery(work));
        mine.reset();
        QVERIFY(app::lockRecovery(work));
    }

    void aDocumentWithoutAFileWatchesNothing()
    {
        app::DiskWatch watch;
        watch.watch({});
        QVERIFY(!watch.isForeign());
        QVERIFY(watch.knownHash().isEmpty());
    }

private:
    QString path(const QString& name) const { return folder_->filePath(name); }
    QString project() const { return path("a.headroom"); }
    void write(const QByteArray& text) const
    {
        QFile file(project());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    static QStringList recent()
    {
        QStringList paths;
        for (const auto& file : app::recentFiles())
            paths += file.path;
        return paths;
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

HEADROOM_WIDGET_TEST(FilesTest)
#include "files_test.moc"
