// A line of text in a narrow place: it says that it is cut, and all of it can be read.
#include "tests/widget_tests.h"
#include "widgets/controls/elided_label.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QHelpEvent>
#include <QTest>
#include <QToolTip>

using namespace headroom::widgets;

class ElidedLabelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::light); }

    void aLongTextEndsWithAnEllipsisAndIsWholeInTheToolTip()
    {
        ElidedLabel label;
        label.setText("2 × 3 × 2 values of STORAGE_DEVICE_TYPE, WORKERS, OBJECT_SIZE");
        label.resize(150, 24);
        label.show();
        QVERIFY(QTest::qWaitForWindowExposed(&label));
        QVERIFY(label.shownText().startsWith("2 × 3 ×") && label.shownText().endsWith("…"));
        QHelpEvent hover(QEvent::ToolTip, {10, 10}, label.mapToGlobal(QPoint(10, 10)));
        QApplication::sendEvent(&label, &hover);
        QCOMPARE(QToolTip::text(), label.text());
        label.resize(900, 24);
        QCOMPARE(label.shownText(), label.text());
    }

    void itsTextDoesNotKeepAWindowWide()
    {
        ElidedLabel label;
        label.setText(QString(400, 'x'));
        QVERIFY(label.minimumSizeHint().width() < 100);
    }
};

HEADROOM_WIDGET_TEST(ElidedLabelTest)
#include "elided_label_test.moc"
