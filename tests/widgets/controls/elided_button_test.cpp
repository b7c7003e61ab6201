// A button in a narrow place: it says that its text is cut, and all of it can be read.
#include "tests/widget_tests.h"
#include "widgets/controls/elided_button.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QHelpEvent>
#include <QTest>
#include <QToolTip>

using namespace headroom::widgets;

class ElidedButtonTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::light); }

    void aTextThatFitsIsShownWhole()
    {
        ElidedButton button;
        button.setText("3 of 62");
        button.resize(300, 30);
        QCOMPARE(button.shownText(), QString("3 of 62"));
    }

    void aTextThatIsTooLongKeepsItsBeginningAndIsToldByTheToolTip()
    {
        ElidedButton button;
        button.setText("3 of 62: AMD EPYC 9354, AMD EPYC 9454, AMD EPYC 9654");
        button.setToolTip("Choose from a list");
        button.resize(160, 30);
        button.show();
        QVERIFY(button.shownText().startsWith("3 of 62"));
        QVERIFY(button.shownText().endsWith(QChar(0x2026)));
        QHelpEvent help(QEvent::ToolTip, QPoint(5, 5), button.mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(&button, &help);
        QVERIFY(QToolTip::text().startsWith(button.text()));
        QVERIFY(QToolTip::text().endsWith("Choose from a list"));
    }
};

HEADROOM_WIDGET_TEST(ElidedButtonTest)
#include "elided_button_test.moc"
