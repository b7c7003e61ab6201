// Breakdown of the time of requests: each place of its own, waiting apart from service, without a gap.
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

/// One for the operation PUT of the workload "load", in the group "storage".
record::TimePart part(const char* resource, double servedS, std::optional<double> waitingS, const char* activity = "")
{
    return {"load", "PUT", "storage", resource, activity, servedS, waitingS, 10};
}

record::Summary divided(std::vector<record::TimePart> parts)
{
    record::Summary summary;
    summary.timeParts = std::move(parts);
    return summary;
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
    void devicesAreNamedOneByOneWithWaitingApart()
    {
        const auto breakdown = breakdownOf(divided({part("disk data", 0.002, 0.001), part("disk log", 0.0005, 0.0),
                                                    part("disk log", 0.001, 0.0, "flush")}))[0];
        QCOMPARE(breakdown.name, QString("PUT"));
        QVERIFY(about(partMs(breakdown, "storage disks (data), service"), 2));
        QVERIFY(about(partMs(breakdown, "storage disks (data), waiting"), 1));
        QVERIFY(about(partMs(breakdown, "storage disks (log)"), 0.5)); // nobody waited
        QVERIFY(about(partMs(breakdown, "storage disks (log), flush"), 1));
        QVERIFY(about(sumMs(breakdown), breakdown.meanS * 1e3));
        QCOMPARE(partName(breakdown.parts[0]), QString("storage disks (data), service"));
    }

    void messagesNameBothEnds()
    {
        const auto breakdown = breakdownOf(divided({part("network", 0.001, {}, "from clients")}))[0];
        QCOMPARE(partName(breakdown.parts[0]), QString("network, from clients to storage"));
    }

    void aPlaceWhereRequestsOnlyWaitIsWaiting()
    {
        const auto breakdown = breakdownOf(divided({part("slots gate", 0, 0.003), part("workers", 0, 0.001)}))[0];
        QVERIFY(about(partMs(breakdown, "storage slots (gate), waiting"), 3));
        QVERIFY(about(partMs(breakdown, "waiting for a worker of storage"), 1));
        QVERIFY(breakdown.parts[0].waiting && breakdown.parts[0].kind == TimeKind::queue);
    }

    void anOperationOfTwoWorkloadsIsShownForEach()
    {
        record::TimePart other = part("processor", 0.1, 0.0);
        other.workload = "nightly";
        record::Summary summary = divided({part("processor", 0.001, 0.0), other});
        summary.workloads["nightly"].background = true;
        const auto breakdowns = breakdownOf(summary);
        QCOMPARE(breakdowns.size(), std::size_t(2));
        QCOMPARE(breakdowns[0].name, QString("PUT · load"));
        QCOMPARE(breakdowns[1].name, QString("PUT · nightly")); // users come first
        QVERIFY(!breakdowns[0].background && breakdowns[1].background);
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
        where.setRun(divided({part("network", 0.003, {}), part("processor", 0.002, {}), part("disk data", 0.005, {})}));
        const QImage bars = example::pictureOf(where);
        // The bar of 10 ms is half the width; 2 ms of it are the processor's and 5 ms the storage's.
        QVERIFY(pixelsOf(bars, processor) > 100 * 18);
        QVERIFY(pixelsOf(bars, storage) > 2 * pixelsOf(bars, processor));
        record::Summary measured = divided({part("disk data", 0.005, {})});
        where.setRun(measured);
        const int alone = pixelsOf(example::pictureOf(where), storage);
        measured.resources = example::summary().resources;
        where.setRun(measured);
        QVERIFY(pixelsOf(example::pictureOf(where), storage) > alone); // the disk's own row
    }

    void anotherPlaceOfAKindAndWaitingForItCanBeToldApart()
    {
        BreakdownView view;
        view.resize(1200, 300);
        view.show();
        const auto picture = [&](const record::TimePart& second) {
            view.setRun(divided({part("disk data", 0.002, {}), second}));
            return example::pictureOf(view).copy(0, 0, view.width(), 60); // without the names below
        };
        const QImage plain = picture(part("disk data", 0.001, {}));
        const QImage waiting = picture(part("disk data", 0, 0.001)), log = picture(part("disk log", 0.001, {}));
        QVERIFY(waiting != plain);
        QVERIFY(log != plain);
        QVERIFY(log != waiting);
    }

    void backgroundWorkDoesNotShrinkTheBarsOfUsers()
    {
        BreakdownView view;
        view.resize(1200, 300);
        view.show();
        view.setRun(divided({part("processor", 0.001, {})}));
        const QImage alone = example::pictureOf(view).copy(0, 0, view.width() / 2, 60);
        record::TimePart nightly{"nightly", "compact", "storage", "disk data", "", 1, {}, 1};
        record::Summary both = divided({part("processor", 0.001, {}), nightly});
        both.workloads["nightly"].background = true;
        view.setRun(both);
        QCOMPARE(example::pictureOf(view).copy(0, 0, view.width() / 2, 60), alone);
    }

    void theChartShowsOperationsAndResources()
    {
        BreakdownView view;
        view.resize(1200, 300);
        view.show();
        QVERIFY(!view.isFilled());
        view.setRun(example::summary());
        QVERIFY(view.isFilled()); // an older result does not divide the time of requests
        record::Summary summary = example::summary();
        summary.timeParts = {part("disk data", 0.004, 0.012)};
        view.setRun(summary);
        QVERIFY(example::colourCount(example::pictureOf(view)) > 8);
        const QString csv = view.csv();
        QVERIFY(csv.contains("PUT,\"storage disks (data), service\",0.004"));
        QVERIFY(csv.contains("resources\",\"storage disks (data), waiting\",0.012"));
        QVERIFY(!csv.contains("network, service")); // a link serves many at once
    }
};

HEADROOM_WIDGET_TEST(BreakdownTest)
#include "breakdown_test.moc"
