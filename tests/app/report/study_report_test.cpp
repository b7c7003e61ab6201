// The report of a study: its decision comes first, with the best point, its goals and the next best ones.
#include "app/report/report_command.h"
#include "app/report/study_report.h"
#include "section_parts.h"
#include "study/table/decision_text.h"
#include "study/table/study_file.h"
#include "tests/widget_tests.h"
#include "widgets/report/html_report.h"
#include "widgets/report/paged_report.h"
#include "widgets/theme/text.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headroom;
using app::partsOf;
using app::plain;
using study::PointState;
using widgets::report::Figure;
using widgets::report::Paragraph;
using widgets::report::Section;

namespace {

constexpr double limit = 0.01;

/// 3 numbers of workers × 2 disks; more workers and the dearer disk are faster, and p99 shall be at most 10 ms.
study::Table exampleTable()
{
    study::Table table;
    table.project = "store";
    table.study = "devices";
    table.parameters = {{"WORKERS", ""}, {"DISK", ""}};
    table.figures = {{"PUT.throughput", "1/s"}, {"PUT.latency.p99", "s"}, {"price", "USD"}};
    table.goals = {{"fast", "PUT.latency.p99", "s", ""}};
    for (const int workers : {1, 2, 4})
        for (const char* const disk : {"hdd", "ssd"}) {
            study::Row row;
            row.number = table.rows.size();
            row.settings = {{std::to_string(workers), static_cast<double>(workers)}, {disk}};
            row.state = PointState::done;
            row.runs = 3;
            const bool ssd = disk[0] == 's';
            const double rate = workers * (ssd ? 1000.0 : 100.0), latency = (ssd ? 0.002 : 0.008) * workers;
            row.figures = {{rate, 0.9 * rate, 1.1 * rate},
                           {latency, 0.9 * latency, 1.1 * latency},
                           {ssd ? 9000.0 : 4000.0, ssd ? 9000.0 : 4000.0, ssd ? 9000.0 : 4000.0}};
            row.goals = {{latency < limit ? "met" : "missed", row.figures[1], limit, {}, {}}};
            table.rows.push_back(row);
        }
    return table;
}

Section sectionOf(const widgets::report::Report& report, const QString& id)
{
    for (const Section& section : report.sections)
        if (section.id == id)
            return section;
    return {};
}

} // namespace

class StudyReportTest : public QObject
{
    Q_OBJECT

private slots:
    void theDecisionComesFirst()
    {
        const auto report = app::makeStudyReport(exampleTable(), {}, "Which disk?");
        QCOMPARE(report.title, QString("store: devices"));
        QCOMPARE(report.question, QString("Which disk?"));
        QCOMPARE(report.sections.front().id, QString("decision"));
        const auto texts = partsOf<Paragraph>(report.sections.front());
        QCOMPARE(texts.front().text, widgets::text(study::sentenceOf(exampleTable(), study::decide(exampleTable()))));
        QVERIFY(texts.front().kind == Paragraph::Kind::lead);
        QCOMPARE(partsOf<Figure>(report.sections.front()).size(), 1);
    }

    void whereTheLoadIsVariedTheBestOfEachLoadIsInATable()
    {
        study::Table table = exampleTable();
        table.parameters[0].changesLoad = true;
        const auto report = app::makeStudyReport(table, {}, {});
        const auto tables = partsOf<widgets::report::Table>(report.sections.front());
        QCOMPARE(tables.front().caption, QString("The best point for each load"));
        QCOMPARE(tables.front().rows.size(), 3); // only the dearer disk carries two and four workers
        QCOMPARE(tables.front().rows[0].mid(0, 3), (QStringList{"0", "1", "hdd"}));
        QCOMPARE(tables.front().rows[1].mid(0, 3), (QStringList{"3", "2", "ssd"}));
        QCOMPARE(tables.front().rows[2].mid(0, 3), (QStringList{"5", "4", "ssd"}));
    }

    void theBestPointIsShownWithItsValuesAndGoals()
    {
        const auto tables = partsOf<widgets::report::Table>(app::makeStudyReport(exampleTable(), {}, {}).sections[0]);
        QCOMPARE(tables.size(), 3);
        QCOMPARE(tables[0].rows, (QVector<QStringList>{{"WORKERS", "1"}, {"DISK", "hdd"}}));
        QCOMPARE(tables[1].rows.size(), 1);
        QCOMPARE(tables[1].rows[0].mid(0, 4), (QStringList{"PUT.latency.p99", "met", "at most 10.0 ms", "8.00 ms"}));
    }

