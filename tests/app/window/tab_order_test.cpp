// Tab goes through the window in the order of the screen, and leaves nothing out.

#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/controls/tab_order.h"

#include <QDockWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QToolBar>

using namespace headroom;

class TabOrderTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        desk_ = std::make_unique<studio::Desk>();
        desk_->forget();
        desk_->open();
        QVERIFY(desk_->openRack(4));
    }
    void cleanup() { desk_.reset(); }

    void oneRoundOfTabGoesThroughThePanelsAsTheyStandOnTheScreen()
    {
        desk_->button(studio::runKey)->setFocus();
        QStringList panels{"runBar"};
        QString firstOfResults;
        for (int i = 0; i < 400; ++i) {
            press(Qt::Key_Tab);
            const QString name = panelOf(QApplication::focusWidget());
            if (name == "runBar" && panels.size() > 1)
                break;
            if (panels.last() == name)
                continue;
            panels.append(name);
            if (name == "results")
                firstOfResults = QApplication::focusWidget()->objectName();
        }
        QCOMPARE(firstOfResults, QString("resultTabs")); // above the page
        const QStringList onScreen{"runBar", "project", "blocks", "mainTabs", "parameters", "results", "statusBar"};
        QVERIFY2(panels == onScreen, qPrintable(panels.join(", ")));
    }

    /// Those of the run bar from left to right, its progress among them.
    void everyControlOfTheRunBarIsReached()
    {
        auto* bar = desk_->window().findChild<QToolBar*>("runBar");
        for (auto* button : bar->findChildren<QToolButton*>())
            if (button->defaultAction())
                button->defaultAction()->setEnabled(true);
        desk_->button(studio::runKey)->setFocus();
        QWidgetList reached;
        for (QWidget* now = QApplication::focusWidget(); bar->isAncestorOf(now); now = QApplication::focusWidget()) {
            reached.append(now);
            press(Qt::Key_Tab);
        }
        int before = -1;
        for (QWidget* each : reached) {
            const int x = each->mapTo(bar, QPoint()).x();
            QVERIFY2(x > before, qPrintable(each->objectName()));
            before = x;
        }
        for (const char* name : {"runButton", "rerunButton", "stepButton", "pace", "runProgress"})
            QVERIFY2(reached.contains(bar->findChild<QWidget*>(name)), name);
    }

    void tabAndShiftTabGoTheSameWay()
    {
        desk_->button(studio::runKey)->setFocus();
        QWidgetList there, back;
        const auto stops = widgets::tabStops(desk_->window());
        for (int i = 0; i < stops.size(); ++i) {
            there.append(QApplication::focusWidget());
            press(Qt::Key_Tab);
        }
        QCOMPARE(QApplication::focusWidget(), there.front());
        for (int i = 0; i < stops.size(); ++i) {
            press(Qt::Key_Backtab);
            back.prepend(QApplication::focusWidget());
        }
        QCOMPARE(back, there);
    }

    /// The details are made when they are folded out, long after all other parts of the window.
    void tabGoesThroughTheDetailsOfAParameterBeforeTheNextOne()
    {
        auto& panel = desk_->window().parameters();
        QTest::mouseClick(panel.findChild<QToolButton*>("PROCESSOR/fold"), Qt::LeftButton);
        panel.editor("PROCESSOR")->setFocus();
        QStringList stops;
        for (int i = 0; i < 40 && QApplication::focusWidget()->objectName() != "DRIVE/fold"; ++i) {
            press(Qt::Key_Tab);
            stops.append(QApplication::focusWidget()->objectName());
        }
        QCOMPARE(stops.first(), QString("PROCESSOR/name"));
        QCOMPARE(stops.last(), QString("DRIVE/fold"));
    }

    void aParameterThatIsReachedIsScrolledIntoView()
    {
        auto* area = desk_->window().findChild<QDockWidget*>("parameters")->findChild<QScrollArea*>();
        const int places = area->verticalScrollBar()->maximum();
        QVERIFY(places > 0);
        for (int i = 0; i < 400; ++i) {
            press(Qt::Key_Tab);
            QWidget* now = QApplication::focusWidget();
            if (!area->widget()->isAncestorOf(now))
                continue;
            QVERIFY2(!now->visibleRegion().isEmpty(), qPrintable(now->objectName()));
        }
    }

private:
    void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }

    /// Name of the tool bar, the panel or the central part that a widget lies in.
    QString panelOf(QWidget* widget)
    {
        for (; widget && widget != &desk_->window(); widget = widget->parentWidget()) {
            if (qobject_cast<QToolBar*>(widget) || qobject_cast<QDockWidget*>(widget) ||
                widget->objectName() == "mainTabs")
                return widget->objectName();
            if (widget->inherits("QStatusBar"))
                return "statusBar";
            if (qobject_cast<QTabBar*>(widget) && widget->parentWidget() == &desk_->window())
                return "project"; // the tabs of the project tree and the history
        }
        return {};
    }
};

HEADROOM_WIDGET_TEST(TabOrderTest)
#include "tab_order_test.moc"
