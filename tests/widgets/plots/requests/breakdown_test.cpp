// Breakdown of the time of requests: along the path that was waited for, without a gap.
#include "../example_runs.h"
#include "tests/widget_tests.h"
#include "widgets/plots/requests/breakdown_view.h"
#include "widgets/plots/requests/request_timeline.h"

#include <QTest>

using namespace headroom;
using namespace headroom::widgets;

namespace {

RequestSpans stored(const example::Spans& spans)
{
    RequestSpans result;
    for (const auto& span : spans.all())
        result.add(span);
    return result;
}

double partMs(const OperationBreakdown& breakdown, const QString& name)
{
    for (const auto& part : breakdown.parts)
        if (partName(part) == name)
            return part.seconds * 1e3;
    return 0;
}

double sumMs(const OperationBreakdown& breakdown)
{
    double sum = 0;
    for (const auto& part : breakdown.parts)
        sum += part.seconds * 1e3;
    return sum;
}

int pixelsOf(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == colour;
    return count;
}

bool about(double a, double b)
{
    return std::abs(a - b) < 1e-6;
}

} // namespace

class BreakdownTest : public QObject
{
    Q_OBJECT

private slots:
    void aCallIsNetworkWaitingAndWhatItsCalleeDid()
    {
        const auto breakdowns = breakdownOf(stored(example::oneCall()));
        QCOMPARE(breakdowns.size(), std::size_t(1));
        QCOMPARE(breakdowns[0].operation, QString("PUT"));
        QVERIFY(about(breakdowns[0].meanS, 0.010));
        QVERIFY(about(partMs(breakdowns[0], "network"), 2));
        QVERIFY(about(partMs(breakdowns[0], "server · queue to be accepted"), 1));
        QVERIFY(about(partMs(breakdowns[0], "server · processor"), 2));
        QVERIFY(about(partMs(breakdowns[0], "server · storage"), 5));
        QVERIFY(about(sumMs(breakdowns[0]), 10));
        QCOMPARE(partName(breakdowns[0].parts[0]), QString("server · storage"));
        QCOMPARE(breakdowns[0].parts[0].nodeGroup, QString("storage"));
    }

    void ofParallelPathsTheLastOneCounts()
    {
        example::Spans spans;
        const auto user = spans.request(0, 1, "client", "clients-0", 0, 0, 10);
        spans.wait(spans.block(user, "join", 0, 10, 0), "queue for a message, room or others", 0, 10);
        spans.wait(spans.block(user, "short", 0, 4, 1), "processor", 0, 4);
        spans.wait(spans.block(user, "long", 0, 10, 2), "storage", 1, 10);
        spans.wait(spans.block(user, "straggler", 0, 15, 3), "transfer", 0, 15);
        const auto breakdown = breakdownOf(stored(spans))[0];
        QVERIFY(about(partMs(breakdown, "client · storage"), 9000));
        QVERIFY(about(partMs(breakdown, "network, streams"), 0));
        QVERIFY(about(sumMs(breakdown), 10000));
    }

    void partsOfSeveralRequestsAreMeans()
    {
        RequestSpans spans = stored(example::oneCall(1));
        auto second = example::oneCall(2, 5.0).all();
        for (auto& span : second) {
            span.id += 100;
            span.parent += span.parent > 0 ? 100 : 0;
            spans.add(span);
        }
        const auto breakdown = breakdownOf(spans)[0];
        QCOMPARE(breakdown.requests, std::size_t(2));
        QVERIFY(about(partMs(breakdown, "server · storage"), 5));
        QVERIFY(about(sumMs(breakdown), 10));
    }

    void devicesAreSplitIntoWaitingAndServiceAsMeasured()
    {
        const auto split = splitByWaiting(breakdownOf(stored(example::oneCall())), example::summary())[0];
        QVERIFY(about(partMs(split, "server · storage, waiting"), 5 * 0.75)); // 12 of 16 ms
        QVERIFY(about(partMs(split, "server · storage, service"), 5 * 0.25));
        QVERIFY(about(partMs(split, "server · processor, service"), 2)); // nobody waited
        QVERIFY(about(sumMs(split), 10));
    }

