// "Size a cluster": a requirement becomes a project with a load, goals and a study, and the real engine searches it.
#include "../sample_document.h"
#include "../studio_desk.h"

#include "app/sizing/size_dialog.h"
#include "project/checks/checks.h"
#include "tests/widget_tests.h"
#include "widgets/theme/number_text.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDateEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTimer>
#include <QTreeWidget>

using namespace headroom;
using app::Sizing;
using project::Json;

namespace {

app::DocumentFiles::Library shippedLibrary()
{
    project::Findings findings;
    return std::make_shared<const project::ComponentLibrary>(
        project::ComponentLibrary::load(project::libraryFolders(), findings));
}

project::Project shipped(const QString& name, const project::ComponentLibrary& library)
{
    auto loading = project::loadWhole(app::DocumentFiles::samples().value(name).toStdString(), {library, {}});
    return std::move(loading.whole->project);
}

project::Project systemWithParameters()
{
    project::Project system;
    project::Parameter disk;
    disk.name = "DISK";
    disk.type = project::ParameterType::component;
    disk.value = "A";
    disk.alternatives = {"A", "B"};
    project::Parameter nodes;
    nodes.name = "NODES";
    nodes.type = project::ParameterType::integer;
    nodes.value = 4;
    system.parameters = {disk, nodes};
    system.topology.groups.push_back({"storage", {}, {{"count", "NODES"}}, {}, {}, {}, {"server"}});
    system.topology.groups.back().devices.push_back({"data", {{"component", "DISK"}}});
    system.topology.groups.push_back({"clients", {}, {{"count", 2}}, {}, {}, {}, {"client"}});
    project::Workload load{"load", "client", {{"type", "closed loop"}, {"workers", 16}}, {}};
    load.operations.push_back({"put", {{"weight", 3}, {"payload", "1 MB"}}});
    load.operations.push_back({"get", {{"weight", 1}, {"payload", "1 MB"}}});
    system.workloads.push_back(load);
    return system;
}

const project::ComponentLibrary& noComponents()
{
    static const project::ComponentLibrary none;
    return none;
}

Sizing complete()
{
    Sizing sizing = app::proposalFor(systemWithParameters(), noComponents());
    sizing.loads[0].operations[0].p99 = "50 ms";
    return sizing;
}

/// The form of a shipped system.
class Form
{
public:
    explicit Form(const QString& system) : dialog_(shippedLibrary())
    {
        dialog_.show();
        dialog_.choose(app::DocumentFiles::samples().value(system));
        QCoreApplication::processEvents(); // the new fields get their places
    }

    app::SizeDialog& dialog() { return dialog_; }
    template <typename Widget>
    Widget* find(const QString& name)
    {
        auto* found = dialog_.findChild<Widget*>(name);
        if (!found)
            qFatal("there is no %s", qPrintable(name));
        return found;
    }
    void type(const QString& field, const QString& text)
    {
        auto* line = find<QLineEdit>(field);
        line->setFocus();
        line->selectAll();
        text.isEmpty() ? QTest::keyClick(line, Qt::Key_Delete) : QTest::keyClicks(line, text);
    }
    bool mayStart() { return find<QPushButton>("findSized")->isEnabled(); }
    QString problem() { return find<QLabel>("sizingProblem")->text(); }

private:
    app::SizeDialog dialog_;
};

} // namespace

class SizingTest : public QObject
{
    Q_OBJECT

private slots:
    void componentsWithAlternativesAreProposedToBeChosen()
    {
        const Sizing sizing = app::proposalFor(systemWithParameters(), noComponents());
        QCOMPARE(sizing.choice.size(), std::size_t(1));
        QCOMPARE(sizing.choice[0].parameter, std::string("DISK"));
        QCOMPARE(sizing.choice[0].values, Json({"A", "B"}));
    }

    void theProposalHasTheLoadOfTheSystemAndLeavesOutItsClients()
    {
        const Sizing sizing = app::proposalFor(systemWithParameters(), noComponents());
        QCOMPARE(sizing.loads.size(), std::size_t(1));
        QVERIFY(!sizing.loads[0].byRate);
        QCOMPARE(sizing.loads[0].clients, std::string("16"));
        QCOMPARE(sizing.loads[0].operations[0].share, std::string("3"));
        QCOMPARE(sizing.loads[0].operations[0].size, std::string("1 MB"));
        QCOMPARE(sizing.others, std::set<std::string>{"clients"});
    }

