// The report on what systems cost.
#include "app/report/cost_report.h"
#include "section_parts.h"
#include "tests/widget_tests.h"

using namespace headroom;
using app::plain;
using widgets::report::Section;
using widgets::report::Table;

namespace {

app::CostSystem systemOf(const QString& name, double usd)
{
    study::Account account;
    account.bill = {{"nodes", usd / 2, {}, {{"disk", 4, usd / 8}}}};
    account.powerW = 300;
    account.ownership.items = {{"purchase", usd / 2}, {"energy", usd / 2}};
    account.ownership.totalUsd = usd;
    account.ownership.stages = {{0, 2, "", usd / 2, usd}};
    account.ownership.yearly = {{0, 1, {{"purchase", usd / 2}, {"energy", usd / 4}}, usd * 3 / 4},
                                {1, 1, {{"energy", usd / 4}}, usd / 4}};
    return {name, {"--set", name}, account, {}};
}

app::CostBasis basis()
{
    return {"store", "Which disks?", "it's a store.headroom", {{"Energy", "0.2 USD/kWh"}}, {"--years", "2"}};
}

widgets::report::Report reportOf(const std::vector<app::CostSystem>& systems)
{
    return app::makeCostReport(systems, basis(), project::ComponentLibrary(), {});
}

/// Titles of the sections.
QStringList titles(const widgets::report::Report& report)
{
    QStringList all;
    for (const Section& section : report.sections)
        all.append(section.title);
    return all;
}

} // namespace

class CostReportTest : public QObject
{
    Q_OBJECT

private slots:
    void theDecisionComesFirst()
    {
        const auto report = reportOf({systemOf("present values", 4000)});
        QCOMPARE(report.title, QString("store: cost of ownership"));
        QCOMPARE(report.question, QString("Which disks?"));
        QCOMPARE(titles(report), (QStringList{"Decision", "Years and parts", "What it rests on"}));
        QVERIFY(plain(report.sections[0]).startsWith("Over 2 years the system costs 4"));
    }

    void theCheapestSystemAndThePresentOneAreShownInDetail()
    {
        const auto report =
            reportOf({systemOf("present values", 4000), systemOf("DISKS=2", 3000), systemOf("DISKS=8", 5000)});
        QCOMPARE(titles(report), (QStringList{"Decision", "DISKS=2", "present values", "What it rests on"}));
        QVERIFY(plain(report.sections[0]).startsWith("DISKS=2 costs least over 2 years"));
        QCOMPARE(app::partsOf<Table>(report.sections[0])[0].rows.size(), 3);
    }

    void aCheapSystemWithTroublesIsNotRecommended()
    {
        auto overloaded = systemOf("DISKS=1", 1000);
        overloaded.account->troubles = {"The load is not served."};
        const auto report = reportOf({systemOf("present values", 4000), overloaded});
        QCOMPARE(titles(report), (QStringList{"Decision", "present values", "What it rests on"}));
        QVERIFY(plain(report.sections[0]).contains("DISKS=1: The load is not served."));
    }

    void aSystemWhoseRunFailedIsTold()
    {
        app::CostSystem failed{"DISKS=0", {"--set", "DISKS=0"}, {}, "There is no disk."};
        const auto report = reportOf({systemOf("present values", 4000), failed});
        QVERIFY(plain(report.sections[0]).contains("DISKS=0: There is no disk."));
    }

    void whatAllLackIsToldOnce()
    {
        std::vector<app::CostSystem> systems{systemOf("present values", 4000), systemOf("DISKS=2", 3000)};
        for (app::CostSystem& system : systems)
            system.account->ownership.missing = {"the price of memory"};
        const QString decision = plain(reportOf(systems).sections[0]);
        QCOMPARE(decision.count("Not in the total: the price of memory."), 1);
    }

    void theCommandsRepeatTheComputation()
    {
        const auto report = reportOf({systemOf("present values", 4000), systemOf("DISKS=2", 3000)});
        const QString rests = plain(report.sections.back());
        QVERIFY2(rests.contains("headroom-engine cost 'it'\\''s a store.headroom' --years '2' --set 'DISKS=2'"),
                 qPrintable(rests));
    }

    void aProjectThatIsNotSavedHasNoCommand()
    {
        app::CostBasis unsaved = basis();
        unsaved.file.clear();
        const auto report =
            app::makeCostReport({systemOf("present values", 4000)}, unsaved, project::ComponentLibrary(), {});
        const QString rests = plain(report.sections.back());
        QVERIFY(rests.contains("not saved") && !rests.contains("headroom-engine"));
    }
};

HEADROOM_WIDGET_TEST(CostReportTest)
#include "cost_report_test.moc"
