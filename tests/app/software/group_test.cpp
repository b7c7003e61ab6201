// Groups in the studio: folded by key, entered by double click, left by key and breadcrumb; a run gives the same.

#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/grouping.h"
#include "widgets/document/edits/role_edits.h"
#include "widgets/document/edits/section_edits.h"

#include <QProcess>

using namespace headroom;
using studio::Json;
using widgets::ElementRef;

namespace {

const QString put = "proxy-server/PUT/full";

} // namespace

class GroupTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openRack(2);
        desk_->window().showDiagram(put);
    }
    void cleanup() { desk_.reset(); }

    /// Any edit makes the role a copy of the project; while the link is there, the badge says so.
    void theBadgeOfALinkedRoleFollowsEachEditAndItsUndo()
    {
        const auto linked = [this] { return breadcrumb()->text().contains("linked to library"); };
        QVERIFY(linked());
        auto* history = desk_->window().model().undoStack();
        scene()->selectBoxes(foldable());
        desk_->action("Ctrl+G")->trigger();
        QVERIFY(!linked());
        history->undo();
        QTRY_VERIFY(linked());
        history->redo();
        QVERIFY(!linked());
        history->undo();
        widgets::addState(desk_->window().model(), "proxy-server", "cache");
        QVERIFY(!linked());
        history->undo();
        QVERIFY(linked());
    }

    void aSelectionIsFoldedEnteredAndLeft()
    {
        const auto opened = desk_->document();
        const QStringList some = foldable();
        QVERIFY(!some.isEmpty());
        scene()->selectBoxes(some);
        desk_->action("Ctrl+G")->trigger();
        QCOMPARE(scene()->selectedBoxes(), QStringList{"group1"});
        QVERIFY(!scene()->box(some.front()));

        doubleClick("group1");
        QTRY_COMPARE(scene()->path(), put + "/group1");
        QVERIFY(scene()->box(some.front()));
        QVERIFY(breadcrumb()->text().contains("group1"));
        desk_->window().software().view()->setFocus();
        QTest::keyClick(desk_->window().software().view()->viewport(), Qt::Key_Backspace);
        QTRY_COMPARE(scene()->path(), put);
        QCOMPARE(scene()->selectedBoxes(), QStringList{"group1"});

        QTest::keyClick(desk_->window().software().view()->viewport(), Qt::Key_Return);
        QTRY_COMPARE(scene()->path(), put + "/group1");
        emit breadcrumb()->linkActivated(put);
        QTRY_COMPARE(scene()->path(), put);

        // Undone while one is inside: the drawing around is shown.
        desk_->window().showDiagram(put + "/group1");
        desk_->action("Ctrl+Z")->trigger();
        QTRY_COMPARE(scene()->path(), put);
        QCOMPARE(desk_->document(), opened);
        desk_->action("Ctrl+Shift+Z")->trigger();
        scene()->selectBoxes({"group1"});
        desk_->action("Ctrl+Shift+G")->trigger();
        QVERIFY(scene()->box(some.front()));
        QVERIFY(scene()->box(some.front())->isSelected());
    }

    void aCallOpensWhatItCalls()
    {
        const auto& project = desk_->window().model().project();
        const auto& blocks = project::findDiagram(project, put.toStdString())->blocks;
        const auto call =
            std::find_if(blocks.begin(), blocks.end(), [](const auto& block) { return block.type == "call"; });
        QVERIFY(call != blocks.end());
        const QString id = QString::fromStdString(call->id);
        const QString called = QString::fromStdString(call->fields["role"].get<std::string>() + '/' +
                                                      call->fields["operation"].get<std::string>() + '/');
        doubleClick(id);
        QTRY_VERIFY(scene()->path().startsWith(called));

        desk_->window().showDiagram(put);
        scene()->selectBoxes({id});
        auto* view = desk_->window().software().view();
        view->setFocus();
        QTest::keyClick(view->viewport(), Qt::Key_Return);
        QTRY_VERIFY(scene()->path().startsWith(called));

        desk_->window().showDiagram(put);
        view = desk_->window().software().view();
        const QPoint at = view->mapFromScene(scene()->box(id)->sceneFrame().center());
        QContextMenuEvent ask(QContextMenuEvent::Mouse, at, view->viewport()->mapToGlobal(at));
        QApplication::sendEvent(view->viewport(), &ask);
        auto* menu = view->findChild<QMenu*>("canvasMenu");
        QVERIFY(menu);
        QCOMPARE(menu->actions().front()->text(), QString("Open what it calls"));
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions().front()).center());
        QTRY_VERIFY(scene()->path().startsWith(called));
    }

    void theNameOfABlockIsEditedByKey()
    {
        const auto& blocks = project::findDiagram(desk_->window().model().project(), put.toStdString())->blocks;
        scene()->selectBoxes({QString::fromStdString(blocks[1].id)});
        desk_->window().findChild<QDockWidget*>("properties")->hide();
        auto* view = desk_->window().software().view();
        view->setFocus();
        QTest::keyClick(view->viewport(), Qt::Key_F2);
        auto* name = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(name && name->isVisible());
        QCOMPARE(name->objectName(), QString("subjectName"));
        QTest::keyClicks(name, "renamed");
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(QString::fromStdString(blocks[1].id + '/' + blocks[1].name).contains("renamed"));
    }

    void foldingChangesNoResultOfARun()
    {
        const Json drawn = simulated("drawn.headroom");
        scene()->selectBoxes(foldable());
        desk_->action("Ctrl+G")->trigger();
        QVERIFY(scene()->box("group1"));
        const Json folded = simulated("folded.headroom");
        for (const char* part : {"events", "operations", "resources", "bottleneck"})
            QCOMPARE(folded[part].dump(), drawn[part].dump());
    }

    void aRoleFromTheLibraryIsAddedRenamedAndDeleted()
    {
        const auto opened = desk_->document();
        answerDialog("roleDialog", [](QWidget* dialog) {
            QTest::mouseClick(dialog->findChild<QPushButton*>("copyRole"), Qt::LeftButton);
        });
        desk_->action("Add role from library …")->trigger();
        const auto& behaviours = desk_->window().model().project().behaviours;
        const QString role = QString::fromStdString(behaviours.back().role.id);
        QVERIFY(!behaviours.back().reference);
        QCOMPARE(scene()->path().section('/', 0, 0), role);

        const auto type = [](const QString& text) {
            return [text](QWidget* dialog) {
                auto* line = dialog->findChild<QLineEdit*>();
                line->selectAll();
                QTest::keyClicks(line, text);
                QTest::keyClick(line, Qt::Key_Return);
            };
        };
        answerDialog("nameDialog", type("gateway"));
        desk_->window().findChild<app::ProjectTree*>()->choose({widgets::ElementKind::binding, {role}});
        desk_->action("Rename …")->trigger();
        QCOMPARE(behaviours.back().role.id, std::string("gateway"));
        QTRY_COMPARE(scene()->path().section('/', 0, 0), QString("gateway"));
        desk_->window().findChild<app::ProjectTree*>()->choose({widgets::ElementKind::binding, {"gateway"}});
        answerDialog("nameDialog", type("LIST"));
        desk_->action("New operation …")->trigger();
        QCOMPARE(scene()->path(), QString("gateway/LIST/full"));
        desk_->window().findChild<app::ProjectTree*>()->choose({widgets::ElementKind::binding, {"gateway"}});
        desk_->action("Delete from the project")->trigger();
        QVERIFY(!project::findBehaviour(desk_->window().model().project(), "gateway"));
        while (desk_->window().model().undoStack()->canUndo())
            desk_->window().model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened);
    }

