// Help inside the program: the page of what is selected, and the list of keys.

#include "../desk_test.h"
#include "../sample_runs.h"
#include "tests/widget_tests.h"

#include "app/decide/decide_page.h"
#include "app/document/help_pages.h"
#include "app/report/report_dialog.h"

#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTimer>
#include <QTreeWidgetItemIterator>

using namespace headroom;

class HelpTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { openRack(4); }
    void cleanup() { desk_.reset(); }

    void f1OpensThePageOfTheSelectedBlock()
    {
        desk_->window().software().scene()->selectBoxes({"pipeline"});
        QTest::keyClick(&desk_->window(), Qt::Key_F1);
        QVERIFY(browser());
        QCOMPARE(heading(), QString("Compute"));
        desk_->window().showDiagram(widgets::topologyPath);
        desk_->window().topology().scene()->selectBoxes({"storage"});
        QTest::keyClick(&desk_->window(), Qt::Key_F1);
        QCOMPARE(heading(), QString("Node groups"));
        QCOMPARE(desk_->window().findChildren<QDialog*>("help").size(), 1);
    }

    void itIsOpenedAtTheFieldWithTheFocus()
    {
        desk_->window().showDiagram(widgets::topologyPath);
        desk_->window().topology().scene()->selectBoxes({"storage"});
        auto* inspector = desk_->window().findChild<widgets::PropertyInspector*>();
        QTRY_VERIFY(inspector->editor("rack"));
        desk_->window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&desk_->window()));
        inspector->editor("rack")->setFocus();
        QTest::keyClick(inspector->editor("rack"), Qt::Key_F1);
        QVERIFY(browser());
        QCOMPARE(browser()->textCursor().selectedText(), QString("rack"));
    }

    void everyViewHasAPageOfTheManualThatF1Opens_data()
    {
        QTest::addColumn<QString>("title");
        for (const char* view : {"Project",         "History",  "Blocks",     "Generic parameters",
                                 "Properties",      "Timeline", "Latency",    "Where time goes",
                                 "Heat map",        "Requests", "Load curve", "Utilisation",
                                 "Problems",        "Messages", "Software",   "Topology",
                                 "Mapping",         "Runs",     "Decide",     "Question",
                                 "What would help", "Study",    "Growth",     "Cost",
                                 "Components"})
            QTest::newRow(view) << view;
    }
    void everyViewHasAPageOfTheManualThatF1Opens()
    {
        QFETCH(QString, title);
        QWidget* view = title == "Timeline" ? &desk_->timeline() : viewNamed(title);
        QVERIFY2(view, qPrintable(title));
        QTest::keyClick(focusIn(*view), Qt::Key_F1);
        QVERIFY(browser());
        QVERIFY2(browser()->source().path().startsWith("manual/"), qPrintable(browser()->source().path()));
        QVERIFY2(heading().contains(title.section(' ', -1), Qt::CaseInsensitive), qPrintable(heading()));
        QVERIFY(browser()->toPlainText().size() > 200);
    }

    /// A view that is added later needs a page, too.
    void theListOfViewsIsComplete()
    {
        QStringList views;
        for (const auto* dock : desk_->window().findChildren<QDockWidget*>())
            if (dock->objectName() != "results")
                views += dock->windowTitle();
        const auto* results = desk_->window().findChild<QTabBar*>("resultTabs");
        for (int i = 0; i < results->count(); ++i)
            views += results->tabText(i);
        const auto* pages = desk_->window().findChild<QTabWidget*>("mainTabs");
        for (int i = 0; i < pages->count(); ++i)
            views += pages->tabText(i);
        views += app::DecidePage::titles();
        QCOMPARE(views.size(), 25);
        for (const QString& view : views) {
            QWidget* widget = viewNamed(view);
            QVERIFY2(widget, qPrintable(view));
            QVERIFY2(!app::manualPageAround(widget).isEmpty(), qPrintable(view));
        }
    }

    void aViewBesideTheTimelineHasItsOwnPage()
    {
        QTest::keyClick(focusIn(desk_->window().results().comparison()), Qt::Key_F1);
        QVERIFY(browser());
        QCOMPARE(heading(), QString("The figures of a run"));
    }

    void inADialogTheKeyOpensItsPage()
    {
        app::ReportDialog dialog({{sample::writeResult(desk_->path("run.hrr"))}}, &desk_->window());
        dialog.open();
        dialog.activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &dialog);
        QCOMPARE(helpOf(dialog, *dialog.findChild<QLineEdit*>()), QString("Report"));
    }

    void theKeyOpensThePageOfEachDialogThatIsOpenedInTheWindow_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("title");
        QTest::newRow("run until") << "Run until …"
                                   << "Run until";
        QTest::newRow("role of a library") << "Add role from library …"
                                           << "Roles from a library";
        QTest::newRow("name of a role") << "New role …"
                                        << "The software drawing";
    }
    void theKeyOpensThePageOfEachDialogThatIsOpenedInTheWindow()
    {
        QFETCH(QString, action);
        QFETCH(QString, title);
        desk_->window().software().view()->setFocus();
        QString page;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            page = helpOf(*dialog, *dialog);
            dialog->reject();
        });
        QAction* opens = desk_->action(action);
        QVERIFY2(opens, qPrintable(action));
        opens->trigger();
        QCOMPARE(page, title);
    }

    void inTheFormOfAFabricTheKeyOpensItsPage()
    {
        desk_->window().showDiagram(widgets::topologyPath);
        desk_->action("New fabric …")->trigger();
        auto* fabric = desk_->window().findChild<QDialog*>("fabricForm");
        QVERIFY(fabric);
        QCOMPARE(helpOf(*fabric, *fabric->findChild<QLineEdit*>()), QString("A fabric"));
        fabric->reject();
    }

    void inTheHelpItselfTheKeyOpensNoOther()
    {
        QTest::keyClick(&desk_->window(), Qt::Key_F1);
        QVERIFY(browser());
        QTest::keyClick(browser(), Qt::Key_F1);
        QCOMPARE(desk_->window().findChildren<QDialog*>("help").size(), 1);
    }

    void eachBlockAndEachKindOfElementHasAPage()
    {
        QTest::keyClick(&desk_->window(), Qt::Key_F1);
        QVERIFY(browser());
        browser()->home();
        QStringList dead;
        int links = 0;
        for (QTextBlock block = browser()->document()->begin(); block.isValid(); block = block.next())
            for (auto part = block.begin(); !part.atEnd(); ++part)
                if (const QString link = part.fragment().charFormat().anchorHref(); !link.isEmpty()) {
                    ++links;
                    if (!browser()->loadResource(QTextDocument::MarkdownResource, link).isValid())
                        dead.append(link);
                }
        QVERIFY(links > 40);
        QVERIFY2(dead.isEmpty(), qPrintable(dead.join(' ')));
        QVERIFY(!browser()->toPlainText().contains("](")); // also those whose file has a space in its name
    }

    /// Each key of a menu is in the list, with what it does.
    void theListOfKeysHoldsTheKeysOfTheMenus()
    {
        desk_->action("Keyboard shortcuts")->trigger();
        auto* list = desk_->window().findChild<QDialog*>("keys")->findChild<QTreeWidget*>();
        QMap<QString, QString> keys;
        for (QTreeWidgetItemIterator it(list); *it; ++it)
            keys[(*it)->text(0)] = (*it)->text(1);
        QCOMPARE(keys["Undo"], QString("Ctrl+Z"));
        QCOMPARE(keys["New operation …"], QString("Ctrl+Alt+O"));
        QCOMPARE(keys["Page of what is selected"], QString("F1"));
        QVERIFY(keys.values().contains("F5"));
        QVERIFY(keys.contains("Go to the next block"));
    }

