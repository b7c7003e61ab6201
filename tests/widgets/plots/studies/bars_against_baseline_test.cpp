// The differences of a study's points from a baseline: sorted, with intervals, coloured only where they are certain.
#include "example_study.h"
#include "tests/widget_tests.h"
#include "widgets/plots/studies/study_bars_view.h"

#include <QSignalSpy>

using namespace chart_study;

namespace {

std::vector<qulonglong> numbersOf(const StudyBarsView& chart)
{
    std::vector<qulonglong> numbers;
    for (const StudyDifference& bar : chart.bars())
        numbers.push_back(bar.point->number);
    return numbers;
}

/// Three points with these values of a figure that is the better the smaller it is, each known to 5 %.
std::shared_ptr<StudyPoints> latencies(std::initializer_list<double> values)
{
    auto study = std::make_shared<StudyPoints>();
    study->parameters = {{"DISK", "", {}, false}};
    study->figures = {{"PUT.latency.p99", "s", false, true}};
    for (const double value : values) {
        StudyPoint& point = study->points.emplace_back();
        point.number = study->points.size() - 1;
        point.settings = {QString("disk %1").arg(point.number)};
        point.numbers = {std::nan("")};
        point.figures = {{value, 0.95 * value, 1.05 * value}};
    }
    return study;
}

/// Chooses an entry as a hand does, which is more than to set it.
void activate(const QWidget& chart, const char* name, const QString& entry)
{
    auto* combo = chart.findChild<QComboBox*>(name);
    combo->setCurrentText(entry);
    emit combo->activated(combo->currentIndex());
}

} // namespace

class BarsAgainstBaselineTest : public QObject
{
    Q_OBJECT

private slots:
    void theIntervalOfADifferenceAddsBothErrorsAsSquares()
    {
        const StudyValue difference = differenceOf({120, 120 * 0.97, 120 * 1.03}, {100, 96, 104});
        QVERIFY(std::fabs(difference.value - 0.2) < 1e-12);
        QVERIFY(std::fabs(difference.low - (1.2 * std::exp(-0.05) - 1)) < 1e-12);
        QVERIFY(std::fabs(difference.high - (1.2 * std::exp(0.05) - 1)) < 1e-12);
        QVERIFY(!std::isfinite(differenceOf({120, 110, 130}, {0, 0, 0}).value));
        QVERIFY(!differenceOf({120, NAN, NAN}, {100, 96, 104}).hasInterval());
    }

    void theBestIsFirstWhicheverWayIsBetter()
    {
        const auto chart = shown<StudyBarsView>(latencies({0.02, 0.01, 0.04}));
        QCOMPARE(numbersOf(*chart), (std::vector<qulonglong>{1, 0, 2}));
        const auto rates = shown<StudyBarsView>(exampleStudy());
        QCOMPARE(rates->bars().front().point->figures[0].value, 4000.0);
    }

    void aDifferenceIsCertainOnlyIfItsIntervalExcludesZero()
    {
        const auto chart = shown<StudyBarsView>(latencies({0.02, 0.01, 0.0201}));
        QVERIFY(chart->bars()[0].isCertain());  // half of it
        QVERIFY(!chart->bars()[1].isCertain()); // the baseline itself
        QVERIFY(!chart->bars()[2].isCertain()); // half a per cent more, known to 7 %
    }

    void onlyCertainDifferencesAreColoured()
    {
        const auto colourful = [](const StudyBarsView& chart, qulonglong point) {
            const QImage picture = chart.plot()->grab().toImage();
            const int y = qRound(chart.placeOf(point)->y()) - 3; // beside the whisker
            for (int x = 0; x < picture.width(); ++x)
                if (picture.pixelColor(x, y).hslSaturationF() > 0.3)
                    return true;
            return false;
        };
        const auto chart = shown<StudyBarsView>(latencies({0.02, 0.01, 0.0206}));
        QVERIFY(colourful(*chart, 1));
        QVERIFY(!colourful(*chart, 2));
    }

    void longNamesAreToldApartByTheirMiddle()
    {
        auto study = latencies({0.02, 0.01, 0.015});
        study->parameters = {{"DISK", "", {}, false}, {"STORAGE_CONTROLLER", "", {}, false}};
        const QStringList disks = {"plain", "Vendor Series 3700 of 800 GB with a long suffix",
                                   "Vendor Series 4500 of 800 GB with a long suffix"};
        for (StudyPoint& point : study->points) {
            const int number = static_cast<int>(point.number);
            point.settings = {disks[number], number == 0 ? "none" : "a controller with a cache of 4 GiB"};
            point.numbers = {NAN, NAN};
        }
        const auto chart = shown<StudyBarsView>(study);
        const QImage picture = chart->plot()->grab().toImage();
        const auto nameOf = [&](qulonglong point) {
            const int y = qRound(chart->placeOf(point)->y());
            return picture.copy(0, y - 8, picture.width() * 2 / 5, 17);
        };
        QVERIFY(nameOf(1) != nameOf(2));
        QCOMPARE(nameOf(1).size(), nameOf(2).size());
    }

    void thePresentValuesAreTheBaselineUntilAPointIsTaken()
    {
        auto study = latencies({0.02, 0.01, 0.04});
        study->present = 2;
        const auto chart = shown<StudyBarsView>(study);
        QCOMPARE(chart->baseline()->number, 2ULL);
        chart->setSelected(1);
        QCOMPARE(chart->baseline()->number, 2ULL); // selecting compares nothing
        activate(*chart, "barsBaseline", "Selected point");
        QCOMPARE(chart->baseline()->number, 1ULL);
        chart->setSelected(0);
        QCOMPARE(chart->baseline()->number, 1ULL);
        QCOMPARE(chart->findChild<QComboBox*>("barsBaseline")->currentText(), QString("Point 1"));
        activate(*chart, "barsBaseline", "Present values");
        QCOMPARE(chart->baseline()->number, 2ULL);
    }

    void itIsSaidThatThePresentValuesAreNoPoint()
    {
        const auto chart = shown<StudyBarsView>(latencies({0.02, 0.01}));
        QVERIFY2(others(*chart).startsWith("the present values are no finished point; against point 0"),
                 qPrintable(others(*chart)));
    }

    void aClickOnABarChoosesItsPoint()
    {
        const auto chart = shown<StudyBarsView>(latencies({0.02, 0.01, 0.04}));
        QSignalSpy chosen(chart.get(), &StudyChart::pointChosen);
        QTest::mouseClick(chart->plot(), Qt::LeftButton, {}, chart->placeOf(2)->toPoint());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toULongLong(), 2ULL);
    }

    void aBaselineWithoutTheFigureLeavesNoBars()
    {
        auto study = latencies({0.02, 0.01});
        study->points[0].figures[0] = {};
        const auto chart = shown<StudyBarsView>(study);
        QVERIFY(chart->bars().empty());
        QVERIFY(chart->table().rows.empty());
    }
};

HEADROOM_WIDGET_TEST(BarsAgainstBaselineTest)
#include "bars_against_baseline_test.moc"
