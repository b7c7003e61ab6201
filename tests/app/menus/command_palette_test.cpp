// Ctrl+K finds commands, views, elements and pages by their names.

#include "../desk_test.h"

#include "app/decide/decide_page.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/canvas/quick_add.h"

#include <QTabWidget>

using namespace headroom;

class CommandPaletteTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { openRack(2); }
    void cleanup() { desk_.reset(); }

    void aViewIsShown()
    {
        choose("growth");
        QTRY_VERIFY(window().decide().growthPage().isVisible());
    }

    void anElementOfTheProjectIsShown()
    {
        choose("object-server");
        QTRY_COMPARE(window().navigator().canGo(-1), true);
        QVERIFY(inspector()->hasSubject());
    }

    void aCommandOfAMenuIsCarriedOut()
    {
        model().undoStack()->setClean();
        const int before = model().undoStack()->count();
        choose("workload for");
        QTRY_VERIFY(model().undoStack()->count() > before);
    }

    void aPageOfTheManualIsOpened()
    {
        choose("heat map");
        QTRY_VERIFY(window().findChild<QWidget*>("help"));
    }

    void namesThatBeginSoComeBeforeNamesThatContainIt()
    {
        shortcut(Qt::Key_K, Qt::ControlModifier);
        auto* palette = qobject_cast<widgets::QuickAdd*>(QApplication::activePopupWidget());
        QVERIFY(palette);
        QTest::keyClicks(palette->searchField(), "late");
        const auto beginsSo = [&](int row) {
            const QListWidgetItem& item = *palette->list()->item(row);
            return QRegularExpression("\\blate", QRegularExpression::CaseInsensitiveOption)
                .match(item.text() + ' ' + item.toolTip())
                .hasMatch();
        };
        bool inside = false;
        for (int row = 0; row < palette->list()->count(); ++row) {
            inside = inside || !beginsSo(row);
            QVERIFY(inside != beginsSo(row));
        }
        QVERIFY(beginsSo(0));
        QTest::keyClick(palette, Qt::Key_Escape);
    }

    void aNameThatNothingHasIsAnswered()
    {
        shortcut(Qt::Key_K, Qt::ControlModifier);
        auto* palette = qobject_cast<widgets::QuickAdd*>(QApplication::activePopupWidget());
        QVERIFY(palette);
        QTest::keyClicks(palette->searchField(), "no such thing");
        QCOMPARE(palette->list()->count(), 0);
        QTest::keyClick(palette, Qt::Key_Escape);
    }

private:
    void choose(const QString& name)
    {
        shortcut(Qt::Key_K, Qt::ControlModifier);
        auto* palette = qobject_cast<widgets::QuickAdd*>(QApplication::activePopupWidget());
        QVERIFY(palette);
        QTest::keyClicks(palette->searchField(), name);
        QVERIFY2(palette->list()->count() > 0, qPrintable(name));
        QTest::keyClick(palette->searchField(), Qt::Key_Return);
    }
};

HEADROOM_WIDGET_TEST(CommandPaletteTest)
#include "command_palette_test.moc"
