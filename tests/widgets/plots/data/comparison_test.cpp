// Two runs against each other, in numbers worked out by hand.
#include "tests/widget_tests.h"
#include "widgets/plots/data/comparison.h"
#include "widgets/theme/number_text.h"

#include <QtTest>

#include <algorithm>
#include <limits>

using namespace headroom;
using widgets::Judgement;

namespace {

record::Summary summary(double perSecond, double ci95, double p50Ms, double storage)
{
    record::Summary made;
    auto& put = made.operations["PUT"];
    put.count = 10000;
    put.perSecond = perSecond;
    put.ci95Relative = ci95;
    put.latency.p50Ms = p50Ms;
    put.latency.p99Ms = 2 * p50Ms;
    put.buckets = {{0.9 * p50Ms, 1.1 * p50Ms, 9800}, {1.95 * p50Ms, 2.05 * p50Ms, 200}};
    record::ResourceSummary disks, processors;
    disks.nodeGroup = processors.nodeGroup = "storage";
    disks.resource = "disk data";
    disks.utilisationMean = disks.utilisationMax = storage;
    processors.resource = "processor";
    processors.utilisationMean = processors.utilisationMax = 0.3;
    made.resources = {disks, processors};
    return made;
}

} // namespace

class ComparisonTest : public QObject
{
    Q_OBJECT

private slots:
    void aLargeGainIsAFactorWithItsUncertainty()
    {
        // 4000 / 1000 = 4; the relative half widths 3 % and 4 % add up to 5 %, so ± 0.2.
        const auto former = summary(1000, 0.04, 40, 0.9);
        const auto rows = widgets::compare(summary(4000, 0.03, 10, 0.5), &former);
        QCOMPARE(rows[0].change, QString("4.0× ± 0.2"));
        QCOMPARE(rows[0].judgement, Judgement::better);
        QVERIFY(rows[1].change.startsWith("−75 %"));
        QCOMPARE(rows[1].judgement, Judgement::better);
        QCOMPARE(rows[3].change, QString("−40 points"));
        // A factor of two digits says how sure it is all the same: 11 · 2 % = 0.22.
        const auto exact = summary(1000, 0, 40, 0.9);
        QCOMPARE(widgets::compare(summary(11000, 0.02, 10, 0.5), &exact)[0].change, QString("11× ± 0.2"));
    }

    void aStageHasARowWithItsLimitAndAWorkloadTheTimeThatItsRateIsOver()
    {
        auto made = summary(1000, 0, 40, 0.9);
        made.simulatedS = 60;
        made.workloads["read"] = {"closed loop", false, 10000, 0, 0, 1000};
        made.workloads["read"].activeS = 20;
        record::StageSummary stage;
        stage.stage = "read";
        stage.workloads = {"read"};
        stage.fromS = 10;
        stage.toS = 30;
        stage.perSecond = 1000;
        stage.latencyS = 0.04;
        stage.resources = made.resources;
        stage.bottleneck = record::Bottleneck{"storage.disk data", 0.98};
        made.stages = {stage};
        const auto rows = widgets::compare(made, nullptr);
        const auto row = [&](const char* name) {
            const auto found =
                std::find_if(rows.begin(), rows.end(), [&](const auto& each) { return each.name == name; });
            return found == rows.end() ? widgets::ComparisonRow() : *found;
        };
        QCOMPARE(row("read active").now, widgets::valueText(20, "s") + " of " + widgets::valueText(60, "s"));
        QVERIFY(row("read active").detail.contains("not over the whole run"));
        QCOMPARE(row("Stage read").now, "storage disks (data) " + widgets::valueText(0.98, "share"));
        QVERIFY2(
            row("Stage read").detail.startsWith(widgets::valueText(10, "s") + " to " + widgets::valueText(30, "s")),
            qPrintable(row("Stage read").detail));
        QVERIFY(row("Stage read").detail.contains("Limit: storage disks (data), 98 % used."));
    }

    void theHitRatioOfACacheIsComparedAndNotJudged()
    {
        auto now = summary(1000, 0, 40, 0.9), former = now;
        now.states = {{"proxy", "names", "cache", 0, 0, 0, 0, 0, 900, 0.87}};
        former.states = {{"proxy", "names", "cache", 0, 0, 0, 0, 0, 900, 0.5}};
        const auto rows = widgets::compare(now, &former);
        QCOMPARE(rows[3].name, QString("proxy · cache names hit ratio"));
        QCOMPARE(rows[3].now, QString("87 %"));
        QCOMPARE(rows[3].change, QString("+37 points"));
        QCOMPARE(rows[3].judgement, Judgement::neutral);
        QVERIFY(!rows[3].use);
    }

