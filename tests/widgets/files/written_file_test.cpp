// Files that a user asked for: whole, or not written and said so.
#include "widgets/files/written_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace headroom::widgets;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class WrittenFileTest : public QObject
{
    Q_OBJECT
private slots:
    void aFileTakesThePlaceOfTheFormerAndNothingElseStays()
    {
        const QString path = folder_.filePath("again.csv");
        QCOMPARE(writeWhole(path, "a longer content than the next one"), QString());
        QCOMPARE(writeWhole(path, "short"), QString());
        QCOMPARE(bytesOf(path), QByteArray("short"));
        QCOMPARE(QDir(folder_.path()).entryList({".*"}, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList());
    }

    void aFolderInThePlaceOfTheFileIsSaidWithItsPath()
    {
        const QString path = folder_.filePath("taken");
        QVERIFY(QDir().mkdir(path));
        QVERIFY(writeWhole(path, "text").contains(path));
        QVERIFY(QDir(path).exists());
    }

    void aDiskWithoutRoomIsSaidAlsoForASmallFileAndTheFormerStays()
    {
        const QString path = folder_.filePath("full.svg");
        QCOMPARE(writeWhole(path, "old"), QString());
        // A limit of the size of files fails a write, as a full disk does.
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QVERIFY(::getrlimit(RLIMIT_FSIZE, &before) == 0);
        const rlimit none{0, before.rlim_max};
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &none) == 0);
        const QString problem = writeWhole(path, "new");
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &before) == 0);
        QVERIFY2(problem.contains(path) && problem.contains("too large"), qPrintable(problem));
        QCOMPARE(bytesOf(path), QByteArray("old"));
    }

private:
    QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(WrittenFileTest)
#include "written_file_test.moc"
