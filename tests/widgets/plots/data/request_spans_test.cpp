// The spans of sampled requests: which are kept, who belongs to whom, which row and which span lies at a time.
#include "../example_runs.h"
#include "tests/widget_tests.h"
#include "widgets/plots/data/span_rows.h"

#include <QTest>

#include <cmath>

using namespace headroom;
using namespace headroom::widgets;

namespace {

RequestSpans storedSpans(const example::Spans& spans)
{
    RequestSpans result;
    for (const auto& span : spans.all())
        result.add(span);
    return result;
}

record::Span lasting(double begin, double end)
{
    record::Span span;
    span.id = 1;
    span.kind = "request";
    span.beginS = begin;
    span.endS = end;
    return span;
}

} // namespace

class RequestSpansTest : public QObject
{
    Q_OBJECT

private slots:
    void spansWithoutASoundTimeAreCountedAndLeftOut()
    {
        RequestSpans spans;
        spans.add(lasting(2, 1));
        spans.add(lasting(std::nan(""), 1));
        spans.add(lasting(0, std::nan("")));
        spans.add(lasting(0, std::numeric_limits<double>::infinity()));
        QVERIFY(spans.isEmpty());
        QCOMPARE(spans.leftOut(), std::size_t(4));
        spans.add(lasting(1, 1)); // nothing took time, which is sound
        QCOMPARE(spans.entries().size(), std::size_t(1));
        QCOMPARE(spans.leftOut(), std::size_t(4));
    }

    void aWaitBeforeTheBeginningIsNeverNegative()
    {
        RequestSpans spans;
        for (const double wait : {-1.0, std::nan(""), 0.5}) {
            record::Span span = lasting(1, 2);
            span.acceptWaitS = wait;
            spans.add(span);
        }
        QCOMPARE(spans.entries()[0].acceptWait, 0.0);
        QCOMPARE(spans.entries()[1].acceptWait, 0.0);
        QCOMPARE(spans.entries()[2].acceptWait, 0.5);
    }

    void equalTextsAreKeptOnce()
    {
        const RequestSpans spans = storedSpans(example::oneCall());
        const auto& first = spans.entries()[0];
        for (const auto& entry : spans.entries())
            QCOMPARE(entry.operation, first.operation);
        QCOMPARE(spans.text(first.role), QString("client"));
        QCOMPARE(spans.text(first.node), QString("clients-0"));
    }

    void childrenStandInTheOrderInWhichTheyCame()
    {
        const RequestSpans spans = storedSpans(example::oneCall());
        const auto& served = spans.entries()[3];
        QCOMPARE(spans.text(served.role), QString("server"));
        const auto blocks = spans.childrenOf(served.id);
        QCOMPARE(blocks.size(), std::size_t(2));
        QCOMPARE(spans.text(spans.entries()[blocks[0]].name), QString("digest"));
        QCOMPARE(spans.text(spans.entries()[blocks[1]].name), QString("store"));
        QVERIFY(spans.childrenOf(9999).empty());
    }

    void usersRequestsAreThoseThatNobodyCalledAndThatEnded()
    {
        RequestSpans spans = storedSpans(example::oneCall());
        QCOMPARE(spans.usersRequests(), std::vector<std::uint32_t>({0}));
        record::Span open = lasting(1, 2);
        open.id = 100;
        open.unfinished = true;
        spans.add(open);
        QCOMPARE(spans.usersRequests().size(), std::size_t(1));
    }

    void aNodeGroupIsTheNodeWithoutItsNumber()
    {
        example::Spans made;
        for (const char* node : {"storage-3", "rack-2-storage-17", "gateway", "42", "node7", "-5"})
            made.request(0, 1, "server", node, 0, 0, 1);
        const RequestSpans spans = storedSpans(made);
        QStringList groups;
        for (const auto& entry : spans.entries())
            groups += spans.nodeGroup(entry);
        QCOMPARE(groups, QStringList({"storage", "rack-2-storage", "gateway", "42", "node7", ""}));
    }

    void everyChangeIsANewVersion()
    {
        RequestSpans spans;
        const auto empty = spans.version();
        spans.add(lasting(0, 1));
        const auto filled = spans.version();
        QVERIFY(filled != empty);
        spans.clear();
        QVERIFY(spans.isEmpty());
        QVERIFY(spans.version() != filled && spans.version() != empty);
        spans.add(lasting(0, 1));
        QVERIFY(spans.version() != filled);
    }

    void whatIsBeyondTheRoomIsCounted()
    {
        RequestSpans spans;
        const record::Span span = lasting(0, 1);
        for (std::size_t i = 0; i < RequestSpans::mostSpans + 3; ++i)
            spans.add(span);
        QCOMPARE(spans.entries().size(), RequestSpans::mostSpans);
        QCOMPARE(spans.leftOut(), std::size_t(3));
        spans.clear();
        QCOMPARE(spans.leftOut(), std::size_t(0));
    }

    void lanesOfANodeAreRowsBelowItsFirst()
    {
        example::Spans made;
        made.request(0, 1, "server", "b-0", 2, 0, 1);
        made.request(0, 1, "server", "b-0", 0, 0, 1);
        made.request(0, 2, "server", "a-0", 7, 0, 1);
        const RequestSpans spans = storedSpans(made);
        const auto rows = spanRows(spans, std::nullopt);
        QCOMPARE(rows.size(), std::size_t(3));
        QCOMPARE(spans.text(rows[0].node), QString("a-0"));
        QCOMPARE(rows[0].lane, 7U);
        QCOMPARE(rows[1].lane, 0U);
        QCOMPARE(rows[2].lane, 2U);
        QVERIFY(rows[0].firstOfNode && rows[1].firstOfNode && !rows[2].firstOfNode);
        QCOMPARE(spanRows(spans, 2).size(), std::size_t(1));
        QVERIFY(spanRows(spans, 99).empty());
        QVERIFY(spanRows(RequestSpans(), std::nullopt).empty());
    }

    void whatLiesAtATimeIsFoundWithinReach()
    {
        example::Spans made;
        made.request(0, 1, "server", "a-0", 0, 4, 5); // they come as they end, which need not be as they begin
        made.request(0, 1, "server", "a-0", 0, 1, 2);
        const RequestSpans spans = storedSpans(made);
        const auto rows = spanRows(spans, std::nullopt);
        const auto at = [&](double time, double reach) {
            return entryAt(spans, rows[0], RequestSpans::Kind::request, time, reach);
        };
        QVERIFY(!at(0.5, 0));
        QCOMPARE(at(0.5, 0.5), std::optional(1U));
        QCOMPARE(at(1.5, 0), std::optional(1U));
        QVERIFY(!at(3, 0.5));
        QCOMPARE(at(3, 1), std::optional(0U));
        QCOMPARE(at(4, 0), std::optional(0U));
        QCOMPARE(at(5, 0), std::optional(0U));
        QVERIFY(!at(5.1, 0));
        QVERIFY(!entryAt(spans, rows[0], RequestSpans::Kind::block, 1.5, 0));
    }
};

HEADROOM_WIDGET_TEST(RequestSpansTest)
#include "request_spans_test.moc"
