// Mouse and keyboard on the timeline, and its curves as series come and go.
#include "../example_runs.h"
#include "tests/widget_tests.h"
#include "widgets/plots/timeline/timeline_cursors.h"
#include "widgets/plots/timeline/timeline_view.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <qcustomplot.h>

#include <cmath>

using namespace headroom;
using namespace headroom::widgets;

class TimelineHandTest : public QObject
{
    Q_OBJECT

private slots:
    void twoCursorsTellTheDifferenceAndTheMeanBetween()
    {
        CurveData load;
        for (int second = 0; second <= 10; ++second)
            load.append(second, second < 5 ? 0.40 : 0.46);
        QCOMPARE(cursorText(load, 2, 8, 0.5, "share"), QString("40 % → 46 % (+6.0 points), mean 43 %"));
        QCOMPARE(cursorText(load, 8, 2, 0.5, "share"), QString("46 % → 40 % (−6.0 points), mean 43 %"));
        QVERIFY(cursorText(load, 2, 20, 0.5, "share").isEmpty());
        CurveData latency;
        latency.append(1, 0.010);
        latency.append(2, 0.020);
        QCOMPARE(cursorText(latency, 1, 2, 0.1, "s"), QString("10.0 ms → 20.0 ms (+10.0 ms), mean 15.0 ms"));
    }

