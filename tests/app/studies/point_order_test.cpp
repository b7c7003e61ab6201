// The table of a study as its view shows it: filtered, sorted, while it fills.
#include "app/studies/point_order.h"
#include "tests/widget_tests.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QTest>

#include <cmath>

using namespace headroom;
using app::PointOrder;
using app::StudyTableModel;

class PointOrderTest : public QObject
{
    Q_OBJECT

    static constexpr int rate = 3; ///< its column

    study::Table columns() const
    {
        study::Table table;
        table.parameters = {{"DISK", ""}, {"WORKERS", ""}};
        table.figures = {{"get.throughput", "1/s"}};
        return table;
    }

    static study::Row row(std::uint64_t number, const char* disk, int workers, double figure)
    {
        study::Row row;
        row.number = number;
        row.settings = {{disk, NAN}, {std::to_string(workers), static_cast<double>(workers)}};
        row.state = std::isfinite(figure) ? study::PointState::done : study::PointState::waiting;
        row.figures = {{figure, figure, figure}};
        return row;
    }

    void fill(StudyTableModel& points) const
    {
        points.setTable(columns());
        points.take({row(0, "ssd", 16, 300), row(1, "hdd", 16, 100), row(2, "ssd", 64, NAN), row(3, "nvme", 4, 200)});
    }

    static QList<int> shown(const PointOrder& order)
    {
        QList<int> points;
        for (int i = 0; i < order.rowCount(); ++i)
            points.append(order.index(i, 0).data(StudyTableModel::pointRole).toInt());
        return points;
    }

private slots:
    void aColumnOrdersTheRowsAndWhatIsNotKnownComesLast()
    {
        StudyTableModel points;
        fill(points);
        PointOrder order(points, nullptr);
        const QAbstractItemModelTester tester(&order, QAbstractItemModelTester::FailureReportingMode::QtTest);
        order.sort(rate, Qt::AscendingOrder);
        QCOMPARE(shown(order), (QList<int>{1, 3, 0, 2}));
        order.sort(2, Qt::DescendingOrder); // numbers, not their texts
        QCOMPARE(shown(order), (QList<int>{2, 0, 1, 3}));
        order.sort(1, Qt::AscendingOrder); // names
        QCOMPARE(shown(order), (QList<int>{1, 3, 0, 2}));
    }

    void allWordsOfAFilterHaveToStandInARow()
    {
        StudyTableModel points;
        fill(points);
        PointOrder order(points, nullptr);
        const QAbstractItemModelTester tester(&order, QAbstractItemModelTester::FailureReportingMode::QtTest);
        order.setWords({"ssd"});
        QCOMPARE(shown(order), (QList<int>{0, 2}));
        order.setWords({"SSD", "workers=6"});
        QCOMPARE(shown(order), (QList<int>{2}));
        order.setWords({"NOTHING=6"});
        QCOMPARE(order.rowCount(), 0);
        order.setWords({});
        QCOMPARE(order.rowCount(), 4);
    }

    void whatIsSelectedStaysSelected()
    {
        StudyTableModel points;
        fill(points);
        PointOrder order(points, nullptr);
        QItemSelectionModel selection(&order);
        selection.select(order.index(3, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        order.sort(rate, Qt::DescendingOrder);
        QCOMPARE(selection.selectedRows().value(0).data(StudyTableModel::pointRole).toInt(), 3);
        order.setWords({"16"});
        QVERIFY(selection.selectedRows().isEmpty()); // it is hidden
        selection.select(order.index(0, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        const QVariant point = order.index(0, 0).data(StudyTableModel::pointRole);
        order.setWords({});
        QCOMPARE(selection.selectedRows().value(0).data(StudyTableModel::pointRole), point);
    }

    void pointsThatAreFinishedTakeTheirPlaces()
    {
        StudyTableModel points;
        fill(points);
        PointOrder order(points, nullptr);
        const QAbstractItemModelTester tester(&order, QAbstractItemModelTester::FailureReportingMode::QtTest);
        order.sort(rate, Qt::DescendingOrder);
        order.setWords({"ssd"});
        points.take({row(2, "ssd", 64, 400), row(4, "ssd", 8, 350), row(5, "hdd", 8, 500)});
        QTRY_COMPARE(shown(order), (QList<int>{2, 4, 0}));
    }

    void aFilterHoldsForTheNextTable()
    {
        StudyTableModel points;
        fill(points);
        PointOrder order(points, nullptr);
        const QAbstractItemModelTester tester(&order, QAbstractItemModelTester::FailureReportingMode::QtTest);
        order.setWords({"WORKERS=16"});
        study::Table other = columns();
        std::swap(other.parameters[0], other.parameters[1]);
        points.setTable(other);
        study::Row one = row(0, "ssd", 16, 1), two = row(1, "ssd", 4, 1);
        for (study::Row* const each : {&one, &two})
            std::swap(each->settings[0], each->settings[1]);
        points.take({one, two});
        QTRY_COMPARE(shown(order), (QList<int>{0}));
    }

    void aLargeTableIsSearchedInManyTurns()
    {
        constexpr int count = 100000;
        StudyTableModel points;
        points.setTable(columns());
        std::vector<study::Row> rows;
        for (int i = 0; i < count; ++i)
            rows.push_back(row(static_cast<std::uint64_t>(i), i % 2 == 0 ? "ssd" : "hdd", i, 1000));
        points.take(rows);
        PointOrder order(points, nullptr);
        order.setWords({"hdd"});
        QCOMPARE(order.rowCount(), count); // the window goes on
        int turns = 0;
        for (; order.rowCount() == count && turns < count; ++turns)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QVERIFY(turns > 1);
        QCOMPARE(order.rowCount(), count / 2);
    }
};

HEADROOM_WIDGET_TEST(PointOrderTest)
#include "point_order_test.moc"
