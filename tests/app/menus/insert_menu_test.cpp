// The menu Insert adds the elements of a project that are in no drawing, by mouse and by keys, and opens each in the
// panel of properties.

#include "../desk_test.h"

#include "tests/widget_tests.h"

#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>
#include <QToolButton>

using namespace headroom;

class InsertMenuTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { openRack(4); }
    void cleanup() { desk_.reset(); }

    void everyElementIsAddedByTheMouseOpenInThePropertiesAndUndone_data()
    {
        QTest::addColumn<QStringList>("path");
        QTest::addColumn<QString>("name");
        QTest::newRow("workload") << QStringList{"Workload for", "proxy-server"} << "load";
        QTest::newRow("selector") << QStringList{"Selector or ring"} << "ring";
        QTest::newRow("state") << QStringList{"State item of", "proxy-server", "cache"} << "cache";
        QTest::newRow("disturbance") << QStringList{"Disturbance"} << "failure";
        QTest::newRow("distribution") << QStringList{"Distribution"} << "distribution";
        QTest::newRow("result") << QStringList{"Derived result"} << "result";
        QTest::newRow("goal") << QStringList{"Goal"} << "PUT-p99";
        QTest::newRow("study") << QStringList{"Study"} << "study";
        QTest::newRow("measurement") << QStringList{"Measurement"} << "measurement";
    }
    void everyElementIsAddedByTheMouseOpenInThePropertiesAndUndone()
    {
        QFETCH(QStringList, path);
        QFETCH(QString, name);
        QMenuBar& bar = *desk_->window().menuBar();
        QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.actionGeometry(menuOf("Insert")->menuAction()).center());
        QTRY_VERIFY(menuOf("Insert")->isVisible());
        chooseByMouse(*menuOf("Insert"), path);
        QVERIFY(desk_->document() != opened_);
        QCOMPARE(desk_->window().model().undoStack()->count(), 1);
        QTRY_VERIFY(inspector()->isAncestorOf(QApplication::focusWidget()));
        const auto* tree = desk_->window().findChild<app::ProjectTree*>();
        QVERIFY2(tree->currentItem()->text(0).startsWith(name), qPrintable(tree->currentItem()->text(0)));
        QVERIFY(inspector()->findChildren<QLabel*>().size() > 1);
        desk_->window().model().undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void keysAddAsTheMouseDoes()
    {
        QTest::keyClick(&desk_->window(), Qt::Key_I, Qt::AltModifier);
        QTRY_VERIFY(QApplication::activePopupWidget() == menuOf("Insert"));
        QTest::keyClick(menuOf("Insert"), Qt::Key_D);
        QCOMPARE(desk_->window().model().project().disturbances.size(), std::size_t(1));
        QTRY_COMPARE(focusedText(), QString("failure"));
        // The name is selected, so that it can be typed at once.
        QTest::keyClicks(QApplication::focusWidget(), "lost disk");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(desk_->window().model().project().disturbances.back().id, std::string("lost disk"));
    }

    void aParameterIsAddedAndNamedInItsPanel()
    {
        const std::size_t before = desk_->window().model().project().parameters.size();
        QTest::keyClick(&desk_->window(), Qt::Key_I, Qt::AltModifier);
        QTRY_VERIFY(menuOf("Insert")->isVisible());
        chooseByMouse(*menuOf("Insert"), {"Generic parameter", "Whole number"});
        QCOMPARE(desk_->window().model().project().parameters.size(), before + 1);
        auto* panel = desk_->window().findChild<widgets::ParameterPanel*>();
        QTRY_VERIFY(panel->isAncestorOf(QApplication::focusWidget()));
        // A panel that is hidden is shown.
        desk_->window().findChild<QDockWidget*>("parameters")->hide();
        QVERIFY(!panel->isVisible());
        QTest::keyClick(&desk_->window(), Qt::Key_I, Qt::AltModifier);
        QTRY_VERIFY(menuOf("Insert")->isVisible());
        chooseByMouse(*menuOf("Insert"), {"Generic parameter", "Whole number"});
        QTRY_VERIFY(panel->isVisible() && panel->isAncestorOf(QApplication::focusWidget()));
    }

    void theButtonBelowTheProjectTreeOpensTheSameMenu()
    {
        auto* button = desk_->window().findChild<QToolButton*>("insert");
        QVERIFY(button && button->isVisible());
        QTimer::singleShot(0, this, [this] { chooseByMouse(*menuOf("Insert"), {"Disturbance"}); });
        QTest::mouseClick(button, Qt::LeftButton); // returns when the menu has closed
        QCOMPARE(desk_->window().model().project().disturbances.size(), std::size_t(1));
    }

    void theRolesAreThoseOfNow()
    {
        desk_->action("Ctrl+N")->trigger();
        emit menuOf("Insert")->aboutToShow();
        QVERIFY(!entry(*menuOf("Insert"), "Workload for")->isEnabled());
        QVERIFY(!entry(*menuOf("Insert"), "State item of")->isEnabled());
        QVERIFY(entry(*menuOf("Insert"), "Goal")->isEnabled());
    }

private:
    static QAction* entry(const QMenu& menu, const QString& text)
    {
        for (QAction* action : menu.actions())
            if (action->text().remove('&') == text)
                return action;
        return nullptr;
    }
    static void chooseByMouse(QMenu& first, const QStringList& path)
    {
        QMenu* menu = &first;
        for (const QString& word : path) {
            QAction* found = entry(*menu, word);
            QVERIFY2(found, qPrintable(word));
            QMenu* below = found->menu();
            QTest::mouseMove(menu, menu->actionGeometry(found).center());
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(found).center());
            menu = below;
        }
        QApplication::processEvents();
    }
    static QString focusedText()
    {
        const auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        return line ? line->text() : QString();
    }
};

HEADROOM_WIDGET_TEST(InsertMenuTest)
#include "insert_menu_test.moc"