    void init()
    {
        view_ = std::make_unique<TimelineView>();
        view_->resize(1000, 300);
        view_->setPanels({{"Throughput", "PUT/s", "1/s", {{1, "PUT", 0, ""}}},
                          {"Load", "share", "share", {{2, "disks", 1, ""}, {3, "network", 2, "all the network"}}}});
        view_->setTimeRange(0, 60);
        view_->show();
        view_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(view_.get()));
        view_->setFocus();
    }

    void anEmptyTimelineOffersToRun()
    {
        QSignalSpy run(view_.get(), &TimelineView::runRequested);
        auto* button = view_->findChild<QPushButton*>();
        QVERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(run.count(), 1);
        fill();
        QVERIFY(!button->isVisible());
    }

    /// Each panel stays as high as it can be read; none is cut without a way to it.
    void aLowTimelineIsScrolled()
    {
        fill();
        auto* bar = view_->findChild<QScrollBar*>();
        const auto seen = [&](const QString& curve) {
            const auto texts = view_->labelTexts();
            for (int i = 0; i < texts.size(); ++i)
                if (texts[i].startsWith(curve))
                    return QRectF(view_->plot()->rect()).contains(view_->labelRects()[i]);
            return false;
        };
        QVERIFY(!bar->isVisible());
        QVERIFY(seen("PUT") && seen("network"));
        view_->resize(1000, 90);
        QTRY_VERIFY(bar->isVisible());
        QTRY_VERIFY(seen("PUT") && !seen("network"));
        const auto endIsSeen = [&] { // its height may still change when it has just become low
            QTest::keyClick(bar, Qt::Key_End);
            return !seen("PUT") && seen("network");
        };
        QTRY_VERIFY(endIsSeen());
        const QRect lowest = view_->plot()->axisRect(1)->outerRect(); // with the numbers of its time axis
        QVERIFY(view_->plot()->rect().contains(lowest));
        QTest::mouseClick(view_->plot(), Qt::LeftButton, Qt::ControlModifier, labelOf(2));
        QVERIFY(view_->isHidden(3)); // a click hits the visible curve
        view_->resize(1000, 300);
        QTRY_VERIFY(!bar->isVisible());
        QTRY_VERIFY(seen("PUT") && seen("network"));
    }

    /// Curves that end at the lower frame of a panel and at the upper one of the next, with as little space as there
    /// may be.
    void labelsNeverLieOverEachOtherNorOverTheCaptions()
    {
        view_->setPanels({{"Throughput", "PUT/s", "1/s", {{1, "PUT", 0, ""}}},
                          {"Latency", "p50 to p99", "s", {{2, "p99", 1, ""}, {3, "p50", 2, ""}, {4, "p10", 3, ""}}},
                          {"Load",
                           "share of capacity",
                           "share",
                           {{5, "disks", 4, ""}, {6, "network", 5, ""}, {7, "memory", 6, ""}}}});
        const std::map<std::uint32_t, double> values{{1, 1000}, {2, 0.0003}, {3, 0.0002}, {4, 0.0001},
                                                     {5, 1},    {6, 0.99},   {7, 0.98}};
        for (double t = 0.5; t < 40; t += 0.5)
            for (const auto& [series, value] : values)
                view_->append(series, t, series == 2 && t < 20 ? 1 : value);
        for (int height = 100; height <= 400; height += 5) {
            view_->resize(1000, height);
            QTRY_COMPARE(view_->plot()->height(), height);
            view_->paintNow();
            const QVector<QRectF> rects = view_->labelRects();
            const auto above = [height](const QRectF& lower, const QRectF& upper) {
                return QStringLiteral("at %1: %2 and %3").arg(height).arg(upper.bottom()).arg(lower.top());
            };
            QVERIFY(rects.size() >= 5);
            QVERIFY(rects[0].top() >= view_->plot()->axisRect(0)->top());
            for (int i = 1; i < rects.size(); ++i)
                QVERIFY2(rects[i].top() >= rects[i - 1].bottom() - 1e-6, qPrintable(above(rects[i], rects[i - 1])));
        }
    }

    void aTimelineWithoutPanelsTakesEverythingThatIsDoneToIt()
    {
        view_->setPanels({});
        view_->append(1, 1, 1);
        view_->setGhost(1, {1}, {1});
        view_->setMeasured(1, "m", {1}, {1});
        view_->setHidden(1, true);
        view_->setNow(5);
        view_->setFollowing(true);
        view_->setCursors(std::array{1.0, 2.0});
        view_->paintNow();
        for (const int key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Home, Qt::Key_C})
            QTest::keyClick(view_.get(), static_cast<Qt::Key>(key));
        QVERIFY(!view_->isFilled());
        QVERIFY(!view_->isHidden(1));
        QVERIFY(!view_->hasMeasured(1));
        QCOMPARE(view_->csv(), QString("time [s]\n"));
        QCOMPARE(view_->visibleEnd(), 60.0);
    }

    void samplesOfASeriesWithoutACurveAreIgnored()
    {
        view_->append(99, 1, 1);
        view_->paintNow();
        QVERIFY(!view_->isFilled());
        view_->append(1, 1, std::nan(""));
        QVERIFY(!view_->isFilled());
        view_->append(1, 2, 0);
        QVERIFY(view_->isFilled());
    }

    void oneSampleIsACurveThatIsDrawn()
    {
        view_->append(1, 30, 5);
        view_->paintNow();
        QCOMPARE(curve(1)->dataCount(), 1);
        QVERIFY(valueRange(0).contains(5));
        QCOMPARE(view_->csv().split('\n')[1], QString("30,5,,"));
    }

    void theScaleHoldsWhatIsShownAndSharesEndAboveTheWhole()
    {
        fill();
        QVERIFY(valueRange(0).upper > 1000 && valueRange(0).upper < 1200);
        QCOMPARE(valueRange(0).lower, 0.0);
        QCOMPARE(valueRange(1).upper, 1.05);
        view_->append(3, 41, 3); // a measure that is more than the whole
        view_->paintNow();
        QVERIFY(valueRange(1).upper > 3);
        view_->setHidden(3, true);
        view_->paintNow();
        QCOMPARE(valueRange(1).upper, 1.05);
    }

    void theFormerRunAndMeasuredDataHaveRoomOnTheScale()
    {
        fill();
        view_->setGhost(1, {1, 2}, {1000, 4000});
        view_->paintNow();
        QVERIFY(valueRange(0).upper > 4000);
        view_->setMeasured(1, "measured", {1}, {9000});
        view_->paintNow();
        QVERIFY(valueRange(0).upper > 9000);
        view_->clearGhosts();
        view_->setMeasured(1, "measured", {}, {});
        view_->paintNow();
        QVERIFY(!view_->hasMeasured(1));
        QVERIFY(valueRange(0).upper < 1200);
        QVERIFY(!view_->csv().contains("former run"));
    }

    void listsOfDifferentLengthsAreReadAsFarAsBothGo()
    {
        view_->setGhost(1, {1, 2, 3}, {10, 20});
        QCOMPARE(view_->csv().count('\n'), 3);
        view_->setMeasured(1, "m", {1}, {10, 20, 30});
        QVERIFY(view_->hasMeasured(1));
        QCOMPARE(view_->csv().count('\n'), 3);
    }

    void aLogarithmicScaleIsChosenFromTheMenuAndTold()
    {
        fill();
        QSignalSpy told(view_.get(), &TimelineView::scaleChanged);
        choose("Logarithmic scale: Throughput", middleOf(0));
        QCOMPARE(told.count(), 1);
        QCOMPARE(told[0][0].toInt(), 0);
        QVERIFY(told[0][1].toBool());
        QCOMPARE(axis(0, QCPAxis::atLeft)->scaleType(), QCPAxis::stLogarithmic);
        QCOMPARE(axis(1, QCPAxis::atLeft)->scaleType(), QCPAxis::stLinear);
        view_->paintNow();
        QVERIFY(valueRange(0).lower > 0);
        choose("Logarithmic scale: Throughput", middleOf(0));
        QVERIFY(!told[1][1].toBool());
        QCOMPARE(axis(0, QCPAxis::atLeft)->scaleType(), QCPAxis::stLinear);
    }

    void aLogarithmicScaleOfNothingPositiveHasARangeAllTheSame()
    {
        view_->setLogarithmic(0, true);
        for (const double value : {0.0, -5.0}) {
            view_->append(1, 1 - value, value);
            view_->paintNow();
            QVERIFY(valueRange(0).lower > 0);
            QVERIFY(valueRange(0).upper > valueRange(0).lower);
        }
    }

    void aClickOnALabelLiftsItsCurveAndAnotherClickLaysItDown()
    {
        fill();
        const QPoint label = labelOf(1);
        QTest::mouseClick(view_->plot(), Qt::LeftButton, {}, label);
        QCOMPARE(curve(2)->pen().color().alphaF(), 1.0F);
        QVERIFY(curve(1)->pen().color().alphaF() < 0.5F);
        QVERIFY(curve(2)->pen().widthF() > curve(3)->pen().widthF());
        QTest::mouseClick(view_->plot(), Qt::LeftButton, {}, label);
        for (const int series : {1, 2, 3})
            QCOMPARE(curve(series)->pen().color().alphaF(), 1.0F);
    }

    void controlAndAClickOnALabelHideItsCurveAndAClickShowsItAgain()
    {
        fill();
        QTest::mouseClick(view_->plot(), Qt::LeftButton, Qt::ControlModifier, labelOf(1));
        QVERIFY(view_->isHidden(2));
        QVERIFY(!curve(2)->visible());
        QVERIFY(!view_->isHidden(3));
        QVERIFY(view_->csv().contains("Load disks")); // it is hidden, not gone
        view_->paintNow();
        QTest::mouseClick(view_->plot(), Qt::LeftButton, {}, labelOf(1));
        QVERIFY(!view_->isHidden(2));
        QVERIFY(curve(2)->visible());
    }

    void theMenuOfALabelHidesItsCurveAndShowsAllAgain()
    {
        fill();
        QVERIFY(!hasEntry("Show all curves", middleOf(0)));
        choose("Hide “all the network”", labelOf(2));
        QVERIFY(view_->isHidden(3));
        choose("Show all curves", middleOf(0));
        QVERIFY(!view_->isHidden(3));
    }

    void theMenuShowsTheWholeTimeAgain()
    {
        fill();
        view_->showTime(10, 12);
        choose("Show the whole time", middleOf(0));
        QCOMPARE(view_->visibleBegin(), 0.0);
        QCOMPARE(view_->visibleEnd(), 60.0);
    }

    void theVisibleTimeNeverLeavesTheRun()
    {
        fill();
        view_->showTime(-100, 500);
        QCOMPARE(view_->visibleBegin(), 0.0);
        QCOMPARE(view_->visibleEnd(), 60.0);
        view_->showTime(50, 70);
        QCOMPARE(view_->visibleBegin(), 40.0);
        QCOMPARE(view_->visibleEnd(), 60.0);
        QTest::keyClick(view_.get(), Qt::Key_Right);
        QCOMPARE(view_->visibleEnd(), 60.0);
        view_->showTime(0, 10);
        QTest::keyClick(view_.get(), Qt::Key_Left);
        QCOMPARE(view_->visibleBegin(), 0.0);
        QCOMPARE(view_->visibleEnd(), 10.0);
    }

    void zoomingInAndOutByKeysHasItsLimits()
    {
        fill();
        for (int i = 0; i < 100; ++i)
            QTest::keyClick(view_.get(), Qt::Key_Plus);
        const double shortest = view_->visibleEnd() - view_->visibleBegin();
        QVERIFY(shortest > 0 && shortest < 1e-4);
        QVERIFY(view_->visibleBegin() > 29 && view_->visibleEnd() < 31);
        for (int i = 0; i < 100; ++i)
            QTest::keyClick(view_.get(), Qt::Key_Minus);
        QCOMPARE(view_->visibleBegin(), 0.0);
        QCOMPARE(view_->visibleEnd(), 60.0);
    }

    void allPanelsShowTheSameTimeAndItIsTold()
    {
        fill();
        QSignalSpy told(view_.get(), &TimelineView::rangeChanged);
        view_->showTime(20, 30);
        QCOMPARE(told.count(), 1);
        QCOMPARE(told[0][0].toDouble(), 20.0);
        QCOMPARE(told[0][1].toDouble(), 30.0);
        QCOMPARE(axis(1, QCPAxis::atBottom)->range().lower, 20.0);
        QCOMPARE(axis(1, QCPAxis::atBottom)->range().upper, 30.0);
    }

    void aTimeRangeOfNothingIsStillARange()
    {
        view_->setTimeRange(5, 5);
        QVERIFY(view_->visibleEnd() > view_->visibleBegin());
        view_->setTimeRange(5, 3);
        QVERIFY(view_->visibleEnd() > view_->visibleBegin());
    }

    void theToolsSayWhatIsOn()
    {
        fill();
        auto* follow = view_->findChild<QToolButton*>("followRun");
        auto* cursors = view_->findChild<QToolButton*>("timeCursors");
        QTest::keyClick(view_.get(), Qt::Key_F);
        QVERIFY(follow->isChecked() && view_->isFollowing());
        QVERIFY(view_->visibleEnd() - view_->visibleBegin() < 60); // else nothing would move
        QTest::keyClick(view_.get(), Qt::Key_Home);
        QVERIFY(!follow->isChecked() && !view_->isFollowing());
        QTest::mouseClick(cursors, Qt::LeftButton);
        QVERIFY(view_->cursors());
        QVERIFY((*view_->cursors())[0] < (*view_->cursors())[1]);
        view_->setCursors(std::nullopt);
        QVERIFY(!cursors->isChecked());
    }

    void aCursorStaysWithinTheRunHoweverFarItIsDragged()
    {
        fill();
        view_->setCursors(std::array{20.0, 40.0});
        view_->paintNow();
        const int y = middleOf(0).y();
        const QPoint from(int(axis(0, QCPAxis::atBottom)->coordToPixel(40)), y);
        QTest::mousePress(view_->plot(), Qt::LeftButton, {}, from);
        moveTo(QPoint(view_->plot()->width() + 500, y));
        QCOMPARE((*view_->cursors())[1], 60.0);
        moveTo(QPoint(-500, y));
        QCOMPARE((*view_->cursors())[1], 0.0);
        QTest::mouseRelease(view_->plot(), Qt::LeftButton, {}, QPoint(0, y));
        moveTo(QPoint(300, y));
        QCOMPARE((*view_->cursors())[1], 0.0); // it was let go
    }

    void curvesThatGoTakeTheirColumnsAndMarksAlong()
    {
        fill();
        view_->setHidden(2, true);
        view_->setHighlighted(3);
        view_->setPanels({{"Load", "", "share", {{3, "network", 2, ""}, {4, "new", 3, ""}}}});
        QVERIFY(!view_->isFilled()); // samples come again with the curve
        view_->append(3, 1, 0.5);
        view_->append(4, 1, 0.25);
        view_->paintNow();
        QCOMPARE(view_->csv(), QString("time [s],Load network [share],Load new [share]\n1,0.5,0.25\n"));
        QVERIFY(!view_->isHidden(2));
        QCOMPARE(curve(4)->pen().color().alphaF(), 1.0F);
    }

    void aCurveThatSomeoneElseKeepsIsDrawnAsItGrows()
    {
        auto kept = std::make_shared<CurveData>();
        view_->setCurve(1, kept);
        QVERIFY(!view_->isFilled());
        kept->append(1, 10);
        kept->append(2, 20);
        view_->setNow(2);
        view_->paintNow();
        QVERIFY(view_->isFilled());
        QCOMPARE(curve(1)->dataCount(), 2);
        QVERIFY(view_->csv().contains("2,20,,"));
    }

    void theCurvesTakeTheColoursOfADarkTheme()
    {
        fill();
        QCOMPARE(curve(1)->pen().color(), seriesColour(0, false));
        QPalette dark;
        dark.setColor(QPalette::Window, Qt::black);
        dark.setColor(QPalette::WindowText, Qt::white);
        view_->setPalette(dark);
        QCOMPARE(curve(1)->pen().color(), seriesColour(0, true));
        QCOMPARE(axis(0, QCPAxis::atBottom)->tickLabelColor(), darkColours().dimText);
        view_->setPalette({});
        QCOMPARE(curve(1)->pen().color(), seriesColour(0, false));
    }

    void aCurveWithANameOfItsOwnIsExportedUnderIt()
    {
        fill();
        QVERIFY(view_->csv().startsWith("time [s],Throughput PUT [1/s],Load disks [share],all the network [share]\n"));
    }

    void sayingWhatIsUnderThePointerChangesThePictureAndLeavingTakesItAway()
    {
        fill();
        const QImage before = example::pictureOf(*view_);
        moveTo(middleOf(0));
        QVERIFY(example::pictureOf(*view_) != before);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(view_->plot(), &leave);
        QCOMPARE(example::pictureOf(*view_), before);
    }

