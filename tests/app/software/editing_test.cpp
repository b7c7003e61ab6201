// Edits on the drawing and in fields reach the document, come back by undo, and lie in the file as they were seen.

#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"

#include <QMessageBox>

#include <algorithm>

using namespace headroom;
using widgets::ElementRef;

class EditingTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { openRack(4); }
    void cleanup() { desk_.reset(); }

    void aMovedBlockAndAChangedPropertyComeBackFromTheFile()
    {
        const auto opened = document();
        auto* scene = desk_->window().software().scene();
        const QString path = scene->path();
        const QString block = "pipeline";
        const QPointF from = scene->box(block)->pos();
        drag(block, {48, 32});
        scene = desk_->window().software().scene();
        QCOMPARE(scene->box(block)->pos() - from, QPointF(48, 32));
        QVERIFY(document() != opened);
        const auto moved = document();

        // The number of servers, in the inspector of the group that is clicked.
        desk_->window().showDiagram(widgets::topologyPath);
        click("storage");
        auto* inspector = desk_->window().findChild<widgets::PropertyInspector*>();
        auto* count = qobject_cast<QLineEdit*>(inspector->editor("count"));
        if (!count)
            count = inspector->editor("count")->findChild<QLineEdit*>();
        QVERIFY(count);
        count->setFocus();
        count->selectAll();
        QTest::keyClicks(count, "5");
        QTest::keyClick(count, Qt::Key_Return);
        QVERIFY(desk_->window().model().field(ElementRef::nodeGroup("storage"), "count") == project::Json(5));
        const auto edited = document();
        QVERIFY(desk_->window().isWindowModified());

        desk_->action("Ctrl+Z")->trigger();
        QCOMPARE(document(), moved);
        desk_->action("Ctrl+Z")->trigger();
        QCOMPARE(document(), opened);
        QVERIFY(!desk_->window().isWindowModified());
        desk_->action("Ctrl+Shift+Z")->trigger();
        desk_->action("Ctrl+Shift+Z")->trigger();
        QCOMPARE(document(), edited);

        desk_->answerFileDialog(desk_->path("mine.headroom"));
        desk_->action("Ctrl+Shift+S")->trigger();
        QVERIFY(QFile::exists(desk_->path("mine.headroom")));
        QVERIFY(!desk_->window().isWindowModified());
        QCOMPARE(desk_->window().files().displayName(), "mine.headroom");
        const auto saved = document();
        desk_->open();
        QVERIFY(desk_->window().openProject(desk_->path("mine.headroom")));
        QCOMPARE(document(), saved);
        desk_->window().showDiagram(path);
        QCOMPARE(desk_->window().software().scene()->box(block)->pos() - from, QPointF(48, 32));
    }

    void savingWritesBackToTheFileItCameFrom()
    {
        setParameter(desk_->window().model(), "WORKERS", 128);
        desk_->action("Ctrl+S")->trigger();
        QVERIFY(!desk_->window().isWindowModified());
        const studio::Json saved = studio::Desk::read(desk_->path("rack.headroom"));
        const auto& parameters = saved["parameters"];
        const auto workers = std::find_if(parameters.begin(), parameters.end(),
                                          [](const auto& parameter) { return parameter["name"] == "WORKERS"; });
        QVERIFY(workers != parameters.end());
        QCOMPARE((*workers)["value"].get<int>(), 128);
    }

    void unsavedChangesAreAskedAboutBeforeTheWindowCloses()
    {
        setParameter(desk_->window().model(), "WORKERS", 128);
        answerUnsaved(QMessageBox::Cancel);
        QVERIFY(!desk_->window().close());
        QVERIFY(desk_->window().isVisible());
        answerUnsaved(QMessageBox::Discard);
        QVERIFY(desk_->window().close());
    }

    void aLongRunIsNoReasonNotToEdit()
    {
        setField(desk_->window().model(), {widgets::ElementKind::run, {}}, "duration", "1000000 s");
        desk_->click(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->timeline().isFilled(), studio::patienceMs);
        auto* scene = desk_->window().software().scene();
        const QString block = "pipeline";
        const QPointF from = scene->box(block)->pos();
        drag(block, {48, 32});
        QCOMPARE(desk_->window().software().scene()->box(block)->pos() - from, QPointF(48, 32));
        QVERIFY(desk_->controller().isActive());
    }

private:
    QByteArray document() { return desk_->document(); }

    QPoint middle(headroom::app::CanvasTab& tab, const QString& box)
    {
        const auto* item = tab.scene()->box(box);
        tab.view()->ensureVisible(item, 100, 100);
        return tab.view()->mapFromScene(item->pos() + item->frame().center());
    }
    void click(const QString& box)
    {
        QTest::mouseClick(desk_->window().topology().view()->viewport(), Qt::LeftButton, {},
                          middle(desk_->window().topology(), box));
    }
    void drag(const QString& box, const QPointF& by)
    {
        auto& tab = desk_->window().software();
        QApplication::processEvents(); // a drawing just opened is still brought into view
        tab.view()->setZoom(1);
        QApplication::processEvents();
        QWidget* sheet = tab.view()->viewport();
        const QPoint from = middle(tab, box);
        QTest::mouseMove(sheet, from);
        QTest::mousePress(sheet, Qt::LeftButton, {}, from);
        for (int i = 1; i <= 4; ++i) {
            const QPoint point = from + (by * i / 4).toPoint();
            QMouseEvent move(QEvent::MouseMove, point, sheet->mapToGlobal(point), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(sheet, &move);
        }
        QTest::mouseRelease(sheet, Qt::LeftButton, {}, from + by.toPoint());
    }
    void answerUnsaved(QMessageBox::StandardButton answer)
    {
        desk_->answerMessage([answer](QMessageBox& question) { return question.button(answer); });
    }
};

HEADROOM_WIDGET_TEST(EditingTest)
#include "editing_test.moc"
