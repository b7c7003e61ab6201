// Where boxes and wires lie: arranging, aligning, ways around boxes, and bends that people make.
#include "tests/widget_tests.h"
#include "widgets/diagram/geometry/alignment.h"
#include "widgets/diagram/geometry/graphviz_layout.h"
#include "widgets/diagram/geometry/layout.h"
#include "widgets/diagram/geometry/router.h"
#include "widgets/diagram/geometry/wire_bends.h"

#include <QTest>

#include <random>

using namespace headroom::widgets;

namespace {

const QSizeF cardSize(168, 48);

QVector<LayoutBox> boxesCalled(const QStringList& ids)
{
    QVector<LayoutBox> boxes;
    for (const QString& id : ids)
        boxes.append({id, cardSize});
    return boxes;
}

bool isRightAngled(const QVector<QPointF>& corners)
{
    for (int i = 1; i < corners.size(); ++i)
        if (corners[i].x() != corners[i - 1].x() && corners[i].y() != corners[i - 1].y())
            return false;
    return true;
}

bool runsInto(const QVector<QPointF>& corners, const QRectF& box)
{
    const QRectF inside = box.adjusted(2, 2, -2, -2);
    for (int i = 1; i < corners.size(); ++i)
        if (QRectF(corners[i - 1], corners[i]).normalized().adjusted(-0.1, -0.1, 0.1, 0.1).intersects(inside))
            return true;
    return false;
}

void noneLiesUponAnother(const Positions& places)
{
    for (auto a = places.begin(); a != places.end(); ++a)
        for (auto b = places.begin(); b != a; ++b)
            QVERIFY2(!QRectF(a.value(), cardSize).intersects(QRectF(b.value(), cardSize)),
                     qPrintable(a.key() + " and " + b.key()));
}

} // namespace

class GeometryTest : public QObject
{
    Q_OBJECT

private slots:
    void anEmptyDrawingIsLaidOutAsNothing()
    {
        QVERIFY(layeredLayout({}, {}).isEmpty());
        QVERIFY(fabricLayout({}, {}, {}).isEmpty());
        QCOMPARE(layeredLayout(boxesCalled({"only"}), {}).size(), 1);
        QCOMPARE(fabricLayout(boxesCalled({"only"}), {}, {}).size(), 1);
    }

    void aChainIsARowFromLeftToRight()
    {
        const Positions places = layeredLayout(boxesCalled({"c", "a", "b"}), {{1, 2}, {2, 0}});
        QVERIFY(places["a"].x() + cardSize.width() < places["b"].x());
        QVERIFY(places["b"].x() + cardSize.width() < places["c"].x());
        QCOMPARE(places["a"].y(), places["b"].y());
        QCOMPARE(places["b"].y(), places["c"].y());
    }

    void furtherWaysOutTakeRowsBelowInTheirOrder()
    {
        const Positions places =
            layeredLayout(boxesCalled({"a", "first", "second", "third"}), {{0, 1}, {0, 2}, {0, 3}});
        QCOMPARE(places["first"].y(), places["a"].y());
        QVERIFY(places["second"].y() >= places["first"].y() + cardSize.height());
        QVERIFY(places["third"].y() >= places["second"].y() + cardSize.height());
        QCOMPARE(places["first"].x(), places["third"].x());
    }

    void theBodyOfALoopStaysInLineAndItsWayOutLiesBelow()
    {
        // start, loop, two blocks of the body, and what follows the loop; the body leads back.
        const QVector<LayoutBox> boxes = boxesCalled({"start", "loop", "draw", "read", "reply"});
        const QVector<LayoutEdge> edges{{0, 1}, {1, 2}, {1, 4}, {2, 3}, {3, 1}};
        for (const Positions& places : {graphvizLayout(boxes, edges), layeredLayout(boxes, edges)}) {
            for (const char* body : {"start", "draw", "read"})
                QCOMPARE(places[body].y(), places["loop"].y());
            QVERIFY(places["reply"].y() > places["loop"].y());
            noneLiesUponAnother(places);
        }
    }

    void whatMeetsAgainStandsBehindTheLongestWay()
    {
        const Positions places = layeredLayout(boxesCalled({"a", "b", "c", "end"}), {{0, 3}, {0, 1}, {1, 2}, {2, 3}});
        QVERIFY(places["end"].x() > places["c"].x());
        noneLiesUponAnother(places);
    }

