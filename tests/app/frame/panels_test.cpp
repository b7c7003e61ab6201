// The panels give their room to what can be used: an empty panel to its neighbour, one without effect to the others.

#include "../desk_test.h"

#include "app/decide/decide_page.h"
#include "tests/widget_tests.h"
#include "widgets/parameters/inspector/property_inspector.h"

#include <QCheckBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeWidget>

using namespace headroom;

class PanelsTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        desk_ = std::make_unique<studio::Desk>();
        desk_->forget();
        desk_->open();
        desk_->window().resize(1280, 720);
        QVERIFY(desk_->openRack(4));
        settle();
    }
    void cleanup() { desk_.reset(); }

    void withoutASelectionTheParametersHaveTheRoom()
    {
        const int empty = heightOf("properties"), whole = empty + heightOf("parameters");
        QVERIFY(empty < whole / 3);
        clickBlock("pipeline");
        settle();
        QVERIFY(isAbout(heightOf("properties"), whole / 2)); // its form is longer
        clickVoid();
        settle();
        QVERIFY(isAbout(heightOf("properties"), empty));
    }

    void aShortFormTakesWhatItNeedsAndTheParametersTheRest()
    {
        desk_->window().resize(1280, 1200);
        desk_->window().showDiagram("proxy-server/PUT/full");
        clickBlock("pipeline");
        settle();
        const auto* form = dock("properties")->findChild<QScrollArea*>();
        QCOMPARE(form->verticalScrollBar()->maximum(), 0);
        QVERIFY(heightOf("properties") < heightOf("parameters"));
        QVERIFY(form->viewport()->height() - form->widget()->sizeHint().height() < 40);
    }

    void nothingMovesWhileAnElementIsEdited()
    {
        clickBlock("pipeline");
        settle();
        const int properties = heightOf("properties");
        auto* work = qobject_cast<QLineEdit*>(desk_->window().findChild<widgets::PropertyInspector*>()->editor("work"));
        QVERIFY(work);
        work->setFocus();
        work->selectAll();
        QTest::keyClicks(work, "3 parsecs");
        QTest::keyClick(work, Qt::Key_Tab);
        settle();
        QVERIFY(isAbout(heightOf("properties"), properties));
    }

    void theHeightThatTheUserGaveStaysForAllSelections()
    {
        clickBlock("pipeline");
        settle();
        const int before = heightOf("properties");
        const QPoint boundary = dock("properties")->mapTo(&desk_->window(), QPoint(100, -1));
        QVERIFY(!desk_->window().childAt(boundary));
        QTest::mousePress(&desk_->window(), Qt::LeftButton, {}, boundary);
        for (const int up : {20, 40}) {
            QTest::mouseMove(&desk_->window(), boundary - QPoint(0, up));
            QCoreApplication::processEvents(); // the window moves the boundary after the event
        }
        QTest::mouseRelease(&desk_->window(), Qt::LeftButton, {}, boundary - QPoint(0, 40));
        settle();
        const int chosen = heightOf("properties");
        QVERIFY2(chosen > before + 20, qPrintable(QString::number(chosen - before)));
        clickBlock("known");
        settle();
        QVERIFY(isAbout(heightOf("properties"), chosen));
        clickVoid();
        settle();
        QVERIFY(heightOf("properties") < before); // nothing is selected
        reopen();
        clickBlock("pipeline");
        settle();
        QVERIFY(isAbout(heightOf("properties"), chosen));
    }

    void thePaletteIsThereWhereItCanBeUsed()
    {
        const int tree = dock("project")->height();
        QVERIFY(dock("blocks")->isVisible());
        for (const char* page : {"Runs", "Decide", "Components"}) {
            show(page);
            QVERIFY2(!dock("blocks")->isVisible(), page);
            QTRY_VERIFY(dock("project")->height() > tree);
        }
        show("Topology");
        QVERIFY(dock("blocks")->isVisible());
        show("Runs");
        desk_->window().close(); // the palette is not lost with the page that does not need it
        desk_->open();
        QVERIFY(desk_->openRack(4));
        QVERIFY(dock("blocks")->isVisible());
    }

    void aPaletteThatTheUserHasHiddenStaysSo()
    {
        dock("blocks")->toggleViewAction()->trigger();
        QVERIFY(!dock("blocks")->isVisible());
        show("Runs");
        show("Software");
        QVERIFY(!dock("blocks")->isVisible());
    }

    void tickingAlternativesMovesNoRowAndTheWayToTheStudyStaysInSight()
    {
        auto* study = desk_->window().findChild<QPushButton*>("studyOfTicks");
        auto* area = dock("parameters")->findChild<QScrollArea*>();
        QVERIFY(study->isVisible() && !study->isEnabled());
        QCOMPARE(study->text(), QString("Study: no value is ticked"));
        auto* tick = desk_->window().findChild<QCheckBox*>("ADAPTER/tick");
        area->ensureWidgetVisible(tick);
        settle();
        const auto place = [&] { return tick->parentWidget()->mapTo(&desk_->window(), QPoint()); };
        const QPoint before = place();
        const int height = area->height();
        QTest::mouseClick(tick, Qt::LeftButton, {}, QPoint(8, tick->height() / 2));
        QTRY_VERIFY(study->isEnabled());
        QVERIFY2(study->text().endsWith(" points"), qPrintable(study->text()));
        settle();
        QVERIFY((place() - before).manhattanLength() <= 2); // Qt shares out the last pixels now one way, now the other
        QVERIFY(std::abs(area->height() - height) <= 2);
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        QVERIFY(!study->visibleRegion().isEmpty());
        QTest::mouseClick(study, Qt::LeftButton);
        QVERIFY(desk_->window().decide().studyPage().isVisible());
    }

    void aMessageMovesNothing()
    {
        const QRect results = desk_->window().results().geometry();
        desk_->window().findChild<QTreeWidget*>("projectTree")->setFocus();
        QTest::keyClick(desk_->window().focusWidget(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!desk_->window().statusBar()->currentMessage().isEmpty());
        QApplication::processEvents();
        QCOMPARE(desk_->window().results().geometry(), results);
    }

    void besideDecideALowWindowFoldsTheResults()
    {
        app::ResultsPanel& results = desk_->window().results();
        const int height = results.height();
        show("Decide");
        settle();
        QVERIFY(results.isFolded());
        QVERIFY(results.height() < 50);
        QVERIFY(tabsOfResults().width() >= tabsOfResults().sizeHint().width()); // all tabs are seen
        show("Software");
        settle();
        QVERIFY(!results.isFolded());
        QVERIFY2(std::abs(results.height() - height) <= 2, qPrintable(QString::number(results.height())));
        show("Decide");
        desk_->window().resize(1280, 1000);
        settle();
        QVERIFY(!results.isFolded()); // there is room for both
        desk_->window().resize(1280, 720);
        settle();
        QVERIFY(results.isFolded());
    }

    void whoOpensTheResultsBesideDecideKeepsThemOpen()
    {
        show("Decide");
        QTest::mouseClick(&tabsOfResults(), Qt::LeftButton, {},
                          tabsOfResults().tabRect(app::ResultsPanel::messagesTab).center());
        settle();
        QVERIFY(desk_->window().results().messages().isVisible());
        show("Software");
        show("Decide");
        QVERIFY(!desk_->window().results().isFolded());
        reopen();
        show("Decide");
        QVERIFY(!desk_->window().results().isFolded());
        QTest::mouseClick(foldButton(), Qt::LeftButton);
        show("Software");
        QVERIFY(!desk_->window().results().isFolded()); // it was folded beside Decide only
        show("Decide");
        QVERIFY(desk_->window().results().isFolded());
    }

    void foldedResultsStaySoElsewhereAndAreSavedWithTheirHeight()
    {
        const int height = desk_->window().results().height();
        QTest::mouseClick(foldButton(), Qt::LeftButton);
        settle();
        QVERIFY(desk_->window().results().isFolded());
        reopen();
        QVERIFY(desk_->window().results().isFolded());
        QTest::mouseClick(foldButton(), Qt::LeftButton);
        settle();
        QVERIFY2(std::abs(desk_->window().results().height() - height) <= 2,
                 qPrintable(QString::number(desk_->window().results().height())));
    }

    void inALowPanelTheProblemsStandBesideTheSteps()
    {
        desk_->action("Ctrl+N")->trigger();
        desk_->window().results().showTab(app::ResultsPanel::problemsTab);
        auto* steps = desk_->window().findChild<QWidget*>("nextSteps");
        auto* page = desk_->window().findChild<QWidget*>("findings");
        const auto place = [this](const QWidget* widget) {
            return QRect(widget->mapTo(&desk_->window(), QPoint()), widget->size());
        };
        QTRY_VERIFY(steps->isVisible());
        auto* list = page->parentWidget();
        QTRY_VERIFY(place(list).left() >= place(steps).right());
        desk_->window().resizeDocks({&desk_->window().results()}, {500}, Qt::Vertical);
        desk_->window().resize(1280, 1000);
        desk_->window().resizeDocks({&desk_->window().results()}, {500}, Qt::Vertical);
        QTRY_VERIFY(place(list).top() >= place(steps).bottom());
    }

private:
    QTabBar& tabsOfResults() { return *desk_->window().findChild<QTabBar*>("resultTabs"); }
    QToolButton* foldButton() { return desk_->window().findChild<QToolButton*>("foldResults"); }
    void reopen()
    {
        desk_->window().close();
        desk_->open();
        desk_->window().resize(1280, 720);
        QVERIFY(desk_->openRack(4));
        settle();
    }
    int heightOf(const char* name) { return dock(name)->height(); }
    /// Qt shares out the last pixels now one way, now the other.
    static bool isAbout(int height, int expected) { return std::abs(height - expected) <= 4; }
    QDockWidget* dock(const char* name) { return desk_->window().findChild<QDockWidget*>(name); }
    /// Returns once the panels rest: the window lays them out in several passes, which a busy machine spreads.
    void settle()
    {
        QList<QRect> before, now;
        do {
            before = std::exchange(now, {});
            QTest::qWait(100);
            for (const auto* each : desk_->window().findChildren<QDockWidget*>())
                now << each->geometry();
        } while (now != before);
    }
    void click(const QPointF& point)
    {
        auto* view = desk_->window().software().view();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->mapFromScene(point));
        QApplication::processEvents();
    }
    void clickBlock(const char* id)
    {
        click(desk_->window().software().scene()->box(id)->sceneBoundingRect().center());
    }
    void clickVoid()
    {
        const auto* view = desk_->window().software().view();
        click(view->mapToScene(QPoint(20, 20)));
    }
    void show(const QString& page)
    {
        auto* tabs = desk_->window().findChild<QTabWidget*>();
        for (int i = 0; i < tabs->count(); ++i)
            if (tabs->tabText(i) == page)
                QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(i).center());
        QApplication::processEvents();
    }
};

HEADROOM_WIDGET_TEST(PanelsTest)
#include "panels_test.moc"
