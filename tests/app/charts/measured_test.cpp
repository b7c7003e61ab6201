// Measured data beside a run's curves, and which curves a project wants to see: without a run.
#include "app/charts/measured_dialog.h"
#include "app/charts/plot_layout.h"
#include "record/measured/measured.h"
#include "tests/widget_tests.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

/// A curve with a bump at an instant.
double bump(double time, double middle)
{
    return 100 + 50 * std::exp(-(time - middle) * (time - middle) / 8);
}

} // namespace

class MeasuredTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QString text = "time,PUT,GET\n";
        for (int t = 0; t <= 60; ++t)
            text += QString("%1,%2,7\n").arg(t).arg(bump(t, 20) / 2);
        table_ = record::readMeasured(text.toStdString());
        QVERIFY(table_.problems.empty());
        open();
    }

    void allColumnsButTheTimeAreOffered()
    {
        auto* columns = dialog_->findChild<QComboBox*>("measuredColumn");
        QCOMPARE(columns->count(), 2);
        QCOMPARE(columns->itemText(0), QString("PUT"));
        QCOMPARE(columns->itemText(1), QString("GET"));
    }

    void aligningFindsTheShiftAndTheFactor()
    {
        QTest::mouseClick(dialog_->findChild<QPushButton*>("measuredAlign"), Qt::LeftButton);
        const auto measured = dialog_->measured();
        QVERIFY2(std::abs(measured.offsetS - 10) < 0.6, qPrintable(QString::number(measured.offsetS)));
        QVERIFY2(std::abs(measured.factor - 2) < 0.05, qPrintable(QString::number(measured.factor)));
        QCOMPARE(measured.column, QString("PUT"));
        QCOMPARE(measured.series, QString("throughput"));
    }

    void theDeviationFollowsWhatIsTyped()
    {
        const QString plain = deviation();
        QVERIFY(plain.contains("on average"));
        auto* factor = dialog_->findChild<QDoubleSpinBox*>("measuredFactor");
        factor->setFocus();
        factor->selectAll();
        QTest::keyClicks(factor, "2");
        QTest::keyClick(factor, Qt::Key_Tab);
        QVERIFY(deviation() != plain);
        QCOMPARE(dialog_->measured().factor, 2.0);
        dialog_->findChild<QDoubleSpinBox*>("measuredOffset")->setValue(1000);
        QVERIFY(deviation().contains("do not overlap in time"));
    }

    void whatHasNothingInCommonIsNotAligned()
    {
        dialog_->findChild<QComboBox*>("measuredOver")->setCurrentIndex(1); // a series without a value
        QTest::mouseClick(dialog_->findChild<QPushButton*>("measuredAlign"), Qt::LeftButton);
        QVERIFY(deviation().contains("overlap too little"));
        QCOMPARE(dialog_->measured().offsetS, 0.0);
        QCOMPARE(dialog_->measured().factor, 1.0);
    }

    void whatWasPassedOverInTheFileIsSaid()
    {
        table_ = record::readMeasured("time,PUT\n0,1\n1\n2,3\n");
        QVERIFY(!table_.problems.empty());
        open();
        bool said = false;
        for (const auto* label : dialog_->findChildren<QLabel*>())
            said = said || label->text().contains(QString::fromStdString(table_.problems.front()));
        QVERIFY(said);
    }

    void aSeriesGoesIntoThePanelOfItsUnit()
    {
        app::PlotLayout layout;
        layout.add("a", "s");
        layout.add("b", "1/s");
        layout.add("c", "s");
        layout.add("c", "s");
        QCOMPARE(layout.panels.size(), 2);
        QCOMPARE(layout.panels[0].series, (QStringList{"a", "c"}));
        QCOMPARE(layout.panels[1].series, QStringList{"b"});
        layout.remove("b");
        QCOMPARE(layout.panels.size(), 1); // a panel without a curve goes
        layout.remove("a");
        QCOMPARE(layout.panels[0].series, QStringList{"c"});
    }

    void aChoiceOfCurvesIsReadAsItWasWrittenAndIsOneStep()
    {
        widgets::DocumentModel model;
        app::PlotLayout layout;
        layout.panels = {{"s", {"latency"}, true}, {"1/s", {"throughput", "errors"}, false}};
        layout.measured = {{"day.csv", "PUT", "throughput", -2.5, 0.125}};
        app::setPlotLayout(model, layout, "Choose curves");
        QVERIFY(app::plotLayout(model.project()) == layout);
        QCOMPARE(model.undoStack()->count(), 1);
        app::setPlotLayout(model, layout, "Choose curves");
        QCOMPARE(model.undoStack()->count(), 1); // the same again is no step
        app::setPlotLayout(model, {}, "Choose curves");
        QVERIFY(app::plotLayout(model.project()) == app::PlotLayout());
        model.undoStack()->setIndex(0);
        QVERIFY(app::plotLayout(model.project()) == app::PlotLayout());
        QVERIFY(!model.project().view.drawings.find("timeline")->plots);
    }

    void measuredFilesOutsideOfTheProjectsFolderAreNotTaken()
    {
        project::Project project;
        auto& measured = project.view.drawings["timeline"].plots.emplace().measured.emplace();
        for (const char* file : {"/etc/passwd", "../day.csv", "a/../../day.csv", "", "days/monday.csv"})
            measured.push_back({file, "PUT", {}, {}, {}});
        const auto layout = app::plotLayout(project);
        QCOMPARE(layout.measured.size(), 1);
        QCOMPARE(layout.measured[0].file, QString("days/monday.csv"));
        QCOMPARE(layout.measured[0].factor, 1.0);
    }

private:
    void open()
    {
        record::MeasuredCurve simulated;
        for (int t = 0; t <= 60; ++t) {
            simulated.times.push_back(t);
            simulated.values.push_back(bump(t, 30));
        }
        dialog_ = std::make_unique<app::MeasuredDialog>(
            table_, QVector<app::MeasuredDialog::Choice>{{"throughput", "PUT throughput"}, {"empty", "Nothing"}},
            [simulated](const QString& series) { return series == "throughput" ? simulated : record::MeasuredCurve(); },
            nullptr);
        dialog_->show();
        dialog_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog_.get()));
    }
    QString deviation() const { return dialog_->findChild<QLabel*>("measuredDeviation")->text(); }

    record::MeasuredTable table_;
    std::unique_ptr<app::MeasuredDialog> dialog_;
};

HEADROOM_WIDGET_TEST(MeasuredTest)
#include "measured_test.moc"
