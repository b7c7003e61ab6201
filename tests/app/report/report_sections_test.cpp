// Sections of a report on a summary: each sentence is there if, and only if, it is true.
#include "app/report/make_report.h"

#include "tests/widget_tests.h"
#include "widgets/theme/number_text.h"

using namespace headroom;
using widgets::valueText;
using widgets::report::Paragraph;
using widgets::report::Table;

namespace {

app::ReportedRun runNamed(const char* name)
{
    app::ReportedRun run;
    run.name = name;
    run.file = QString("results/%1.hrr").arg(name);
    run.summary.project = "Rack";
    run.summary.seed = 7;
    run.summary.simulatedS = 60;
    run.summary.warmUpS = 10;
    run.summary.warmUp = {"fixed", true};
    run.summary.events = 1000;
    record::OperationSummary put;
    put.count = 50'000;
    put.perSecond = 1000;
    put.latency = {.meanMs = 12, .p50Ms = 10, .p95Ms = 30, .p99Ms = 40, .maxMs = 90};
    run.summary.operations["PUT"] = put;
    return run;
}

/// A run of a project of its own, with a price and a goal of that verdict.
app::ReportedRun systemCalled(const char* name, double usd, const char* verdict)
{
    app::ReportedRun run = runNamed(name);
    run.summary.project = name;
    run.summary.costs = {{"storage", usd, {}}};
    run.summary.goals = {{.id = "read p99",
                          .metric = "PUT.latency.p99",
                          .atMost = 0.4,
                          .atLeast = {},
                          .value = 0.15,
                          .low = {},
                          .high = {},
                          .verdict = verdict,
                          .sentence = {},
                          .unit = "s"}};
    return run;
}

/// Into the library that the run was read with.
void addPart(app::ReportedRun& run, const char* id, const char* model)
{
    project::Findings findings;
    run.library.add(project::Json::array({{{"id", id},
                                           {"kind", "switch"},
                                           {"vendor", "none"},
                                           {"model", model},
                                           {"parameters", project::Json::object()},
                                           {"source", "a test"}}}),
                    "/components", findings);
}

QString textOf(const QString& section, const std::vector<app::ReportedRun>& runs)
{
    QStringList texts;
    for (const auto& part : app::reportSection(section, runs).parts)
        if (const auto* paragraph = std::get_if<Paragraph>(&part))
            texts += paragraph->text;
    return texts.join('\n');
}

QVector<Table> tablesOf(const QString& section, const std::vector<app::ReportedRun>& runs)
{
    QVector<Table> tables;
    for (const auto& part : app::reportSection(section, runs).parts)
        if (const auto* table = std::get_if<Table>(&part))
            tables += *table;
    return tables;
}

/// The cells of the row that begins with this text; empty if there is none.
QStringList rowOf(const Table& table, const QString& first)
{
    for (const QStringList& row : table.rows)
        if (row.front() == first)
            return row;
    return {};
}

} // namespace

class ReportSectionsTest : public QObject
{
    Q_OBJECT

private slots:
    void aFigureIsShownWithItsIntervalIfItHasOne()
    {
        app::ReportedRun run = runNamed("one");
        QCOMPARE(tablesOf("results", {run}).front().rows.front().at(1), valueText(1000, "1/s"));
        run.summary.operations["PUT"].ci95Relative = 0.012;
        QVERIFY(tablesOf("results", {run}).front().rows.front().at(1).endsWith("± 1.2 %"));
        run.summary.operations["PUT"].ci95Relative = 0.25;
        QVERIFY(tablesOf("results", {run}).front().rows.front().at(1).endsWith("± 25 %"));
    }

    void failedOperationsAreCounted()
    {
        app::ReportedRun run = runNamed("one");
        run.summary.operations["PUT"].errors = 17;
        QCOMPARE(tablesOf("results", {run}).front().rows.front().back(), "<0.1 %");
    }

