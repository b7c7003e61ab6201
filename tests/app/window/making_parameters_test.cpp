// From a field of the properties to a generic parameter, by mouse and by keys, and from the field to its parameter.

#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/topology/scene/topology_scene.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QMenu>
#include <QStatusBar>

using namespace headroom;
using project::Json;
using widgets::ElementKind;
using widgets::ElementRef;

class MakingParametersTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openRack(4);
        desk_->window().showDiagram(widgets::topologyPath);
        select({"storage"});
        // The number of nodes is a parameter in this project; a number of its own stands in the field for once.
        line("count").setFocus();
        line("count").selectAll();
        QTest::keyClicks(&line("count"), "16");
        QTest::keyClick(&line("count"), Qt::Key_Return);
        nodes_ = model().field(ElementRef::nodeGroup("storage"), "count");
        QVERIFY(nodes_ == Json(16));
    }
    void cleanup() { desk_.reset(); }

    void theButtonOfAFieldMakesAParameterThatIsNamedAtOnce()
    {
        QTest::mouseClick(inspector()->findChild<QToolButton*>("menu count"), Qt::LeftButton);
        clickEntry("Make a generic parameter");
        QVERIFY(parameter("STORAGE_COUNT"));
        QVERIFY(parameter("STORAGE_COUNT")->value == nodes_);
        QVERIFY(count() == Json("STORAGE_COUNT"));
        QTRY_VERIFY(qobject_cast<QLineEdit*>(desk_->window().focusWidget()));
        QTest::keyClicks(desk_->window().focusWidget(), "SERVERS");
        QTest::keyClick(desk_->window().focusWidget(), Qt::Key_Return);
        QVERIFY(count() == Json("SERVERS"));
        QTRY_COMPARE(line("count").text(), QString("SERVERS"));
        while (model().undoStack()->canUndo())
            model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void theContextMenuOfAFieldHasTheEntry()
    {
        const int before = model().undoStack()->count();
        openContextMenu("count");
        clickEntry("Make a generic parameter");
        QVERIFY(count() == Json("STORAGE_COUNT"));
        QCOMPARE(model().undoStack()->count(), before + 1);
    }

    void keysAloneMakeAParameterOfWhatIsBeingTyped()
    {
        line("count").setFocus();
        line("count").selectAll();
        QTest::keyClicks(&line("count"), "12");
        pressKey(line("count"));
        QVERIFY(parameter("STORAGE_COUNT") && parameter("STORAGE_COUNT")->value == Json(12));
        QVERIFY(count() == Json("STORAGE_COUNT"));
    }

    void anExpressionIsRefusedWithASentence()
    {
        line("count").setFocus();
        line("count").selectAll();
        QTest::keyClicks(&line("count"), "2 * WORKERS");
        QTest::keyClick(&line("count"), Qt::Key_Return);
        pressKey(line("count"));
        QVERIFY(!parameter("STORAGE_COUNT"));
        QVERIFY2(said().contains("2 * WORKERS"), qPrintable(said()));
    }

    void withoutAFieldTheKeySaysWhatToDo()
    {
        auto* view = desk_->window().topology().view();
        view->setFocus();
        const auto before = desk_->document();
        pressKey(*view);
        QVERIFY2(said().contains("cursor into a field"), qPrintable(said()));
        QCOMPARE(desk_->document(), before);
    }

    void aComponentBecomesAParameterThatCanBeSwapped()
    {
        // The device's kind names a parameter in this project; its value stands in the field for once.
        const ElementRef data = ElementRef::device("storage", "data");
        const auto* type = parameter("DRIVE");
        QVERIFY(type);
        const Json disk = type->value;
        openDevice();
        line("component").setFocus();
        line("component").selectAll();
        QTest::keyClicks(&line("component"), QString::fromStdString(disk.get<std::string>()));
        QTest::keyClick(&line("component"), Qt::Key_Return);
        QVERIFY(model().field(data, "component") == disk);
        pressKey(line("component"));
        const auto* made = parameter("DATA_COMPONENT");
        QVERIFY(made && made->type == project::ParameterType::component && made->value == disk);
        QVERIFY(std::find(made->kinds.begin(), made->kinds.end(), "nvme") != made->kinds.end());
        QVERIFY(model().field(data, "component") == Json("DATA_COMPONENT"));
    }

    void aFieldThatNamesAParameterLeadsToIt()
    {
        openDevice();
        const auto before = desk_->document();
        openContextMenu("component");
        clickEntry("Show generic parameter DRIVE");
        const QWidget* editor = desk_->window().parameters().editor("DRIVE");
        const QWidget* focus = desk_->window().focusWidget();
        QVERIFY(focus && (focus == editor || editor->isAncestorOf(focus)));
        QCOMPARE(desk_->document(), before);
    }

    void severalGroupsGetOneParameterIfTheyHaveOneValue()
    {
        select({"clients", "storage"});
        pressKeyIn("count");
        QVERIFY2(said().contains("several values"), qPrintable(said()));
        line("count").selectAll();
        QTest::keyClicks(&line("count"), "3");
        pressKey(line("count"));
        const auto named = count();
        QVERIFY(named.is_string() && parameter(named.get<std::string>().c_str()));
        QVERIFY(parameter(named.get<std::string>().c_str())->value == Json(3));
        QVERIFY(model().field(ElementRef::nodeGroup("clients"), "count") == named);
    }

    void namesAndTextsHaveNoSuchMenu()
    {
        QStringList shown;
        for (const auto* button : inspector()->findChildren<QToolButton*>())
            if (button->isVisible() && button->objectName().startsWith("menu "))
                shown += button->objectName().mid(5);
        QVERIFY2(shown.contains("count") && shown.contains("processor"), qPrintable(shown.join(' ')));
        QVERIFY2(!shown.contains("description"), qPrintable(shown.join(' ')));
    }

private:
    widgets::TopologyScene* topology()
    {
        return qobject_cast<widgets::TopologyScene*>(desk_->window().topology().scene());
    }
    const project::Parameter* parameter(const char* name) { return project::findParameter(model().project(), name); }
    Json count() { return model().field(ElementRef::nodeGroup("storage"), "count"); }
    QString said() { return desk_->window().statusBar()->currentMessage(); }
    QLineEdit& line(const QString& field) { return *lineOf(field); }
    void select(const QStringList& groups)
    {
        desk_->window().topology().scene()->selectBoxes(groups);
        QApplication::processEvents();
        QTRY_VERIFY(inspector()->editor("count"));
    }
    void openDevice()
    {
        topology()->selectElement(ElementRef::device("storage", "data"));
        QTRY_VERIFY(inspector()->editor("component"));
    }
    static void pressKey(QWidget& widget)
    {
        QTest::keyClick(&widget, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QApplication::processEvents();
    }
    void pressKeyIn(const QString& field)
    {
        line(field).setFocus();
        pressKey(line(field));
    }
    void openContextMenu(const QString& field)
    {
        line(field).setFocus();
        const QPoint middle = line(field).rect().center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, middle, line(field).mapToGlobal(middle));
        QApplication::sendEvent(&line(field), &event);
    }
    /// In the menu that is open.
    static void clickEntry(const QString& text)
    {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        for (QAction* action : menu->actions())
            if (action->text().section('\t', 0, 0) == text) {
                QTest::mouseMove(menu, menu->actionGeometry(action).center());
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                QApplication::processEvents();
                return;
            }
        QFAIL(qPrintable(text));
    }

    Json nodes_;
};

HEADROOM_WIDGET_TEST(MakingParametersTest)
#include "making_parameters_test.moc"
