// "Size a cluster": a requirement becomes a project with goals and a study, and the real engine searches it.
#include "../sample_document.h"
#include "../studio_desk.h"

#include "app/growth/growth_page.h"
#include "app/sizing/size_dialog.h"
#include "app/studies/study_page.h"
#include "tests/widget_tests.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTimer>

using namespace headroom;
using app::Sizing;
using project::Json;

namespace {

constexpr int longStudyMs = 90000;

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
    return system;
}

Sizing complete()
{
    Sizing sizing = app::proposalFor(systemWithParameters());
    sizing.goals = {{"put.latency.p99", true, "50 ms"}};
    return sizing;
}

} // namespace

class SizingTest : public QObject
{
    Q_OBJECT

private slots:
    void componentsWithAlternativesAreProposedToBeChosen()
    {
        const Sizing sizing = app::proposalFor(systemWithParameters());
        QCOMPARE(sizing.choice.size(), std::size_t(1));
        QCOMPARE(sizing.choice[0].parameter, std::string("DISK"));
        QCOMPARE(sizing.choice[0].values, Json({"A", "B"}));
    }

    void whatIsMissingOrWrongIsSaid()
    {
        const project::Project system = systemWithParameters();
        QCOMPARE(app::faultOf(system, complete()), std::string());
        const auto says = [&](auto change, const char* part) {
            Sizing sizing = complete();
            change(sizing);
            const std::string fault = app::faultOf(system, sizing);
            QVERIFY2(fault.find(part) != std::string::npos, fault.c_str());
        };
        says([](Sizing& s) { s.choice.clear(); }, "Nothing may be chosen");
        says([](Sizing& s) { s.choice[0].values = Json::array(); }, "DISK has no values");
        says([](Sizing& s) { s.goals.clear(); }, "no goal");
        says([](Sizing& s) { s.goals[0].limit.clear(); }, "has no limit yet");
        says([](Sizing& s) { s.goals[0].limit = "fast"; }, "\"fast\" is not a limit");
        says([](Sizing& s) { s.goals[0].limit = "50 TB"; }, "which is in s");
        says([](Sizing& s) { s.budget = "3 nodes"; }, "not a limit for price");
    }

    void theProjectHasTheValuesTheGoalsAndTheStudy()
    {
        Sizing sizing = complete();
        sizing.values = {{"NODES", "8"}};
        sizing.budget = "50000 USD";
        const project::Project project = app::projectFor(systemWithParameters(), sizing);
        QCOMPARE(project.parameters[1].value, Json(8));
        QCOMPARE(project.goals.size(), std::size_t(2));
        QCOMPARE(project.goals[0].id, std::string("put-latency-p99"));
        QCOMPARE(project.goals[1].fields, Json({{"metric", "price"}, {"at_most", "50000 USD"}}));
        QCOMPARE(project.studies.size(), std::size_t(1));
        QCOMPARE(project.studies[0].id, std::string(app::sizingStudy));
        QCOMPARE(project.studies[0].space[0].values, Json({"A", "B"}));
    }

    void aValueThatIsGivenIsCheckedAtItsField()
    {
        const sample::Document document;
        project::Findings findings;
        app::SizeDialog dialog(std::make_shared<const project::ComponentLibrary>(
            project::ComponentLibrary::load(project::libraryFolders(), findings)));
        dialog.show();
        dialog.findChild<QComboBox*>("sizingSystem")->setCurrentText("first-steps");
        auto* visitors = dialog.findChild<QLineEdit*>("given VISITORS");
        auto* fault = dialog.findChild<QLabel*>("fault VISITORS");
        auto* find = dialog.findChild<QPushButton*>("findSized");
        QVERIFY(visitors && fault && fault->isHidden() && find->isEnabled());
        const auto type = [&](const QString& text) {
            visitors->setFocus();
            visitors->selectAll();
            QTest::keyClicks(visitors, text);
        };
        type("many");
        QVERIFY(!fault->isHidden() && !fault->text().isEmpty());
        QVERIFY(!find->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>("sizingProblem")->text().startsWith("VISITORS: "));
        type("600");
        QVERIFY(fault->isHidden() && find->isEnabled());
    }

    void fromTheWelcomePageToTheCheapestSystemAndItsGrowth()
    {
        QTemporaryDir folder;
        qputenv("HEADROOM_SETTINGS", folder.filePath("settings.ini").toUtf8());
        app::MainWindow window;
        window.resize(1280, 720);
        window.show();
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<app::SizeDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->findChild<QComboBox*>("sizingSystem")->setCurrentText("first-steps");
            auto* visitors = dialog->findChild<QLineEdit*>("given VISITORS");
            QVERIFY(visitors);
            visitors->setText("600");
            QCOMPARE(dialog->findChild<QLineEdit*>("sizingLimit 0")->text(), QString("100 ms"));
            dialog->findChild<QSpinBox*>("sizingYearly")->setValue(30);
            auto* find = dialog->findChild<QPushButton*>("findSized");
            QVERIFY2(find->isEnabled(), qPrintable(dialog->findChild<QLabel*>("sizingProblem")->text()));
            QTest::mouseClick(find, Qt::LeftButton);
        });
        QTest::mouseClick(window.findChild<QPushButton*>("sizeCluster"), Qt::LeftButton);
        QCOMPARE(window.findChild<QTabWidget*>("mainTabs")->currentWidget(), &window.studies());
        QTRY_VERIFY_WITH_TIMEOUT(!window.studies().process().isRunning(), longStudyMs);
        const QString answer = window.studies().findChild<QLabel*>("studyDecision")->text();
        QVERIFY2(answer.contains("is the cheapest that is known to meet all goals"), qPrintable(answer));
        const auto& parameters = window.model().project().parameters;
        const auto& chosen = window.studies().points().table().rows[*window.studies().process().decision()];
        QCOMPARE(project::findParameter(window.model().project(), "DISK")->value, Json(chosen.settings[0].text));
        QVERIFY(!parameters.empty());
        QTRY_VERIFY_WITH_TIMEOUT(!window.growth().isRunning(), longStudyMs);
        QCOMPARE(window.growth().growth().yearly, 0.3);
    }
};

HEADROOM_WIDGET_TEST(SizingTest)
#include "sizing_test.moc"