    void theStagesAndSizesOfALoadAreToldInWordsWithTheValuesOfTheirParameters()
    {
        app::ReportedRun run = runNamed("one");
        project::Parameter& peak = run.project.parameters.emplace_back();
        peak.name = "PEAK";
        peak.type = project::ParameterType::quantity;
        peak.unit = "1/s";
        peak.value = "300 /s";
        project::Workload& load = run.project.workloads.emplace_back();
        load.id = "visitors";
        load.role = "visitor";
        load.fields = {{"type", "open loop"},
                       {"stages", project::Json::parse(R"([{"duration": "30 s", "rate": "100 /s"},
                                                          {"duration": "60 s", "rate": "PEAK", "ramp": "5 s"}])")},
                       {"size_distribution", "histogram"},
                       {"sizes", project::Json::parse(R"([["4 KiB", 1], ["16 KiB", 2]])")}};
        const QString settings = rowOf(tablesOf("load", {run}).front(), "visitors").at(3);
        const QString stages = QString("Stages: (duration 30 s, rate 100 /s), (duration 60 s, rate %1, ramp 5 s)")
                                   .arg(valueText(300, "1/s"));
        QVERIFY2(settings.contains(stages), qPrintable(settings));
        QVERIFY2(settings.contains("(4 KiB, 1), (16 KiB, 2)"), qPrintable(settings));
    }

    void anOverloadIsTheFirstThingToldAndStandsBesideTheCertainty()
    {
        app::ReportedRun run = runNamed("one");
        run.summary.workloads["users"].type = "open loop";
        run.summary.requests = {{"users", 0, 100'000, 50'000, 17'000, 33'000}};
        const QString trouble = "Overload: the workload \"users\" does not settle. Of 2000 requests a second 1000 are "
                                "served, 340 fail, and the number in flight grows by 660 a second.";
        QVERIFY2(textOf("summary", {run}).startsWith(trouble), qPrintable(textOf("summary", {run})));
        QVERIFY(textOf("trust", {run}).contains(trouble));
        QVERIFY(!textOf("summary", {runNamed("one")}).contains("Overload"));
        run.summary.requests = {{"users", 0, 100'000, 100'000, 0, 0}};
        run.summary.loadCourses = {
            {"users", {{0, 0, 0, 0, 0}, {5, 75000, 50000, 25000, 25000}, {10, 25000, 50000, 0, 25000}}}};
        QVERIFY(textOf("summary", {run}).startsWith("From 0 s to 5 s more requests"));
    }

    void runsThatAreNotAlikeAreToldInsteadOfCompared()
    {
        app::ReportedRun other = runNamed("two");
        other.summary.operations["GET"] = other.summary.operations["PUT"];
        other.summary.operations["PUT"].perSecond = 5000;
        const QString said = textOf("summary", {runNamed("one"), other});
        QVERIFY2(said.contains("two and one are not alike: this run has the operations GET, PUT, one has PUT."),
                 qPrintable(said));
        QVERIFY(!said.contains("two compared with one"));
    }

    void cachesAndSlotsHaveATableWhereThereAreAny()
    {
        app::ReportedRun run = runNamed("one");
        run.summary.states = {{"proxy", "names", "cache", 0, 0, 0, 0, 0, 900, 0.87},
                              {"store", "lock", "slots", 0.5, 1, 2.5, 7, 0.5, 0, 0}};
        const Table table = tablesOf("results", {run}).back();
        const qsizetype hits = table.header.indexOf("Hit ratio"), waiting = table.header.indexOf("Waiting mean");
        QVERIFY(hits > 0 && waiting > 0);
        QCOMPARE(table.rows.at(0).at(hits), "87 %");
        QCOMPARE(table.rows.at(0).at(waiting), "—");
        QCOMPARE(table.rows.at(1).at(waiting), valueText(2.5, "1"));
    }

    void jobsHaveATableWhereThereAreAny()
    {
        app::ReportedRun run = runNamed("one");
        const qsizetype without = tablesOf("results", {run}).size();
        run.summary.jobs["sort"] = {.count = 3, .unfinished = 1, .completionMeanS = 120, .completionMaxS = 130};
        const QVector<Table> tables = tablesOf("results", {run});
        QCOMPARE(tables.size(), without + 1);
        QCOMPARE(rowOf(tables.at(1), "sort").mid(1, 3), QStringList({"3", "0", "1"}));
    }