    void faultsAreReportedWithTheirPlace()
    {
        const project::Project system = systemWithParameters();
        QCOMPARE(app::faultOf(system, complete()), std::string());
        const auto says = [&](auto change, const char* part) {
            Sizing sizing = complete();
            change(sizing);
            const std::string fault = app::faultOf(system, sizing);
            QVERIFY2(fault.find(part) != std::string::npos, fault.c_str());
        };
        const auto put = [](Sizing& s) -> app::SizedOperation& { return s.loads[0].operations[0]; };
        says([](Sizing& s) { s.choice.clear(); }, "Nothing may be chosen");
        says([](Sizing& s) { s.choice[0].values = Json::array(); }, "DISK has no values");
        says([&](Sizing& s) { put(s).p99.clear(); }, "no service level");
        says([&](Sizing& s) { put(s).p99 = "fast"; }, "\"fast\" is no latency");
        says([&](Sizing& s) { put(s).throughput = "3 s"; }, "\"3 s\" is no throughput");
        says([&](Sizing& s) { put(s).share = "0"; }, "put has a service level, but nobody asks for it");
        says([&](Sizing& s) { put(s).size = "many"; }, "\"many\" is no size");
        says([](Sizing& s) { s.loads[0].clients = "0"; }, "no number of clients");
        says([](Sizing& s) { s.goals = {{"put.latency.p50", true, "50 TB"}}; }, "which is in s");
        says([](Sizing& s) { s.goals = {{"put.latency.p50", true, ""}}; }, "has no limit yet");
        says([](Sizing& s) { s.usable = "400 ms"; }, "no capacity");
        says([](Sizing& s) { s.budget.amount = "3 nodes"; }, "not an amount of money");
        says([](Sizing& s) { s.budget = {"3000", "EUR", 0}; }, "how many USD one EUR is worth");
        says(
            [&](Sizing& s) {
                put(s).withNodesDown = true;
                s.down.group.clear();
            },
            "which nodes are down");
    }

    void theProjectHasTheValuesTheGoalsAndTheStudy()
    {
        Sizing sizing = complete();
        sizing.values = {{"NODES", "8"}};
        sizing.budget = {"40 000", "EUR", 1.25};
        sizing.usable = "400 TB";
        const project::Project project = app::projectFor(systemWithParameters(), sizing, noComponents());
        QCOMPARE(project.parameters[1].value, Json(8));
        QCOMPARE(project.goals.size(), std::size_t(3));
        QCOMPARE(project.goals[0].id, std::string("put-p99"));
        QCOMPARE(project.goals[1].fields, Json({{"metric", "capacity.usable"}, {"at_least", "400 TB"}}));
        QCOMPARE(project.goals[2].fields, Json({{"metric", "price"}, {"at_most", "50000.0 USD"}}));
        QCOMPARE(project.studies.size(), std::size_t(1));
        QCOMPARE(project.studies[0].id, std::string(app::sizingStudy));
        QCOMPARE(project.studies[0].space[0].values, Json({"A", "B"}));
        QCOMPARE(project.topology.groups[1].fields["ours"], Json(false));
        QVERIFY(!project.topology.groups[0].fields.contains("ours"));
        QVERIFY(QString::fromStdString(project.description).contains("16 clients: put of 1 MB, get of 1 MB"));
    }

    void ratesMakeAnOpenLoopWithTheirMix()
    {
        Sizing sizing = complete();
        app::SizedLoad& load = sizing.loads[0];
        load.byRate = true;
        load.operations[0].perSecond = "40";
        load.operations[1].perSecond = "120 /s";
        load.operations[1].size = "8 MB";
        const project::Project project = app::projectFor(systemWithParameters(), sizing, noComponents());
        const project::Workload& workload = project.workloads[0];
        QCOMPARE(workload.fields["type"], Json("open loop"));
        QCOMPARE(workload.fields["arrivals"], Json("Poisson"));
        QCOMPARE(workload.fields["rate"], Json("160 /s"));
        QVERIFY(!workload.fields.contains("workers"));
        QCOMPARE(workload.fields["clients"], Json(16));
        QCOMPARE(workload.operations[0].fields["weight"], Json(40));
        QCOMPARE(workload.operations[1].fields["weight"], Json(120));
        QCOMPARE(workload.operations[0].fields["payload"], Json("1 MB"));
        QCOMPARE(workload.operations[1].fields["payload"], Json("8 MB"));
    }

