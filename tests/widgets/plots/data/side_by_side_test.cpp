// Several runs side by side: which rows there are, what is said against the first run, and what a file of it holds.
#include "../example_runs.h"

#include "tests/widget_tests.h"
#include "widgets/plots/data/side_by_side.h"

#include <QTest>

#include <cmath>

using namespace headroom;
using namespace headroom::widgets;

namespace {

record::Summary runOf(double perSecond, const std::vector<std::string>& operations = {"PUT"}, std::uint64_t failed = 0)
{
    record::Summary run;
    for (const std::string& name : operations) {
        record::OperationSummary& operation = run.operations[name] = example::operation();
        operation.perSecond = perSecond;
        operation.ci95Relative = 0.03;
        operation.errors = failed;
    }
    run.bottleneck = record::Bottleneck{.resource = "storage.disk data", .utilisation = 0.93};
    return run;
}

} // namespace

class SideBySideTest : public QObject
{
    Q_OBJECT

private slots:
    void withoutRunsThereIsNothing()
    {
        const SideBySide table = sideBySide({});
        QVERIFY(table.rows.empty() && table.runs.isEmpty());
        QVERIFY(dataOf(table).rows.empty());
    }

    void eachRunIsAColumnAndEachFigureOfAnOperationARow()
    {
        const auto a = runOf(1000), b = runOf(4000), c = runOf(1010, {"PUT"}, 1000);
        const SideBySide table = sideBySide({{"A", {}, &a}, {"B", {}, &b}, {"C", {}, &c}});
        QCOMPARE(table.runs, (QStringList{"A", "B", "C"}));
        QCOMPARE(names(table),
                 (QStringList{"PUT throughput", "PUT latency p50", "PUT latency p99", "PUT failed", "Limit"}));
        QCOMPARE(texts(table, "PUT throughput"), (QStringList{"1\u2009000 /s", "4\u2009000 /s", "1\u2009010 /s"}));
        QCOMPARE(texts(table, "PUT failed"), (QStringList{"0 %", "0 %", "50 %"}));
        QCOMPARE(texts(table, "Limit")[0], QString("storage disks (data) 93 %"));
        // Against the first run, and judged only if its interval excludes no change.
        const auto& cells = row(table, "PUT throughput").cells;
        QVERIFY(cells[0].change.isEmpty());
        QCOMPARE(cells[1].change, QString("4.0× ± 0.2")); // √(0.03² + 0.03²) of 4
        QCOMPARE(cells[1].judgement, Judgement::better);
        QVERIFY(cells[2].change.startsWith("+1.0 % ± "));
        QCOMPARE(cells[2].judgement, Judgement::neutral);
        QCOMPARE(row(table, "PUT failed").cells[2].change, QString("+50 points"));
        QVERIFY(table.unlike.isEmpty());
    }

    void theBusiestIsToldAsTheVerdictTellsIt()
    {
        auto idle = runOf(1000), full = runOf(1000);
        idle.bottleneck->utilisation = full.bottleneck->utilisation = 0.4;
        full.resources.push_back({.nodeGroup = "storage",
                                  .resource = "slots messenger",
                                  .utilisationMean = 0.9,
                                  .utilisationMax = 0.98,
                                  .queueMean = 184});
        const SideBySide table = sideBySide({{"A", {}, &idle}, {"B", {}, &full}});
        QCOMPARE(texts(table, "Limit"), (QStringList{"nothing is full", "slots are full"}));
        QVERIFY2(row(table, "Limit").cells[1].detail.contains("184 waiting"),
                 qPrintable(row(table, "Limit").cells[1].detail));
    }

    void ofTheParametersThoseThatDifferComeFirst()
    {
        const auto run = runOf(1000);
        const SideBySide table = sideBySide(
            {{"A", {{"DEVICE", "HDD"}, {"WORKERS", "64"}}, &run}, {"B", {{"DEVICE", "SSD"}, {"WORKERS", "64"}}, &run}});
        QCOMPARE(names(table).mid(0, 2), (QStringList{"DEVICE", "PUT throughput"}));
        QCOMPARE(texts(table, "DEVICE"), (QStringList{"HDD", "SSD"}));
    }

    void aRunWithOtherOperationsHasItsOwnRowsAndSaysSo()
    {
        const auto a = runOf(1000), b = runOf(4000, {"GET", "PUT"});
        const SideBySide table = sideBySide({{"A", {}, &a}, {"B", {}, &b}});
        QCOMPARE(texts(table, "GET throughput"), (QStringList{"", "4\u2009000 /s"}));
        QCOMPARE(texts(table, "PUT latency p99").size(), 2);
        QVERIFY(!texts(table, "PUT latency p99").contains(QString())); // one row, not two of different names
        QCOMPARE(row(table, "PUT throughput").cells[1].judgement, Judgement::neutral);
        QCOMPARE(table.unlike.size(), 1);
        QVERIFY(table.unlike[0].startsWith("B: this run has the operations GET, PUT, A has PUT"));
    }

    void theFileHasTheFiguresInFullWithTheirIntervals()
    {
        const auto a = runOf(1000), b = runOf(4000.25);
        const DataTable data = dataOf(sideBySide({{"A", {{"DEVICE", "HDD"}}, &a}, {"B", {{"DEVICE", "SSD"}}, &b}}));
        QStringList columns;
        for (const auto& column : data.columns)
            columns += column.name;
        QCOMPARE(columns,
                 (QStringList{"figure", "unit", "A", "B", "B: difference to A", "B: half of its 95 % interval"}));
        const QStringList lines = toCsv(data).split('\n');
        QCOMPARE(lines[1], QString("DEVICE,,HDD,SSD,,"));
        QVERIFY2(lines[2].startsWith("PUT throughput,1/s,1000,4000.25,3.000250"), qPrintable(lines[2]));
        QVERIFY2(lines[3].startsWith("PUT latency p50,s,0.0"), qPrintable(lines[3]));
    }

private:
    static QStringList names(const SideBySide& table)
    {
        QStringList result;
        for (const auto& one : table.rows)
            result += one.name;
        return result;
    }
    static const SideBySide::Row& row(const SideBySide& table, const QString& name)
    {
        return *std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& one) { return one.name == name; });
    }
    static QStringList texts(const SideBySide& table, const QString& name)
    {
        QStringList result;
        for (const ComparisonRow& cell : row(table, name).cells)
            result += cell.now;
        return result;
    }
};

HEADROOM_WIDGET_TEST(SideBySideTest)
#include "side_by_side_test.moc"
