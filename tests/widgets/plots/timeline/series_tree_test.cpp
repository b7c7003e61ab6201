// The tree of all series of a run: where each stands, what a search finds, what a tick says.
#include "tests/widget_tests.h"
#include "widgets/plots/timeline/series_tree.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace headroom;
using namespace headroom::widgets;

namespace {

std::vector<record::SeriesInfo> seriesOfARun()
{
    return {{1, {"operation", "PUT", "throughput"}, "1/s"},
            {2, {"operation", "PUT", "latency p99"}, "s"},
            {3, {"node group", "storage", "processor"}, "share"},
            {4, {"node", "storage-3", "disk data 7", "busy"}, "share"},
            {5, {"node", "storage-3", "processor"}, "share"}};
}

std::vector<record::SeriesInfo> manyNodes(int count)
{
    std::vector<record::SeriesInfo> result;
    for (int i = 0; i < count; ++i)
        result.push_back({std::uint32_t(i), {"node", "storage-" + std::to_string(i), "processor"}, "share"});
    return result;
}

} // namespace

class SeriesTreeTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        tree_ = std::make_unique<SeriesTree>();
        tree_->resize(300, 400);
        tree_->show();
        tree_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(tree_.get()));
        ticked_ = std::make_unique<QSignalSpy>(tree_.get(), &SeriesTree::ticked);
    }

    void theBranchesAreCalledByWhatIsInThem()
    {
        tree_->setSeries({{1, {"operation", "PUT", "throughput"}, "1/s"},
                          {2, {"block", "store/PUT/full", "md5", "present"}, "1"},
                          {3, {"link", "up", "mean"}, "share"},
                          {4, {"switch", "core", "busiest"}, "share"}});
        QStringList branches;
        for (int row = 0; row < model()->rowCount(); ++row)
            branches += model()->index(row, 0).data().toString();
        QCOMPARE(branches, (QStringList{"Operations", "Blocks", "Links", "Switches"}));
    }

    /// As "node · storage-3 · disk data 7 · busy" and "... · queue".
    void foundNamesThatBeginAlikeAreToldApartInANarrowTree()
    {
        QCOMPARE(tree_->findChild<QTreeView*>("seriesTree")->textElideMode(), Qt::ElideMiddle);
    }

    void aRunWithoutSeriesIsAnEmptyTree()
    {
        QCOMPARE(model()->rowCount(), 0);
        tree_->search().setText("disk");
        QCOMPARE(model()->rowCount(), 0);
        tree_->setSeries({{7, {}, "1"}}); // a stream may say anything
        tree_->search().clear();
        QCOMPARE(model()->rowCount(), 0);
    }

    void theTreeHoldsTheRulesOfItsKindWhileItChanges()
    {
        const QAbstractItemModelTester tester(model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        tree_->setSeries(seriesOfARun());
        tree_->setPicked({"operation · PUT · throughput"});
        tree_->search().setText("storage");
        tree_->setSeries(manyNodes(700));
        tree_->search().clear();
        tree_->setSeries({});
        QCOMPARE(model()->rowCount(), 0);
    }

    void theFirstLevelIsCalledInWordsAndTheLeavesAsTheyAre()
    {
        auto series = seriesOfARun();
        series.push_back({6, {"role", "proxy", "workers"}, "share"});
        series.push_back({7, {"workload", "users", "present"}, "1"});
        series.push_back({8, {"anything else", "x"}, "1"});
        tree_->setSeries(series);
        QStringList first;
        for (int row = 0; row < model()->rowCount(); ++row)
            first += text(model()->index(row, 0));
        QCOMPARE(first, QStringList({"Operations", "Node groups", "Nodes", "Roles", "Workloads", "anything else"}));
        QCOMPARE(text(at({"Operations", "PUT"})), QString("PUT"));
        QCOMPARE(model()->rowCount(at({"Operations", "PUT"})), 2);
        QCOMPARE(model()->rowCount(at({"Nodes", "storage-3", "disk data 7"})), 1);
        QCOMPARE(at({"Nodes", "storage-3", "processor"}).data(Qt::ToolTipRole).toString(),
                 QString("node · storage-3 · processor [share]"));
    }

    void onlyASeriesCanBeTicked()
    {
        tree_->setSeries(seriesOfARun());
        QVERIFY(!(model()->flags(at({"Operations"})) & Qt::ItemIsUserCheckable));
        QVERIFY(!(model()->flags(at({"Nodes", "storage-3"})) & Qt::ItemIsUserCheckable));
        QVERIFY(model()->flags(at({"Nodes", "storage-3", "processor"})) & Qt::ItemIsUserCheckable);
        QVERIFY(!at({"Operations"}).data(Qt::CheckStateRole).isValid());
        QVERIFY(!model()->setData(at({"Operations"}), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(ticked_->count(), 0);
    }

    void theSpaceBarTicksAndTicksOff()
    {
        tree_->setSeries(seriesOfARun());
        tree_->view().setFocus();
        tree_->view().setCurrentIndex(at({"Operations", "PUT", "latency p99"}));
        QTest::keyClick(&tree_->view(), Qt::Key_Space);
        QCOMPARE(ticked_->count(), 1);
        QCOMPARE(ticked_->at(0).at(0).toString(), QString("operation · PUT · latency p99"));
        QVERIFY(ticked_->at(0).at(1).toBool());
        QCOMPARE(state({"Operations", "PUT", "latency p99"}), Qt::Checked);
        QTest::keyClick(&tree_->view(), Qt::Key_Space);
        QCOMPARE(ticked_->count(), 2);
        QVERIFY(!ticked_->at(1).at(1).toBool());
        QCOMPARE(state({"Operations", "PUT", "latency p99"}), Qt::Unchecked);
    }

    void whatIsPickedElsewhereIsTickedWithoutASignal()
    {
        tree_->setSeries(seriesOfARun());
        tree_->setPicked({"node group · storage · processor", "of no run"});
        QCOMPARE(state({"Node groups", "storage", "processor"}), Qt::Checked);
        QCOMPARE(state({"Nodes", "storage-3", "processor"}), Qt::Unchecked);
        tree_->setPicked({});
        QCOMPARE(state({"Node groups", "storage", "processor"}), Qt::Unchecked);
        QCOMPARE(ticked_->count(), 0);
    }

    void ticksOutliveAnotherRun()
    {
        tree_->setSeries(seriesOfARun());
        tree_->setPicked({"node · storage-3 · processor"});
        tree_->setSeries(manyNodes(5));
        QCOMPARE(state({"Nodes", "storage-3", "processor"}), Qt::Checked);
        QCOMPARE(state({"Nodes", "storage-2", "processor"}), Qt::Unchecked);
    }

    void aSearchListsWhatHasAllWordsInAnyCaseAndOrder()
    {
        tree_->setSeries(seriesOfARun());
        QTest::keyClicks(&tree_->search(), "BUSY  stor");
        QCOMPARE(model()->rowCount(), 1);
        QCOMPARE(text(model()->index(0, 0)), QString("node · storage-3 · disk data 7 · busy"));
        tree_->search().setText("processor");
        QCOMPARE(model()->rowCount(), 2);
        tree_->search().setText("processor PUT");
        QCOMPARE(model()->rowCount(), 1);
        QCOMPARE(text(model()->index(0, 0)), QString("No series of this run has these words."));
        QVERIFY(!(model()->flags(model()->index(0, 0)) & Qt::ItemIsUserCheckable));
        tree_->search().setText("   ");
        QCOMPARE(text(model()->index(0, 0)), QString("Operations")); // the tree again
    }

    void aMatchIsTickedByItsWholeName()
    {
        tree_->setSeries(seriesOfARun());
        tree_->search().setText("p99");
        QVERIFY(model()->setData(model()->index(0, 0), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(ticked_->at(0).at(0).toString(), QString("operation · PUT · latency p99"));
        tree_->search().clear();
        QCOMPARE(state({"Operations", "PUT", "latency p99"}), Qt::Checked);
    }

    void moreMatchesThanAnybodyReadsAreCountedInALastLine()
    {
        const int most = static_cast<int>(SeriesModel::mostMatches);
        tree_->setSeries(manyNodes(most + 200));
        tree_->search().setText("processor");
        QCOMPARE(model()->rowCount(), most + 1);
        const QModelIndex last = model()->index(most, 0);
        QVERIFY2(text(last).contains("200"), qPrintable(text(last)));
        QVERIFY(!(model()->flags(last) & Qt::ItemIsUserCheckable));
        QVERIFY(!model()->setData(last, Qt::Checked, Qt::CheckStateRole));
        tree_->setSeries(manyNodes(most));
        QCOMPARE(model()->rowCount(), most); // all of them, and nothing left to say
    }

    void aSearchStaysWhenTheNextRunBringsItsSeries()
    {
        tree_->setSeries(seriesOfARun());
        tree_->search().setText("storage-1");
        QCOMPARE(model()->rowCount(), 1); // says that there is none
        tree_->setSeries(manyNodes(20));
        QCOMPARE(model()->rowCount(), 11); // storage-1 and storage-10 to storage-19
    }

    void whatIsFewIsOpenedAtOnceAndWhatIsManyIsNot()
    {
        tree_->setSeries(manyNodes(8));
        QVERIFY(tree_->view().isExpanded(at({"Nodes"})));
        tree_->setSeries(manyNodes(9));
        QVERIFY(!tree_->view().isExpanded(at({"Nodes"})));
    }

    void aSearchFindsFiguresOfDevicesByTheirUsualNames()
    {
        tree_->setSeries({{1, {"node group", "storage", "disk data reads"}, "1/s"},
                          {2, {"node group", "storage", "disk data bytes"}, "B/s"},
                          {3, {"node group", "storage", "page cache hits"}, "share"},
                          {4, {"node group", "storage", "processor"}, "share"}});
        const auto found = [this](const char* typed) {
            tree_->search().setText(typed);
            QStringList names;
            for (int row = 0; row < model()->rowCount(); ++row)
                names += text(model()->index(row, 0)).section(QStringLiteral(" · "), 2);
            return names;
        };
        QCOMPARE(found("iops"), QStringList{"disk data reads"});
        QCOMPARE(found("MB/s"), QStringList{"disk data bytes"});
        QCOMPARE(found("hit"), QStringList{"page cache hits"});
        QCOMPARE(found("cache"), QStringList{"page cache hits"});
    }

    void theChoiceIsGivenBackToTheStudio()
    {
        QSignalSpy wanted(tree_.get(), &SeriesTree::automaticWanted);
        QTest::mouseClick(tree_->findChild<QToolButton*>("automaticCurves"), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
    }

private:
    QAbstractItemModel* model() { return tree_->view().model(); }
    static QString text(const QModelIndex& index) { return index.data().toString(); }
    QModelIndex at(const QStringList& path)
    {
        QModelIndex place;
        for (const QString& step : path) {
            QModelIndex found;
            for (int row = 0; row < model()->rowCount(place); ++row)
                if (text(model()->index(row, 0, place)) == step)
                    found = model()->index(row, 0, place);
            if (!found.isValid())
                return {};
            place = found;
        }
        return place;
    }
    Qt::CheckState state(const QStringList& path)
    {
        return static_cast<Qt::CheckState>(at(path).data(Qt::CheckStateRole).toInt());
    }

    std::unique_ptr<SeriesTree> tree_;
    std::unique_ptr<QSignalSpy> ticked_;
};

HEADROOM_WIDGET_TEST(SeriesTreeTest)
#include "series_tree_test.moc"
