// A long text in a narrow combo box: its end is seen, and all of it can be read.
#include "tests/widget_tests.h"
#include "widgets/controls/elided_combo_box.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QTest>
#include <QToolTip>
#include <QVBoxLayout>

using namespace headroom::widgets;

namespace {

const QString disk = "Seagate Standard SATA drive 7200 rpm 2TB (Barracuda XT ST32000641AS class)";

} // namespace

class ElidedComboBoxTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::light); }

    void init()
    {
        window_ = std::make_unique<QWidget>();
        combo_ = new ElidedComboBox;
        other_ = new QLineEdit;
        auto* column = new QVBoxLayout(window_.get());
        column->addWidget(combo_);
        column->addWidget(other_);
        combo_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo_->addItems({"SSD", disk});
        combo_->setCurrentIndex(1);
    }

    void aLongTextIsLeftOutInTheMiddle()
    {
        open(200);
        QVERIFY(isMiddleLeftOut(combo_->shownText()));
        open(900);
        QCOMPARE(combo_->shownText(), disk);
    }

    void aLineOfTypingShowsTheCaretOnlyWhileItHasTheFocus()
    {
        combo_->allowTyping();
        open(200);
        other_->setFocus();
        QVERIFY(isMiddleLeftOut(combo_->shownText()));
        const QImage elided = combo_->grab().toImage();
        combo_->setFocus();
        QCOMPARE(combo_->shownText(), disk);
        QVERIFY(combo_->grab().toImage() != elided);
        combo_->lineEdit()->selectAll();
        QTest::keyClicks(combo_, "SSD");
        QCOMPARE(combo_->currentText(), QString("SSD"));
    }

    void theClickThatBringsTheFocusOpensTheListAndTheNextPlacesTheCaret()
    {
        combo_->allowTyping();
        open(400);
        other_->setFocus();
        QTest::mouseClick(combo_->lineEdit(), Qt::LeftButton);
        QVERIFY(combo_->view()->isVisible());
        combo_->hidePopup();
        QTest::mouseClick(combo_->lineEdit(), Qt::LeftButton);
        QVERIFY(!combo_->view()->isVisible());
        QVERIFY(combo_->hasFocus());
    }

    void whatIsTypedOverTheOpenListReplacesTheText()
    {
        combo_->allowTyping();
        open(400);
        combo_->showPopup();
        QTest::keyClick(combo_->view(), Qt::Key_X);
        QVERIFY(!combo_->view()->isVisible());
        QTest::keyClick(combo_, Qt::Key_Y);
        QCOMPARE(combo_->currentText(), QString("xy"));
    }

    void theSpaceBarOpensTheListUnlessOneTypes()
    {
        combo_->allowTyping();
        open(400);
        combo_->setFocus();
        QTest::keyClick(combo_, Qt::Key_Space);
        QVERIFY(combo_->view()->isVisible());
        QCOMPARE(combo_->currentText(), disk);
        combo_->hidePopup();
        combo_->lineEdit()->selectAll();
        QTest::keyClicks(combo_, "a b");
        QCOMPARE(combo_->currentText(), QString("a b"));
    }

    void whatIsElidedIsPaintedToTheEndOfTheText()
    {
        combo_->allowTyping();
        open(200);
        other_->setFocus();
        const QImage one = combo_->lineEdit()->grab().toImage();
        combo_->setEditText(QString(disk).replace("class)", "drive)"));
        QVERIFY(combo_->lineEdit()->grab().toImage() != one);
    }

    void theToolTipHasTheWholeTextAndWhatItMeans()
    {
        for (const bool typing : {false, true}) {
            if (typing)
                combo_->allowTyping();
            combo_->setToolTip("The device of a node");
            open(200);
            other_->setFocus();
            pointAtIt();
            QCOMPARE(QToolTip::text(), disk + "\n\nThe device of a node");
            combo_->setCurrentIndex(0);
            pointAtIt();
            QCOMPARE(QToolTip::text(), QString("The device of a node"));
            combo_->setCurrentIndex(1);
        }
    }

    void theListOfABoxWithoutAValueShowsWhereTheKeysBegin()
    {
        open(200);
        combo_->setCurrentIndex(-1);
        combo_->showPopup();
        QVERIFY(combo_->view()->selectionModel()->isSelected(combo_->model()->index(0, 0)));
        QTest::keyClick(combo_->view(), Qt::Key_Return);
        QCOMPARE(combo_->currentIndex(), 0);
    }

    void theListIsAsWideAsItsLongestEntry()
    {
        open(200);
        combo_->showPopup();
        const int text = combo_->view()->fontMetrics().horizontalAdvance(disk);
        const int screen = combo_->screen()->availableGeometry().width();
        QVERIFY(combo_->view()->viewport()->width() >= std::min(text, screen / 2 - 40));
        QVERIFY(combo_->view()->width() <= screen);
        combo_->hidePopup();
    }

private:
    void open(int width)
    {
        window_->resize(width, 100);
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        QCoreApplication::processEvents();
    }
    static bool isMiddleLeftOut(const QString& text)
    {
        return text.startsWith("Seag") && text.endsWith("class)") && text.contains(QChar(0x2026)) && text != disk;
    }
    void pointAtIt()
    {
        QWidget* target = combo_->lineEdit() ? static_cast<QWidget*>(combo_->lineEdit()) : combo_;
        const QPoint place = target->rect().center();
        QHelpEvent event(QEvent::ToolTip, place, target->mapToGlobal(place));
        QCoreApplication::sendEvent(target, &event);
    }

    std::unique_ptr<QWidget> window_;
    ElidedComboBox* combo_ = nullptr;
    QLineEdit* other_ = nullptr;
};

HEADROOM_WIDGET_TEST(ElidedComboBoxTest)
#include "elided_combo_box_test.moc"