    void aRateInBytesIsMadeOfRequestsOfTheirSize()
    {
        Sizing sizing = complete();
        app::SizedLoad& load = sizing.loads[0];
        load.byRate = true;
        load.operations[0].perSecond = "1 GB/s";
        load.operations[0].size = "8 MB";
        load.operations[0].throughput = "900 MB/s";
        load.operations[1].perSecond = "75";
        QCOMPARE(app::faultOf(load), std::string());
        const project::Project project = app::projectFor(systemWithParameters(), sizing, noComponents());
        QCOMPARE(project.workloads[0].fields["rate"], Json("200 /s"));
        QCOMPARE(project.workloads[0].operations[0].fields["weight"], Json(125));
        QVERIFY(std::ranges::any_of(project.goals, [](const project::Goal& goal) {
            return goal.id == "put-bytes-per-s" &&
                   goal.fields == Json({{"metric", "put.bytes"}, {"at_least", "900 MB/s"}});
        }));
        QVERIFY(QString::fromStdString(project.description).contains("1 GB/s of put in requests of 8 MB, 75 get/s"));
        load.operations[0].size.clear();
        QVERIFY(app::faultOf(load).find("does not state their size") != std::string::npos);
        load.operations[0].perSecond = "1 GB";
        QVERIFY(app::faultOf(load).find("is no rate") != std::string::npos);
    }

    void aServiceLevelWithNodesDownIsAGoalOfItsOwn()
    {
        Sizing sizing = complete();
        sizing.loads[0].operations[0].withNodesDown = true;
        sizing.down = {"storage", 2};
        const project::Project project = app::projectFor(systemWithParameters(), sizing, noComponents());
        QCOMPARE(project.goals.size(), std::size_t(2));
        QVERIFY(!project.goals[0].fields.contains("down"));
        QVERIFY2(project.goals[1].id.ends_with("-with-2-nodes-down"), project.goals[1].id.c_str());
        QCOMPARE(project.goals[1].fields["down"], Json({{"storage", 2}}));
    }

    void theMomentOfAFailureIsAGoalOfItsOwnIfItIsWanted()
    {
        Sizing sizing = complete();
        sizing.loads[0].operations[0].withNodesDown = true;
        sizing.down = {"storage", 1, true, true};
        project::Project system = systemWithParameters();
        const project::Project project = app::projectFor(system, sizing, noComponents());
        QCOMPARE(project.goals.size(), std::size_t(3));
        QCOMPARE(project.goals[1].fields["down"], Json({{"storage", 1}}));
        QCOMPARE(project.goals[2].fields["failing"], Json({{"storage", 1}}));
        QVERIFY(!project.goals[2].fields.contains("down"));
        QVERIFY2(project.goals[1].id.ends_with("-with-a-node-down"), project.goals[1].id.c_str());
        QVERIFY2(project.goals[2].id.ends_with("-when-a-node-fails"), project.goals[2].id.c_str());
        QCOMPARE(app::faultOf(system, sizing), std::string());
        system.run["warm_up"] = "auto";
        QVERIFY(app::faultOf(system, sizing).starts_with("Nodes fail at the end of the warm-up"));
        sizing.down.failing = false;
        QCOMPARE(app::faultOf(system, sizing), std::string());
    }

