// Histogram and cumulative distribution of latencies.
#include "../example_runs.h"
#include "tests/widget_tests.h"
#include "widgets/plots/views/latency_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QTest>
#include <qcustomplot.h>

using namespace headroom;
using namespace headroom::widgets;

namespace {

QStringList said; // by the libraries, while it is looked at

} // namespace

class LatencyTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        view_ = std::make_unique<LatencyView>();
        view_->resize(1000, 300);
        view_->show();
    }

    void sharesAndQuantilesAreReadFromTheBuckets()
    {
        const auto buckets = example::operation().buckets;
        QCOMPARE(cumulativeShare(buckets, 0.5), 0.0);
        QCOMPARE(cumulativeShare(buckets, 2), 0.2);
        QCOMPARE(cumulativeShare(buckets, 3), 0.4);
        QCOMPARE(cumulativeShare(buckets, 1000), 1.0);
        QCOMPARE(quantileMs(buckets, 0.2), 2.0);
        QCOMPARE(quantileMs(buckets, 0.6), 4.0);
        QVERIFY(quantileMs(buckets, 0.9995) > 76);
        QCOMPARE(quantileMs({}, 0.5), 0.0);
    }

    void theQuantilesAreThoseOfTheRunNotOfTheBuckets()
    {
        record::OperationSummary operation = example::operation();
        operation.latency.p50Ms = 2.5;
        operation.latency.p99Ms = 61.9;
        operation.latency.maxMs = 62; // in the last bucket
        operation.buckets.back() = {60, 80, 1000000};
        QVERIFY(quantileMs(operation.buckets, 0.999) > 62);
        QCOMPARE(quantilesInWords(operation), QString("p50 2.50 ms · p99 61.9 ms · p99.9 62.0 ms"));
    }

    void anEmptyViewSaysWhatWouldFillIt()
    {
        QVERIFY(!view_->isFilled());
        const auto labels = view_->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* label) { return label->isVisible() && label->text().contains("run"); }));
    }

    void eachOperationHasACurveAndTheFormerRunOneBehindIt()
    {
        view_->setSummaries(example::summary(), std::nullopt);
        QVERIFY(view_->isFilled());
        QCOMPARE(view_->plot()->graphCount(), 4); // two operations, each in two distributions
        view_->setSummaries(example::summary(), example::summary());
        QCOMPARE(view_->plot()->graphCount(), 8);
        QVERIFY(example::colourCount(example::pictureOf(*view_)) > 8);
    }

    void theScaleChangesWhateverThereIsToShow()
    {
        said.clear();
        const auto former =
            qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString& text) { said += text; });
        record::Summary atOnce = example::summary();
        for (auto& [name, operation] : atOnce.operations)
            operation.buckets = {{0, 1e-9, 10}}; // the first one: less than a tick
        for (const std::optional<record::Summary>& summary :
             {std::optional(example::summary()), std::optional<record::Summary>(), std::optional(atOnce)})
            for (const bool logarithmic : {true, false, true}) {
                view_->setLogarithmic(logarithmic);
                view_->setSummaries(summary, std::nullopt);
                view_->plot()->replot();
                view_->setLogarithmic(!logarithmic);
                view_->plot()->replot();
            }
        qInstallMessageHandler(former);
        QCOMPARE(said.filter("range").join('\n'), QString());
    }

    void aGoalOfTheShownOperationIsDrawnAndInSight()
    {
        record::Summary judged = example::summary();
        judged.goals.resize(1);
        judged.goals[0].metric = "PUT.latency.p99";
        judged.goals[0].atMost = 0.12; // the slowest took 80 ms
        view_->setSummaries(example::summary(), std::nullopt);
        const auto without = example::pictureOf(*view_);
        view_->setSummaries(judged, std::nullopt);
        QVERIFY(example::pictureOf(*view_) != without);
        QVERIFY(view_->plot()->graph(0)->keyAxis()->range().contains(0.12));
        judged.goals[0].atMost = 0.0005; // the fastest took 1 ms
        view_->setSummaries(judged, std::nullopt);
        QVERIFY(view_->plot()->graph(0)->keyAxis()->range().contains(0.0005));
        judged.goals[0].atMost = 0.12;
        view_->setSummaries(judged, std::nullopt);
        auto* operations = view_->findChild<QComboBox*>("latencyOperation");
        QTest::keyClicks(operations, "G"); // GET, which has no goal
        QVERIFY(!view_->plot()->graph(0)->keyAxis()->range().contains(0.12));
    }

    void oneOperationCanBeChosen()
    {
        view_->setSummaries(example::summary(), std::nullopt);
        auto* operations = view_->findChild<QComboBox*>("latencyOperation");
        QTest::keyClicks(operations, "P"); // PUT
        QCOMPARE(operations->currentText(), QString("PUT"));
        QCOMPARE(view_->plot()->graphCount(), 2);
        QVERIFY(!view_->csv().contains("GET"));
    }

    void theCumulativeCurveEndsAtAllOperations()
    {
        view_->setSummaries(example::summary(), std::nullopt);
        const auto* cumulative = view_->plot()->graph(1);
        QCOMPARE(cumulative->data()->at(0)->value, 0.0);
        QCOMPARE(cumulative->data()->at(cumulative->dataCount() - 1)->value, 1.0);
        QTest::mouseClick(view_->findChild<QCheckBox*>("latencyTail"), Qt::LeftButton, {}, QPoint(8, 8));
        QCOMPARE(view_->plot()->graph(1)->data()->at(2)->value, -std::log10(1 - 0.6));
    }

    void theBarsOfTheHistogramAddUpToAllOperations()
    {
        record::Summary fine = example::summary();
        std::vector<record::LatencyBucket> buckets; // as the engine's: 16 for each doubling
        for (int i = 0; i < 16; ++i)
            buckets.push_back({8 + i * 0.5, 8.5 + i * 0.5, static_cast<std::uint64_t>(i % 2 ? 400 : 600)});
        buckets.push_back({500, 501, 1}); // beyond a linear axis
        for (auto& [name, operation] : fine.operations)
            operation.buckets = buckets;
        view_->setSummaries(fine, std::nullopt);
        const auto sum = [this] {
            double all = 0;
            for (const QCPGraphData& point : *view_->plot()->graph(0)->data())
                all += point.value;
            return all;
        };
        QVERIFY(std::abs(sum() - 1) < 1e-9);
        QVERIFY(view_->plot()->graph(0)->valueAxis()->range().upper < 0.1);
        QVERIFY(view_->histogramTitle().contains("per cent of operations in each bin"));
        QTest::mouseClick(view_->findChild<QCheckBox*>("latencyLogarithmic"), Qt::LeftButton, {}, QPoint(8, 8));
        QVERIFY(std::abs(sum() - 1) < 1e-9);
        QCOMPARE(view_->histogramTitle(), QString("per cent of operations in each bin of 500 µs"));
        QCOMPARE(view_->plot()->graph(0)->data()->at(1)->key, 0.0005); // equally wide
    }

    void theAxisIsLogarithmicOrLinear()
    {
        view_->setSummaries(example::summary(), std::nullopt);
        const auto scale = [this] { return view_->plot()->graph(0)->keyAxis()->scaleType(); };
        QCOMPARE(scale(), QCPAxis::stLogarithmic);
        QTest::mouseClick(view_->findChild<QCheckBox*>("latencyLogarithmic"), Qt::LeftButton, {}, QPoint(8, 8));
        QCOMPARE(scale(), QCPAxis::stLinear);
    }

private:
    std::unique_ptr<LatencyView> view_;
};

HEADROOM_WIDGET_TEST(LatencyTest)
#include "latency_test.moc"
