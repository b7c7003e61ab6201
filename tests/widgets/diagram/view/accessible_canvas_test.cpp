// Drawings for assistive technology: the boxes, their content, the boxes that they lead to, and the one that the user
// is at.
#include "../canvas_desk.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/behaviour/block_item.h"
#include "widgets/diagram/topology/scene/topology_scene.h"

#include <QAccessible>
#include <QSet>
#include <QSignalSpy>

using namespace headroom::widgets;

class AccessibleCanvasTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        desk_ = std::make_unique<Desk>();
        drawing_ = QAccessible::queryAccessibleInterface(desk_->view.get());
    }
    void cleanup() { desk_.reset(); }

    void aDrawingIsAListOfItsBoxesFromTheLeftToTheRight()
    {
        QCOMPARE(drawing_->role(), QAccessible::List);
        QCOMPARE(drawing_->text(QAccessible::Name), QString("Diagram"));
        QCOMPARE(drawing_->childCount(), int(desk_->scene->boxes().size()));
        QSet<QString> names;
        int left = std::numeric_limits<int>::min();
        for (int i = 0; i < drawing_->childCount(); ++i) {
            const auto* box = drawing_->child(i);
            QVERIFY(box->isValid());
            QCOMPARE(box->role(), QAccessible::ListItem);
            QCOMPARE(box->parent(), drawing_);
            QCOMPARE(drawing_->indexOfChild(box), i);
            QVERIFY(box->rect().left() >= left);
            left = box->rect().left();
            names += box->text(QAccessible::Name);
        }
        for (const BoxItem* box : desk_->scene->boxes())
            QVERIFY(names.contains(static_cast<const BlockItem*>(box)->title()));
        QVERIFY(!drawing_->child(-1) && !drawing_->child(drawing_->childCount()));
    }

    void aBoxSaysWhatIsWrittenInItAndWhereItLeads()
    {
        const QString id = desk_->scene->wires().front()->from().box;
        const QString next = desk_->scene->wires().front()->to().box;
        auto* block = static_cast<BlockItem*>(desk_->scene->box(id));
        const auto* box = boxOf(id);
        block->setLoad(0.83);
        block->setPresent(12);
        const QString details = box->text(QAccessible::Value);
        QVERIFY2(details.contains("83 % of the time") && details.contains("12 requests"), qPrintable(details));
        const QString leads = box->text(QAccessible::Description);
        QVERIFY2(leads.startsWith("leads to ") && leads.contains(desk_->scene->box(next)->spokenName()),
                 qPrintable(leads));
    }

    void aNodeGroupNamesItsPartsAndTheSwitchAtItsLink()
    {
        DocumentModel model;
        model.setProject(sample::cluster());
        TopologyScene scene(model);
        const CanvasView view(scene);
        auto* drawing = QAccessible::queryAccessibleInterface(const_cast<CanvasView*>(&view));
        const auto* group = static_cast<GroupItem*>(scene.box("storage"));
        const QAccessibleInterface* spoken = nullptr;
        for (int i = 0; i < drawing->childCount(); ++i)
            if (drawing->child(i)->text(QAccessible::Name) == group->texts().title)
                spoken = drawing->child(i);
        QVERIFY(spoken);
        const QString parts = spoken->text(QAccessible::Value), links = spoken->text(QAccessible::Description);
        QVERIFY2(parts.contains(group->texts().parts.front().text), qPrintable(parts));
        QVERIFY2(links.contains(scene.box("tor")->spokenName()), qPrintable(links));
    }

    void theBoxThatIsSelectedHasTheFocus()
    {
        desk_->view->activateWindow();
        desk_->view->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(desk_->view.get()));
        QVERIFY(!drawing_->focusChild());
        desk_->scene->selectBoxes({"md5"});
        QCOMPARE(drawing_->focusChild(), boxOf("md5"));
        QVERIFY(boxOf("md5")->state().selected && boxOf("md5")->state().focused);
        desk_->scene->selectBoxes(QStringList(desk_->scene->boxes().keys()));
        QVERIFY(!drawing_->focusChild());
    }

    void aBoxIsSelectedAndOpenedByItsActions()
    {
        auto* actions = boxOf("md5")->actionInterface();
        QVERIFY(actions);
        actions->doAction(QAccessibleActionInterface::setFocusAction());
        QCOMPARE(desk_->scene->selectedBoxes(), QStringList{"md5"});
        QSignalSpy opened(desk_->scene.get(), &CanvasScene::activated);
        actions->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(opened.count(), 1);
    }

    /// The scene creates its boxes anew at each change.
    void aBoxStaysTheSameWhileItIsInTheDrawing()
    {
        auto* box = boxOf("md5");
        auto* hidden = drawing_->childAt(box->rect().center().x(), box->rect().center().y());
        QCOMPARE(hidden, box);
        desk_->model.setProject(headroom::project::Project(desk_->model.project()));
        QVERIFY(box->isValid());
        QCOMPARE(boxOf("md5"), box);
        desk_->scene->selectBoxes({"md5"});
        desk_->key(Qt::Key_Delete);
        QVERIFY(!desk_->scene->box("md5"));
        QVERIFY(!box->isValid());
        QVERIFY(box->text(QAccessible::Name).isEmpty() && box->rect().isEmpty());
    }

private:
    QAccessibleInterface* boxOf(const QString& id) const
    {
        const QString name = desk_->scene->box(id)->spokenName();
        for (int i = 0; i < drawing_->childCount(); ++i)
            if (drawing_->child(i)->text(QAccessible::Name) == name)
                return drawing_->child(i);
        return nullptr;
    }

    std::unique_ptr<Desk> desk_;
    QAccessibleInterface* drawing_ = nullptr;
};

HEADROOM_WIDGET_TEST(AccessibleCanvasTest)
#include "accessible_canvas_test.moc"