    void amountsOfMoneyKeepTheirDayAndCurrency()
    {
        const sample::Document document;
        Form form("swift-erasure");
        form.find<QComboBox>("sizingCurrency")->setCurrentText("EUR");
        form.type("sizingCurrencyRate", "1.1");
        form.type("sizingBudget", "350000");
        form.find<QDateEdit>("sizingPriceDate")->setDate(QDate(2026, 10, 1));
        const auto prices = form.dialog().findChildren<QLineEdit*>(QRegularExpression("^price "));
        QVERIFY(!prices.isEmpty());
        form.type(prices.front()->objectName(), "1000");
        form.type("loadP99 0 GET", "400 ms");
        const QString part = prices.front()->objectName().mid(QString("price ").size());
        const QString terms = form.find<QLabel>(qPrintable("terms " + part))->text();
        QVERIFY2(terms.startsWith("EUR ") && terms.endsWith(" = " + widgets::usdText(1100)), qPrintable(terms));
        QCOMPARE(form.find<QLabel>("sizingBudgetSum")->text(), "= " + widgets::usdText(385000));
        const project::Project project = form.dialog().project();
        QVERIFY2(project.description.find("350000 EUR (1 EUR is 1.1 USD, 2026-10-01)") != std::string::npos,
                 project.description.c_str());
        const auto dated = [](const Json& fields) { return fields.value("date", Json()) == "2026-10-01"; };
        const bool own = std::ranges::any_of(project.prices, [&](const auto& price) { return dated(price.fields); });
        QVERIFY(own || !project.components.empty());
    }

    void loadAndDataGrowByOneParameter()
    {
        Sizing sizing = complete();
        sizing.yearly = sizing.dataYearly = 35;
        sizing.usable = "400 TB";
        project::Project project = app::projectFor(systemWithParameters(), sizing, noComponents());
        const std::string growth = app::growthParameterOf(project);
        QCOMPARE(growth, std::string("GROWTH"));
        QCOMPARE(project.workloads[0].fields["workers"], Json("ceil(16 * GROWTH)"));
        QCOMPARE(project.goals[1].fields["at_least"], Json("400 TB * GROWTH"));
        sizing.dataYearly = 70; // the data grow faster: 1.7 = 1.35 ^ 1.7681
        project = app::projectFor(systemWithParameters(), sizing, noComponents());
        QCOMPARE(project.goals[1].fields["at_least"], Json("400 TB * GROWTH ^ 1.7681"));
        sizing.yearly = 0;
        project = app::projectFor(systemWithParameters(), sizing, noComponents());
        QCOMPARE(project.workloads[0].fields["workers"], Json(16));
        QCOMPARE(project.goals[1].fields["at_least"], Json("400 TB * GROWTH"));
    }

    void systemsAreListedByTitleAndPurpose()
    {
        const sample::Document document;
        Form form("swift-rack");
        auto* systems = form.find<QComboBox>("sizingSystem");
        QCOMPARE(
            systems->currentText(),
            QString(
                "Swift rack — Would SSDs, a faster network or faster processors pay in a rack of OpenStack Swift?"));
        for (int i = 0; i < systems->count(); ++i)
            QVERIFY2(systems->itemText(i).contains(" — "), qPrintable(systems->itemText(i)));
    }

    void noSystemOpensWithAFaultOfItsOwn()
    {
        const sample::Document document;
        Form form("swift-rack");
        auto* systems = form.find<QComboBox>("sizingSystem");
        for (int i = 0; i < systems->count(); ++i) {
            systems->setCurrentIndex(i);
            const bool asks = form.problem().isEmpty() || form.problem().startsWith("There is no service level") ||
                              form.problem().startsWith("Nothing may be chosen");
            QVERIFY2(asks, qPrintable(systems->itemText(i) + ": " + form.problem()));
        }
    }