    void anUncertaintyThatNobodyKnowsIsNotShown()
    {
        const double unknown = std::numeric_limits<double>::quiet_NaN();
        const auto former = summary(1000, unknown, 40, 0.9);
        QCOMPARE(widgets::compare(summary(4000, 0.03, 10, 0.5), &former)[0].change, QString("4.0×"));
        QCOMPARE(widgets::compare(summary(1500, 0.03, 10, 0.5), &former)[0].change, QString("+50 %"));
    }

    void aDifferenceWithinItsUncertaintyIsNotJudged()
    {
        const auto former = summary(1000, 0.04, 40, 0.9);
        QCOMPARE(widgets::compare(summary(1020, 0.03, 40, 0.9), &former)[0].judgement, Judgement::neutral);
        QCOMPARE(widgets::compare(summary(900, 0.03, 40, 0.9), &former)[0].judgement, Judgement::worse);
    }

    void aLatencyIsJudgedOnlyIfItsIntervalExcludesNoChange()
    {
        // The interval of the median lies in the first bucket, which is 20 % wide: 4 % is within it, 50 % is not.
        const auto former = summary(1000, 0, 50, 0.9);
        const auto judged = [&](double p50Ms) {
            return widgets::compare(summary(1000, 0, p50Ms, 0.9), &former)[1].judgement;
        };
        QCOMPARE(judged(50.1), Judgement::neutral);
        QCOMPARE(judged(75), Judgement::worse);
        QCOMPARE(judged(25), Judgement::better);
        // p99 of few requests is not known: a change is shown, not judged.
        auto few = summary(1000, 0, 25, 0.9);
        few.operations["PUT"].count = 20;
        few.operations["PUT"].buckets = {{22, 27, 19}, {48, 52, 1}};
        const auto rows = widgets::compare(few, &former);
        QCOMPARE(rows[2].change, QString("−50 %"));
        QCOMPARE(rows[2].judgement, Judgement::neutral);
    }

    void aChangeWhoseIntervalIsUnknownIsNotJudged()
    {
        const auto former = summary(1000, std::numeric_limits<double>::quiet_NaN(), 40, 0.9);
        QCOMPARE(widgets::compare(summary(4000, 0.03, 10, 0.5), &former)[0].judgement, Judgement::neutral);
        auto older = summary(1000, 0.01, 40, 0.9); // results without distribution
        older.operations["PUT"].buckets.clear();
        QCOMPARE(widgets::compare(summary(1000, 0.01, 10, 0.5), &older)[1].judgement, Judgement::neutral);
    }

    void aTinyUncertaintyIsNotShownAsZero()
    {
        const auto former = summary(1000, 0, 40, 0.9);
        QCOMPARE(widgets::compare(summary(4000, 0.0001, 10, 0.5), &former)[0].change, QString("4.0× ± <0.01"));
        QCOMPARE(widgets::compare(summary(1500, 0.0001, 10, 0.5), &former)[0].change, QString("+50 % ± <0.1"));
    }

