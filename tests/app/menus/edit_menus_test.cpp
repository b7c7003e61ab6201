// The menus Edit and Arrange work on the drawing that is shown, and every step comes back.

#include "../desk_test.h"

#include "tests/widget_tests.h"
#include "tests/widgets/document/invariants.h"
#include "widgets/document/model/drawing_view.h"

#include <QMenuBar>

using namespace headroom;

class EditMenusTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { openRack(4); }
    void cleanup() { desk_.reset(); }

    void everyEditOfADrawingIsAStepThatComesBack()
    {
        const auto opened = desk_->document();
        select({"pipeline"});
        trigger("Duplicate");
        QCOMPARE(scene().selectedBoxes(), QStringList{"pipeline2"});
        trigger("Disabled");
        QVERIFY(scene().box("pipeline2")->isDimmed());
        trigger("Green");
        QCOMPARE(scene().box("pipeline2")->colour(), QString("green"));
        trigger("Wider");
        QCOMPARE(scene().box("pipeline2")->size().width(), widgets::BlockWidth::usual + 8.0);
        select({"pipeline", "pipeline2"});
        trigger("Align left edges");
        QCOMPARE(scene().box("pipeline")->x(), scene().box("pipeline2")->x());
        trigger("Cut");
        QVERIFY(!scene().box("pipeline") && !scene().box("pipeline2"));
        trigger("Paste");
        QVERIFY(scene().box("pipeline") && scene().box("pipeline2"));
        auto* history = desk_->window().model().undoStack();
        QCOMPARE(history->count(), 7);
        const auto edited = desk_->document();
        history->setIndex(0);
        QCOMPARE(desk_->document(), opened);
        history->setIndex(7);
        QCOMPARE(desk_->document(), edited);
        QCOMPARE(widgets::invariantBreaches(desk_->window().model().project()), QStringList());
    }

    void theyWorkOnTheTopologyWhenItIsShown()
    {
        desk_->window().showDiagram(widgets::topologyPath);
        auto* topology = desk_->window().topology().scene();
        topology->selectBoxes({"storage"});
        trigger("Duplicate");
        QVERIFY(topology->box("storage2"));
        trigger("Delete selection");
        QVERIFY(!topology->box("storage2"));
        topology->selectBoxes({"storage"});
        emit menuOf("Arrange")->aboutToShow();
        QVERIFY(entry("Colour")->isEnabled() && !entry("Width")->isEnabled()); // only blocks have one
        emit menuOf("Arrange")->aboutToHide();
    }

    void entriesThatHaveNothingToWorkOnAreGrey()
    {
        scene().clearSelection();
        auto* menu = menuOf("Edit");
        QVERIFY(menu);
        emit menu->aboutToShow();
        QVERIFY(!entry("Cut")->isEnabled());
        QVERIFY(entry("Select all")->isEnabled());
        select({"pipeline"});
        emit menu->aboutToShow();
        QVERIFY(entry("Cut")->isEnabled());
    }

    void arrangingNeedsEnoughBoxes()
    {
        auto* menu = menuOf("Arrange");
        const auto enabled = [&](const QStringList& selected) {
            select(selected);
            emit menu->aboutToShow();
            QStringList texts;
            for (const QAction* action : menu->actions())
                if (!action->isSeparator() && action->isEnabled())
                    texts += action->text().remove('&');
            emit menu->aboutToHide();
            return texts;
        };
        QCOMPARE(enabled({}), QStringList{"Lay everything out"});
        QCOMPARE(enabled({"pipeline"}),
                 QStringList({"Colour", "Width", "Disabled", "Straighten wires", "Lay everything out"}));
        const QStringList two = enabled({"pipeline", "known"});
        QVERIFY(two.contains("Align left edges") && !two.contains("Equal gaps down"));
        QVERIFY(enabled({"pipeline", "known", "unknown"}).contains("Equal gaps down"));
        QVERIFY(entry("Align left edges")->isEnabled()); // the canvas says why it is refused
    }

    void everyEntryOfArrangeHasALetterOfItsOwn()
    {
        QStringList letters;
        for (const QAction* action : menuOf("Arrange")->actions())
            if (!action->isSeparator())
                letters += QKeySequence::mnemonic(action->text()).toString();
        QVERIFY(!letters.contains(QString()));
        letters.sort();
        const auto doubled = std::adjacent_find(letters.begin(), letters.end());
        QVERIFY2(doubled == letters.end(), qPrintable(letters.join(' ')));
    }

private:
    widgets::CanvasScene& scene() { return *desk_->window().software().scene(); }
    void select(const QStringList& ids) { scene().selectBoxes(ids); }
    QAction* entry(const QString& text)
    {
        for (const char* const title : {"Edit", "Arrange"}) {
            for (QAction* action : menuOf(title)->findChildren<QAction*>())
                if (action->text().remove('&') == text)
                    return action;
        }
        return nullptr;
    }
    void trigger(const QString& text)
    {
        QAction* action = entry(text);
        QVERIFY2(action, qPrintable(text));
        action->trigger();
    }
};

HEADROOM_WIDGET_TEST(EditMenusTest)
#include "edit_menus_test.moc"
