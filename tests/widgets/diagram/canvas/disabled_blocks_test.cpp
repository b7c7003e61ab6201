// Blocks that are switched off, by hand or by a parameter.

#include "../canvas_desk.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"

#include <QSignalSpy>

using namespace headroom::widgets;

class DisabledBlocksTest : public QObject
{
    Q_OBJECT

private slots:
    void disablingIsOneStepAndTheEntryRefuses();
    void aBlockThatAParameterDisablesIsDimmed();
    void aBlockThatAParameterOfItsRoleDisablesIsDimmed();
    void aBlockThatAComponentDisablesIsDimmed();
};

void DisabledBlocksTest::disablingIsOneStepAndTheEntryRefuses()
{
    Desk desk;
    const std::string before = desk.text();
    desk.scene->selectBoxes({"parse", "md5"});
    desk.key(Qt::Key_E, Qt::ControlModifier);
    QVERIFY(desk.findBlock("parse")->fields["disabled"] == true);
    QVERIFY(desk.scene->box("md5")->isDimmed());
    QVERIFY(desk.scene->isSelectionDisabled());
    QCOMPARE(desk.model.undoStack()->count(), 1);
    desk.key(Qt::Key_E, Qt::ControlModifier);
    QVERIFY(!desk.findBlock("parse")->fields.contains("disabled"));
    QVERIFY(!desk.scene->box("md5")->isDimmed());
    desk.model.undoStack()->setIndex(0);
    QCOMPARE(desk.text(), before);
    QSignalSpy refused(desk.scene.get(), &CanvasScene::refused);
    desk.scene->selectBoxes({"start"});
    desk.key(Qt::Key_E, Qt::ControlModifier);
    QCOMPARE(refused.count(), 1);
    QCOMPARE(desk.text(), before);
}

void DisabledBlocksTest::aBlockThatAParameterDisablesIsDimmed()
{
    Desk desk;
    setField(desk.model, ElementRef::block(sample::putPath, "md5"), "disabled", "WORKERS > 100");
    QVERIFY(!desk.scene->box("md5")->isDimmed());
    setParameter(desk.model, "WORKERS", 101);
    QVERIFY(desk.scene->box("md5")->isDimmed());
    desk.model.undoStack()->undo();
    QVERIFY(!desk.scene->box("md5")->isDimmed());
}

void DisabledBlocksTest::aBlockThatAParameterOfItsRoleDisablesIsDimmed()
{
    project::Project project = sample::cluster();
    project.behaviours[0].role.parameters = {{"checked", 1, "", "", Json::object()}};
    Desk desk(project);
    setField(desk.model, ElementRef::block(sample::putPath, "md5"), "disabled", "!checked");
    QVERIFY(!desk.scene->box("md5")->isDimmed());
    setField(desk.model, {project::ElementKind::binding, {"proxy-server"}}, "checked", "WORKERS > 100");
    QVERIFY(desk.scene->box("md5")->isDimmed());
    setParameter(desk.model, "WORKERS", 101);
    QVERIFY(!desk.scene->box("md5")->isDimmed());
}

void DisabledBlocksTest::aBlockThatAComponentDisablesIsDimmed()
{
    project::Project project = sample::cluster();
    project::Parameter device;
    device.name = "DEVICE";
    device.type = project::ParameterType::component;
    device.value = "slow";
    project.parameters.push_back(device);
    Desk desk(project);
    // The library has a component that no parameter names.
    auto library = std::make_shared<project::ComponentLibrary>();
    project::Findings findings;
    const auto component = [](const char* id) {
        return project::Json{{"id", id}, {"kind", "nic"}, {"source", "test"}, {"parameters", {{"link_rate_bps", 1e9}}}};
    };
    library->add(project::Json::array({component("slow"), component("fast")}), "", findings);
    setField(desk.model, ElementRef::block(sample::putPath, "md5"), "disabled", "DEVICE != fast");
    QVERIFY(!desk.scene->box("md5")->isDimmed()); // nobody knows "fast" yet
    desk.scene->setLibrary(library);
    QVERIFY(desk.scene->box("md5")->isDimmed());
    setParameter(desk.model, "DEVICE", "fast");
    QVERIFY(!desk.scene->box("md5")->isDimmed());
    desk.model.undoStack()->undo();
    QVERIFY(desk.scene->box("md5")->isDimmed());
}

HEADROOM_WIDGET_TEST(DisabledBlocksTest)
#include "disabled_blocks_test.moc"
