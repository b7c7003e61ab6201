// A list that is searched by typing: what is found, what counts as a choice, and what does not.
#include "tests/widget_tests.h"
#include "widgets/parameters/fields/searchable_combo.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

using namespace headroom::widgets;

class SearchableComboTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::light); }
    void init()
    {
        window_ = std::make_unique<QWidget>();
        combo_ = new SearchableCombo;
        other_ = new QLineEdit;
        auto* column = new QVBoxLayout(window_.get());
        column->addWidget(combo_);
        column->addWidget(other_);
        combo_->addHeading("Hard disks");
        combo_->addEntry("Constellation ES.2", "3 TB, 7200 rpm", "es2");
        combo_->addHeading("SSDs");
        combo_->addEntry("DC S3500", "80 GB", "s3500");
        combo_->addEntry("DC S3700", "800 GB", "s3700");
        combo_->showData("es2");
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        chosen_ = std::make_unique<QSignalSpy>(combo_, &SearchableCombo::chosen);
    }

    void anyPartOfANameFindsItWhateverItsCase()
    {
        type("s37");
        QTest::keyClick(combo_->lineEdit(), Qt::Key_Return);
        QCOMPARE(chosen_->count(), 1);
        QCOMPARE(chosen_->at(0).at(0).toString(), QString("s3700"));
        QCOMPARE(combo_->currentText(), QString("DC S3700"));
    }

    void theFiguresBelowANameFindItToo()
    {
        type("800 g");
        auto* list = combo_->completer()->popup();
        QTRY_VERIFY(list->isVisible());
        QCOMPARE(list->model()->rowCount(), 1);
        QTest::keyClick(combo_->lineEdit(), Qt::Key_Return);
        QCOMPARE(chosen_->count(), 1);
        QCOMPARE(chosen_->at(0).at(0).toString(), QString("s3700"));
        QCOMPARE(combo_->currentText(), QString("DC S3700")); // the name alone
    }

    void theListOfWhatIsFoundStaysOnTheScreen()
    {
        const QRect screen = window_->screen()->availableGeometry();
        combo_->setFixedWidth(120); // narrower than the list
        window_->move(screen.right() - 140, screen.top() + 40);
        QCoreApplication::processEvents();
        combo_->setFocus();
        type("s37");
        const QWidget* list = combo_->completer()->popup();
        QVERIFY(list->isVisible());
        QVERIFY(list->width() > combo_->width());
        QVERIFY2(list->geometry().right() <= screen.right(), qPrintable(QString::number(list->geometry().right())));
    }

    void aWholeNameCountsMoreThanAPartOfAnother()
    {
        combo_->addEntry("S3500", "another one", "plain");
        type("s3500");
        QTest::keyClick(combo_->lineEdit(), Qt::Key_Return);
        QCOMPARE(chosen_->at(0).at(0).toString(), QString("plain"));
    }

    void whatIsNotFoundLeavesTheFormerChoice()
    {
        type("floppy");
        QTest::keyClick(combo_->lineEdit(), Qt::Key_Return);
        QCOMPARE(chosen_->count(), 0);
        QCOMPARE(combo_->currentText(), QString("Constellation ES.2"));
    }

    void aHeadingCannotBeChosen()
    {
        type("SSDs");
        QTest::keyClick(combo_->lineEdit(), Qt::Key_Return);
        QCOMPARE(chosen_->count(), 0);
        QCOMPARE(combo_->currentText(), QString("Constellation ES.2"));
    }

    void theSameChoiceAgainIsNoChange()
    {
        type("constellation");
        QTest::keyClick(combo_->lineEdit(), Qt::Key_Return);
        QCOMPARE(chosen_->count(), 0);
        QCOMPARE(combo_->currentText(), QString("Constellation ES.2"));
    }

    void halfASearchIsForgottenWhenTheFocusGoes()
    {
        type("S37");
        combo_->completer()->popup()->hide();
        other_->setFocus();
        QCOMPARE(chosen_->count(), 0);
        QCOMPARE(combo_->currentText(), QString("Constellation ES.2"));
    }

    void aValueFromElsewhereDoesNotDisturbASearch()
    {
        type("S3");
        combo_->showData("es2");
        QCOMPARE(combo_->currentText(), QString("S3"));
        combo_->showData("s3500"); // somebody chose another one meanwhile
        QCOMPARE(combo_->currentText(), QString("DC S3500"));
        QCOMPARE(chosen_->count(), 0);
    }

    void whatIsNotInTheListIsShownAsItIsCalled()
    {
        combo_->showData("gone", "A drive of former days");
        QCOMPARE(combo_->currentText(), QString("A drive of former days"));
        QCOMPARE(combo_->currentIndex(), -1);
        type("s3500");
        QTest::keyClick(combo_->lineEdit(), Qt::Key_Return);
        QCOMPARE(chosen_->count(), 1);
    }

    void theMatchesAreListedWhileOneTypesAndTakenByTheKeys()
    {
        type("s3");
        auto* list = combo_->completer()->popup();
        QTRY_VERIFY(list->isVisible());
        QCOMPARE(list->model()->rowCount(), 2);
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(chosen_->count(), 1); // though Enter arrives by several ways
        QCOMPARE(chosen_->at(0).at(0).toString(), QString("s3700"));
    }

    void theWheelScrollsWhatTheListLiesInAndChoosesNothing()
    {
        const QPoint middle = combo_->rect().center();
        QWheelEvent wheel(middle, combo_->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(combo_, &wheel);
        QVERIFY(!wheel.isAccepted());
        QCOMPARE(combo_->currentText(), QString("Constellation ES.2"));
        QCOMPARE(chosen_->count(), 0);
    }

private:
    void type(const QString& text)
    {
        combo_->setFocus();
        combo_->lineEdit()->selectAll();
        QTest::keyClicks(combo_->lineEdit(), text);
    }

    std::unique_ptr<QWidget> window_;
    SearchableCombo* combo_ = nullptr;
    QLineEdit* other_ = nullptr;
    std::unique_ptr<QSignalSpy> chosen_;
};

HEADROOM_WIDGET_TEST(SearchableComboTest)
#include "searchable_combo_test.moc"