private:
    /// The heading of the page that F1 opens in a dialog.
    static QString helpOf(QDialog& dialog, QWidget& focus)
    {
        QTest::keyClick(&focus, Qt::Key_F1);
        auto* help = dialog.findChild<QDialog*>("help");
        return help && help->isVisible() ? help->findChild<QTextBrowser*>()->document()->begin().text() : QString();
    }
    QTextBrowser* browser()
    {
        auto* window = desk_->window().findChild<QDialog*>("help");
        return window ? window->findChild<QTextBrowser*>() : nullptr;
    }
    /// A panel, a page of the results or a page of the window, brought to the front.
    QWidget* viewNamed(const QString& title)
    {
        for (auto* dock : desk_->window().findChildren<QDockWidget*>())
            if (dock->windowTitle() == title && dock->objectName() != "results") {
                dock->show();
                dock->raise();
                return dock->widget();
            }
        auto* results = desk_->window().findChild<QTabBar*>("resultTabs");
        for (int i = 0; i < results->count(); ++i)
            if (results->tabText(i).startsWith(title)) {
                results->setCurrentIndex(i);
                return static_cast<QStackedWidget*>(desk_->window().results().widget())->currentWidget();
            }
        app::DecidePage& decide = desk_->window().decide();
        if (const qsizetype step = app::DecidePage::titles().indexOf(title); step >= 0) {
            decide.showView(static_cast<app::DecidePage::View>(step));
            return decide.findChild<QStackedWidget*>("decideViews")->currentWidget();
        }
        auto* pages = desk_->window().findChild<QTabWidget*>("mainTabs");
        for (int i = 0; i < pages->count(); ++i)
            if (pages->tabText(i) == title) {
                pages->setCurrentIndex(i);
                return pages->currentWidget();
            }
        return nullptr;
    }
    /// Gives the focus to the view, or to the first widget in it that takes it.
    static QWidget* focusIn(QWidget& view)
    {
        QApplication::processEvents();
        QList<QWidget*> inside{&view};
        inside += view.findChildren<QWidget*>();
        for (QWidget* widget : inside)
            if ((widget->focusPolicy() & Qt::TabFocus) && widget->isVisible() && widget->isEnabled()) {
                widget->setFocus();
                return widget;
            }
        view.setFocus();
        return &view;
    }
    QString heading() { return browser()->document()->begin().text(); }
};

HEADROOM_WIDGET_TEST(HelpTest)
#include "help_test.moc"