    void theNextBestPointsAreThoseThatWouldBeChosenWithoutIt()
    {
        // One point with hdd and all with ssd meet the goal; the cheapest comes first, then the nearest that do not.
        const auto ranked = app::rankedPoints(exampleTable(), 6);
        QCOMPARE(ranked.size(), std::size_t(6));
        QCOMPARE(ranked[0], std::uint64_t(0));
        QCOMPARE((std::set<std::uint64_t>(ranked.begin() + 1, ranked.begin() + 4)), (std::set<std::uint64_t>{1, 3, 5}));
        QCOMPARE(ranked[4], std::uint64_t(2));
        QCOMPARE(ranked[5], std::uint64_t(4));
        QCOMPARE(app::rankedPoints(exampleTable(), 2).size(), std::size_t(2));
    }

    void pointsThatFailedOrWaitAreTold()
    {
        study::Table table = exampleTable();
        table.rows[4].state = PointState::failed;
        table.rows[4].reason = "the run got stuck";
        table.rows[5].state = PointState::waiting;
        const auto report = app::makeStudyReport(table, {}, {});
        QVERIFY(plain(sectionOf(report, "decision")).contains("1 of 6 points have not been run yet."));
        QVERIFY(plain(sectionOf(report, "method")).contains("5 of 6 points were run, 1 of them failed"));
        QVERIFY(plain(sectionOf(report, "method")).contains("Point 4 failed: the run got stuck"));
        QCOMPARE(partsOf<widgets::report::Table>(sectionOf(report, "points"))[0].rows.size(), 4);
    }

    void aStudyWithoutFinishedPointsHasNoBestOne()
    {
        study::Table table = exampleTable();
        for (study::Row& row : table.rows)
            row.state = PointState::waiting;
        const auto report = app::makeStudyReport(table, {}, {});
        QCOMPARE(report.sections.front().id, QString("decision"));
        QVERIFY(sectionOf(report, "best").parts.isEmpty());
        QVERIFY(partsOf<Figure>(report.sections.front()).isEmpty());
    }

    void theDecisionIsOnTheFirstPage()
    {
        auto report = app::makeStudyReport(exampleTable(), {}, "Which disk?");
        report.sections.resize(1);
        QCOMPARE(widgets::report::PagedReport(report).pageCount(), 1);
    }

    void longNamesDoNotPushTheChartFromTheFirstPage()
    {
        study::Table table = exampleTable();
        for (study::Row& row : table.rows)
            row.settings[1].text = "a " + row.settings[1].text + " with a name of many words that takes several lines";
        auto report = app::makeStudyReport(table, {}, "Which disk?");
        report.sections.resize(1);
        auto& parts = report.sections[0].parts;
        const auto chart = std::find_if(parts.begin(), parts.end(),
                                        [](const auto& part) { return std::holds_alternative<Figure>(part); });
        QVERIFY(chart != parts.end());
        parts.erase(chart + 1, parts.end());
        QCOMPARE(widgets::report::PagedReport(report).pageCount(), 1);
    }

    void componentsAreCalledByTheirModels()
    {
        project::ComponentLibrary library;
        project::Findings findings;
        library.add(project::Json::array({{{"id", "ssd"},
                                           {"kind", "switch"},
                                           {"vendor", "none"},
                                           {"model", "Fast drive 3"},
                                           {"parameters", project::Json::object()},
                                           {"source", "a test"}}}),
                    "/components", findings);
        const study::Table table = app::withModels(exampleTable(), library);
        QCOMPARE(table.rows[1].settings[1].text, std::string("Fast drive 3"));
        QCOMPARE(table.rows[0].settings[1].text, std::string("hdd")); // no component
        QVERIFY(plain(app::makeStudyReport(table, {}, {}).sections[0]).contains("DISK = "));
    }

    void theCommandReportsTheFileOfAStudy()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("devices.hrs"), out = folder.filePath("devices.html");
        {
            const study::Table table = exampleTable();
            study::Table waiting = table;
            for (study::Row& row : waiting.rows)
                row.state = PointState::waiting;
            auto file =
                study::StudyFile::create(path.toStdString(), {R"({"description": "Which disk?"})", "{}", "1"}, waiting);
            for (const study::Row& row : table.rows)
                file.add(row, {});
        }
        QCOMPARE(app::writeReportOf({path}, out, {}, {}), 0);
        QFile written(out);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray html = written.readAll();
        QVERIFY(html.contains("Which disk?"));
        QVERIFY(html.contains("The cheapest is point 0"));
        QCOMPARE(app::writeReportOf({path, path}, out, {}, {}), 1);
        QCOMPARE(app::writeReportOf({folder.filePath("none.hrs")}, out, {}, {}), 1);
    }
};

HEADROOM_WIDGET_TEST(StudyReportTest)
#include "study_report_test.moc"
