// The tour "Draw your first system", done as it says: by the buttons of the guide, the drawing and the properties.

#include "../window/system_desk.h"
#include "app/welcome/first_system_tour.h"
#include "tests/widget_tests.h"

#include <QFrame>
#include <QStatusBar>

using namespace headroom;

class FirstSystemTourTest : public studio::SystemDesk
{
    Q_OBJECT

private slots:
    void cleanup() { desk_.reset(); }

    void leadsFromAnEmptyProjectToARun()
    {
        open();
        auto* begin = window().findChild<QPushButton*>("firstSystem");
        QVERIFY(begin);
        QTest::mouseClick(begin, Qt::LeftButton);
        QTRY_COMPARE(step(), 1);
        QVERIFY(text().contains("New role …"));
        press("New role …", "server");
        QTRY_COMPARE(step(), 2);
        press("New operation …", "query");
        QTRY_COMPARE(step(), 3);
        add("compute");
        add("read");
        QTRY_COMPARE(step(), 4);
        desk_->action("Ctrl+Z")->trigger(); // a step that is undone comes again
        QTRY_COMPARE(step(), 3);
        desk_->action("Ctrl+Shift+Z")->trigger();
        QTRY_COMPARE(step(), 4);
        drawing()->selectBoxes({"compute1"});
        type("work", "2 ms");
        QTRY_COMPARE(step(), 5);
        drawing()->selectBoxes({"read1"});
        type("volume", "data");
        type("bytes", "8 KiB");
        QTRY_COMPARE(step(), 6);
        press("Add nodes");
        press("Place server");
        QTRY_COMPARE(step(), 7);
        type("processor", "Intel_Xeon_Gold_6426Y");
        addPart("S3700");
        QTRY_COMPARE(step(), 8);
        press("Add workload");
        QTRY_COMPARE(step(), 9);
        QVERIFY(text().contains("Run (F5)"));
        auto* end = window().findChild<QFrame*>("tour")->findChildren<QPushButton*>().back();
        QTest::mouseClick(end, Qt::LeftButton);
        QVERIFY(!window().tour().isOn());
        QVERIFY(!window().findChild<QFrame*>("tour"));
    }

    void isNotBegunInAProjectThatHasSoftware()
    {
        openRack(2);
        desk_->action("Draw your first system")->trigger();
        QVERIFY(!window().tour().isOn());
        QVERIFY(window().statusBar()->currentMessage().contains("empty project"));
    }

private:
    int step() { return window().tour().step(); }
    QString text()
    {
        QString all;
        if (auto* notice = window().findChild<QFrame*>("tour"))
            for (const auto* label : notice->findChildren<QLabel*>())
                all += label->text();
        return all;
    }
};

HEADROOM_WIDGET_TEST(FirstSystemTourTest)
#include "first_system_tour_test.moc"