    void resourcesStandInTheOrderOfTheirUse()
    {
        app::ReportedRun run = runNamed("one");
        run.summary.resources.resize(3);
        const double used[] = {0.2, 0.9, 0.5};
        for (std::size_t i = 0; i < 3; ++i) {
            run.summary.resources[i].nodeGroup = "group" + std::to_string(i);
            run.summary.resources[i].utilisationMean = used[i];
        }
        QStringList order;
        const Table table = tablesOf("results", {run}).back();
        for (const QStringList& row : table.rows)
            order += row.front();
        QCOMPARE(order, QStringList({"group1", "group2", "group0"}));
    }

    void twoRunsWithTheSameFiguresDoNotDiffer()
    {
        const QString said = textOf("summary", {runNamed("one"), runNamed("two")});
        QVERIFY2(said.contains("Compared with one, two makes no difference beyond the uncertainty of the figures."),
                 qPrintable(said));
        app::ReportedRun faster = runNamed("two");
        faster.summary.operations["PUT"].perSecond = 2000;
        const QString better = textOf("summary", {runNamed("one"), faster});
        QVERIFY2(better.contains("two compared with one: PUT throughput") && !better.contains("no difference"),
                 qPrintable(better));
    }

    void runsAreNamedOnlyWhereThereAreSeveral()
    {
        QVERIFY(textOf("trust", {runNamed("one")}).startsWith(valueText(60, "s") + " of the cluster's time"));
        QVERIFY(textOf("trust", {runNamed("one"), runNamed("two")})
                    .contains("two: " + valueText(60, "s") + " of the cluster's time"));
    }

    void aWarmUpIsToldAsItWasFound()
    {
        app::ReportedRun run = runNamed("one");
        QVERIFY(textOf("trust", {run})
                    .contains("The first " + valueText(10, "s") + " are the warm-up, as set in the project"));
        run.summary.warmUp = {"MSER-5", true};
        QVERIFY(textOf("trust", {run}).contains("the end of the warm-up was found by MSER-5"));
        QVERIFY(!textOf("trust", {run}).contains("had not settled"));
        run.summary.warmUp.settled = false;
        QVERIFY(textOf("trust", {run}).contains("had not settled after half of its time"));
    }

    void aReachedPrecisionIsStatedAndCorrelatedBatchesAreTold()
    {
        app::ReportedRun run = runNamed("one");
        QVERIFY(!textOf("trust", {run}).contains("was wanted within"));
        run.summary.precision.emplace();
        run.summary.precision->metric = "p99";
        run.summary.precision->wanted = 0.02;
        run.summary.precision->reached = 0.05;
        run.summary.precision->independent = true;
        const QString said = textOf("trust", {run});
        QVERIFY2(said.contains("p99 was wanted within ± " + valueText(0.02, "share") + " and is known within ± " +
                               valueText(0.05, "share")),
                 qPrintable(said));
        QVERIFY(!said.contains("correlated"));
        run.summary.precision->independent = false;
        QVERIFY(textOf("trust", {run}).contains("The batches are still correlated."));
    }

    void intervalsComeFromReplicationsOrFromBatches()
    {
        app::ReportedRun run = runNamed("one");
        QVERIFY(textOf("trust", {run}).contains("batch means"));
        run.summary.replications.emplace();
        run.summary.replications->seeds = {1, 2, 3};
        QVERIFY(textOf("trust", {run}).contains("over 3 runs that differ only in their seed"));
        QVERIFY(!textOf("trust", {run}).contains("batch means"));
    }

    void aBrokenLawForbidsToRelyOnTheFigures()
    {
        app::ReportedRun run = runNamed("one");
        QVERIFY(!textOf("trust", {run}).contains("laws"));
        run.summary.laws = {{"Little's law, PUT", "5", "5"}, {"utilisation law, disks", "9", "9"}};
        QVERIFY(textOf("trust", {run}).contains("All 2 laws that a run must obey hold exactly"));
        run.summary.laws.back().right = "8";
        QVERIFY(textOf("trust", {run}).contains("1 of 2 laws that a run must obey do not hold: do not rely"));
    }

