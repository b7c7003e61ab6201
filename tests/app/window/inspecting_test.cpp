// Everything that a project holds can be chosen in the tree, edited in the inspector, and comes back by undo.

#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/section_edits.h"

#include <QComboBox>

using namespace headroom;
using project::Json;
using widgets::ElementKind;
using widgets::ElementRef;

class InspectingTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { openRack(4); }
    void cleanup() { desk_.reset(); }

    void everyEntryOfTheTreeHasAForm()
    {
        int entries = 0;
        for (QTreeWidgetItemIterator it(tree()); *it; ++it) {
            if (!(*it)->data(0, Qt::UserRole + 1).isValid())
                continue;
            ++entries;
            tree()->scrollToItem(*it);
            hand().click(*it);
            QVERIFY2(inspector()->findChildren<QLineEdit*>().size() > 0, qPrintable((*it)->text(0)));
        }
        QVERIFY2(entries > 25, qPrintable(QString::number(entries)));
        QCOMPARE(desk_->document(), opened_);
    }

    void onlyWhatIsInspectedLooksChosen()
    {
        desk_->window().showDiagram("proxy-server/PUT/full");
        auto* drawing = desk_->window().software().scene();
        drawing->selectBoxes({"pipeline"});
        QVERIFY(inspector()->editor("work"));
        choose("Duration, warm-up, seed");
        QVERIFY(inspector()->editor("duration"));
        QVERIFY(drawing->selectedBoxes().isEmpty());
    }

    void quantitiesAreTakenAsPeopleWriteThem()
    {
        choose("Duration, warm-up, seed");
        for (const char* typed : {"8ms", "12 s", "0.5 min"}) {
            type("duration", typed);
            QVERIFY(model().field({ElementKind::run, {}}, "duration") == Json(typed));
            QTRY_VERIFY(problem("duration").isEmpty());
        }
    }

    void workSaysHowLongItTakesOnTheProcessorOfItsNodes()
    {
        widgets::setField(model(), ElementRef::block("proxy-server/PUT/full", "pipeline"), "work", "3 ms");
        desk_->window().showDiagram("proxy-server/PUT/full");
        desk_->window().software().scene()->selectBoxes({"pipeline"});
        const auto preview = [this] {
            const auto* result = lineOf("work") ? lineOf("work")->findChild<QLabel*>("preview") : nullptr;
            return result ? result->text() : QString();
        };
        QTRY_VERIFY(lineOf("work"));
        QVERIFY2(preview().isEmpty(), qPrintable(preview())); // these nodes have the reference processor
        widgets::setParameter(model(), "PROCESSOR", "Intel_Xeon_Gold_6426Y");
        QTRY_VERIFY2(preview().startsWith("= 1.5"), qPrintable(preview()));
    }

    void whatIsOutOfRangeOrOfTheWrongUnitIsSaidBesideTheField()
    {
        choose("Duration, warm-up, seed");
        type("sampling_interval", "64 KiB");
        QTRY_VERIFY(problem("sampling_interval").contains("wrong unit"));
        type("sampling_interval", "0 s");
        QTRY_VERIFY(problem("sampling_interval").contains("at least"));
        QTest::mouseClick(inspector()->findChild<QToolButton*>("reset sampling_interval"), Qt::LeftButton);
        QTRY_VERIFY(problem("sampling_interval").isEmpty());
    }

    void whatIsTypedIsCheckedInThePausesAndIsOneStep()
    {
        choose("Duration, warm-up, seed");
        const int steps = model().undoStack()->count();
        auto* seed = lineOf("seed");
        seed->setFocus();
        seed->selectAll();
        QTest::keyClicks(seed, "1");
        QTest::keyClicks(seed, ".5");
        QTRY_VERIFY(problem("seed").contains("whole number"));
        QTest::keyClick(seed, Qt::Key_Backspace);
        QTest::keyClick(seed, Qt::Key_Backspace);
        QTest::keyClicks(seed, "7");
        QTRY_VERIFY(model().field({ElementKind::run, {}}, "seed") == Json(17));
        QVERIFY(seed->hasFocus());
        QTest::keyClick(seed, Qt::Key_Return);
        QCOMPARE(model().undoStack()->count(), steps + 1);
        model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void aClickOnTheSameBlockShowsItAgain()
    {
        const auto* scene = desk_->window().software().scene();
        const auto press = [&] {
            auto* view = desk_->window().software().view();
            const QPointF middle = scene->box("pipeline")->sceneBoundingRect().center();
            view->centerOn(middle);
            QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->mapFromScene(middle));
        };
        press();
        choose("Duration, warm-up, seed");
        QVERIFY(inspector()->editor("duration"));
        press();
        QVERIFY(!inspector()->editor("duration"));
    }

    void severalNodeGroupsAreEditedAtOnce()
    {
        desk_->window().showDiagram(widgets::topologyPath);
        auto* scene = desk_->window().topology().scene();
        scene->selectBoxes({"clients", "storage"});
        QTRY_COMPARE(lineOf("count")->placeholderText(), QString("several values"));
        QVERIFY(lineOf("count")->text().isEmpty());
        type("count", "3");
        QVERIFY(model().field(ElementRef::nodeGroup("clients"), "count") == Json(3));
        QVERIFY(model().field(ElementRef::nodeGroup("storage"), "count") == Json(3));
        QVERIFY(model().field(ElementRef::nodeGroup("proxies"), "count") != Json(3));
        QCOMPARE(model().undoStack()->undoText(), QString("Set nodes of 2 elements"));
        model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void aWorkloadIsAddedNamedAndDeletedInTheTree()
    {
        hand().choose("Workloads", {"Add workload for", "client"});
        QVERIFY(!model().project().workloads.empty());
        const auto& added = model().project().workloads.back();
        QCOMPARE(added.role, std::string("client"));
        QCOMPARE(added.operations.size(), project::findBehaviour(model().project(), "client")->role.operations.size());
        auto* name = inspector()->findChild<QLineEdit*>("subjectName");
        QCOMPARE(name->text(), QString::fromStdString(added.id));
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "evening");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(model().project().workloads.back().id, std::string("evening"));
        QTRY_VERIFY(hand().item("evening"));
        QVERIFY(inspector()->editor("workers"));
        // It shows the fields of an open loop once it is one.
        QVERIFY(!inspector()->editor("arrivals"));
        setField(model(), {ElementKind::workload, {"evening"}}, "type", "open loop");
        QTRY_VERIFY(inspector()->editor("arrivals"));
        hand().click(hand().item("evening"));
        QTest::keyClick(tree(), Qt::Key_Delete);
        QVERIFY(!hand().item("evening"));
        while (model().undoStack()->canUndo())
            model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void aSelectorHasAnotherNameInOneStep()
    {
        tree()->markElement({ElementKind::selector, {"objects"}});
        hand().click(tree()->currentItem());
        rename("things");
        QCOMPARE(model().project().selectors.front().id, std::string("things"));
        model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void aDeviceGroupHasAnotherIdAndStaysChosen()
    {
        tree()->markElement(ElementRef::device("storage", "data"));
        hand().click(tree()->currentItem());
        rename("bulk");
        const ElementRef bulk = ElementRef::device("storage", "bulk");
        QVERIFY(tree()->currentElement() == bulk);
        QCOMPARE(desk_->window().topology().scene()->selectedElements(), QList<ElementRef>{bulk});
        QVERIFY(inspector()->editor("count"));
        model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void aStateItemOfARoleAndADisturbanceAreAddedAndUndone()
    {
        hand().choose("object-server", {"Add state item", "queue"});
        QVERIFY(hand().item("queue"));
        QVERIFY(inspector()->editor("order"));
        hand().choose("Disturbances", {"Add disturbance"});
        QVERIFY(hand().item("failure"));
        type("number", "2");
        QVERIFY(model().field({ElementKind::disturbance, {"failure"}}, "number") == Json(2));
        while (model().undoStack()->canUndo())
            model().undoStack()->undo();
        QVERIFY(!hand().item("queue"));
        QCOMPARE(desk_->document(), opened_);
    }

    void aGoalIsAddedLimitedAndDeleted()
    {
        hand().choose("Goals", {"Add goal"});
        const ElementRef goal{ElementKind::goal, {"PUT-p99"}};
        QVERIFY(hand().item("PUT-p99"));
        QVERIFY(model().field(goal, "metric") == Json("PUT.latency.p99"));
        type("at_most", "250 ms");
        QVERIFY(model().field(goal, "at_most") == Json("250 ms"));
        hand().choose("PUT-p99", {"Delete PUT-p99"});
        QVERIFY(!hand().item("PUT-p99"));
        while (model().undoStack()->canUndo())
            model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void aGoalIsRenamedInTheProperties()
    {
        hand().choose("Goals", {"Add goal"});
        rename("fast enough");
        QCOMPARE(goalAdded(), std::string("fast enough"));
        QTRY_VERIFY(hand().item("fast enough"));
        QVERIFY(inspector()->editor("at_most"));
        model().undoStack()->undo();
        QCOMPARE(goalAdded(), std::string("PUT-p99"));
    }

    void theNameOfAGoalFollowsItsFieldsInOneStepUntilItIsGivenOne()
    {
        hand().choose("Goals", {"Add goal"});
        hand().choose("Goals", {"Add goal"});
        QCOMPARE(goalAdded(), std::string("PUT-p99-at-most"));
        type("metric", "GET.throughput");
        QCOMPARE(goalAdded(), std::string("GET-per-s"));
        QTRY_VERIFY(hand().item("GET-per-s"));
        QVERIFY(model().field({ElementKind::goal, {"GET-per-s"}}, "at_least").is_null());
        type("at_least", "2000");
        QVERIFY(model().field({ElementKind::goal, {"GET-per-s"}}, "at_least") == Json(2000));
        type("metric", "nothing.at.all");
        QCOMPARE(goalAdded(), std::string("GET-per-s"));
        model().undoStack()->undo();
        model().undoStack()->undo();
        model().undoStack()->undo();
        QCOMPARE(goalAdded(), std::string("PUT-p99-at-most"));
        model().undoStack()->redo();
        QTRY_VERIFY(hand().item("GET-per-s"));
        hand().click(hand().item("GET-per-s"));
        rename("enough reads");
        type("metric", "GET.latency.p95");
        QCOMPARE(goalAdded(), std::string("enough reads"));
    }

    void aDerivedResultIsRenamedInThePropertiesAndTheGoalThatNamesItFollows()
    {
        hand().choose("Derived results", {"Add derived result"});
        hand().choose("Goals", {"Add goal"});
        type("metric", "result");
        hand().click(hand().item("result"));
        rename("per hour");
        QCOMPARE(model().project().results.back().id, std::string("per hour"));
        QVERIFY(model().project().goals.back().fields["metric"] == Json("per hour"));
    }

    void aMeasurementIsAddedRenamedAndDeleted()
    {
        hand().choose("Measurements", {"Add measurement"});
        const ElementRef measurement{ElementKind::measurement, {"measurement"}};
        QVERIFY(hand().item("measurement"));
        QVERIFY(model().field(measurement, "file") == Json("measured.csv"));
        type("file", "rack.csv");
        QVERIFY(model().field(measurement, "file") == Json("rack.csv"));
        rename("the rack");
        QCOMPARE(model().project().measurements.back().id, std::string("the rack"));
        hand().choose("the rack", {"Delete the rack"});
        QVERIFY(!hand().item("the rack"));
        hand().choose("Measurements", {"Add measurement"});
        hand().click(hand().item("measurement"));
        QTest::keyClick(tree(), Qt::Key_Delete);
        QVERIFY(!hand().item("measurement"));
        while (model().undoStack()->canUndo())
            model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void aDistributionIsAddedUsedRenamedAndDeleted()
    {
        hand().choose("Distributions", {"Add distribution"});
        const ElementRef distribution{ElementKind::distribution, {"distribution"}};
        QVERIFY(hand().item("distribution"));
        QVERIFY(model().field(distribution, "values").is_array());
        const ElementRef workload{ElementKind::workload, {model().project().workloads.front().id.c_str()}};
        setField(model(), workload, "size_table", "distribution");
        QVERIFY(widgets::renameElement(model(), distribution, "object sizes"));
        QVERIFY(model().field(workload, "size_table") == Json("object sizes"));
        hand().choose("object sizes", {"Delete object sizes"});
        QVERIFY(!hand().item("object sizes"));
        while (model().undoStack()->canUndo())
            model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void aDerivedResultIsAddedComputedRenamedAndDeleted()
    {
        hand().choose("Derived results", {"Add derived result"});
        const ElementRef result{ElementKind::result, {"result"}};
        QVERIFY(hand().item("result"));
        QVERIFY(model().field(result, "value") == Json("PUT.throughput"));
        type("value", "WORKERS / PUT.throughput");
        type("unit", "ms");
        QVERIFY(model().field(result, "value") == Json("WORKERS / PUT.throughput"));
        QVERIFY(model().field(result, "unit") == Json("ms"));
        hand().choose("Goals", {"Add goal"});
        type("metric", "result");
        QVERIFY(widgets::renameElement(model(), result, "time in there"));
        QVERIFY(model().project().goals.back().fields["metric"] == Json("time in there"));
        hand().choose("time in there", {"Delete time in there"});
        QVERIFY(!hand().item("time in there"));
        while (model().undoStack()->canUndo())
            model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void aPlaceWhereAParameterIsUsedIsGoneToByAClick()
    {
        desk_->window().parameters().setFoldedOut("WORKERS", true);
        auto* use = desk_->window().parameters().findChild<QPushButton*>("WORKERS/use/0");
        QVERIFY(use);
        QTRY_VERIFY(use->height() > 0);
        QTest::mouseClick(use, Qt::LeftButton);
        const QString field = use->text().section(" · ", 1).replace(' ', '_');
        QVERIFY2(inspector()->editor(field), qPrintable(use->text()));
        QTRY_VERIFY(inspector()->editor(field)->hasFocus());
    }

    void aParameterIsAddedNamedAndUsedByKeysAlone()
    {
        auto& panel = desk_->window().parameters();
        auto* add = panel.findChild<QToolButton*>("addParameter");
        QTimer::singleShot(50, this, [] {
            QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Down);
            QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Down);
            QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
        });
        add->setFocus();
        QTest::keyClick(add, Qt::Key_Space);
        QVERIFY(model().undoStack()->canUndo());
        QTRY_VERIFY(qobject_cast<QLineEdit*>(desk_->window().focusWidget()));
        QTest::keyClicks(desk_->window().focusWidget(), "SERVERS");
        QTest::keyClick(desk_->window().focusWidget(), Qt::Key_Return);
        QVERIFY(project::findParameter(model().project(), "SERVERS"));
        QTRY_VERIFY(panel.editor("SERVERS"));
        auto* value = qobject_cast<QComboBox*>(panel.editor("SERVERS"));
        value->setFocus();
        value->lineEdit()->selectAll();
        QTest::keyClicks(value, "6");
        QTest::keyClick(value, Qt::Key_Return);
        desk_->window().showDiagram(widgets::topologyPath);
        desk_->window().topology().scene()->selectBoxes({"storage"});
        type("count", "2 * SERVERS");
        QCOMPARE(lineOf("count")->findChild<QLabel*>("preview")->text(), QString("= 12"));
        while (model().undoStack()->canUndo())
            model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void howMuchTheWorkOfARoleVariesIsStatedBesideItsThreads()
    {
        const Json queue = studio::Desk::read(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom");
        QVERIFY(desk_->window().openProject(desk_->write("queue.headroom", queue)));
        opened_ = desk_->document();
        const ElementRef workers{ElementKind::workers, {"server"}};
        choose("server");
        QVERIFY(inspector()->editor("count"));
        type("work_variation", "0.3");
        QCOMPARE(model().field(workers, "work_variation"), Json(0.3));
        QVERIFY(desk_->document().contains("\"work_variation\": 0.3"));
        type("work_variation", "CUSTOMERS / 100");
        QCOMPARE(model().field(workers, "work_variation"), Json("CUSTOMERS / 100"));
        QVERIFY(problem("work_variation").isEmpty());
        type("work_variation", "-0.3");
        QTRY_VERIFY2(problem("work_variation").contains("at least 0"), qPrintable(problem("work_variation")));
        lineOf("work_variation")->selectAll();
        QTest::keyClick(lineOf("work_variation"), Qt::Key_Delete);
        QTest::keyClick(lineOf("work_variation"), Qt::Key_Return);
        QCOMPARE(desk_->document(), opened_);
        while (model().undoStack()->canUndo())
            model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

private:
    std::string goalAdded() { return model().project().goals.back().id; }
    QString problem(const char* field) { return inspector()->findChild<QLabel*>(QString("problem ") + field)->text(); }

    void choose(const QString& text) { hand().click(hand().item(text)); }
    /// Types another name into the head of the form that is shown.
    void rename(const QString& to)
    {
        const auto names = inspector()->findChildren<QLineEdit*>("subjectName");
        QVERIFY(!names.isEmpty());
        QLineEdit* name = names.last(); // former forms go a while later
        QVERIFY(name->isVisible());
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, to);
        QTest::keyClick(name, Qt::Key_Return);
        QApplication::processEvents();
    }
};

HEADROOM_WIDGET_TEST(InspectingTest)
#include "inspecting_test.moc"