    void theWholeQuestionOfAnArchiveIsAskedInTheForm()
    {
        const sample::Document document;
        Form form("swift-erasure");
        form.find<QComboBox>("loadKind 0")->setCurrentIndex(1);
        form.type("loadDemand 0 GET", "120");
        form.type("loadDemand 0 PUT", "40");
        form.type("loadSize 0 GET", "8 MB");
        form.type("loadSize 0 PUT", "8 MB");
        form.type("loadP99 0 GET", "400 ms");
        form.type("loadP99 0 PUT", "1 s");
        QVERIFY(!form.find<QLineEdit>("loadP99 0 HEAD")->isEnabled());
        QVERIFY(!form.find<QComboBox>("sizingDownGroup")->isEnabled());
        QTest::mouseClick(form.find<QCheckBox>("loadDown 0 GET"), Qt::LeftButton);
        QVERIFY(form.find<QCheckBox>("loadDown 0 GET")->isChecked());
        QVERIFY(form.find<QComboBox>("sizingDownGroup")->isEnabled());
        QVERIFY(form.find<QComboBox>("sizingDownGroup")->findData("storage") >= 0);
        form.type("sizingUsable", "400 TB");
        form.type("sizingBudget", "350000");
        form.find<QSpinBox>("sizingYearly")->setValue(35);
        form.find<QSpinBox>("sizingDataYearly")->setValue(35);
        QVERIFY(!form.find<QCheckBox>("ours clients")->isChecked());
        // The drive is proposed, and another one is picked by its name.
        QTimer::singleShot(0, this, [] {
            QWidget* picker = QApplication::activeModalWidget();
            QVERIFY(picker && picker->objectName() == "valuePicker");
            QTest::keyClicks(picker->findChild<QLineEdit*>("valueSearch"), "6500 ION");
            auto* list = picker->findChild<QTreeWidget*>("valueList");
            int found = 0;
            for (int i = 0; i < list->topLevelItemCount(); ++i)
                if (QTreeWidgetItem* row = list->topLevelItem(i); !row->isHidden()) {
                    row->setCheckState(0, Qt::Checked);
                    QVERIFY(row->text(2).startsWith("≈ ")); // an estimate, whose rule the tool tip states
                    QVERIFY(row->toolTip(2).startsWith("estimated: "));
                    ++found;
                    break;
                }
            QCOMPARE(found, 1);
            QTest::keyClick(picker, Qt::Key_Return);
        });
        QTest::mouseClick(form.find<QPushButton>("axisPicked"), Qt::LeftButton);
        const auto& choice = form.dialog().sizing().choice;
        QCOMPARE(choice.size(), std::size_t(1));
        QCOMPARE(choice[0].values.size(), std::size_t(2));
        QVERIFY2(form.mayStart(), qPrintable(form.problem()));

        // Another parameter can be chosen, too; what the load decides is not offered.
        auto* add = form.find<QPushButton>("addSizingChoice");
        emit add->menu()->aboutToShow();
        QStringList offered;
        for (QAction* action : add->menu()->actions())
            offered.append(action->text());
        QVERIFY(!offered.contains("OPERATION") && !offered.contains("OBJECT_SIZE") && offered.contains("DRIVES"));
        for (QAction* action : add->menu()->actions())
            if (action->text() == "ADAPTER")
                action->trigger();
        QCOMPARE(form.dialog().sizing().choice.size(), std::size_t(2));
        QVERIFY2(form.mayStart(), qPrintable(form.problem()));

        const project::Project project = form.dialog().project();
        QCOMPARE(project.workloads[0].fields["rate"], Json("160 * GROWTH"));
        QVERIFY(!project::findParameter(project, "OPERATION")); // the mix is stated
        QCOMPARE(project::findParameter(project, "OBJECT_SIZE")->value, Json("8 MB"));
        QCOMPARE(project.goals.size(), std::size_t(5)); // two latencies, one of them with a node down, capacity, price
    }

    void theProjectThatItMakesHasNoProblems()
    {
        const sample::Document document;
        const auto library = shippedLibrary();
        for (const char* const name : {"swift-erasure", "swift-rack", "object-erasure", "ceph-nvme"}) {
            const project::Project system = shipped(name, *library);
            Sizing sizing = app::proposalFor(system, *library);
            sizing.loads[0].byRate = true;
            sizing.loads[0].operations[0].perSecond = "100";
            sizing.loads[0].operations[0].p99 = "1 s";
            sizing.yearly = 20;
            sizing.usable = "10 TB";
            for (const project::Parameter& parameter : system.parameters)
                if (parameter.type == project::ParameterType::component && sizing.choice.empty())
                    sizing.choice.push_back({parameter.name, Json::array({parameter.value}), Json::object()});
            for (const app::UnpricedPart& part : app::unpricedParts(system, sizing.choice, sizing.others, *library))
                sizing.prices.push_back({part, {"100", "USD", 1}});
            QCOMPARE(QString::fromStdString(app::faultOf(system, sizing)), QString());
            const project::Project sized = app::projectFor(system, sizing, *library);
            project::Hardware hardware{*library, {}};
            const project::Loading loading = project::completed(sized, hardware);
            QVERIFY(loading.whole);
            for (const project::Finding& finding : project::check(loading.whole->project, *library))
                if (finding.severity != project::Severity::note)
                    QFAIL((std::string(name) + ": " + finding.place + ": " + finding.problem).c_str());
        }
    }