    void aRunThatEndedEarlySaysWhy()
    {
        app::ReportedRun run = runNamed("one");
        QVERIFY(!textOf("trust", {run}).contains("early"));
        run.summary.stopped = true;
        QVERIFY(textOf("trust", {run}).contains("The run was stopped early."));
        run.summary.limit = "it takes more than 800 MiB of memory";
        const QString said = textOf("trust", {run});
        QVERIFY(said.contains("The run ended early: it takes more than 800 MiB of memory."));
        QVERIFY(!said.contains("was stopped"));
    }

    void whatIsBusiestIsToldWithoutGuesses()
    {
        app::ReportedRun run = runNamed("one");
        QCOMPARE(app::reportSection("limits", {run}).parts.size(), 2);
        run.summary.bottleneck = record::Bottleneck{.resource = "storage.disk data",
                                                    .utilisation = 0.97,
                                                    .next = "proxies.processor",
                                                    .nextUtilisation = 0.4,
                                                    .headroom = 2.4,
                                                    .speedupLow = 1.2,
                                                    .speedupHigh = 1.9};
        const QString said = textOf("limits", {run});
        QVERIFY2(said.contains("storage disks (data): " + valueText(0.97, "share") + " of the capacity is used"),
                 qPrintable(said));
        QVERIFY(!said.contains("2.40") && !said.contains("1.90")); // bounds are no result
        QVERIFY(said.contains("What a faster part would bring was not simulated."));
    }

    void whatWouldHelpIsToldAsItWasMeasured()
    {
        app::ReportedRun run = runNamed("one");
        study::WhatIf disk, processor;
        disk.resource = "storage.disk data";
        disk.state = study::WhatIf::State::known;
        disk.throughput = {1.9, 1.87, 1.93, true};
        disk.mean = disk.p99 = {0.52, 0.5, 0.54, true};
        processor.resource = "storage.processor";
        run.advice.emplace();
        run.advice->complete = true;
        run.advice->whatIfs = {disk, processor};
        const QString said = textOf("limits", {run});
        QVERIFY2(said.contains("With storage disks (data) twice as fast: 1.9 (1.87 to 1.93) times the throughput."),
                 qPrintable(said));
        QVERIFY(textOf("summary", {run}).contains("as fast: 1.9 (1.87 to 1.93) times"));
        QVERIFY(!said.contains("was not simulated"));
        const Table table = tablesOf("limits", {run}).front();
        QCOMPARE(rowOf(table, "storage disks (data)").at(1), "1.9 (1.87 to 1.93)");
        QCOMPARE(rowOf(table, "storage processors").at(5), "not yet simulated");
    }

    void costsNameWhatHasNoPrice()
    {
        app::ReportedRun run = runNamed("one");
        QVERIFY(app::reportSection("cost", {run}).parts.isEmpty());
        run.summary.rawBytes = 2e12;
        run.summary.costs.resize(2);
        run.summary.costs[0].usd = 1200;
        run.summary.costs[1].usd = 300;
        run.summary.costs[1].unknown = {"Switch X"};
        const Table table = tablesOf("cost", {run}).front();
        QCOMPARE(rowOf(table, "Price").at(1), QString("from 1\u2009500 USD"));
        QVERIFY(!rowOf(table, "Raw capacity").isEmpty());
        QVERIFY(rowOf(table, "Usable capacity").isEmpty()); // nobody knows it
        QVERIFY(textOf("cost", {run}).contains("not included in the price: Switch X."));
        QVERIFY(!textOf("cost", {run}).contains("power"));
        run.summary.energy = record::Energy{800, 0, {"storage.memory", "clients.memory"}};
        QCOMPARE(rowOf(tablesOf("cost", {run}).front(), "Mean power").at(1), "from 800 W");
        QVERIFY(textOf("cost", {run}).contains("not included in the power: memory."));
        // A component is called by its model.
        addPart(run, "Switch X", "Model X 48");
        QVERIFY(textOf("cost", {run}).contains("not included in the price: Model X 48."));
    }

