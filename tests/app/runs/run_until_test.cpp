// The end of a run: the dialog is filled in with the present one, and takes only what makes sense.
#include "app/runs/run_until_dialog.h"
#include "tests/widget_tests.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTest>

using namespace headroom;

class RunUntilTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        open({{0, {"operation", "PUT", "latency p99"}, "s"},
              {0, {"node group", "storage", "disk data"}, "share"},
              {0, {"operation", "PUT", "bytes"}, "B/s"}});
    }

    void itBeginsWithATimeThatCanBeTakenAsItIs()
    {
        QVERIFY(ok()->isEnabled());
        QCOMPARE(dialog_->goal().seconds, std::optional(30.0));
        QTest::keyClick(dialog_.get(), Qt::Key_Return);
        QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Accepted));
    }

    void whoeverFillsARowMeansIt()
    {
        type("untilThreshold", "90 ms");
        QVERIFY(!dialog_->goal().seconds);
        QCOMPARE(dialog_->goal().above, std::optional(0.09));
        auto* requests = dialog_->findChild<QSpinBox*>("untilRequests");
        requests->setFocus();
        requests->selectAll();
        QTest::keyClicks(requests, "250");
        QTest::keyClick(requests, Qt::Key_Tab);
        QCOMPARE(dialog_->goal().requests, std::optional<std::uint64_t>(250));
        QVERIFY(dialog_->goal().path.empty());
        type("untilTime", "2 min");
        QCOMPARE(dialog_->goal().seconds, std::optional(120.0));
        QVERIFY(!dialog_->goal().requests);
    }

    void aConditionIsOnTheSeriesThatIsChosenAboveOrBelow()
    {
        dialog_->findChild<QComboBox*>("untilSeries")->setCurrentIndex(1);
        type("untilThreshold", "95 %");
        dialog_->findChild<QComboBox*>("untilRelation")->setCurrentIndex(1);
        const auto goal = dialog_->goal();
        QCOMPARE(goal.path, (std::vector<std::string>{"node group", "storage", "disk data"}));
        QVERIFY(std::abs(goal.below.value_or(0) - 0.95) < 1e-12);
        QVERIFY(!goal.above);
    }

    void whatCannotBeMeantIsMarkedAndSaidWithAnExample()
    {
        type("untilTime", "-3 s");
        QVERIFY(!ok()->isEnabled());
        QVERIFY(dialog_->findChild<QLineEdit*>("untilTime")->property("faulty").toBool());
        QVERIFY(says("30 s"));
        type("untilThreshold", "50 MB"); // a latency is no size
        QVERIFY(!ok()->isEnabled());
        QVERIFY(!dialog_->findChild<QLineEdit*>("untilTime")->property("faulty").toBool());
        QVERIFY(dialog_->findChild<QLineEdit*>("untilThreshold")->property("faulty").toBool());
        QVERIFY(says("50 ms"));
        type("untilThreshold", "50 ms");
        QVERIFY(ok()->isEnabled());
    }

    void theExampleIsInTheUnitOfTheSeries()
    {
        auto* series = dialog_->findChild<QComboBox*>("untilSeries");
        const auto* threshold = dialog_->findChild<QLineEdit*>("untilThreshold");
        const char* examples[] = {"50 ms", "90 %", "1 GB/s"};
        for (int i = 0; i < 3; ++i) {
            series->setCurrentIndex(i);
            QCOMPARE(threshold->placeholderText(), QString(examples[i]));
            type("untilThreshold", examples[i]);
            QVERIFY(ok()->isEnabled());
        }
    }

    void withoutSeriesThereIsNoCondition()
    {
        open({});
        const auto choices = dialog_->findChildren<QRadioButton*>();
        QCOMPARE(std::count_if(choices.begin(), choices.end(), [](const auto* choice) { return choice->isEnabled(); }),
                 2);
        QVERIFY(ok()->isEnabled());
    }

private:
    void open(std::vector<record::SeriesInfo> series)
    {
        dialog_ = std::make_unique<app::RunUntilDialog>(std::move(series));
        dialog_->show();
        dialog_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog_.get()));
    }
    QPushButton* ok() const { return dialog_->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok); }
    void type(const char* name, const QString& text)
    {
        auto* line = dialog_->findChild<QLineEdit*>(name);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    bool says(const QString& part) const
    {
        const auto labels = dialog_->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->text().contains("“" + part + "”"); });
    }

    std::unique_ptr<app::RunUntilDialog> dialog_;
};

HEADROOM_WIDGET_TEST(RunUntilTest)
#include "run_until_test.moc"