    void circlesAreLaidOutAsWell()
    {
        for (const QVector<LayoutEdge>& edges :
             {QVector<LayoutEdge>{{0, 0}}, QVector<LayoutEdge>{{0, 1}, {1, 0}},
              QVector<LayoutEdge>{{0, 1}, {1, 2}, {2, 0}}, QVector<LayoutEdge>{{0, 1}, {1, 2}, {2, 1}, {0, 2}}}) {
            const Positions places = layeredLayout(boxesCalled({"a", "b", "c"}), edges);
            QCOMPARE(places.size(), 3);
            noneLiesUponAnother(places);
        }
    }

    void anyDrawingIsLaidOutWithoutOverlap()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 30; ++round) {
            QStringList ids;
            for (int i = 0; i < 25; ++i)
                ids += QString::number(i);
            QVector<LayoutEdge> edges;
            for (int i = 0; i < 40; ++i)
                edges.append({int(random() % 25), int(random() % 25)});
            const Positions places = layeredLayout(boxesCalled(ids), edges);
            QCOMPARE(places.size(), 25);
            noneLiesUponAnother(places);
        }
    }

    void manyNodeGroupsAreWrappedAndNoneIsHidden()
    {
        QStringList ids;
        for (int i = 0; i < 60; ++i)
            ids += "group" + QString::number(i);
        const Positions places = fabricLayout(boxesCalled(ids), boxesCalled({"switch"}), {});
        QCOMPARE(places.size(), 61);
        noneLiesUponAnother(places);
        QVERIFY(places["group0"].y() == places["group1"].y() && places["group0"].x() < places["group1"].x());
        QVERIFY(places["group59"].y() > places["group0"].y());
        for (const QString& id : ids)
            QVERIFY(places["switch"].y() < places[id].y());
    }

    void switchesThatJoinEachOtherInACircleAreLaidOutAsWell()
    {
        const Positions places =
            fabricLayout(boxesCalled({"g"}), boxesCalled({"a", "b", "c"}), {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {1, 1}});
        QCOMPARE(places.size(), 4);
        noneLiesUponAnother(places);
    }

    void eachAlignmentMovesOneWayOnly()
    {
        const QVector<QRectF> boxes{{0, 0, 100, 40}, {110, 30, 60, 20}};
        QCOMPARE(aligned(boxes, Alignment::left), (QVector<QPointF>{{0, 0}, {0, 30}}));
        QCOMPARE(aligned(boxes, Alignment::centre), (QVector<QPointF>{{35, 0}, {55, 30}}));
        QCOMPARE(aligned(boxes, Alignment::right), (QVector<QPointF>{{70, 0}, {110, 30}}));
        QCOMPARE(aligned(boxes, Alignment::top), (QVector<QPointF>{{0, 0}, {110, 0}}));
        QCOMPARE(aligned(boxes, Alignment::middle), (QVector<QPointF>{{0, 5}, {110, 15}}));
        QCOMPARE(aligned(boxes, Alignment::bottom), (QVector<QPointF>{{0, 10}, {110, 30}}));
        QVERIFY(aligned({}, Alignment::left).isEmpty());
        QCOMPARE(aligned({{7, 8, 9, 10}}, Alignment::right), (QVector<QPointF>{{7, 8}}));
    }

    void whatIsAlignedAlreadyStays()
    {
        const QVector<QRectF> boxes{{0, 0, 100, 40}, {110, 30, 60, 20}, {50, 90, 10, 10}};
        for (const Alignment alignment : {Alignment::left, Alignment::centre, Alignment::right, Alignment::top,
                                          Alignment::middle, Alignment::bottom}) {
            QVector<QRectF> once;
            const auto places = aligned(boxes, alignment);
            for (int i = 0; i < boxes.size(); ++i)
                once.append(QRectF(places[i], boxes[i].size()));
            QCOMPARE(aligned(once, alignment), places);
        }
    }

    void gapsAreMadeEqualInTheOrderInWhichBoxesLie()
    {
        const QVector<QRectF> boxes{{0, 300, 10, 40}, {0, 0, 10, 20}, {5, 30, 10, 60}};
        QCOMPARE(distributed(boxes, Qt::Vertical), (QVector<QPointF>{{0, 300}, {0, 0}, {5, 130}}));
        const QVector<QRectF> two{{0, 0, 1, 1}, {9, 9, 1, 1}};
        QCOMPARE(distributed(two, Qt::Horizontal), (QVector<QPointF>{{0, 0}, {9, 9}}));
        QVERIFY(distributed({}, Qt::Vertical).isEmpty());
    }

    void boxesThatDoNotFitBetweenTheOuterOnesOverlapEvenly()
    {
        const QVector<QRectF> boxes{{0, 0, 100, 10}, {10, 0, 100, 10}, {60, 0, 100, 10}};
        QCOMPARE(distributed(boxes, Qt::Horizontal), (QVector<QPointF>{{0, 0}, {30, 0}, {60, 0}}));
    }

    void nothingNearLeavesABoxWhereItIs()
    {
        const Snap none = snapToNeighbours({0, 0, 100, 48}, {}, {}, 5, 8);
        QVERIFY(none.shift.isNull() && none.guides.isEmpty());
        const Snap far = snapToNeighbours({0, 0, 100, 48}, {{520, 520, 90, 40}}, {}, 5, 8);
        QVERIFY(far.shift.isNull() && far.guides.isEmpty());
    }

    void aBoxIsDrawnIntoLineByWholeStepsOnly()
    {
        QCOMPARE(snapToNeighbours({0, 0, 100, 48}, {{8, 400, 100, 48}}, {6, 0}, 5, 8).shift, QPointF(8, 0));
        QVERIFY(snapToNeighbours({0, 0, 100, 48}, {{6, 400, 100, 48}}, {6, 0}, 5, 8).shift.isNull());
    }

    void aWireBetweenFacingEndsIsStraight()
    {
        const auto way = routeWire({{100, 50}, Side::right}, {{300, 50}, Side::left}, {});
        QCOMPARE(way, (QVector<QPointF>{{100, 50}, {300, 50}}));
        const auto near = routeWire({{100, 50}, Side::right}, {{104, 50}, Side::left}, {});
        QCOMPARE(near, (QVector<QPointF>{{100, 50}, {104, 50}}));
    }

    void aWireLeavesAndEntersOnItsSides_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        for (int from = 0; from < 4; ++from)
            for (int to = 0; to < 4; ++to)
                QTest::addRow("side %d to side %d", from, to) << from << to;
    }

    void aWireLeavesAndEntersOnItsSides()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        const Side sides[] = {Side::left, Side::right, Side::top, Side::bottom};
        const WireEnd begin{{0, 0}, sides[from]}, end{{400, 260}, sides[to]};
        const auto way = routeWire(begin, end, {});
        QVERIFY(way.size() >= 2);
        QCOMPARE(way.first(), begin.point);
        QCOMPARE(way.last(), end.point);
        QVERIFY(isRightAngled(way));
        QVERIFY(QPointF::dotProduct(way[1] - way[0], outward(begin.side)) > 0);
        QVERIFY(QPointF::dotProduct(way[way.size() - 2] - way.last(), outward(end.side)) > 0);
    }

    void aWireGoesAroundWhatStandsInItsWay()
    {
        const QRectF left(0, 0, 100, 100), between(180, -40, 60, 180), right(320, 0, 100, 100);
        const auto way = routeWire({{100, 50}, Side::right}, {{320, 50}, Side::left}, {left, between, right});
        QVERIFY(isRightAngled(way));
        for (const QRectF& box : {left, between, right})
            QVERIFY(!runsInto(way, box));
    }

    void aWireThatGoesBackLeadsAroundItsOwnBoxes()
    {
        const QRectF left(0, 0, 100, 48), right(300, 0, 100, 48);
        const auto way = routeWire({{400, 24}, Side::right}, {{0, 24}, Side::left}, {left, right});
        QVERIFY(isRightAngled(way));
        QVERIFY(!runsInto(way, left));
        QVERIFY(!runsInto(way, right));
    }

    void aWireWithoutAWayAroundIsDrawnAllTheSame()
    {
        const WireEnd from{{50, 50}, Side::right}, to{{350, 50}, Side::left};
        const auto way = routeWire(from, to, {{-5000, -5000, 10000, 10000}});
        QVERIFY(way.size() >= 2);
        QCOMPARE(way.first(), from.point);
        QCOMPARE(way.last(), to.point);
    }

    void whatLiesOutsideOfTheAreaDoesNotMatter()
    {
        const WireEnd from{{0, 0}, Side::right}, to{{300, 120}, Side::left};
        const QRectF area = routingArea(from, to);
        QVERIFY(area.contains(from.point) && area.contains(to.point));
        const QVector<QRectF> outside{QRectF(area.right() + 1, 0, 80, 80), QRectF(0, area.bottom() + 1, 80, 80)};
        QCOMPARE(routeWire(from, to, outside), routeWire(from, to, {}));
    }

    void roundedCornersBeginAndEndWhereTheWireDoes()
    {
        QVERIFY(roundedPath({}, 6).isEmpty());
        const QVector<QPointF> corners{{0, 0}, {100, 0}, {100, 3}, {200, 3}, {200, 3}};
        const QPainterPath path = roundedPath(corners, 50);
        QCOMPARE(QPointF(path.elementAt(0)), corners.first());
        QCOMPARE(path.currentPosition(), corners.last());
        QVERIFY(QRectF(0, 0, 200, 3).adjusted(-0.1, -0.1, 0.1, 0.1).contains(path.boundingRect()));
    }

    void aBentWireRunsThroughItsBendsAndFollowsItsEnds()
    {
        const QRectF left(-100, -24, 100, 48), right(300, 76, 100, 48);
        const WireEnd to{{300, 100}, Side::left};
        const QVector<QPointF> bends{{200, 0}, {200, 100}};
        QCOMPARE(bentWay({{0, 0}, Side::right}, to, bends, left, right),
                 (QVector<QPointF>{{0, 0}, {200, 0}, {200, 100}, {300, 100}}));
        QCOMPARE(bentWay({{0, 10}, Side::right}, to, bends, left.translated(0, 10), right),
                 (QVector<QPointF>{{0, 10}, {200, 10}, {200, 100}, {300, 100}}));
        QVERIFY(bentWay({{0, 0}, Side::right}, to, {}, left, right).isEmpty());
    }

    void bendsThatWouldTurnBackIntoABoxDoNotFit()
    {
        const QRectF left(-100, -24, 100, 48), right(300, 76, 100, 48);
        const WireEnd from{{0, 0}, Side::right}, to{{300, 100}, Side::left};
        QVERIFY(bentWay(from, to, {{-50, 0}, {-50, 100}}, left, right).isEmpty());
        QVERIFY(bentWay(from, to, {{350, 0}, {350, 100}}, left, right).isEmpty());
        QVERIFY(isRightAngled(bentWay(from, to, {{100, -200}, {150, 300}, {200, 77}}, left, right)));
    }

    void aMiddleStretchIsDraggedAcrossItself()
    {
        const QVector<QPointF> corners{{0, 0}, {200, 0}, {200, 100}, {300, 100}};
        QCOMPARE(draggedStretch(corners, 1, {140, 55}), (QVector<QPointF>{{140, 0}, {140, 100}}));
        QVERIFY(draggedStretch(corners, -1, {}).isEmpty());
        QVERIFY(draggedStretch(corners, 3, {}).isEmpty());
        QVERIFY(draggedStretch({}, 0, {}).isEmpty());
    }

    void aStretchAtAnEndStaysAndGetsANewOneBesideIt()
    {
        const auto bends = draggedStretch({{0, 0}, {300, 0}}, 0, {150, -80});
        QVector<QPointF> way{{0, 0}};
        way += bends;
        way.append({300, 0});
        QVERIFY(isRightAngled(way));
        QCOMPARE(bends.size(), 4);
        QCOMPARE(bends[1].y(), -80.0);
        QCOMPARE(bends[2].y(), -80.0);
        QCOMPARE(bends[0].y(), 0.0); // the wire leaves its box as before
        QCOMPARE(bends[3].y(), 0.0);
    }

    void aStretchThatIsDraggedIntoLineWithTheNextVanishes()
    {
        const QVector<QPointF> corners{{0, 0}, {100, 0}, {100, 50}, {200, 50}, {200, 0}, {300, 0}};
        QVERIFY(draggedStretch(corners, 2, {150, 0}).isEmpty());
    }

    void theNearestStretchIsTaken()
    {
        const QVector<QPointF> corners{{0, 0}, {200, 0}, {200, 100}};
        QCOMPARE(stretchAt(corners, {80, 5}), 0);
        QCOMPARE(stretchAt(corners, {190, 60}), 1);
        QCOMPARE(stretchAt(corners, {-500, 0}), 0);
        QCOMPARE(stretchAt({}, {0, 0}), -1);
        QCOMPARE(stretchAt({{0, 0}}, {0, 0}), -1);
    }
};

HEADROOM_WIDGET_TEST(GeometryTest)
#include "geometry_test.moc"