    void theFiguresThatDecideStandOnTheFirstPageSideBySide()
    {
        app::ReportedRun one = runNamed("one"), two = runNamed("two");
        two.summary.operations["PUT"].perSecond = 2000;
        two.summary.operations["PUT"].errors = 50;
        two.summary.operations["GET"] = one.summary.operations["PUT"];
        two.summary.costs = {{"storage", 148400, {}}};
        const Table table = tablesOf("summary", {one, two}).front();
        QCOMPARE(table.header, QStringList({"Figure", "one", "two"}));
        QCOMPARE(rowOf(table, "PUT throughput").mid(1), QStringList({valueText(1000, "1/s"), valueText(2000, "1/s")}));
        QCOMPARE(rowOf(table, "PUT latency p99").at(1), "40.0 ms");
        QCOMPARE(rowOf(table, "PUT failed").mid(1), QStringList({"0", "50 (0.1 %)"}));
        QCOMPARE(rowOf(table, "GET throughput").at(1), "—");
        QVERIFY(rowOf(table, "GET failed").isEmpty()); // none did
        QCOMPARE(rowOf(table, "Price").mid(1), QStringList({"—", QString("148\u2009400 USD")}));
        QVERIFY(rowOf(table, "Mean power").isEmpty()); // nobody knows it
    }

