// One metric of many nodes over time.
#include "../example_runs.h"
#include "tests/widget_tests.h"
#include "widgets/plots/views/heat_map_view.h"

#include <QComboBox>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <qcustomplot.h>

using namespace headroom;
using namespace headroom::widgets;

namespace {

QStringList nodes(int count)
{
    QStringList result;
    for (int i = 0; i < count; ++i)
        result += (i < count / 2 ? "storage-" : "proxies-") + QString::number(i);
    return result;
}

/// Distance of two colours: the sum over red, green and blue.
int apart(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

} // namespace

class HeatMapTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        view_ = std::make_unique<HeatMapView>();
        view_->resize(1000, 300);
        view_->setMetrics({"processor", "disk data"});
        view_->show();
    }

    void aMapOfAnyLengthIsBoundedAndKeepsMeansAndPeaks()
    {
        HeatData map(700);
        std::vector<float> values(700, 0.25F);
        for (int i = 1; i <= 20000; ++i) {
            values[13] = i == 7777 ? 1.0F : 0.5F;
            map.append(i, values);
        }
        QVERIFY(map.rows() * map.columns() <= HeatData::mostCells);
        QVERIFY(std::abs(map.mean(0) - 0.25) < 1e-6);
        QCOMPARE(map.maximum(13), 1.0);
        QCOMPARE(map.end(), 20000.0);
        QCOMPARE(map.columnAt(20000), map.columns() - 1);
        QCOMPARE(map.columnAt(20001), map.columns());
    }

    void theWarmUpDoesNotCountForMeansAndPeaks()
    {
        HeatData map(1);
        map.countFrom(2);
        for (const auto& [time, value] : {std::pair(1.0, 0.1F), {2.0, 1.0F}, {3.0, 0.4F}, {4.0, 0.6F}})
            map.append(time, {value});
        QCOMPARE(map.columns(), std::size_t(4)); // it is drawn
        QVERIFY(std::abs(map.mean(0) - 0.5) < 1e-6);
        QVERIFY(std::abs(map.maximum(0) - 0.6) < 1e-6);
        QCOMPARE(map.maximum(), 1.0); // of the colours
    }

    void aGapStaysAGapAndDoesNotSpoilMeans()
    {
        HeatData map(2);
        map.append(1, {0.5F, NAN});
        map.append(2, {NAN, NAN});
        QCOMPARE(map.mean(0), 0.5);
        QVERIFY(std::isnan(map.mean(1)));
        QVERIFY(std::isnan(map.value(1, 0)));
        map.append(3, {1}); // not as many values as rows
        QCOMPARE(map.columns(), std::size_t(2));
    }

    void theHottestNodesAreNamedInOrder()
    {
        fill(700, 412);
        const auto hottest = view_->hottest(3);
        QCOMPARE(hottest.size(), std::size_t(3));
        QCOMPARE(hottest[0].node, nodes(700)[412]);
        QVERIFY(hottest[0].mean > 0.9);
        QVERIFY(hottest[1].mean >= hottest[2].mean);
    }

    void oneHotNodeOfSevenHundredIsSeen()
    {
        fill(700, 412);
        const QImage hot = example::pictureOf(*view_);
        const QRgb deep = heatColour(1, view_->palette()).rgb();
        const auto count = [&](const QImage& image) {
            int found = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 150; x < 700; ++x) // left of the scale, which has all shades
                    found += std::abs(qRed(image.pixel(x, y)) - qRed(deep)) < 6 &&
                                     std::abs(qBlue(image.pixel(x, y)) - qBlue(deep)) < 6
                                 ? 1
                                 : 0;
            return found;
        };
        QVERIFY(count(hot) > 100);
        QVERIFY(count(hot) < 10000); // the others are pale
    }

    void aNodeThatIsHotForAWhileIsDeepThereAndPaleBeforeAndAfter()
    {
        view_->begin(nodes(10), "share", 0, 50);
        for (int i = 1; i <= 50; ++i) {
            std::vector<float> values(10, 0.1F);
            values[3] = i > 20 && i <= 30 ? 0.9F : 0.1F;
            view_->append(i, values);
        }
        QTRY_VERIFY(view_->plot()->isVisible()); // the map is painted at its own pace
        const QImage seen = example::pictureOf(*view_);
        const auto colourOf = [&](double time, double row) {
            const QRect place = view_->plot()->axisRect(0)->rect();
            const QPointF point(place.left() + place.width() * time / 50, place.top() + place.height() * row / 10);
            return seen.pixelColor(view_->plot()->mapTo(view_.get(), point.toPoint()));
        };
        const QColor hot = colourOf(25, 3.5), cool = colourOf(10, 3.5);
        QVERIFY(apart(hot, heatColour(1, view_->palette())) < 12);
        QVERIFY(apart(cool, heatColour(0.1 / 0.9, view_->palette())) < 12);
        QVERIFY(apart(hot, cool) > 60);
        QCOMPARE(colourOf(40, 3.5), cool); // afterwards
        QCOMPARE(colourOf(25, 2.5), cool); // the nodes beside it
        QCOMPARE(colourOf(25, 4.5), cool);
        // A line in the surface's colour parts the groups.
        const QColor surface = colours(view_->palette()).surface;
        int parted = 0;
        for (double row = 4.9; row <= 5.1; row += 0.01)
            parted += apart(colourOf(10, row), surface) < 12;
        QVERIFY(parted > 0);
    }

    void aLowLoadIsDrawnInAllShadesAndTheScaleSaysItsRange()
    {
        view_->begin(nodes(4), "share", 0, 50);
        for (int i = 1; i <= 50; ++i)
            view_->append(i, {0.0F, 0.04F, 0.08F, 0.16F});
        QTRY_VERIFY(view_->plot()->isVisible());
        const QImage seen = example::pictureOf(*view_);
        const QRect place = view_->plot()->axisRect(0)->rect();
        const auto colourOf = [&](double row) {
            const QPointF point(place.center().x(), place.top() + place.height() * row / 4);
            return seen.pixelColor(view_->plot()->mapTo(view_.get(), point.toPoint()));
        };
        QVERIFY(apart(colourOf(3.5), heatColour(1, view_->palette())) < 12);
        QVERIFY(apart(colourOf(1.5), colourOf(3.5)) > 60);
        QVERIFY(apart(colourOf(0.5), colours(view_->palette()).surface) > 12); // no load is not the same as no value
        const std::unique_ptr<QMimeData> copied(view_->mimeData());
        const QString drawn = copied->data("image/svg+xml");
        QVERIFY(drawn.contains(">16 %<"));
    }

    void nextToNoLoadStaysPale()
    {
        view_->begin(nodes(4), "share", 0, 50);
        for (int i = 1; i <= 50; ++i)
            view_->append(i, {0.0F, 1e-5F, 2e-5F, 1.5e-5F});
        QTRY_VERIFY(view_->plot()->isVisible());
        const QImage seen = example::pictureOf(*view_);
        const QPoint hottest = view_->plot()->axisRect(0)->rect().center();
        const QColor colour = seen.pixelColor(view_->plot()->mapTo(view_.get(), hottest + QPoint(0, 4)));
        QVERIFY(apart(colour, heatColour(0, view_->palette())) < 12);
    }

    void everyRowIsNamedIfThereIsRoom()
    {
        const auto drawn = [this] {
            const std::unique_ptr<QMimeData> copied(view_->mimeData());
            return QString(copied->data("image/svg+xml")).count("proxies-3<");
        };
        fill(4, 0);
        QCOMPARE(drawn(), 2); // beside its row, and among the hottest
        fill(700, 0);
        QCOMPARE(drawn(), 0);
    }

    void theMetricIsChosenAndNamedInTheData()
    {
        QSignalSpy chosen(view_.get(), &HeatMapView::metricChosen);
        auto* metrics = view_->findChild<QComboBox*>("heatMetric");
        QTest::keyClick(metrics, Qt::Key_Down);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(view_->chosenMetric(), QString("disk data"));
        fill(4, -1);
        QVERIFY(view_->csv().startsWith("time [s],storage-0 disk data [share]"));
        view_->setMetrics({"disk data", "network"});
        QCOMPARE(view_->chosenMetric(), QString("disk data"));
    }

private:
    void fill(int count, int hot)
    {
        view_->begin(nodes(count), "share", 0, 50);
        std::vector<float> values(static_cast<std::size_t>(count), 0.2F);
        if (hot >= 0)
            values[static_cast<std::size_t>(hot)] = 0.95F;
        for (int i = 1; i <= 50; ++i)
            view_->append(i, values);
        QTRY_VERIFY(view_->plot()->isVisible()); // the map is painted at its own pace
    }

    std::unique_ptr<HeatMapView> view_;
};

HEADROOM_WIDGET_TEST(HeatMapTest)
#include "heat_map_test.moc"
