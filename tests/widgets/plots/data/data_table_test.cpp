// Tables as files: what other programs read of them, and what is said when they cannot be written.
#include "tests/widget_tests.h"
#include "widgets/plots/data/data_table.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <csignal>
#include <limits>
#include <sys/resource.h>

using namespace headroom::widgets;

namespace {

/// A file inside of an XLSX file, which is a ZIP of XML.
QByteArray partOf(const QString& path, const QString& name)
{
    QProcess unzip;
    unzip.start("unzip", {"-p", path, name});
    unzip.waitForFinished();
    return unzip.readAllStandardOutput();
}

QStringList sheetNames(const QString& path)
{
    QStringList names;
    QXmlStreamReader xml(partOf(path, "xl/workbook.xml"));
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("sheet"))
            names += xml.attributes().value("name").toString();
    return names;
}

DataTable oneColumn(const QString& title, std::vector<std::vector<DataTable::Cell>> rows = {})
{
    return {title, {{"value", "s"}}, std::move(rows)};
}

} // namespace

class DataTableTest : public QObject
{
    Q_OBJECT

private slots:
    void aTableWithoutRowsIsItsHeader()
    {
        QCOMPARE(toCsv(oneColumn("empty")), QString("value [s]\n"));
        QCOMPARE(toCsv({}), QString("\n"));
    }

    void aColumnOfTextsHasNoUnit()
    {
        QCOMPARE(toCsv({"t", {{"run", {}}, {"rate", "1/s"}}, {}}), QString("run,rate [1/s]\n"));
    }

    void everyNumberReadsBackEqual_data()
    {
        QTest::addColumn<double>("number");
        for (const double number : {0.0, -0.0, 1.0, -1.5, 0.1, 1.0 / 3, 1e-300, 1.7976931348623157e308, 5e-324,
                                    123456789012345678.0, 4820.25})
            QTest::newRow(QByteArray::number(number, 'g', 17).constData()) << number;
    }

    void everyNumberReadsBackEqual()
    {
        QFETCH(double, number);
        const QString text = toCsv(oneColumn("t", {{number}})).split('\n')[1];
        bool read = false;
        QCOMPARE(text.toDouble(&read), number);
        QVERIFY(read);
        QVERIFY(!text.contains(','));
    }

    void whatIsNoNumberIsAnEmptyCell()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        const double none = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(toCsv({"t", {{"a", "s"}, {"b", "s"}, {"c", "s"}, {"d", {}}}, {{none, infinity, -infinity, {}}}}),
                 QString("a [s],b [s],c [s],d\n,,,\n"));
    }

    void textsKeepTheirCommasQuotationMarksAndLines()
    {
        const DataTable table{
            "t", {{"text", {}}}, {{QString("a,b")}, {QString("\"")}, {QString("one\ntwo")}, {QString()}}};
        QCOMPARE(toCsv(table), QString("text\n\"a,b\"\n\"\"\"\"\n\"one\ntwo\"\n\"\"\n"));
    }

    void aThousandRowsAreAThousandLines()
    {
        DataTable table = oneColumn("t");
        for (int i = 0; i < 1000; ++i)
            table.rows.push_back({double(i)});
        const QStringList lines = toCsv(table).split('\n');
        QCOMPARE(lines.size(), 1002);
        QCOMPARE(lines[1000], QString("999"));
        const QString path = folder_.filePath("thousand.xlsx");
        QCOMPARE(writeXlsx(path, {table}), QString());
        QCOMPARE(partOf(path, "xl/worksheets/sheet1.xml").count("<row "), 1001);
    }

    void eachTableIsASheetOfItsTitle()
    {
        const QString path = folder_.filePath("two.xlsx");
        QCOMPARE(writeXlsx(path, {oneColumn("Timeline"), oneColumn("Latency", {{0.5}})}), QString());
        QCOMPARE(sheetNames(path), QStringList({"Timeline", "Latency"}));
        QVERIFY(partOf(path, "xl/worksheets/sheet2.xml").contains("<v>0.5</v>"));
        QVERIFY(!partOf(path, "xl/worksheets/sheet1.xml").contains("<v>"));
    }

    void titlesThatNoSheetMayHaveAreMadeFit()
    {
        const QString path = folder_.filePath("names.xlsx");
        const QString longTitle(60, 'x');
        QCOMPARE(writeXlsx(path, {oneColumn("a/b: [c]*?'\\"), oneColumn(""), oneColumn("///"), oneColumn(longTitle),
                                  oneColumn(longTitle), oneColumn("Same"), oneColumn("SAME")}),
                 QString());
        const QStringList names = sheetNames(path);
        QCOMPARE(names.size(), 7);
        QCOMPARE(names[0], QString("a b c"));
        QCOMPARE(names[1], QString("Data"));
        QCOMPARE(names[2], QString("Data 2"));
        QCOMPARE(names[5], QString("Same"));
        QCOMPARE(names[6], QString("SAME 2")); // a sheet's name is the same in any case
        for (const QString& name : names)
            QVERIFY2(name.size() <= 31, qPrintable(name));
        QVERIFY(names[3] != names[4]);
    }

    void aTableThatIsLongerThanASheetIsRefusedWithTheWayOut()
    {
        DataTable table = oneColumn("Long");
        table.rows.resize(1048576); // as many rows as a sheet has, and the header above them
        const QString path = folder_.filePath("long.xlsx");
        const QString problem = writeXlsx(path, {table});
        QVERIFY2(problem.contains("Long") && problem.contains("1048576") && problem.contains("1048575"),
                 qPrintable(problem));
        QVERIFY(problem.contains("CSV"));
        QVERIFY(!QFile::exists(path));
    }

    void aFileTakesThePlaceOfTheFormerAndNothingElseStays()
    {
        const QString sheet = folder_.filePath("again.xlsx");
        QCOMPARE(writeXlsx(sheet, {oneColumn("a", {{1.0}})}), QString());
        QCOMPARE(writeXlsx(sheet, {oneColumn("b")}), QString());
        QCOMPARE(sheetNames(sheet), QStringList("b"));
        QCOMPARE(QDir(folder_.path()).entryList({".*"}, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList());
    }

    /// Under a limit of the size of files, which fails a write as a full disk does.
    void aWorkbookThatFindsNoRoomIsSaidWhereverItEnds()
    {
        std::vector<std::vector<DataTable::Cell>> rows;
        for (int i = 0; i < 20000; ++i)
            rows.push_back({i * 1.1});
        const DataTable table = oneColumn("many", rows);
        const QString path = folder_.filePath("full.xlsx");
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QVERIFY(::getrlimit(RLIMIT_FSIZE, &before) == 0);
        QStringList problems;
        for (const rlim_t room : {0, 500, 5000, 50000, 200000, 400000}) {
            const rlimit little{room, before.rlim_max};
            QVERIFY(::setrlimit(RLIMIT_FSIZE, &little) == 0);
            problems.append(writeXlsx(path, {table}));
            QVERIFY(::setrlimit(RLIMIT_FSIZE, &before) == 0);
        }
        for (const QString& problem : problems)
            QVERIFY2(problem.contains(path), qPrintable(problem));
        QVERIFY(!QFile::exists(path));
        QCOMPARE(writeXlsx(path, {table}), QString());
    }

private:
    QTemporaryDir folder_;
};

HEADROOM_WIDGET_TEST(DataTableTest)
#include "data_table_test.moc"
