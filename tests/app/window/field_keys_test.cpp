// A hand that stays on the keyboard: what Enter, Esc and Ctrl+Z do in a field of the properties.

#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/document/edits/field_edits.h"

using namespace headroom;
using project::Json;
using widgets::ElementRef;

namespace {

const QString put = "proxy-server/PUT/full";

} // namespace

class FieldKeysTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openRack(2);
        window().showDiagram(put);
        // A role of the project, not of a library: the first edit would make it one, and the drawing anew.
        widgets::setField(model(), ElementRef::block(put, "pipeline"), "name", "Pipeline");
        opened_ = desk_->document();
        steps_ = model().undoStack()->count();
        QApplication::processEvents();
    }
    void cleanup() { desk_.reset(); }

    void enterTakesTheTextAndGoesBackToTheDrawing()
    {
        chooseBlock("pipeline");
        write("work", "7 ms");
        press(Qt::Key_Return);
        QTRY_COMPARE(QApplication::focusWidget(), drawing());
        QVERIFY(work() == Json("7 ms"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk_->document(), opened_);
    }

    void enterOnABlockGoesToItsFirstFieldThatLacksAValue()
    {
        auto* scene = qobject_cast<widgets::DiagramScene*>(window().software().scene());
        chooseBlock(scene->addBlockAt("write", {0, 0}));
        drawing()->setFocus();
        press(Qt::Key_Return);
        QTRY_COMPARE(inspector()->focusedField(), QString("volume"));
    }

    void enterGoesToTheNextRequiredFieldThatIsEmpty()
    {
        auto* scene = qobject_cast<widgets::DiagramScene*>(window().software().scene());
        const QString block = scene->addBlockAt("write", {0, 0});
        chooseBlock(block);
        write("volume", "objects");
        press(Qt::Key_Return);
        QTRY_COMPARE(inspector()->focusedField(), QString("bytes"));
        keys("4 KiB");
        press(Qt::Key_Return);
        QTRY_COMPARE(QApplication::focusWidget(), drawing());
        QVERIFY(model().field(ElementRef::block(put, block), "volume") == Json("objects"));
        QVERIFY(model().field(ElementRef::block(put, block), "bytes") == Json("4 KiB"));
    }

    void escRestoresTheFieldAndGoesBackToTheDrawing()
    {
        chooseBlock("pipeline");
        write("work", "7 ms");
        QTRY_VERIFY(work() == Json("7 ms")); // typing has paused
        keys("5");
        press(Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), drawing());
        QCOMPARE(desk_->document(), opened_);
        QCOMPARE(model().undoStack()->index(), steps_);
    }

    void undoInAFieldIsThatOfTheDocument()
    {
        chooseBlock("pipeline");
        const QString before = lineOf("work")->text();
        write("work", "7 ms");
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(inspector()->focusedField(), QString("work"));
        QCOMPARE(lineOf("work")->text(), before);
        QCOMPARE(desk_->document(), opened_);
    }

    void aNameThatNoVolumeHasIsThatOfANewOne()
    {
        auto* scene = qobject_cast<widgets::DiagramScene*>(window().software().scene());
        const QString block = scene->addBlockAt("write", {0, 0});
        chooseBlock(block);
        write("volume", "wal");
        auto* combo = qobject_cast<QComboBox*>(inspector()->editor("volume"));
        QVERIFY(combo);
        QVERIFY(combo->findText("New volume “wal”") >= 0);
        press(Qt::Key_Return);
        QVERIFY(model().field(ElementRef::block(put, block), "volume") == Json("wal"));
        const auto& volumes = project::findBehaviour(model().project(), "proxy-server")->role.volumes;
        QCOMPARE(volumes, std::vector<std::string>{"wal"});
        QTRY_COMPARE(inspector()->focusedField(), QString("bytes"));
        QTRY_VERIFY(combo = qobject_cast<QComboBox*>(inspector()->editor("volume")));
        QCOMPARE(combo->currentText(), QString("wal"));
        QVERIFY(combo->findText("New volume") >= 0);
    }

    void theFirstEditOfALinkedRoleLeavesTheFocusInItsField()
    {
        openRack(2); // its roles are linked to a library, and the edit copies one
        window().showDiagram(put);
        QApplication::processEvents();
        chooseBlock("pipeline");
        write("work", "7 ms");
        QTRY_VERIFY(work() == Json("7 ms")); // typing has paused
        QApplication::processEvents();
        QCOMPARE(inspector()->focusedField(), QString("work"));
        keys("0");
        QCOMPARE(lineOf("work")->text(), QString("7 ms0"));
        press(Qt::Key_Return);
        QTRY_COMPARE(QApplication::focusWidget(), drawing());
    }

    void afterANewNameEnterGoesBackAndUndoGivesTheOldOne()
    {
        chooseBlock("pipeline");
        press(Qt::Key_F2);
        keys("Filters");
        press(Qt::Key_Return);
        QTRY_COMPARE(QApplication::focusWidget(), drawing());
        QVERIFY(desk_->document() != opened_);
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk_->document(), opened_);
    }

private:
    void chooseBlock(const QString& block)
    {
        auto* view = window().software().view();
        view->setFocus();
        window().software().scene()->selectBoxes({block});
        QTRY_VERIFY(inspector()->hasSubject());
    }
    /// A person's way: into the field, over its text.
    void write(const QString& field, const QString& text)
    {
        QVERIFY2(lineOf(field), qPrintable(field));
        lineOf(field)->setFocus();
        lineOf(field)->selectAll();
        keys(text);
    }
    static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        QApplication::processEvents();
    }
    void keys(const QString& text) { QTest::keyClicks(QApplication::focusWidget(), text); }
    QWidget* drawing() { return window().software().view(); }
    int steps_ = 0; ///< before the test's own

    Json work() { return model().field(ElementRef::block(put, "pipeline"), "work"); }
};

HEADROOM_WIDGET_TEST(FieldKeysTest)
#include "field_keys_test.moc"
