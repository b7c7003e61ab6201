// Sampled requests over roles and nodes: rows, zoom, the way to a block.
#include "../example_runs.h"
#include "tests/widget_tests.h"
#include "widgets/plots/requests/request_timeline.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <qcustomplot.h>

using namespace headroom;
using namespace headroom::widgets;

namespace {

std::shared_ptr<RequestSpans> requests(int count)
{
    auto result = std::make_shared<RequestSpans>();
    for (int i = 0; i < count; ++i) {
        auto spans = example::oneCall(static_cast<std::uint64_t>(i) + 1, 1.0 + i * 0.02).all();
        for (auto& span : spans) {
            const auto shift = static_cast<std::uint64_t>(i) * 1000;
            span.id += shift;
            span.parent += span.parent > 0 ? shift : 0;
            result->add(span);
        }
    }
    return result;
}

} // namespace

class RequestTimelineTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        view_ = std::make_unique<RequestTimeline>();
        view_->resize(1000, 320);
        view_->show();
    }

    void eachLaneOfANodeIsARow()
    {
        QVERIFY(!view_->isFilled());
        view_->setSpans(requests(3));
        QCOMPARE(view_->rows().size(), std::size_t(2)); // the client and the server
        QCOMPARE(view_->rows()[0].of(RequestSpans::Kind::request).size(), std::size_t(3));
        QCOMPARE(view_->rows()[1].of(RequestSpans::Kind::block).size(), std::size_t(6));
        QVERIFY(example::colourCount(example::pictureOf(*view_)) > 6);
    }

    void nodesStandInTheOrderOfTheirNumbers()
    {
        example::Spans spans;
        for (const char* node : {"storage-10", "storage-9", "storage-1"})
            spans.request(0, 1, "server", node, 0, 0, 1);
        RequestSpans stored;
        for (const auto& span : spans.all())
            stored.add(span);
        QStringList order;
        for (const SpanRow& row : spanRows(stored, std::nullopt))
            order += stored.text(row.node);
        QCOMPARE(order, QStringList({"storage-1", "storage-9", "storage-10"}));
    }

    void aClickOnASpanLeadsToItsBlock()
    {
        view_->setSpans(requests(1));
        example::pictureOf(*view_);
        QSignalSpy chosen(view_.get(), &RequestTimeline::blockChosen);
        click(1.003, 1); // the server digests from 1.002 s to 1.004 s
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].toString(), QString("server"));
        QCOMPARE(chosen[0][1].toString(), QString("PUT"));
        QCOMPARE(chosen[0][2].toString(), QString("digest"));
        click(1.0015, 1); // before it was accepted
        QCOMPARE(chosen.count(), 1);
    }

    void theReadingGoesWithThePointer()
    {
        view_->setSpans(requests(1));
        const QImage before = example::pictureOf(*view_);
        const QPointF at(view_->timePixel(1.003), view_->rowCentre(1));
        QTest::mouseMove(view_->plot(), at.toPoint());
        QTRY_VERIFY(example::pictureOf(*view_) != before);
        QEvent left(QEvent::Leave);
        QCoreApplication::sendEvent(view_->plot(), &left);
        QTRY_VERIFY(example::pictureOf(*view_) == before);
    }

    void theWheelZoomsDownToMicrosecondsAndHomeShowsAll()
    {
        view_->setSpans(requests(50));
        example::pictureOf(*view_);
        const double whole = view_->visibleEnd() - view_->visibleBegin();
        const QPointF at(view_->timePixel(1.003), view_->rowCentre(0));
        for (int i = 0; i < 100; ++i) {
            QWheelEvent event(at, view_->plot()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(view_->plot(), &event);
        }
        QVERIFY(view_->visibleEnd() - view_->visibleBegin() < 2e-6);
        QVERIFY(std::abs(view_->visibleBegin() - 1.003) < whole / 800);
        example::pictureOf(*view_);
        view_->setFocus();
        QTest::keyClick(view_.get(), Qt::Key_Home);
        QCOMPARE(view_->visibleEnd() - view_->visibleBegin(), whole);
    }

    void aRequestIsLookedAtAlone()
    {
        view_->setSpans(requests(3));
        auto* choice = view_->findChild<QComboBox*>("requestChoice");
        QCOMPARE(choice->count(), 4);
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Down);
        QVERIFY(view_->shownRequest());
        QCOMPARE(view_->rows()[0].of(RequestSpans::Kind::request).size(), std::size_t(1));
        QCOMPARE(view_->visibleEnd() - view_->visibleBegin(), 0.01);
        QCOMPARE(view_->csv().count('\n'), 8 + 1);
    }

    void aHundredThousandSpansAreDrawnWithoutWaiting()
    {
        view_->setSpans(requests(16000));
        QCOMPARE(view_->rows()[0].of(RequestSpans::Kind::request).size(), std::size_t(16000));
        for (const double end : {400.0, 2.0, 1.1}) {
            view_->showTime(1, end);
            QVERIFY(example::colourCount(example::pictureOf(*view_)) > 4);
        }
    }

private:
    void click(double time, std::size_t row)
    {
        QTest::mouseClick(view_->plot(), Qt::LeftButton, {}, QPoint(view_->timePixel(time), view_->rowCentre(row)));
    }

    std::unique_ptr<RequestTimeline> view_;
};

HEADROOM_WIDGET_TEST(RequestTimelineTest)
#include "request_timeline_test.moc"
