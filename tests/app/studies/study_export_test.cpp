// The table of a study as data for a spreadsheet.
#include "app/studies/study_results.h"
#include "tests/widget_tests.h"

#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>

using namespace headroom;
using widgets::DataTable;

namespace {

study::Table twoPoints()
{
    study::Table table;
    table.study = "disks";
    table.parameters = {{"DISK", ""}, {"CACHE", "B"}};
    table.figures = {{"PUT.per_s", "1/s"}};
    table.goals = {{"quick", "PUT.latency.p99", "s", ""}};
    study::Row done;
    done.settings = {{"an SSD", std::numeric_limits<double>::quiet_NaN()}, {"1 GiB", 1073741824}};
    done.state = study::PointState::done;
    done.figures = {{4100, 4000, 4200}};
    done.goals = {{"met", {}, {}, {}, ""}};
    study::Row failed = done;
    failed.number = 1;
    failed.state = study::PointState::failed;
    failed.reason = "no such disk";
    failed.figures.clear();
    failed.goals.clear();
    table.rows = {done, failed};
    return table;
}

} // namespace

class StudyExportTest : public QObject
{
    Q_OBJECT

private slots:
    void eachFigureHasItsIntervalAndEachGoalItsVerdict()
    {
        const DataTable data = app::studyTableData(twoPoints());
        QStringList columns;
        for (const DataTable::Column& column : data.columns)
            columns += column.unit.isEmpty() ? column.name : column.name + " [" + column.unit + ']';
        QCOMPARE(columns, (QStringList{"point [1]", "state", "DISK", "CACHE [B]", "PUT.per_s [1/s]",
                                       "PUT.per_s low [1/s]", "PUT.per_s high [1/s]", "goal quick", "reason"}));
        const std::vector<DataTable::Cell> done{0.0,    QString("done"), QString("an SSD"), 1073741824.0, 4100.0,
                                                4000.0, 4200.0,          QString("met"),    QString()};
        QVERIFY(data.rows.at(0) == done);
    }

    void aPointThatFailedHasItsReasonAndNoFigures()
    {
        const DataTable data = app::studyTableData(twoPoints());
        const auto& row = data.rows.at(1);
        QCOMPARE(row.size(), static_cast<std::size_t>(data.columns.size()));
        for (const std::size_t figure : {4, 5, 6})
            QVERIFY(std::holds_alternative<std::monostate>(row[figure]));
        QCOMPARE(std::get<QString>(row.back()), QString("no such disk"));
    }

    void theSheetHasTheNameOfTheStudyAndItsNumbersAreNumbers()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("disks.xlsx");
        QCOMPARE(widgets::writeXlsx(path, {app::studyTableData(twoPoints())}), QString());
        QProcess unzip;
        unzip.start("unzip", {"-p", path, "xl/workbook.xml", "xl/worksheets/sheet1.xml"});
        QVERIFY(unzip.waitForFinished());
        const QByteArray sheet = unzip.readAllStandardOutput();
        QVERIFY(sheet.contains("name=\"disks\""));
        QVERIFY(sheet.contains("<v>4100</v>"));
    }

    void theTableIsWrittenWhileTheWindowGoesOn()
    {
        const QTemporaryDir folder;
        app::StudyResults results;
        results.setTable(twoPoints());
        QStringList levels;
        connect(&results, &app::StudyResults::message, this, [&](const QString& level) { levels.append(level); });
        results.save(folder.filePath("disks.csv"));
        auto* button = results.findChild<QPushButton*>("exportStudy");
        QVERIFY(!button->isEnabled()); // one at a time
        QTRY_COMPARE(levels, QStringList{"info"});
        QVERIFY(button->isEnabled());
        QFile file(folder.filePath("disks.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("an SSD"));
        results.save(folder.filePath("nowhere/disks.csv"));
        QTRY_COMPARE(levels, (QStringList{"info", "error"}));
    }
};

HEADROOM_WIDGET_TEST(StudyExportTest)
#include "study_export_test.moc"
