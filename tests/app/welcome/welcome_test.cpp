// A window without a project welcomes; projects come by click, by drag, by menu, each into a window where it harms
// none.

#include "../desk_test.h"

#include "app/base/card_button.h"
#include "app/document/recent_files.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"

#include <QMimeData>
#include <QTabWidget>

using namespace headroom;

class WelcomeTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup()
    {
        for (app::MainWindow* window : windows())
            if (window != &desk_->window())
                delete window;
        desk_.reset();
    }

    void aNewProjectIsOneClickAway()
    {
        QVERIFY(welcome()->isVisible());
        QVERIFY(!desk_->window().findChild<QDockWidget*>("project")->isVisible());
        QVERIFY(!desk_->action("Ctrl+S")->isEnabled());
        QTest::mouseClick(welcome()->findChild<QPushButton*>("newProject"), Qt::LeftButton);
        QVERIFY(!welcome()->isVisible());
        QVERIFY(desk_->window().findChild<QTabWidget*>("mainTabs")->isVisible());
        QVERIFY(desk_->window().findChild<QDockWidget*>("project")->isVisible());
        QVERIFY(desk_->action("Ctrl+S")->isEnabled());
        QVERIFY(desk_->window().model().project().behaviours.empty());
    }

    void eachTemplateHasAPictureAndALineAndOpensAsANewProject()
    {
        const int templates = static_cast<int>(app::DocumentFiles::samples().size());
        QVERIFY(templates >= 3);
        const auto cards = [this] {
            QList<app::CardButton*> found;
            for (auto* card : welcome()->findChildren<app::CardButton*>())
                if (card->objectName().startsWith("template "))
                    found.append(card);
            return found;
        };
        QTRY_COMPARE_WITH_TIMEOUT(cards().size(), templates, studio::patienceMs);
        for (app::CardButton* card : cards()) {
            QVERIFY(!card->text().isEmpty());
            QVERIFY(!card->accessibleDescription().isEmpty());
        }
        auto* rack = welcome()->findChild<app::CardButton*>("template swift-rack");
        QTest::mouseClick(rack, Qt::LeftButton);
        QCOMPARE(desk_->window().files().displayName(), "Swift rack");
        QVERIFY(desk_->window().files().path().isEmpty()); // saving asks for a name: the template stays as it is
        QVERIFY(!desk_->window().model().project().workloads.empty());
    }

    void recentFilesAreListedAndCanBeTakenOff()
    {
        QVERIFY(desk_->openRack(4));
        const QString rack = desk_->path("rack.headroom");
        desk_->open();
        auto* card = welcome()->findChild<app::CardButton*>("recent " + rack);
        QVERIFY(card && card->isVisible());
        card->setFocus();
        QTest::keyClick(card, Qt::Key_Space);
        QCOMPARE(desk_->window().files().path(), rack);

        desk_->open();
        QTest::mouseClick(welcome()->findChild<QToolButton*>("forget " + rack), Qt::LeftButton);
        QVERIFY(app::recentFiles().isEmpty());
        QVERIFY(QFile::exists(rack));
        QTRY_VERIFY(!welcome()->findChild<app::CardButton*>("recent " + rack));
    }

    void aFileDraggedOntoTheWindowOpens()
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(desk_->write("dragged.headroom", studio::Desk::rack(4)))});
        drop(data);
        QCOMPARE(desk_->window().files().displayName(), "dragged.headroom");
        QMimeData other;
        other.setUrls({QUrl::fromLocalFile(desk_->path("picture.png"))});
        QDragEnterEvent enter({20, 20}, Qt::CopyAction, &other, Qt::LeftButton, {});
        enter.ignore();
        QApplication::sendEvent(&desk_->window(), &enter);
        QVERIFY(!enter.isAccepted());
    }

    void aProjectWithChangesKeepsItsWindow()
    {
        QVERIFY(desk_->openRack(4));
        const QString other = desk_->write("other.headroom", studio::Desk::rack(5));
        QVERIFY(desk_->window().openSomewhere(other)); // no changes: here
        QCOMPARE(windows().size(), 1);
        QCOMPARE(desk_->window().files().displayName(), "other.headroom");

        setParameter(desk_->window().model(), "WORKERS", 77);
        QVERIFY(desk_->window().openSomewhere(desk_->path("rack.headroom")));
        QCOMPARE(windows().size(), 2);
        QCOMPARE(desk_->window().files().displayName(), "other.headroom");
        QVERIFY(desk_->window().isWindowModified());

        // Once more: the window that has it comes forward.
        QVERIFY(desk_->window().openSomewhere(desk_->path("rack.headroom")));
        QCOMPARE(windows().size(), 2);
        desk_->action("Ctrl+N")->trigger();
        QCOMPARE(windows().size(), 3);
    }

    void aFurtherWindowWelcomesAndIsClosedAlone()
    {
        QVERIFY(desk_->openRack(4));
        desk_->action("Ctrl+Shift+N")->trigger();
        QCOMPARE(windows().size(), 2);
        for (app::MainWindow* window : windows())
            if (window != &desk_->window()) {
                QVERIFY(window->findChild<QWidget*>("welcome")->isVisible());
                window->close();
            }
        QTRY_COMPARE(windows().size(), 1);
        QVERIFY(desk_->window().isVisible());
    }

private:
    QWidget* welcome() { return desk_->window().findChild<QWidget*>("welcome"); }
    static QList<app::MainWindow*> windows()
    {
        QList<app::MainWindow*> found;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<app::MainWindow*>(widget))
                found.append(window);
        return found;
    }
    void drop(QMimeData& data)
    {
        const QPoint at(200, 200);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&desk_->window(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&desk_->window(), &event);
    }
};

HEADROOM_WIDGET_TEST(WelcomeTest)
#include "welcome_test.moc"
