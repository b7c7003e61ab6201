// A whole run in the forms of other programs: which figures stand where, in base units, and what is said if they cannot
// be written.
#include "../sample_runs.h"
#include "record/structure/json.h"

#include "app/runs/run_export.h"
#include "tests/widget_tests.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace headroom;
using widgets::DataTable;

class RunExportTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void operationsAreInSecondsAndBaseUnits()
    {
        record::Summary summary = sample::summary();
        auto& put = summary.operations["PUT"];
        put.errors = 3;
        put.bytesPerSecond = 1.5e6;
        put.ci95Relative = 0.02;
        put.latencyCi95Relative = 0.03;
        const DataTable table = tablesOf(summary)[0];
        QCOMPARE(table.title, QString("Operations"));
        QCOMPARE(std::get<QString>(table.rows[0][0]), QString("PUT"));
        const double expected[] = {8000, 3, 1000, 1.5e6, 0.012, 0.01, 0.03, 0.04, 0.09, 0.02, 0.03};
        for (std::size_t i = 0; i < std::size(expected); ++i)
            QCOMPARE(number(table, 0, i + 1), expected[i]);
        for (const auto& column : table.columns)
            QCOMPARE(column.name.startsWith("latency"), column.unit == "s");
    }

    void everyBucketOfALatencyIsARow()
    {
        const DataTable table = tablesOf(sample::summary())[1];
        QCOMPARE(table.rows.size(), std::size_t(2));
        QCOMPARE(number(table, 1, 1), 0.016);
        QCOMPARE(number(table, 1, 2), 0.032);
        QCOMPARE(number(table, 1, 3), 2000.0);
    }

    void whatWasNotMeasuredOfAResourceIsEmptyAndNotZero()
    {
        record::Summary summary = sample::summary();
        summary.resources.push_back({"proxies", "processor", 0.5, 0.6, 0, 0});
        const DataTable table = tablesOf(summary)[2];
        const auto empty = [&](std::size_t row, const char* name) {
            for (int i = 0; i < table.columns.size(); ++i)
                if (table.columns[i].name == name)
                    return std::holds_alternative<std::monostate>(table.rows[row][static_cast<std::size_t>(i)]);
            return false;
        };
        QVERIFY(!empty(0, "waiting") && empty(1, "waiting"));
        QVERIFY(empty(0, "power") && empty(0, "energy"));
        QVERIFY(!empty(1, "queue mean"));
    }

    void jobsAndCachesHaveSheetsWhereThereAreAny()
    {
        record::Summary summary = sample::summary();
        const qsizetype without = tablesOf(summary).size();
        summary.jobs["sort"] = {.count = 3, .unfinished = 1, .completionMeanS = 120, .completionMaxS = 130};
        summary.states = {{"proxy", "names", "cache", 0, 0, 0, 0, 0, 900, 0.87}};
        const QVector<DataTable> tables = tablesOf(summary);
        QCOMPARE(tables.size(), without + 2);
        const auto valueOf = [&](const QString& title, const QString& column) {
            for (const DataTable& table : tables)
                for (int i = 0; table.title == title && i < table.columns.size(); ++i)
                    if (table.columns[i].name == column)
                        return number(table, 0, static_cast<std::size_t>(i));
            return 0.0;
        };
        QCOMPARE(valueOf("Jobs", "completion mean"), 120.0);
        QCOMPARE(valueOf("States", "hit ratio"), 0.87);
        QCOMPARE(valueOf("States", "look-ups"), 900.0);
    }

    void theInputsOfTheRunStandBesideItsFigures()
    {
        const DataTable table = tablesOf(sample::summary())[3];
        QStringList names;
        for (const auto& row : table.rows)
            names += std::get<QString>(row[0]);
        QCOMPARE(names, (QStringList{"project", "seed", "simulated time [s]", "warm-up [s]", "WORKERS"}));
        QCOMPARE(std::get<QString>(table.rows[1][1]), QString("7"));
        QCOMPARE(number(table, 2, 1), 10.0);
        QCOMPARE(number(table, 4, 1), 64.0); // a spreadsheet computes with it
    }

    void seriesShareTheirInstantsAndThoseOfSingleNodesAreLeftOut()
    {
        const QString file = path("run.hrr");
        record::ResultWriter writer(file.toStdString(), "{}", sample::series());
        for (int second = 1; second <= 3; ++second) {
            record::Sample one = sample::sampleAt(second);
            if (second == 2)
                one.values[1] = std::numeric_limits<double>::quiet_NaN(); // nothing was answered
            writer.add(one);
        }
        writer.finish(sample::summary());
        const DataTable table = app::runTables(record::ResultReader(file.toStdString()))[4];
        QStringList columns;
        for (const auto& column : table.columns)
            columns += column.name + " [" + column.unit + ']';
        QCOMPARE(columns,
                 (QStringList{"time [s]", "operation · PUT · throughput [1/s]", "operation · PUT · latency p50 [s]",
                              "operation · PUT · latency p99 [s]", "node group · storage · processor [share]"}));
        QCOMPARE(table.rows.size(), std::size_t(3));
        for (const auto& row : table.rows)
            QCOMPARE(row.size(), static_cast<std::size_t>(columns.size()));
        QCOMPARE(number(table, 1, 1), 1002.0);
        QVERIFY(std::holds_alternative<std::monostate>(table.rows[1][2]));
        QCOMPARE(number(table, 2, 2), 0.01);
    }

    void whatTheClusterHoldsAndCostsIsExported()
    {
        record::Summary summary = sample::summary();
        summary.usableBytes = 31.4e12;
        summary.costs = {{"storage", 2000, {"memory"}, {{"Disk X", 4, 500}, {"memory", 256, {}}}}};
        summary.bottleneck.emplace();
        summary.bottleneck->resource = "storage.disk data";
        summary.bottleneck->utilisation = 0.8;
        const auto tables = tablesOf(summary);
        const auto valueOf = [&](const QString& name) {
            for (const auto& row : tables[5].rows)
                if (std::get<QString>(row[0]) == name)
                    return row[1];
            return DataTable::Cell();
        };
        QCOMPARE(std::get<double>(valueOf("usable capacity [B]")), 31.4e12);
        QCOMPARE(std::get<double>(valueOf("price of all parts that have one [USD]")), 2000.0);
        QCOMPARE(std::get<QString>(valueOf("limit")), QString("storage.disk data"));
        const auto& lines = tables[6].rows;
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(std::get<double>(lines[0][4]), 2000.0);
        QVERIFY(std::holds_alternative<std::monostate>(lines[1][4])); // it has no price
    }

    void theSpreadsheetHasASheetForEachTable()
    {
        const QString file = sample::writeResult(path("run.hrr")), sheet = path("run.xlsx");
        QCOMPARE(app::exportRunTables(file, sheet), QString());
        QProcess unzip;
        unzip.start("unzip", {"-p", sheet, "xl/workbook.xml"});
        QVERIFY(unzip.waitForFinished());
        const QByteArray book = unzip.readAllStandardOutput();
        for (const char* name : {"Operations", "Latencies", "Resources", "Parameters", "Series", "Cluster", "Bill"})
            QVERIFY2(book.contains("name=\"" + QByteArray(name) + '"'), name);
    }

    void theTraceHoldsEverySpanAndTheSamplesOfGroups()
    {
        const QString file = path("run.hrr"), trace = path("run.json");
        record::ResultWriter writer(file.toStdString(), "{}", sample::series());
        writer.add(sample::sampleAt(1));
        record::Span span;
        span.id = span.trace = 1;
        span.kind = "request";
        span.name = span.operation = "PUT";
        span.node = "proxies-1";
        span.beginS = 0.25;
        span.endS = 0.75;
        writer.addSpan(span);
        writer.finish(sample::summary());
        QCOMPARE(app::exportRunTrace(file, trace), QString());
        int spans = 0, counters = 0;
        for (const auto& event : record::Json::parse(sample::contentOf(trace).toStdString())) {
            const std::string phase = event.at("ph");
            if (phase == "X") {
                ++spans;
                QCOMPARE(event.at("ts").get<double>(), 250000.0); // microseconds
                QCOMPARE(event.at("dur").get<double>(), 500000.0);
            }
            counters += phase == "C";
        }
        QCOMPARE(spans, 1);
        QCOMPARE(counters, 4); // of five series one is of a single node
    }

    void aFileThatIsNoResultIsNamedAndNothingIsWritten()
    {
        sample::writeFile(path("foreign.hrr"), "this is no result");
        for (const QString& file : {path("foreign.hrr"), path("nowhere.hrr")}) {
            QVERIFY(app::exportRunTables(file, path("out")).contains(file));
            QVERIFY(app::exportRunTrace(file, path("out")).contains(file));
        }
        QCOMPARE(QDir(folder_->path()).entryList(QDir::Files | QDir::Hidden), QStringList{"foreign.hrr"});
    }

    void aPlaceThatCannotBeWrittenToIsNamed()
    {
        const QString file = sample::writeResult(path("run.hrr"));
        const QString sheet = path("nowhere/run.xlsx"), trace = path("nowhere/run.json");
        QVERIFY(app::exportRunTables(file, sheet).contains(sheet));
        QVERIFY(app::exportRunTrace(file, trace).contains(trace));
    }

private:
    QString path(const QString& name) const { return folder_->filePath(name); }
    QVector<DataTable> tablesOf(const record::Summary& summary) const
    {
        return app::runTables(record::ResultReader(sample::writeResult(path("summary.hrr"), summary).toStdString()));
    }
    static double number(const DataTable& table, std::size_t row, std::size_t column)
    {
        return std::get<double>(table.rows[row][column]);
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

HEADROOM_WIDGET_TEST(RunExportTest)
#include "run_export_test.moc"
