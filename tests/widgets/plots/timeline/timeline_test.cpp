// The timeline: curves and ghosts are drawn, labels stay apart, the time axis zooms, files hold what is shown.
#include "tests/widget_tests.h"
#include "widgets/plots/timeline/timeline_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>
#include <QtTest>
#include <cmath>
#include <qcustomplot.h>

using namespace headroom::widgets;

namespace {

int pixelsLike(const QImage& image, const QColor& wanted)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            count += std::abs(pixel.red() - wanted.red()) + std::abs(pixel.green() - wanted.green()) +
                         std::abs(pixel.blue() - wanted.blue()) <
                     24;
        }
    return count;
}

} // namespace

class TimelineTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        view_ = std::make_unique<TimelineView>();
        view_->resize(1100, 260);
        view_->setPanels(
            {{"Throughput", "PUT/s", "1/s", {{1, "PUT", 0, ""}}},
             {"Load", "share", "share", {{2, "a", 1, ""}, {3, "b", 2, ""}, {4, "c", 3, ""}, {5, "d", 4, ""}}}});
        view_->setTimeRange(0, 60);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    }

    void appendedSamplesAreDrawnInTheCurvesColour()
    {
        QVERIFY(!view_->isFilled());
        fill();
        QVERIFY(view_->isFilled());
        QVERIFY(pixelsLike(picture(), seriesColour(0, false)) > 100);
    }

    void theTimesOfANarrowViewDoNotTouch()
    {
        view_->setTimeRange(0, 1);
        for (const int width : {1100, 620, 480}) {
            view_->resize(width, 260);
            QCoreApplication::processEvents();
            fill();
            view_->paintNow();
            view_->plot()->replot();
            const QCPAxis& time = *view_->plot()->axisRects().back()->axis(QCPAxis::atBottom);
            double all = 0;
            for (const QString& label : time.tickVectorLabels())
                all += QFontMetricsF(smallFont()).horizontalAdvance(label) + 4;
            QVERIFY2(all < time.axisRect()->width() + 40, qPrintable(QString::number(width)));
            QVERIFY(time.tickVectorLabels().size() >= 2);
        }
    }

    /// As when a finished run is shown in the place of another: its panels are new and not laid out yet.
    void theTimeIsSeenInALowViewToo()
    {
        auto panels = view_->panels();
        panels.append(panels.front());
        panels.back().title = "Waiting";
        panels.back().curves = {{6, "e", 5, ""}};
        view_->setPanels(panels);
        for (const int height : {400, 150, 120}) {
            view_->resize(700, height);
            QCoreApplication::processEvents();
            fill();
            view_->paintNow();
            view_->plot()->replot();
            const auto rects = view_->plot()->axisRects();
            const int below = view_->plot()->height() - 1 - rects.back()->rect().bottom();
            QVERIFY2(below >= QFontMetrics(smallFont()).height() + 4, qPrintable(QString::number(height)));
            for (const auto* rect : rects)
                QVERIFY2(rect->height() >= 18, qPrintable(QString::number(rect->height())));
            if (height < 200)
                QVERIFY(std::abs(rects[0]->height() - rects[1]->height()) <= 2); // none at the cost of another
        }
    }

    void theLabelsOfLowPanelsDoNotTouch()
    {
        QVector<PanelSpec> panels;
        for (std::uint32_t i = 1; i <= 8; ++i)
            panels.append({QString("Panel %1").arg(i), {}, i % 2 ? "1/s" : "share", {{i, "a", 0, ""}}});
        panels[2].logarithmic = true;
        view_->setPanels(panels);
        for (const int height : {260, 330, 520, 900}) {
            view_->resize(900, height);
            QCoreApplication::processEvents();
            for (std::uint32_t i = 1; i <= 8; ++i)
                for (int sample = 0; sample < 50; ++sample)
                    view_->append(i, sample, (i % 2 ? 3.0 * i : 0.9) * (1 + sample % 5) / 5);
            view_->paintNow();
            QList<QRectF> labels;
            for (const QCPAxisRect* rect : view_->plot()->axisRects()) {
                const auto own = labelsOf(*rect->axis(QCPAxis::atLeft));
                QVERIFY(!own.isEmpty());
                labels += own;
            }
            for (qsizetype i = 0; i < labels.size(); ++i)
                for (qsizetype k = i + 1; k < labels.size(); ++k)
                    QVERIFY2(!labels[i].intersects(labels[k]), qPrintable(QString::number(height)));
        }
    }

    void theCurvesOfNewPanelsAreDrawnWholeAtOnce()
    {
        fill();
        QVERIFY(pixelsLike(picture(), seriesColour(0, false)) > 100);
        view_->setPanels({{"Throughput", "GET/s", "1/s", {{1, "GET", 0, ""}}}});
        for (int i = 0; i < 600; ++i)
            view_->append(1, 0.1 * i, 1000 + 100 * (i % 7));
        view_->paintNow();
        int most = 0;
        for (int i = 0; i < view_->plot()->graphCount(); ++i)
            most = std::max(most, view_->plot()->graph(i)->dataCount());
        QVERIFY2(most > 100, qPrintable(QString::number(most)));
    }

    void aRightClickOnTheCurvesOpensTheMenu()
    {
        fill();
        QStringList offered;
        QTimer::singleShot(0, this, [&] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                for (const QAction* action : menu->actions())
                    offered += action->text();
                menu->close();
            }
        });
        const QPoint place = view_->plot()->rect().center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, view_->plot()->mapToGlobal(place));
        QApplication::sendEvent(view_->plot(), &event);
        QVERIFY2(offered.contains("Copy"), qPrintable(offered.join(' ')));
    }

    void aFormerRunIsDrawnGreyBeforeTheNewOneHasCurves()
    {
        const int before = pixelsLike(picture(), lightColours().ghost);
        view_->setGhost(1, {0.5, 40}, {1000, 1000});
        view_->paintNow();
        QVERIFY(pixelsLike(picture(), lightColours().ghost) > before + 100);
        QCOMPARE(pixelsLike(picture(), seriesColour(0, false)), 0);
    }

    void aGoalIsALineAndTheAxisReachesItIfItIsNear()
    {
        fill(); // up to 1000 in a second
        const auto drawn = [this](const QVector<GoalLine>& goals) {
            view_->setGoals(0, goals);
            view_->paintNow();
            return pixelsLike(picture(), lightColours().bad);
        };
        const auto reaches = [this](double value) {
            return view_->plot()->axisRect(0)->axis(QCPAxis::atLeft)->range().contains(value);
        };
        const int none = drawn({});
        const int near = drawn({{"PUT", "throughput", 1500, false, "goal"}});
        QVERIFY(reaches(1500));
        // Only the name of a goal far above is there: the curve would lie on the axis.
        const int far = drawn({{"PUT", "throughput", 10000, false, "goal"}});
        QVERIFY(!reaches(1500));
        QVERIFY(far > none);
        QVERIFY(near > far + 100);
        QCOMPARE(drawn({}), none);
    }

    void labelsOfEqualCurvesStayApart()
    {
        fill();
        picture();
        const auto rects = view_->labelRects();
        QVERIFY(rects.size() >= 4);
        for (int i = 0; i < rects.size(); ++i)
            for (int j = 0; j < i; ++j)
                QVERIFY(!rects[i].adjusted(0, 0.5, 0, -0.5).intersects(rects[j]));
    }

    void theWheelZoomsAtThePointerAndADoubleClickShowsAll()
    {
        fill();
        picture();
        QCPAxis* time = view_->plot()->axisRect(0)->axis(QCPAxis::atBottom);
        const QPoint pointer(static_cast<int>(time->coordToPixel(20)), view_->plot()->axisRect(0)->center().y());
        const double under = time->pixelToCoord(pointer.x());
        QWheelEvent wheel(pointer, view_->plot()->mapToGlobal(pointer), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view_->plot(), &wheel);
        QVERIFY(time->range().size() < 59);
        QVERIFY(std::abs(time->pixelToCoord(pointer.x()) - under) < 0.1);
        QCOMPARE(view_->plot()->axisRect(1)->axis(QCPAxis::atBottom)->range().lower, time->range().lower);
        const double before = time->range().lower;
        QTest::mousePress(view_->plot(), Qt::LeftButton, {}, pointer);
        QTest::mouseMove(view_->plot(), pointer + QPoint(40, 0));
        QTest::mouseRelease(view_->plot(), Qt::LeftButton, {}, pointer + QPoint(40, 0));
        QVERIFY(time->range().lower < before);
        QTest::mouseDClick(view_->plot(), Qt::LeftButton, {}, pointer);
        QCOMPARE(time->range().size(), 60.0);
    }

    void picturesAreWrittenAndNotBlank()
    {
        fill();
        QTemporaryDir folder;
        for (const char* name : {"a.png", "a.svg", "a.pdf"})
            QCOMPARE(view_->exportTo(folder.filePath(name)), QString());
        QVERIFY(pixelsLike(QImage(folder.filePath("a.png")), seriesColour(0, false)) > 100);
        QSvgRenderer svg(folder.filePath("a.svg"));
        QVERIFY(svg.isValid());
        QImage drawn(svg.defaultSize(), QImage::Format_RGB32);
        drawn.fill(Qt::white);
        QPainter painter(&drawn);
        svg.render(&painter);
        painter.end();
        QVERIFY(pixelsLike(drawn, seriesColour(0, false)) > 100);
        QFile pdf(folder.filePath("a.pdf"));
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.size() > 2000);
        QVERIFY(pdf.read(5) == "%PDF-");
        QVERIFY(!view_->exportTo(folder.filePath("a.bmp")).isEmpty());
    }

    void aPictureForPaperIsAsFineWhileADenseTimelineMoves()
    {
        PanelSpec panel{"Load", "share", "share", {}};
        for (unsigned series = 1; series <= 14; ++series)
            panel.curves.push_back({series, QString::number(series), int(series), ""});
        view_->setPanels({panel});
        view_->setTimeRange(0, 3000);
        for (int i = 0; i < 3000; ++i)
            for (unsigned series = 1; series <= 14; ++series)
                view_->append(series, i, (i * series) % 101);
        const auto drawn = [this] {
            view_->paintNow();
            int points = 0;
            for (int i = 0; i < view_->plot()->graphCount(); ++i)
                points += view_->plot()->graph(i)->dataCount();
            return points;
        };
        QVERIFY(drawn() > 10000); // with a band beside each curve: from now on known to be dense
        view_->showTime(30, 2900);
        const int moving = drawn();
        QTemporaryDir folder;
        QCOMPARE(view_->exportTo(folder.filePath("moving.png")), QString());
        QTRY_VERIFY(drawn() > 2 * moving);
        QCOMPARE(view_->exportTo(folder.filePath("resting.png")), QString());
        QCOMPARE(QImage(folder.filePath("moving.png")), QImage(folder.filePath("resting.png")));
    }

    void thePresentOfARunIsMarkedOnTheScreenOnly()
    {
        fill();
        view_->setNow(30);
        const Colours& light = colours(view_->palette());
        QTRY_VERIFY(pixelsLike(view_->grab().toImage(), light.accent) > 50);
        QTemporaryDir folder;
        QCOMPARE(view_->exportTo(folder.filePath("a.png")), QString());
        QCOMPARE(pixelsLike(QImage(folder.filePath("a.png")), light.accent), 0);
    }

    void dataFilesHoldEveryValueAndLeaveGapsEmpty()
    {
        view_->append(1, 1, 10);
        view_->append(1, 2, std::nan(""));
        view_->append(2, 2, 0.5);
        view_->setGhost(1, {1}, {7});
        const QStringList lines = view_->csv().split('\n');
        QCOMPARE(lines[0].split(',').mid(0, 3),
                 QStringList({"time [s]", "Throughput PUT [1/s]", "former run: Throughput PUT [1/s]"}));
        QCOMPARE(lines[1], QString("1,10,7,,,,"));
        QCOMPARE(lines[2], QString("2,,,0.5,,,"));
    }

    void aCurveOfAnyLengthIsBoundedAndKeepsItsExtremes()
    {
        CurveData data(1000);
        for (int i = 0; i < 1000000; ++i)
            data.append(i, i == 333333 ? 99 : i == 777777 ? -5 : 1);
        QVERIFY(data.points().size() <= 1000);
        double least = 0, most = 0;
        for (const auto& point : data.points()) {
            least = std::min(least, point.minimum);
            most = std::max(most, point.maximum);
        }
        QCOMPARE(least, -5.0);
        QCOMPARE(most, 99.0);
    }

    void theVisibleTimeFollowsTheRunUntilItIsDragged()
    {
        fill();
        view_->showTime(30, 40);
        view_->setFocus();
        QTest::keyClick(view_.get(), Qt::Key_F);
        QVERIFY(view_->isFollowing());
        view_->append(1, 50, 1000);
        QCOMPARE(view_->visibleEnd(), 50.0);
        QCOMPARE(view_->visibleEnd() - view_->visibleBegin(), 10.0);
        QTest::mousePress(view_->plot(), Qt::LeftButton, {}, view_->plot()->axisRect(0)->rect().center());
        QTest::mouseRelease(view_->plot(), Qt::LeftButton, {}, view_->plot()->axisRect(0)->rect().center());
        QVERIFY(!view_->isFollowing());
        view_->append(1, 55, 1000);
        QCOMPARE(view_->visibleEnd(), 50.0);
    }

    void anotherChoiceOfCurvesLeavesTheVisibleTime()
    {
        fill();
        view_->showTime(10, 20);
        view_->setPanels({{"Other", "", "1/s", {{1, "PUT", 0, {}}}}});
        QCOMPARE(view_->visibleBegin(), 10.0);
        QCOMPARE(view_->visibleEnd(), 20.0);
    }

    void twoCursorsAreDraggedAndReadWithTheirDifference()
    {
        fill();
        view_->setFocus();
        QTest::keyClick(view_.get(), Qt::Key_C);
        QVERIFY(view_->cursors());
        const QImage before = picture();
        QCPAxis* time = view_->plot()->axisRect(0)->axis(QCPAxis::atBottom);
        const int y = view_->plot()->axisRect(0)->rect().center().y();
        const QPoint from(static_cast<int>(time->coordToPixel((*view_->cursors())[1])), y);
        const QPoint to(static_cast<int>(time->coordToPixel(50)), y);
        const double begin = view_->visibleBegin();
        QTest::mousePress(view_->plot(), Qt::LeftButton, {}, from);
        QTest::mouseMove(view_->plot(), to);
        QTest::mouseRelease(view_->plot(), Qt::LeftButton, {}, to);
        QVERIFY(std::abs((*view_->cursors())[1] - 50) < 0.2);
        QCOMPARE(view_->visibleBegin(), begin); // the cursor was dragged, not the time
        QVERIFY(picture() != before);
        QTest::keyClick(view_.get(), Qt::Key_C);
        QVERIFY(!view_->cursors());
    }

    void measuredDataLieOverTheirCurveAndInItsTable()
    {
        fill();
        const QImage before = picture();
        view_->setMeasured(1, "measured", {1, 20, 39}, {500, 700, 600});
        view_->paintNow();
        QVERIFY(view_->hasMeasured(1));
        QVERIFY(!view_->hasMeasured(2));
        QVERIFY(picture() != before);
        QVERIFY(view_->csv().contains(",measured: Throughput PUT [1/s]"));
    }

    void aBandIsShadedBetweenTwoCurves()
    {
        view_->setPanels({{"Latency", "", "s", {{1, "p50", 0, {}}, {2, "p99", 1, {}}}, {{1, 2, 0}}}});
        for (double t = 1; t < 40; ++t) {
            view_->append(1, t, 1);
            view_->append(2, t, 5);
        }
        view_->paintNow();
        QCPGraph* upper = nullptr;
        for (int i = 0; i < view_->plot()->graphCount(); ++i)
            upper = view_->plot()->graph(i)->channelFillGraph() ? view_->plot()->graph(i) : upper;
        QVERIFY(upper);
        const QPoint within = pixelAt(20, 3), above = pixelAt(20, 5.2), below = pixelAt(20, 0.5);
        const QImage shaded = picture();
        QVERIFY(shaded.pixelColor(within) != shaded.pixelColor(above));
        QCOMPARE(shaded.pixelColor(below), shaded.pixelColor(above));
        // It is the first colour, laid thinly over the surface.
        const QColor surface = shaded.pixelColor(above), band = shaded.pixelColor(within);
        const QColor colour = seriesColour(0, false);
        const auto between = [](int a, int value, int b) { return std::min(a, b) <= value && value <= std::max(a, b); };
        QVERIFY(between(surface.red(), band.red(), colour.red()));
        QVERIFY(between(surface.green(), band.green(), colour.green()));
        QVERIFY(between(surface.blue(), band.blue(), colour.blue()));
        view_->setHidden(1, true);
        view_->paintNow();
        QVERIFY(!upper->channelFillGraph());
        const QImage plain = picture();
        QCOMPARE(plain.pixelColor(pixelAt(20, 3)), plain.pixelColor(pixelAt(20, 5.2)));
    }

    void whatReplicationsSayOfAMeanIsABandOfItsHeightAfterTheWarmUp()
    {
        view_->setPanels({{"Throughput", "", "1/s", {{1, "PUT", 0, {}}}}});
        view_->setWarmUp(20);
        for (double t = 1; t < 60; ++t)
            view_->append(1, t, 10);
        view_->paintNow();
        const QImage before = picture();
        view_->setIntervals(0, {{"PUT", 5, 1, 2}});
        view_->paintNow();
        const QImage after = picture();
        const auto changed = [&](double time, double value) {
            return before.pixelColor(pixelAt(time, value)) != after.pixelColor(pixelAt(time, value));
        };
        QVERIFY(changed(40, 5.7) && changed(40, 4.3));
        QVERIFY(!changed(40, 6.4) && !changed(40, 3.6));
        QVERIFY(!changed(10, 5.7)); // samples that do not count have no mean
    }

    void whatIsDrawnIsBoundedByPixelsAndKeepsPeaks()
    {
        CurveData data(100000);
        for (int i = 0; i < 100000; ++i)
            data.append(i, i == 55555 ? 9 : 1);
        const auto drawn = visibleCurve(data, QCPRange(0, 100000), 800);
        QVERIFY(drawn.columns.size() <= 802);
        QVERIFY(std::any_of(drawn.columns.begin(), drawn.columns.end(),
                            [](const auto& column) { return column.highest == 9 && column.lowest == 1; }));
        QCOMPARE(visibleCurve(data, QCPRange(10, 20), 800).line().size(), 12); // one more to either side
        QVERIFY(visibleCurve(CurveData(), QCPRange(0, 1), 800).line().isEmpty());
    }

    void aDenseCurveIsAMeanInABandFromTheLowestToTheHighest()
    {
        view_->setPanels({{"Throughput", "PUT/s", "1/s", {{1, "PUT", 0, ""}}}});
        view_->setTimeRange(0, 600);
        for (int i = 1; i <= 12000; ++i)
            view_->append(1, i * 0.05, i == 6000 ? 1000 : i % 2 ? 400 : 200);
        view_->paintNow();
        const QImage dense = picture();
        const QColor surface = dense.pixelColor(pixelAt(100, 600)), colour = seriesColour(0, false);
        const auto isBand = [&](double time, double value) {
            const QColor pixel = dense.pixelColor(pixelAt(time, value));
            return pixel != surface && pixel != colour && pixel.blue() > pixel.red(); // paler than the curve
        };
        QVERIFY(isBand(100, 250) && isBand(100, 370) && isBand(500, 250));
        QVERIFY(!isBand(100, 450) && !isBand(100, 150));
        // One sample of twelve thousand reaches up to 1000: its pixel shows it.
        int peak = 0;
        for (int x = pixelAt(300, 800).x() - 2; x <= pixelAt(300, 800).x() + 2; ++x)
            peak += dense.pixelColor(x, pixelAt(300, 800).y()) != surface;
        QVERIFY(peak >= 1 && peak <= 2);
        QVERIFY2(view_->captions().contains("line: mean, band: lowest to highest"),
                 qPrintable(view_->captions().join('|')));
        view_->showTime(299, 301); // a sample has twenty pixels for itself
        view_->setDetail(1, 298, 302, {298, 299.5, 300, 300.5, 302}, {200, 400, 1000, 400, 200});
        view_->paintNow();
        picture();
        QVERIFY(!view_->captions().contains("line: mean, band: lowest to highest"));
    }

    void theLabelIsTheMeanOfTheVisibleTimeWithoutTheWarmUp()
    {
        view_->setPanels({{"Throughput", "PUT/s", "1/s", {{1, "PUT", 0, ""}}}});
        view_->setTimeRange(0, 60);
        view_->setWarmUp(10);
        const auto shown = [this] {
            view_->paintNow();
            picture();
            return view_->labelTexts().join('|') + " / " + view_->captions().join('|');
        };
        for (int i = 1; i <= 5; ++i)
            view_->append(1, i, 100);
        QCOMPARE(shown(),
                 QString("PUT 100 /s / labels: mean of the samples from 0 to 5 s")); // there is nothing but warm-up
        for (int i = 6; i <= 60; ++i)
            view_->append(1, i, i <= 10 ? 100 : i <= 35 ? 400 : 600);
        QCOMPARE(shown(), QString("PUT 500 /s / labels: mean of the samples from 10 s to 60 s"));
        view_->showTime(20, 30);
        QCOMPARE(shown(), QString("PUT 400 /s / labels: mean of the samples from 20 s to 30 s"));
        view_->showTime(2, 8);
        QCOMPARE(shown(), QString("PUT 100 /s / labels: mean of the samples from 2 s to 8 s"));
        view_->setFocus();
        QTest::keyClick(view_.get(), Qt::Key_Home);
        QCOMPARE(shown(), QString("PUT 500 /s / labels: mean of the samples from 10 s to 60 s"));
    }

    void aLabelHasTheFigureOfTheWholeRunWhileAllOfItIsVisible()
    {
        view_->setPanels({{"Latency", "", "s", {{1, "p99", 0, ""}, {2, "p50", 1, ""}}}});
        view_->setTimeRange(0, 60);
        view_->setWarmUp(10);
        for (int i = 1; i <= 60; ++i)
            for (const std::uint32_t series : {1U, 2U})
                view_->append(series, i, 0.2);
        view_->setRunFigures({{1, 0.15}});
        const auto shown = [this] {
            view_->paintNow();
            picture();
            return view_->labelTexts().join('|');
        };
        QCOMPARE(shown(), QString("p99 150 ms|p50 200 ms"));
        QVERIFY2(
            view_->captions().contains("labels: mean of the samples from 10 s to 60 s, latencies of the whole run"),
            qPrintable(view_->captions().join('|')));
        view_->showTime(20, 30);
        QCOMPARE(shown(), QString("p99 200 ms|p50 200 ms"));
        QVERIFY(view_->captions().contains("labels: mean of the samples from 20 s to 30 s"));
        view_->setRunFigures({});
        view_->showWholeTime();
        QCOMPARE(shown(), QString("p99 200 ms|p50 200 ms"));
    }

    void longNamesEndBeforeTheTools()
    {
        view_->setPanels(
            {{"Load", "share", "share", {{1, "storage-a switch-a downlink, busiest at each time", 1, ""}}}});
        view_->setTimeRange(0, 60);
        for (int i = 1; i <= 60; ++i)
            view_->append(1, i, 0.77);
        for (const int width : {1100, 800, 620}) {
            view_->resize(width, 260);
            QCoreApplication::processEvents();
            view_->paintNow();
            picture();
            QCOMPARE(view_->labelRects().size(), 1);
            for (const auto* tool : view_->findChildren<QToolButton*>())
                if (tool->isVisible()) {
                    const QRect place(tool->mapTo(view_.get(), QPoint()), tool->size());
                    QVERIFY2(view_->labelRects().front().right() < place.left(), qPrintable(QString::number(width)));
                }
        }
    }

    void restingOnALabelTellsTheExtremesAndTheLastValue()
    {
        for (int i = 1; i <= 4; ++i)
            view_->append(1, i * 10, i == 2 ? 900 : 100 * i);
        view_->paintNow();
        picture();
        const QPoint at = view_->labelRects().front().center().toPoint();
        QHelpEvent rest(QEvent::ToolTip, at, view_->plot()->mapToGlobal(at));
        QCoreApplication::sendEvent(view_->plot(), &rest);
        QCOMPARE(QToolTip::text(), QString("Throughput PUT\nmean of the samples from 0 to 40 s: 425 /s\n"
                                           "lowest 100 /s, highest 900 /s, last 400 /s"));
        QToolTip::hideText();
    }

    void theSamplesOfAPartTakeThePlaceOfWhatWasJoined()
    {
        view_->setTimeRange(0, 100000);
        for (int i = 0; i < 50000; ++i)
            view_->append(1, i, i % 2);
        QVERIFY(view_->lacksDetail(1));
        view_->showTime(100, 110);
        view_->setDetail(1, 90, 120, {99, 100, 105, 110, 111}, {1, 2, 3, 4, 5});
        view_->paintNow();
        QVERIFY(!view_->lacksDetail(1));
        const auto drawn = [this] {
            for (int i = 0; i < view_->plot()->graphCount(); ++i)
                if (view_->plot()->graph(i)->dataCount() > 0)
                    return view_->plot()->graph(i)->dataCount();
            return 0;
        };
        QCOMPARE(drawn(), 4); // to the first one at or beyond the end
        view_->showTime(0, 1000);
        QVERIFY(view_->lacksDetail(1));
    }

    void theKeysPanAndZoom()
    {
        fill();
        view_->showTime(20, 30);
        view_->setFocus();
        QTest::keyClick(view_.get(), Qt::Key_Right);
        QCOMPARE(view_->visibleBegin(), 21.0);
        QTest::keyClick(view_.get(), Qt::Key_Plus);
        QVERIFY(view_->visibleEnd() - view_->visibleBegin() < 10);
        QTest::keyClick(view_.get(), Qt::Key_Home);
        QCOMPARE(view_->visibleBegin(), 0.0);
    }