private:
    widgets::CanvasScene* scene() { return desk_->window().software().scene(); }
    QLabel* breadcrumb() { return desk_->window().software().findChild<QLabel*>("breadcrumb"); }

    void doubleClick(const QString& box)
    {
        auto* view = desk_->window().software().view();
        const QPoint at = view->mapFromScene(scene()->box(box)->sceneFrame().center());
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, at);
    }

    /// As many blocks of the drawing as one group can hold.
    QStringList foldable()
    {
        QStringList some;
        for (const auto& block : project::findDiagram(desk_->window().model().project(), put.toStdString())->blocks)
            if (block.type != "start")
                some.append(QString::fromStdString(block.id));
        const auto& project = desk_->window().model().project();
        return widgets::foldRefusal(project, put, some).isEmpty() ? some : QStringList();
    }

    Json simulated(const QString& name)
    {
        QFile file(desk_->path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(desk_->document()) < 0)
            return {};
        file.close();
        QProcess engine;
        engine.start(qEnvironmentVariable("HEADROOM_ENGINE"), {"simulate", desk_->path(name), "--json"});
        if (!engine.waitForFinished(studio::patienceMs))
            return {};
        const Json result = Json::parse(engine.readAllStandardOutput().toStdString(), nullptr, false);
        return result.is_object() ? result : Json::object();
    }
};

HEADROOM_WIDGET_TEST(GroupTest)
#include "group_test.moc"
