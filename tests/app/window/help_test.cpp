// Help inside the program: the page of what is selected, and the list of keys.

#include "../studio_desk.h"
#include "tests/widget_tests.h"

#include <QComboBox>
#include <QDialog>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTreeWidgetItemIterator>

using namespace headroom;

class HelpTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        desk_ = std::make_unique<studio::Desk>();
        QVERIFY(desk_->openRack(4));
    }
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
    QTextBrowser* browser()
    {
        auto* window = desk_->window().findChild<QDialog*>("help");
        return window ? window->findChild<QTextBrowser*>() : nullptr;
    }
    QString heading() { return browser()->document()->begin().text(); }

    std::unique_ptr<studio::Desk> desk_;
};

HEADROOM_WIDGET_TEST(HelpTest)
#include "help_test.moc"