    void whatAStreamMakesUpDoesNoHarm()
    {
        RequestSpans spans;
        record::Span loop = example::oneCall().all()[0];
        loop.id = loop.parent = 7; // its own parent
        spans.add(loop);
        const example::Spans call = example::oneCall();
        for (record::Span span : call.all()) {
            span.parent = span.parent == 0 ? 0 : 2; // everything called by one block, itself included
            spans.add(span);
        }
        record::Span backwards = example::oneCall().all()[0];
        std::swap(backwards.beginS, backwards.endS);
        spans.add(backwards);
        backwards.beginS = std::nan("");
        spans.add(backwards);
        QCOMPARE(spans.leftOut(), std::size_t(2));
        for (const auto& breakdown : breakdownOf(spans))
            QVERIFY(std::isfinite(sumMs(breakdown)));
    }

    void aKindOfTimeHasTheColourThatItHasInTheRequests()
    {
        BreakdownView where;
        RequestTimeline requests;
        where.resize(1200, 300);
        requests.resize(1000, 320);
        where.show();
        requests.show();
        const auto spans = std::make_shared<RequestSpans>(stored(example::oneCall()));
        requests.setSpans(spans);
        const QImage path = example::pictureOf(requests);
        const auto colourAt = [&](double time) { // of the wait that is going on at the server, below its block
            const QPoint plot(requests.timePixel(time), requests.rowCentre(1) + 6);
            return path.pixelColor(requests.plot()->mapTo(&requests, plot));
        };
        const QColor processor = colourAt(1.003), storage = colourAt(1.006);
        QVERIFY(processor != storage);
        record::Summary nothingMeasured = example::summary();
        nothingMeasured.resources.clear();
        where.setRun(nothingMeasured, breakdownOf(*spans));
        const QImage bars = example::pictureOf(where);
        // The bar of 10 ms is half the width; 2 ms of it are the processor's and 5 ms the storage's.
        QVERIFY(pixelsOf(bars, processor) > 100 * 18);
        QVERIFY(pixelsOf(bars, storage) > 2 * pixelsOf(bars, processor));
        where.setRun(example::summary(), breakdownOf(*spans));
        QVERIFY(pixelsOf(example::pictureOf(where), storage) > pixelsOf(bars, storage)); // the disk's own row
    }

    void theSameKindAtAnotherRoleAndWaitingForItCanBeToldApart()
    {
        const auto parts = [](std::vector<BreakdownPart> list) {
            return std::vector<OperationBreakdown>{{"PUT", 1, 2, std::move(list)}};
        };
        const BreakdownPart served{"server", "storage", "storage, service", 1, TimeKind::storage, false};
        const BreakdownPart waited{"server", "storage", "storage, service", 1, TimeKind::storage, true};
        const BreakdownPart elsewhere{"proxy", "storage", "storage, service", 1, TimeKind::storage, false};
        BreakdownView view;
        view.resize(1200, 300);
        view.show();
        const auto picture = [&](const BreakdownPart& second) {
            view.setRun({}, parts({served, second}));
            return example::pictureOf(view).copy(0, 0, view.width(), 60); // without the names below
        };
        const QImage plain = picture(served);
        QVERIFY(picture(waited) != plain);
        QVERIFY(picture(elsewhere) != plain);
        QVERIFY(picture(elsewhere) != picture(waited));
    }

    void theChartShowsOperationsAndResources()
    {
        BreakdownView view;
        view.resize(1200, 300);
        view.show();
        QVERIFY(!view.isFilled());
        view.setRun(example::summary(), {});
        QVERIFY(view.isFilled()); // measured times are known without a sampled request
        view.setRun(example::summary(), breakdownOf(stored(example::oneCall())));
        QVERIFY(example::colourCount(example::pictureOf(view)) > 8);
        const QString csv = view.csv();
        QVERIFY(csv.contains("PUT,server,storage,storage,0.00"));
        QVERIFY(csv.contains("\"disk data, waiting\",0.012"));
        QVERIFY(!csv.contains("network, service")); // a link serves many at once
    }
};

HEADROOM_WIDGET_TEST(BreakdownTest)
#include "breakdown_test.moc"
