// One's way in a document: what is sought is found and gone to, what is wrong is marked where it is, what was done is
// listed by name.

#include "../desk_test.h"

#include "app/outline/find_bar.h"
#include "app/outline/project_tree.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/canvas/selection_edits.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/document/edits/topology_parts.h"
#include "widgets/document/model/drawing_view.h"

#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeWidget>
#include <QUndoView>

using namespace headroom;
using widgets::ElementKind;
using widgets::ElementRef;

class FindingTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void initTestCase() { widgets::applyTheme(*qApp, widgets::Theme::light); } // without a theme there are no icons
    void init()
    {
        desk_ = std::make_unique<studio::Desk>();
        QVERIFY(desk_->openRack(4));
    }
    void cleanup() { desk_.reset(); }

    void namesTypesAndValuesAreFoundWhereverTheyAre()
    {
        auto& model = desk_->window().model();
        widgets::addElement(model, widgets::ElementKind::disturbance);
        widgets::addState(model, "object-server", "queue");
        widgets::addPart(model, "storage", "controller", "LSI_SAS_9207_8i");
        const auto& project = model.project();
        const auto kinds = [&](const QString& sought) {
            QList<ElementKind> found;
            for (const widgets::Hit& hit : widgets::findText(project, sought)) {
                found.append(hit.element.kind);
                if (!hit.text.contains(sought, Qt::CaseInsensitive))
                    return QList<ElementKind>();
            }
            return found;
        };
        QVERIFY(kinds("pipeline").contains(ElementKind::block));    // a name
        QVERIFY(kinds("transfer").contains(ElementKind::block));    // a type
        QVERIFY(kinds("put_time").contains(ElementKind::block));    // a value
        QVERIFY(kinds("WORKERS").contains(ElementKind::parameter)); // and where it is used
        QVERIFY(kinds("WORKERS").contains(ElementKind::workload));
        QVERIFY(kinds("rack-switch").contains(ElementKind::networkSwitch));
        QVERIFY(kinds("storage").contains(ElementKind::nodeGroup));
        QVERIFY(kinds("failure").contains(ElementKind::disturbance));
        QVERIFY(kinds("9207").contains(ElementKind::controller));
        QVERIFY(kinds("workers").contains(ElementKind::workers));
        QVERIFY(kinds("queue").contains(ElementKind::state));
        QVERIFY(kinds("volume objects").contains(ElementKind::volume));
        QVERIFY(widgets::findText(project, "no such thing anywhere").isEmpty());
        QVERIFY(widgets::findText(project, "  ").isEmpty());
    }

    void goalsStandInTheTreeUnderAHeadingOfTheirOwn()
    {
        auto& model = desk_->window().model();
        const auto* tree = desk_->window().findChild<QTreeWidget*>("projectTree");
        const auto headings = [&] {
            QStringList titles;
            for (int i = 0; i < tree->topLevelItemCount(); ++i)
                titles.append(tree->topLevelItem(i)->text(0));
            return titles;
        };
        const QStringList usual{"Software",      "Topology",     "Selectors",       "Workloads",
                                "Distributions", "Disturbances", "Derived results", "Goals",
                                "Studies",       "Measurements", "Validations",     "Run"};
        QCOMPARE(headings(), usual);
        QCOMPARE(tree->topLevelItem(7)->childCount(), 0);
        project::Project project = model.project();
        project.goals = {{"quick", {{"metric", "PUT.latency.p99"}, {"at_most", "50 ms"}}}};
        model.setProject(project);
        QCOMPARE(headings(), usual);
        const QTreeWidgetItem* goals = tree->topLevelItem(7);
        QCOMPARE(goals->childCount(), 1);
        QCOMPARE(goals->child(0)->data(0, app::ProjectTree::elementRole).value<ElementRef>(),
                 (ElementRef{ElementKind::goal, {"quick"}}));
    }

    void theKeysGoFromHitToHitAndTheDrawingShowsThem()
    {
        desk_->action("Ctrl+F")->trigger();
        auto* line = bar()->findChild<QLineEdit*>();
        QVERIFY(line->hasFocus());
        QTest::keyClicks(line, "pipeline");
        QTRY_VERIFY(bar()->hits().size() >= 2);
        const auto hits = bar()->hits();
        QCOMPARE(list()->topLevelItemCount(), static_cast<int>(hits.size()));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(isShown(hits[0].element));
        desk_->action("F3")->trigger();
        QVERIFY(isShown(hits[1].element));
        desk_->action("Shift+F3")->trigger();
        QVERIFY(isShown(hits[0].element));
        desk_->action("Shift+F3")->trigger(); // from the beginning to the end
        QVERIFY(isShown(hits.back().element));

        // Every hit of the drawing that is shown bears a mark, and loses it with the bar.
        QVERIFY(desk_->window().software().marks()->found().contains(hits.back().element.ids[1]));
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(!bar()->isVisible());
        QVERIFY(desk_->window().software().marks()->found().isEmpty());
    }

    void aHitOfTheListIsGoneToByAClick()
    {
        desk_->action("Ctrl+F")->trigger();
        QTest::keyClicks(bar()->findChild<QLineEdit*>(), "rack-switch");
        QTRY_VERIFY(!bar()->hits().isEmpty());
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {},
                          list()->visualItemRect(list()->topLevelItem(0)).center());
        QCOMPARE(desk_->window().topology().scene()->selectedBoxes(), QStringList("rack-switch"));
    }

    void aNoteIsFoundByItsTextAndShown()
    {
        auto& window = desk_->window();
        const QString path = window.software().scene()->path();
        for (const QString& drawing : {path, widgets::topologyPath}) {
            const QString id = widgets::addNote(window.model(), drawing, QRectF(4000, 3000, 200, 80));
            widgets::setNote(window.model(), drawing, {id, "Seldom\nasked for", QRectF(4000, 3000, 200, 80), {}},
                             "Write");
        }
        desk_->action("Ctrl+F")->trigger();
        QTest::keyClicks(bar()->findChild<QLineEdit*>(), "seldom asked");
        QTRY_COMPARE(bar()->hits().size(), 2);
        for (app::CanvasTab* canvas : {&window.software(), &window.topology()}) {
            QTest::keyClick(bar()->findChild<QLineEdit*>(), Qt::Key_Return);
            QCOMPARE(canvas->scene()->selectedNotes().size(), 1);
            QVERIFY(canvas->isVisible() && canvas->view()->visibleRect().intersects(QRectF(4000, 3000, 200, 80)));
        }
    }

    void aLinkOfTheTopologyIsGoneTo()
    {
        auto& window = desk_->window();
        auto& drawing = dynamic_cast<widgets::TopologyScene&>(*window.topology().scene());
        drawing.wires().front()->setSelected(true);
        const ElementRef link = drawing.selectedElements().front();
        drawing.clearSelection();
        emit bar()->chosen(link);
        QVERIFY(window.topology().isVisible());
        QCOMPARE(window.topology().scene()->drawn().selectedWires().size(), 1);
    }

    void theListFollowsTheDocument()
    {
        desk_->action("Ctrl+F")->trigger();
        QSignalSpy found(bar(), &app::FindBar::found);
        QTest::keyClicks(bar()->findChild<QLineEdit*>(), "Extraordinary");
        QTRY_VERIFY(!found.isEmpty());
        QCOMPARE(bar()->hits().size(), 0);
        const QString path = desk_->window().software().scene()->path();
        setField(desk_->window().model(), ElementRef::block(path, "pipeline"), "name", "Extraordinary step");
        QTRY_COMPARE(bar()->hits().size(), 1);
        desk_->action("Ctrl+Z")->trigger();
        QTRY_COMPARE(bar()->hits().size(), 0);
    }

    void whatIsWrongIsMarkedWhereItIs()
    {
        auto& window = desk_->window();
        QTRY_COMPARE(count()->text(), QString("No problems"));
        const QString path = window.software().scene()->path();
        const QString block = addBlock(window.model(), path, "read", {}); // without a volume, and not wired
        QTRY_VERIFY(window.software().marks()->badges().contains(block));
        QVERIFY(!window.software().marks()->badges()[block].text.isEmpty());
        QVERIFY(!window.software().marks()->badges().contains("pipeline"));
        QVERIFY(count()->text() != "No problems");

        // In the tree: the operation and all that it lies in.
        auto* tree = window.findChild<QTreeWidget*>("projectTree");
        QTreeWidgetItem* software = tree->topLevelItem(0);
        QVERIFY(!software->icon(0).isNull());
        int marked = 0;
        for (int i = 0; i < software->childCount(); ++i)
            marked += software->child(i)->icon(0).isNull() ? 0 : 1;
        QCOMPARE(marked, 1);

        // The count leads to the list, a click on a line there to the block.
        QTest::mouseClick(count(), Qt::LeftButton);
        QVERIFY(window.results().problems().isVisible());
        auto* findings = window.results().problems().list();
        QVERIFY(!findings->topLevelItem(0)->text(2).isEmpty());
        window.software().scene()->clearSelection();
        QTest::mouseClick(findings->viewport(), Qt::LeftButton, {},
                          findings->visualItemRect(findings->topLevelItem(0)).center());
        QCOMPARE(window.software().scene()->selectedBoxes(), QStringList(block));

        desk_->action("Ctrl+Z")->trigger();
        QTRY_VERIFY(window.software().marks()->badges().isEmpty());
        QVERIFY(software->icon(0).isNull());
    }

    void aClickOnAProblemBringsItsFieldIntoView()
    {
        auto& window = desk_->window();
        window.resize(1280, 720);
        const ElementRef device = ElementRef::device("storage", "os");
        setField(window.model(), device, "scheduler", "deadline"); // which orders nothing on an SSD
        QTRY_COMPARE(count()->text(), QString("1 problem"));
        QTest::mouseClick(count(), Qt::LeftButton);
        auto* findings = window.results().problems().list();
        QTest::mouseClick(findings->viewport(), Qt::LeftButton, {},
                          findings->visualItemRect(findings->topLevelItem(0)).center());
        auto* inspector = window.findChild<widgets::PropertyInspector*>();
        const auto seen = [&](QWidget* part) {
            return part && !part->visibleRegion().isEmpty() &&
                   part->visibleRegion().boundingRect().height() == part->height();
        };
        QTRY_VERIFY(seen(inspector->editor("scheduler")));
        QVERIFY(seen(inspector->findChild<QLabel*>("problem scheduler")));
        QVERIFY(!seen(inspector->editor("component"))); // further up
    }

    void marksStayOnBoxesThatAreMadeAnew()
    {
        auto& window = desk_->window();
        const QString path = window.software().scene()->path();
        const QString block = addBlock(window.model(), path, "read", {});
        QTRY_VERIFY(window.software().marks()->badges().contains(block));
        const auto badges = [&] { return window.software().scene()->box(block)->childItems().size(); };
        QCOMPARE(badges(), 1);
        addBlock(window.model(), path, "compute", {300, 300});
        QCOMPARE(badges(), 1);
    }

    void whatWasDoneIsListedByName()
    {
        auto* history = desk_->window().findChild<QUndoView*>("undoHistory");
        setParameter(desk_->window().model(), "WORKERS", 77);
        setField(desk_->window().model(), {ElementKind::run, {}}, "duration", "9 s");
        QCOMPARE(history->model()->rowCount(), 3);
        QCOMPARE(history->model()->index(1, 0).data().toString(), QString("Set WORKERS"));
        QVERIFY(desk_->action("Ctrl+Z")->text().contains("Set duration"));
        history->setCurrentIndex(history->model()->index(0, 0)); // all the way back at once
        QVERIFY(!desk_->window().isWindowModified());
        QVERIFY(desk_->action("Ctrl+Shift+Z")->text().contains("Set WORKERS"));
    }

    void oneGoesBackAndForwardBetweenThePlacesThatWereShown()
    {
        auto& navigator = desk_->window().navigator();
        auto* tabs = desk_->window().findChild<QTabWidget*>("mainTabs");
        const QString first = desk_->window().software().scene()->path();
        const ElementRef block = ElementRef::block(first, "pipeline");
        QVERIFY(!navigator.canGo(-1) && !navigator.canGo(1));
        navigator.showElement(block);
        tabs->setCurrentWidget(&desk_->window().topology()); // by its tab
        navigator.showElement(ElementRef::nodeGroup("storage"));
        desk_->action("Ctrl+Left")->trigger();
        desk_->action("Ctrl+Left")->trigger();
        QVERIFY(tabs->currentWidget() == &desk_->window().software());
        QVERIFY(isShown(block));
        desk_->action("Ctrl+Right")->trigger();
        desk_->action("Ctrl+Right")->trigger();
        QCOMPARE(desk_->window().topology().scene()->selectedBoxes(), QStringList("storage"));
        QVERIFY(!navigator.canGo(1));
        // A place that is gone is passed over.
        navigator.go(-1);
        navigator.go(-1);
        widgets::deleteSelection(*desk_->window().software().scene());
        navigator.go(1);
        QVERIFY(tabs->currentWidget() == &desk_->window().topology());
        navigator.go(-1);
        QVERIFY(tabs->currentWidget() == &desk_->window().software());
        QVERIFY(!navigator.canGo(-1));
    }

    void theDrawingIsCopiedAsAPictureAndAsSvg()
    {
        desk_->action("Ctrl+Shift+C")->trigger();
        const QMimeData* data = QApplication::clipboard()->mimeData();
        QVERIFY(data->hasImage());
        QVERIFY(qvariant_cast<QImage>(data->imageData()).width() > 400);
        QVERIFY(data->data("image/svg+xml").contains("Pipeline"));
    }

private:
    app::FindBar* bar() { return desk_->window().findChild<app::FindBar*>(); }
    QTreeWidget* list() { return bar()->findChild<QTreeWidget*>("hits"); }
    QToolButton* count() { return desk_->window().findChild<QToolButton*>("problemCount"); }
    bool isShown(const ElementRef& element)
    {
        auto* scene = desk_->window().software().scene();
        return scene->path() == element.ids.value(0) && scene->selectedBoxes() == QStringList(element.ids.value(1));
    }
};

HEADROOM_WIDGET_TEST(FindingTest)
#include "finding_test.moc"