private:
    void fill()
    {
        for (double t = 0.5; t < 40; t += 0.5) {
            view_->append(1, t, 1000);
            view_->append(2, t, 0.5);
            view_->append(3, t, 0.25);
        }
        view_->paintNow();
    }
    QCPAxis* axis(int panel, QCPAxis::AxisType type) const { return view_->plot()->axisRect(panel)->axis(type); }
    QCPRange valueRange(int panel) const { return axis(panel, QCPAxis::atLeft)->range(); }
    QPoint middleOf(int panel) const { return view_->plot()->axisRect(panel)->rect().center(); }
    /// Middle of the n-th label, from above.
    QPoint labelOf(int n) const { return view_->labelRects().value(n).center().toPoint(); }
    /// The graph that a series is drawn with: each panel's ghosts and measured data come first, then its curves.
    QCPGraph* curve(int series) const
    {
        int at = 0;
        for (const PanelSpec& panel : view_->panels()) {
            const int count = static_cast<int>(panel.curves.size());
            for (int i = 0; i < count; ++i)
                if (static_cast<int>(panel.curves[i].series) == series)
                    return view_->plot()->graph(at + 2 * count + i);
            at += 3 * count;
        }
        return nullptr;
    }
    void moveTo(const QPoint& position) const
    {
        QMouseEvent move(QEvent::MouseMove, position, view_->plot()->mapToGlobal(position), Qt::NoButton, Qt::NoButton,
                         {});
        QApplication::sendEvent(view_->plot(), &move);
    }
    /// Opens the context menu and gives it to a function.
    void withMenu(const QPoint& position, const std::function<void(QMenu&)>& use) const
    {
        QTimer::singleShot(0, view_.get(), [&] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                use(*menu);
                menu->close();
            }
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, position, view_->plot()->mapToGlobal(position));
        QApplication::sendEvent(view_.get(), &event);
    }
    bool hasEntry(const QString& text, const QPoint& position) const
    {
        bool found = false;
        withMenu(position, [&](QMenu& menu) {
            for (const QAction* action : menu.actions())
                found |= action->text() == text;
        });
        return found;
    }
    void choose(const QString& text, const QPoint& position) const
    {
        bool found = false;
        withMenu(position, [&](QMenu& menu) {
            for (QAction* action : menu.actions())
                if (action->text() == text) {
                    found = true;
                    action->trigger();
                }
        });
        QVERIFY2(found, qPrintable(text));
        view_->paintNow();
    }

    std::unique_ptr<TimelineView> view_;
};

HEADROOM_WIDGET_TEST(TimelineHandTest)
#include "timeline_hand_test.moc"