    void aPriceThatIsMissingIsAskedForAndKept()
    {
        const sample::Document document;
        Form form("swift-rack");
        const auto fields = form.dialog().findChildren<QLineEdit*>(QRegularExpression("^price "));
        QVERIFY(!fields.isEmpty());
        form.type("loadP99 0 PUT", "50 ms");
        const QString part = fields.front()->objectName().mid(6);
        form.type("price " + part, "1500");
        const project::Project& sized = form.dialog().project();
        const bool inList = std::any_of(sized.prices.begin(), sized.prices.end(), [&](const project::PartPrice& price) {
            return price.id == part.toStdString() && price.fields["usd"] == 1500 && price.fields.contains("date");
        });
        const bool ofUnnamed = std::any_of(sized.components.begin(), sized.components.end(), [&](const Json& each) {
            return each["id"] == part.toStdString() && (each["parameters"].value("price_usd", 0.0) == 1500 ||
                                                        each["parameters"].value("price_usd_per_GB", 0.0) == 1500);
        });
        QVERIFY(inList != ofUnnamed);
        form.type("price " + part, "dear");
        QVERIFY(form.problem().endsWith("\"dear\" is not a price."));
        QVERIFY(!form.mayStart());
    }

    void powerSuppliesThatNeitherTheChassisNorTheProjectHasAreAskedFor()
    {
        project::ComponentLibrary library = *shippedLibrary();
        project::Project system = shipped("ceph-nvme", library);
        auto& groups = system.topology.groups;
        project::NodeGroup& storage = *std::ranges::find(groups, "storage", &project::NodeGroup::id);
        storage.fields.erase("power_supply");
        const auto asked = [&] {
            const Sizing sizing = app::proposalFor(system, library);
            for (const app::UnpricedPart& part : app::unpricedParts(system, sizing.choice, sizing.others, library))
                if (part.group == storage.id && part.field == "power_supply")
                    return std::optional(part);
            return std::optional<app::UnpricedPart>();
        };
        QVERIFY(!asked()); // its chassis holds two
        Json bare = {{"id", "bare"}, {"kind", "chassis"}, {"vendor", "Acme"}, {"model", "case"}};
        bare.update({{"parameters", {{"drive_bays", 10}, {"price_usd", 900}}}, {"source", "here"}});
        project::Findings findings;
        library.add(Json::array({bare}), "", findings);
        QVERIFY(findings.empty());
        storage.fields["chassis"] = "bare";
        const auto part = asked();
        QVERIFY(part);
        app::applyPrices(system, {{*part, {"300", "USD", 1}}}, library);
        QCOMPARE(storage.fields["power_supply"], Json(part->id));
        QVERIFY(!asked());
    }

    void aValueThatIsGivenIsCheckedAtItsField()
    {
        const sample::Document document;
        Form form("first-steps");
        QTest::mouseClick(form.find<QToolButton>("sizingOthers"), Qt::LeftButton);
        auto* threads = form.find<QLineEdit>("given THREADS");
        auto* fault = form.find<QLabel>("fault THREADS");
        QVERIFY(threads->isVisible() && fault->isHidden() && form.mayStart());
        form.type("given THREADS", "many");
        QVERIFY(!fault->isHidden() && !fault->text().isEmpty());
        QVERIFY(!form.mayStart());
        QVERIFY(form.problem().startsWith("THREADS: "));
        form.type("given THREADS", "32");
        QVERIFY(fault->isHidden() && form.mayStart());
    }
};

HEADROOM_WIDGET_TEST(SizingTest)
#include "sizing_test.moc"