private:
    /// Areas of the numbers of an axis.
    static QList<QRectF> labelsOf(const QCPAxis& axis)
    {
        const QFontMetricsF metrics(smallFont());
        QList<QRectF> places;
        const auto ticks = axis.tickVector();
        const auto texts = axis.tickVectorLabels();
        for (qsizetype i = 0; i < ticks.size(); ++i) {
            const QSizeF size(metrics.horizontalAdvance(texts[i]), metrics.height());
            const QPointF middle(axis.axisRect()->left() - size.width() / 2, axis.coordToPixel(ticks[i]));
            if (!texts[i].isEmpty())
                places += QRectF(middle - QPointF(size.width(), size.height()) / 2, size);
        }
        return places;
    }
    void fill()
    {
        for (double t = 0.5; t < 40; t += 0.5) {
            view_->append(1, t, 980 + t); // a level line may lie between two rows of pixels, in a paler colour
            for (unsigned series : {2U, 3U, 4U, 5U})
                view_->append(series, t, 0.5);
        }
        view_->paintNow();
    }
    QImage picture()
    {
        QCoreApplication::processEvents(); // the plot is drawn anew when the loop is reached
        return view_->grab().toImage();
    }
    /// Place of an instant and a value of the first panel in a picture of the view.
    QPoint pixelAt(double time, double value) const
    {
        const auto* rect = view_->plot()->axisRect(0);
        const QPointF place(rect->axis(QCPAxis::atBottom)->coordToPixel(time),
                            rect->axis(QCPAxis::atLeft)->coordToPixel(value));
        return view_->plot()->mapTo(view_.get(), place.toPoint());
    }

    std::unique_ptr<TimelineView> view_;
};

HEADROOM_WIDGET_TEST(TimelineTest)
#include "timeline_test.moc"