    void ofSeveralSystemsTheFirstPageSaysWhichMeetsTheGoalsForTheLeastMoney()
    {
        const std::vector<app::ReportedRun> runs{systemCalled("Flash", 148'000, "met"),
                                                 systemCalled("Disks", 91'000, "met"),
                                                 systemCalled("Tape", 20'000, "missed")};
        const QString said = textOf("summary", runs);
        QVERIFY2(
            said.startsWith(QString("Disks meets the goal for 91\u2009000 USD. The next that meets them is Flash for "
                                    "148\u2009000 USD.")),
            qPrintable(said));
        QVERIFY2(said.contains(QString("Tape (20\u2009000 USD) misses: read p99, at most 400 ms.")), qPrintable(said));
        const Table table = tablesOf("summary", runs).front();
        QCOMPARE(table.header.mid(1), QStringList({"Flash", "Disks", "Tape"}));
        QCOMPARE(rowOf(table, "read p99, at most 400 ms").at(2), "met: 150 ms");
        QCOMPARE(rowOf(table, "Price").at(3), QString("20\u2009000 USD"));
        QVERIFY(!said.contains("compared with")); // figures of different systems are no change
    }

    void aCheaperSystemThatIsNotDecidedLeavesTheChoiceOpen()
    {
        const std::vector<app::ReportedRun> runs{systemCalled("Flash", 148'000, "met"),
                                                 systemCalled("Disks", 91'000, "not yet known")};
        const QString said = textOf("summary", runs);
        QVERIFY2(said.contains("A cheaper one is not decided, so that the choice is open."), qPrintable(said));
        QVERIFY2(said.contains("USD) is not decided: read p99, at most 400 ms."), qPrintable(said));
        QVERIFY(!said.contains("the one to buy"));
    }

    void aSystemWithoutAGoalOfTheOthersIsNotDecidedByIt()
    {
        std::vector<app::ReportedRun> runs{systemCalled("Flash", 148'000, "met"), systemCalled("Disks", 91'000, "met")};
        runs[1].summary.goals[0].id = "another";
        runs[1].summary.goals[0].metric = "LIST.latency.p99";
        const QString said = textOf("summary", runs);
        QVERIFY2(said.startsWith("None of the 2 systems is known to meet all goals."), qPrintable(said));
        QCOMPARE(rowOf(tablesOf("summary", runs).front(), "read p99, at most 400 ms").at(2), "no such goal");
    }

    void whatIsAssumedOfSystemsIsToldWhereItDiffers()
    {
        std::vector<app::ReportedRun> runs{systemCalled("Flash", 148'000, "met"), systemCalled("Disks", 91'000, "met")};
        for (app::ReportedRun& run : runs) {
            run.summary.workloads["users"].type = run.name == "Flash" ? "open loop" : "closed loop";
            project::Parameter& same = run.project.parameters.emplace_back();
            same.name = "NODES";
            same.value = 8;
            project::Parameter& other = run.project.parameters.emplace_back();
            other.name = "METADATA_MISS";
            other.value = run.name == "Flash" ? 0.1 : 1.0;
        }
        const Table table = tablesOf("summary", runs).at(1);
        QCOMPARE(rowOf(table, "Load").mid(1), QStringList({"open loop", "closed loop"}));
        QCOMPARE(rowOf(table, "METADATA_MISS").mid(1), QStringList({"0.1", "1.0"}));
        QVERIFY(rowOf(table, "NODES").isEmpty());
    }

    void theErrorsOfTheModelStandOnTheFirstPageAndInFull()
    {
        std::vector<app::ReportedRun> runs{systemCalled("Flash", 148'000, "met"), systemCalled("Disks", 91'000, "met")};
        runs[0].project.validations = {{"benchmark",
                                        {{"figures", "throughput"},
                                         {"cluster", "eight servers (Someone, 2020)"},
                                         {"count", 6},
                                         {"lowest_error", -0.43},
                                         {"highest_error", 0.29},
                                         {"mean_error", 0.17}}}};
        const Table table = tablesOf("summary", runs).front();
        QCOMPARE(rowOf(table, "Model's errors so far").mid(1),
                 QStringList({"-43 % to 29 % (6 predicted figures)", "never compared with a measurement"}));
        const QString said = textOf("trust", runs);
        QVERIFY2(said.contains("Throughput, eight servers (Someone, 2020): 6 predicted figures were missed by -43 % to "
                               "29 %, by 17 % on average."),
                 qPrintable(said));
        QVERIFY2(said.contains("No figure of the model \"Disks\" was compared with a measured one"), qPrintable(said));
    }

    void whatSystemsCostStandsBeforeTheirCurves()
    {
        QStringList ids;
        for (const auto& section :
             app::makeReport({systemCalled("Flash", 148'000, "met"), systemCalled("Disks", 91'000, "met")}, {})
                 .sections)
            ids += section.id;
        QVERIFY2(ids.indexOf("cost") == 1 && ids.indexOf("charts") > ids.indexOf("trust"), qPrintable(ids.join(' ')));
    }

    void theBillNamesEachPartWithItsPrice()
    {
        app::ReportedRun run = runNamed("one");
        addPart(run, "drive", "Drive 20 TB");
        run.summary.costs = {{"storage", 4000, {"chassis"}, {{"drive", 10, 400, "a shop, 2026"}, {"chassis", 2, {}}}}};
        const Table bill = tablesOf("cost", {run}).back();
        QCOMPARE(bill.caption, "Bill of materials");
        QCOMPARE(bill.rows.at(0),
                 QStringList({"storage", "Drive 20 TB", "a shop, 2026", "10", "400 USD", QString("4\u2009000 USD")}));
        QCOMPARE(bill.rows.at(1).mid(4), QStringList({"not known", "—"}));
        QCOMPARE(bill.rows.back().back(), QString("from 4\u2009000 USD"));
        QCOMPARE(bill.rows.back().at(2), QString("without cables and optics"));
        run.summary.costs[0].lines[0].estimated = true;
        const QStringList all = tablesOf("cost", {run}).back().rows.back();
        QCOMPARE(all.at(2), QString("estimated: 4\u2009000 USD of it; without cables and optics"));
    }

    void whatWasNotUsedIsLeftOut()
    {
        app::ReportedRun run = runNamed("one");
        run.summary.resources.resize(2);
        run.summary.resources[0].nodeGroup = "storage";
        run.summary.resources[0].utilisationMean = 0.5;
        run.summary.resources[1].nodeGroup = "spares";
        run.summary.states = {{"proxy", "names", "queue", 0, 0, 0, 0, 0, 0, 0}};
        const Table table = tablesOf("results", {run}).back();
        QCOMPARE(table.rows.size(), 1);
        QCOMPARE(table.rows[0].front(), "storage");
    }

    void whatWasAskedForIsTold()
    {
        app::ReportedRun run = runNamed("one");
        project::Parameter workers, size;
        workers.name = "WORKERS";
        workers.value = 64;
        size.name = "OBJECT_SIZE";
        size.type = project::ParameterType::quantity;
        size.value = "16 KB";
        run.project.parameters = {workers, size};
        project::Workload users;
        users.id = "users";
        users.role = "client";
        users.fields = {{"type", "closed loop"}, {"workers", "WORKERS * 2"}, {"rate", "5 /s"}};
        users.operations = {{"PUT", {{"weight", 3}, {"arguments", {{"size", "OBJECT_SIZE"}, {"key", "key"}}}}},
                            {"GET", {{"weight", 1}}},
                            {"DELETE", {{"weight", 0}}}};
        project::Workload off = users;
        off.id = "off";
        off.fields["disabled"] = true;
        run.project.workloads = {users, off};
        const Table table = tablesOf("load", {run}).front();
        QCOMPARE(table.rows.size(), 1); // the other one starts nothing
        QCOMPARE(table.rows[0],
                 QStringList({"users", "client", "closed loop", "Workers: 128", "PUT 75 % (size 16 KB); GET 25 %"}));
        // For several runs it stands once if it is the same, else for each.
        app::ReportedRun other = run;
        other.name = "two";
        QCOMPARE(tablesOf("load", {run, other}).size(), 1);
        other.project.workloads[0].fields = {{"type", "open loop"}, {"rate", "2000 /s"}};
        const auto tables = tablesOf("load", {run, other});
        QCOMPARE(tables.size(), 2);
        QCOMPARE(tables[1].caption, "two");
        app::ReportedRun third = run;
        third.name = "three";
        QCOMPARE(tablesOf("load", {run, other, third})[0].caption, "one, three");
        QCOMPARE(tables[1].rows[0].at(2), "open loop");
        QVERIFY(tables[1].rows[0].at(3).contains("2000 /s"));
    }

    void theNodesOfARunWithOthersAreToldToo()
    {
        app::ReportedRun one = runNamed("one"), two = runNamed("two");
        project::NodeGroup group;
        group.id = "storage";
        group.fields = {{"count", 4}};
        one.project.topology.groups = {group};
        two.project.topology.groups = {group};
        const auto nodesIn = [](const std::vector<app::ReportedRun>& runs) {
            QStringList captions;
            for (const Table& table : tablesOf("configuration", runs))
                if (table.header.front() == "Group")
                    captions += table.caption;
            return captions;
        };
        QCOMPARE(nodesIn({one}), QStringList{"Nodes"});
        QCOMPARE(nodesIn({one, two}), QStringList{"one: nodes"});
        two.project.topology.groups[0].fields["count"] = 6;
        QCOMPARE(nodesIn({one, two}), QStringList({"one: nodes", "two: nodes"}));
    }

    void componentsOfUnusedFabricsAreNotListed()
    {
        app::ReportedRun run = runNamed("one");
        addPart(run, "used", "Model used");
        addPart(run, "unused", "Model unused");
        run.summary.costs = {{"switches", 800, {}, {{"used", 1, 800}}}};
        const Table table = tablesOf("configuration", {run}).back();
        QCOMPARE(table.rows.size(), 1);
        QCOMPARE(table.rows[0][0], "Model used");
    }

    void theEnergyOfAnOperationIsItsShareOfThePower()
    {
        app::ReportedRun run = runNamed("one");
        run.summary.energy.emplace();
        run.summary.energy->powerW = 500;
        QCOMPARE(rowOf(tablesOf("cost", {run}).front(), "Energy of an operation").at(1), valueText(0.5, "J"));
        run.summary.operations["GET"] = run.summary.operations["PUT"];
        QVERIFY(rowOf(tablesOf("cost", {run}).front(), "Energy of an operation").isEmpty()); // of which of the two?
    }

    void theEnergyOfAnOperationIsAtLeastThatOfThePartsThatAreKnown()
    {
        app::ReportedRun run = runNamed("one");
        run.summary.energy = record::Energy{};
        run.summary.energy->powerW = 500;
        run.summary.energy->unknown = {"storage.memory"};
        QCOMPARE(rowOf(tablesOf("cost", {run}).front(), "Energy of an operation").at(1), "from " + valueText(0.5, "J"));
    }

    void ofARunThatEndedWithinItsWarmUpNothingIsConcluded()
    {
        app::ReportedRun run = runNamed("one");
        run.summary.operations["PUT"] = {};
        run.summary.warmUpS = run.summary.simulatedS;
        for (const char* const section : {"summary", "limits"}) {
            const QString said = textOf(section, {run});
            QVERIFY2(said.contains("nothing was measured") && !said.contains("near its limit"), qPrintable(said));
        }
        QVERIFY2(textOf("trust", {run}).contains("let the run last longer"), qPrintable(textOf("trust", {run})));
        QVERIFY(!textOf("trust", {run}).contains("batch means"));
    }

    void whatIsModelledIsToldInWholeSentences()
    {
        app::ReportedRun run = runNamed("one");
        run.project.topology.fabrics.emplace_back().id = "network";
        run.project.topology.groups.emplace_back().id = "storage";
        for (const char* const detail : {"flow", "message", "packet", "delay only"}) {
            run.project.topology.fabrics[0].fields["detail"] = detail;
            const Table table = tablesOf("scope", {run}).front();
            for (const QStringList& row : table.rows)
                QVERIFY2(row.last().front().isUpper() && row.last().endsWith('.'), qPrintable(row.last()));
        }
        QVERIFY(!rowOf(tablesOf("scope", {run}).front(), "Network").isEmpty());
        run.project.topology.fabrics.emplace_back().id = "spare";
        QVERIFY(!rowOf(tablesOf("scope", {run}).front(), "Network “network”").isEmpty());
    }

    void onlyFailuresThatHappenAreTold()
    {
        app::ReportedRun run = runNamed("one");
        project::Disturbance& failure = run.project.disturbances.emplace_back();
        failure.id = "node-fails";
        const auto told = [&] { return rowOf(tablesOf("scope", {run}).front(), "Failures").last(); };
        QVERIFY(told().contains("node-fails"));
        failure.fields["disabled"] = true;
        QVERIFY2(told().startsWith("None"), qPrintable(told()));
    }

    void aCaptionThatStandsAloneBeginsWithACapitalLetter()
    {
        const auto captions = [](const std::vector<app::ReportedRun>& runs) {
            QStringList all;
            for (const Table& table : tablesOf("results", runs))
                all += table.caption;
            return all;
        };
        app::ReportedRun one = runNamed("one"), two = runNamed("two");
        one.summary.resources.resize(1);
        one.summary.resources[0].utilisationMean = 1;
        two.summary.resources = one.summary.resources;
        QVERIFY(captions({one}).contains("Use of the resources, the busiest first"));
        QVERIFY(captions({one, two}).contains("two: use of the resources, the busiest first"));
    }

    void aRunIsReproducedFromItsResultFileWithItsSeed()
    {
        app::ReportedRun run = runNamed("one");
        QVERIFY(textOf("repeat", {run}).contains("headroom-engine simulate 'one.headroom' --seed 7"));
        QVERIFY(!textOf("repeat", {run}).contains("--replications"));
        run.summary.replications.emplace();
        run.summary.replications->seeds = {1, 2, 3, 4};
        QVERIFY(textOf("repeat", {run}).contains("--seed 7 --replications 4"));
    }

    void theHeadTakesWhatIsNotGivenFromTheProject()
    {
        std::vector<app::ReportedRun> runs{runNamed("one"), runNamed("two")};
        runs.front().project.description = "Does it suffice?";
        auto head = app::reportHead(runs, {});
        QCOMPARE(head.title, "Rack: one against two");
        QCOMPARE(head.question, "Does it suffice?");
        head = app::reportHead(runs, {.title = "Title", .question = "Why?", .author = "A. Planner", .logo = {}});
        QCOMPARE(head.title, "Title");
        QCOMPARE(head.question, "Why?");
        QCOMPARE(head.author, "A. Planner");
    }

    void sectionsThatAreLeftOutOrHaveNothingToSayAreMissing()
    {
        QStringList ids;
        for (const auto& section :
             app::makeReport({runNamed("one")},
                             {.title = {}, .question = {}, .author = {}, .logo = {}, .leftOut = {"trust", "charts"}})
                 .sections)
            ids += section.id;
        QVERIFY(ids.contains("summary") && ids.contains("repeat"));
        QVERIFY(!ids.contains("trust") && !ids.contains("charts") && !ids.contains("cost"));
    }
};

HEADROOM_WIDGET_TEST(ReportSectionsTest)
#include "report_sections_test.moc"
