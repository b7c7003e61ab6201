// The mouse wheel never changes a field, wherever the pointer happens to be.

#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/theme/theme.h"

#include <QAbstractSpinBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QWheelEvent>

using namespace headroom;

class WheelTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void initTestCase() { widgets::applyTheme(*qApp, widgets::Theme::light); }
    void init() { openRack(4); }
    void cleanup() { desk_.reset(); }

    void theTypeOfAParameterStaysWhenThePanelIsScrolledOverIt()
    {
        window().resize(1280, 720);
        QTest::mouseClick(window().findChild<QToolButton*>("ADAPTER/fold"), Qt::LeftButton);
        QApplication::processEvents();
        auto* type = window().findChild<QComboBox*>("ADAPTER/type");
        QVERIFY(type && type->isVisible());
        auto* area = window().findChild<QDockWidget*>("parameters")->findChild<QScrollArea*>();
        area->verticalScrollBar()->setValue(0);
        QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
        turn(*type);
        QCOMPARE(desk_->document(), opened_);
        QVERIFY(area->verticalScrollBar()->value() > 0);
    }

    void noFieldOfTheWindowTakesIt()
    {
        int fields = 0;
        for (auto* combo : window().findChildren<QComboBox*>()) {
            const QString before = combo->currentText();
            turn(*combo);
            QVERIFY2(combo->currentText() == before, qPrintable(combo->objectName()));
            fields += combo->count() > 1 ? 1 : 0;
        }
        for (auto* box : window().findChildren<QAbstractSpinBox*>()) {
            const QString before = box->text();
            turn(*box);
            QVERIFY2(box->text() == before, qPrintable(box->objectName()));
            ++fields;
        }
        QVERIFY2(fields > 15, qPrintable(QString::number(fields)));
        QCOMPARE(desk_->document(), opened_);
    }

private:
    /// Three notches down.
    static void turn(QWidget& widget)
    {
        const QPoint middle = widget.rect().center();
        QWheelEvent wheel(middle, widget.mapToGlobal(middle), {}, {0, -360}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&wheel); // only then widgets around it get what a field ignores
        qApp->notify(&widget, &wheel);
        QApplication::processEvents();
    }
};

HEADROOM_WIDGET_TEST(WheelTest)
#include "wheel_test.moc"