    void runsThatAnswerOtherQuestionsAreToldAndNotJudged()
    {
        auto former = summary(1000, 0.01, 40, 0.9);
        auto now = summary(4000, 0.01, 10, 0.5);
        former.workloads["users"].type = now.workloads["users"].type = "closed loop";
        QVERIFY(widgets::unlikeness(now, former, "run 3").isEmpty());
        now.workloads["users"].type = "open loop";
        QCOMPARE(widgets::unlikeness(now, former, "run 3"),
                 QStringList{"the load \"users\" is of the type open loop, in run 3 of the type closed loop."});
        const auto rows = widgets::compare(now, &former);
        QVERIFY(rows[0].change.startsWith("4.0×"));
        QVERIFY(
            std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.judgement == Judgement::neutral; }));
        now.workloads["users"].type = "closed loop";
        now.operations["GET"] = now.operations["PUT"];
        QCOMPARE(widgets::unlikeness(now, former, "run 3"),
                 QStringList{"this run has the operations GET, PUT, run 3 has PUT."});
        former.operations["GET"] = former.operations["PUT"];
        former.operations["GET"].count = 90000; // nine of ten, here one of two
        QCOMPARE(widgets::unlikeness(now, former, "run 3").first(),
                 QString("GET is 50 % of the operations, in run 3 90 %."));
    }

    void whatTheClusterHoldsCostsAndDrawsStandsBeforeItsLoad()
    {
        auto now = summary(1000, 0.01, 40, 0.9), former = now;
        now.usableBytes = 12.6e12;
        former.usableBytes = 31.4e12;
        now.costs = {{"clients", 10400, {"memory"}}, {"storage", 138000, {"chassis", "memory"}}};
        former.costs = {{"clients", 10400, {"memory"}}, {"storage", 40000, {"chassis", "memory"}}};
        now.energy = record::Energy{962, 0, {}};
        former.energy = record::Energy{1190, 0, {}};
        const auto rows = widgets::compare(now, &former);
        QCOMPARE(rows[3].name, QString("Usable capacity"));
        QCOMPARE(rows[3].change, QString("−60 %"));
        QCOMPARE(rows[4].name, QString("Price"));
        QCOMPARE(rows[4].now, QString("from 148\u2009400 USD"));
        QCOMPARE(rows[4].change, QString("+98\u2009000 USD"));
        QCOMPARE(rows[4].detail, QString("Without chassis, memory: the libraries have no figure of it."));
        QCOMPARE(rows[5].name, QString("Power"));
        QCOMPARE(rows[5].now, QString("962 W"));
        QCOMPARE(rows[5].change, QString("−19 %"));
        QVERIFY(!rows[5].use && rows[6].use);
        for (const auto& row : rows.mid(3, 3))
            QVERIFY(row.judgement == Judgement::neutral);
        const auto same = widgets::compare(now, &now);
        for (int i = 3; i < 6; ++i)
            QCOMPARE(same[i].change, QString("unchanged"));
        // Figures that are not known have no row.
        now.costs = {{"clients", 0, {"memory"}}};
        now.usableBytes.reset();
        now.energy.reset();
        QCOMPARE(widgets::compare(now, &former).size(), 5);
    }

    void withoutAFormerRunNothingIsSaidOfAChange()
    {
        for (const auto& row : widgets::compare(summary(1000, 0.01, 40, 0.9), nullptr))
            QVERIFY(row.change.isEmpty());
    }

    void workInTheBackgroundComesAfterWhatUsersWaitFor()
    {
        record::Summary run = summary(1000, 0.03, 40, 0.9);
        run.operations["followers: follow"] = run.operations.at("PUT");
        run.operations["clients: GET"] = run.operations.at("PUT");
        run.workloads["followers"].background = true;
        run.workloads["clients"].background = false;
        QStringList rates;
        for (const auto& row : widgets::compare(run, nullptr))
            if (row.name.endsWith("throughput"))
                rates += row.name;
        QCOMPARE(rates, (QStringList{"PUT throughput", "clients: GET throughput", "followers: follow throughput"}));
    }

    void whatIsBusiestIsSaidOnlyAboveTheLimitingShare()
    {
        QVERIFY(
            widgets::bottleneckSentence(summary(1, 0, 1, 0.93)).startsWith("Limit: storage disks (data), 93 % used."));
        QVERIFY(widgets::bottleneckSentence(summary(1, 0, 1, 0.5)).startsWith("Nothing is near its limit"));
    }

    void whatWasNotUsedIsNotNamed()
    {
        record::Summary idle = summary(1, 0, 1, 0);
        for (record::ResourceSummary& each : idle.resources)
            each.utilisationMean = each.utilisationMax = 0;
        QCOMPARE(widgets::bottleneckSentence(idle), QString("Nothing is near its limit."));
    }

    void whatIsNextIsNeverBusierThanTheLimit()
    {
        record::Summary run = summary(1, 0, 1, 0.8);
        record::ResourceSummary workers = run.resources[0];
        workers.resource = "workers object-server"; // all of them wait for the disks
        workers.utilisationMean = 1;
        run.resources.push_back(workers);
        run.bottleneck.emplace();
        run.bottleneck->resource = "storage.disk data";
        run.bottleneck->utilisation = 0.82;
        run.bottleneck->next = "storage.processor";
        run.bottleneck->nextUtilisation = 0.3;
        QCOMPARE(
            widgets::bottleneckSentence(run),
            QString("Limit: storage disks (data), 82 % used. Next, when that is gone: storage processors, 30 % used."));
    }
};

HEADROOM_WIDGET_TEST(ComparisonTest)
#include "comparison_test.moc"
