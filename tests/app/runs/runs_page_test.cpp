// The list of runs as a page: what can be done with what is selected, by buttons and by keys.
#include "../sample_runs.h"

#include "app/runs/runs_page.h"
#include "tests/widget_tests.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

using namespace headroom;
using app::RunsPage;

class RunsPageTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        history_ = std::make_unique<app::RunHistory>();
        page_ = std::make_unique<RunsPage>(*history_);
        page_->resize(1200, 400);
        page_->setVisible(true);
        page_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(page_.get()));
    }
    void cleanup()
    {
        page_.reset();
        history_.reset();
    }

    void withoutRunsThePageSaysHowTheyComeAndOpensAResult()
    {
        QVERIFY(!page_->table().isVisible());
        const auto labels = page_->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains("Press Run (F5)");
        }));
        QSignalSpy wanted(page_.get(), &RunsPage::resultFileWanted);
        for (auto* button : page_->findChildren<QPushButton*>())
            if (button->isVisible())
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        history_->addFormer(sample::run(1), {});
        QVERIFY(page_->table().isVisible());
        history_->clear();
        QVERIFY(!page_->table().isVisible());
    }

    void whileTheProjectCannotRunThePageOffersTheFirstStepAndStillOpensAResult()
    {
        const auto offered = [this](const QString& words) -> QPushButton* {
            for (auto* each : page_->findChildren<QPushButton*>())
                if (each->isVisible() && each->text() == words)
                    return each;
            return nullptr;
        };
        const auto says = [this](const QString& words) {
            const auto labels = page_->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](auto* each) { return each->isVisible() && each->text().contains(words); });
        };
        using Kind = widgets::NextStep::Kind;
        app::NextStepsView steps;
        connect(&steps, &app::NextStepsView::stepsChanged, page_.get(),
                [&] { page_->setFirstStep(steps.makeFirstStep()); });
        steps.setSteps({{Kind::nodes, {}}, {Kind::workload, {}}}, {});
        QVERIFY(says("it needs nodes and a workload"));
        QVERIFY(!says("Press Run"));
        QSignalSpy chosen(&steps, &app::NextStepsView::stepChosen);
        QTest::mouseClick(offered("Add nodes"), Qt::LeftButton);
        QCOMPARE(chosen.count(), 1);
        QSignalSpy wanted(page_.get(), &RunsPage::resultFileWanted);
        QTest::mouseClick(offered("Open result file …"), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        steps.setSteps({}, {});
        QVERIFY(says("Press Run (F5)"));
        QVERIFY(!offered("Add nodes"));
    }

    void theRunOfLastComesFirst()
    {
        fill({1, 2, 3});
        QCOMPARE(page_->table().model()->index(0, 0).data(app::RunHistory::numberRole).toInt(), 3);
    }

    void withoutASelectionNothingCanBeDone()
    {
        fill({1, 2});
        QCOMPARE(possible(), QStringList());
    }

    void aRunThatHasEndedCanBeShownPinnedNamedReportedAndDeleted()
    {
        fill({1});
        select({1});
        QCOMPARE(possible(), (QStringList{"Comment", "Delete", "Pin as baseline", "Rename", "Report …", "Show"}));
        history_->find(1)->file = "/somewhere/run.hrr";
        history_->changed(1);
        QVERIFY(possible().contains("Open its project"));
    }

    void aRunWithoutFiguresIsNeitherPinnedNorReportedNorCompared()
    {
        fill({1});
        history_->addFormer(withoutFigures(2, app::Ending::failed), {});
        select({2});
        QCOMPARE(possible(), (QStringList{"Comment", "Delete", "Rename", "Show"}));
        page_->table().selectAll();
        QCOMPARE(possible(), QStringList{"Delete"});
    }

    void aRunThatWaitsOrGoesOnCanBeStoppedAndNotDeleted()
    {
        history_->add({}, {});
        select({1});
        QCOMPARE(possible(), (QStringList{"Comment", "Rename", "Show", "Stop"}));
        history_->find(1)->queued = false; // it has begun
        history_->changed(1);
        QVERIFY(possible().contains("Stop") && !possible().contains("Delete"));
        history_->find(1)->ending = app::Ending::stopped;
        history_->changed(1);
        QVERIFY(!possible().contains("Stop") && possible().contains("Delete"));
        QSignalSpy stopped(page_.get(), &RunsPage::stopWanted);
        action("Stop")->trigger(); // grey, it does nothing
        QCOMPARE(stopped.count(), 0);
    }

    void twoRunsAreComparedTheEarlierOneBehind()
    {
        fill({1, 2, 3});
        QSignalSpy compared(page_.get(), &RunsPage::compareWanted);
        select({3, 1});
        QVERIFY(possible().contains("Compare") && !possible().contains("Show"));
        press(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(compared.count(), 1);
        QCOMPARE(compared[0], (QVariantList{3, 1}));
        QCOMPARE(headings(), (QStringList{"Figure", "Run 1 · as opened", "Run 3 · as opened", "change"}));
    }

    void oneRunIsComparedWithTheBaselineUnlessItIsThat()
    {
        fill({1, 2, 3});
        history_->chooseBaseline(2);
        QSignalSpy compared(page_.get(), &RunsPage::compareWanted);
        select({3});
        press(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(compared.value(0), (QVariantList{3, 2}));
        select({2});
        QVERIFY(!action("Compare")->isEnabled());
    }

    void thePinIsTakenBackByTheSameAction()
    {
        fill({1, 2});
        select({1});
        press(Qt::Key_B, Qt::ControlModifier);
        QCOMPARE(history_->chosenBaseline(), std::optional(1));
        QVERIFY(possible().contains("Unpin baseline"));
        select({2});
        QVERIFY(possible().contains("Pin as baseline"));
        select({1});
        press(Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!history_->chosenBaseline());
    }

    void enterShowsTheRunAndControlEnterOpensItsProject()
    {
        fill({1, 2});
        history_->find(1)->file = "/somewhere/run.hrr";
        QSignalSpy shown(page_.get(), &RunsPage::showWanted), opened(page_.get(), &RunsPage::projectWanted);
        select({1});
        press(Qt::Key_Return);
        QCOMPARE(shown.count(), 1);
        QCOMPARE(shown[0][0].toInt(), 1);
        press(Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toInt(), 1);
    }

    void aDoubleClickShowsTheRunAndEditsNothing()
    {
        fill({1});
        QSignalSpy shown(page_.get(), &RunsPage::showWanted);
        const QPoint at = page_->table().visualRect(page_->table().model()->index(0, 1)).center();
        QTest::mouseClick(page_->table().viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(page_->table().viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(shown.count(), 1);
        QVERIFY(page_->table().viewport()->findChildren<QLineEdit*>().isEmpty());
    }

    void deletingAndReportingTakeAllThatIsSelectedInTheirOrder()
    {
        fill({1, 2, 3});
        using Numbers = std::vector<int>;
        Numbers deleted, reported;
        connect(page_.get(), &RunsPage::deleteWanted, this, [&](const Numbers& numbers) { deleted = numbers; });
        connect(page_.get(), &RunsPage::reportWanted, this, [&](const Numbers& numbers) { reported = numbers; });
        select({3, 1});
        press(Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(reported, (Numbers{1, 3}));
        press(Qt::Key_Delete);
        QCOMPARE(deleted, (Numbers{1, 3}));
    }

    void tickedRunsStandSideBySideBelowTheListUntilTheyAreUnticked()
    {
        fill({1, 2, 3});
        history_->find(2)->summary->operations.at("PUT").perSecond = 4000;
        QVERIFY(!together()->isVisible());
        tick(3);
        QVERIFY(!together()->isVisible()); // one alone stands in the list
        tick(2);
        QVERIFY(together()->isVisible());
        QCOMPARE(headings(), (QStringList{"Figure", "Run 2 · as opened", "Run 3 · as opened", "change"}));
        const int row = rowOf("PUT throughput");
        QCOMPARE(together()->item(row, 1)->text(), QString("4\u2009000 /s"));
        QCOMPARE(together()->item(row, 2)->text(), QString("1\u2009000 /s"));
        QVERIFY(together()->item(row, 3)->text().startsWith("−75 %"));
        history_->rename(3, "slow");
        QCOMPARE(headings().value(2), QString("Run 3 · slow"));
        tick(1);
        QCOMPARE(headings().size(), qsizetype(6)); // against run 1 now
        QVERIFY(together()->item(row, 3)->text().startsWith("4.0×"));
        history_->remove(1);
        QCOMPARE(headings().size(), qsizetype(4));
        press("untickRuns");
        QVERIFY(!together()->isVisible());
        QVERIFY(history_->ticked().empty());
    }

    void theNamesOfTheFiguresStayReadableBesideManyRuns()
    {
        fill({1, 2, 3, 4, 5, 6});
        for (const int number : {1, 2, 3, 4, 5, 6})
            tick(number);
        const auto& names = static_cast<const QAbstractItemView&>(*together());
        for (const int width : {600, 2400, 600}) {
            page_->resize(width, 500);
            QTRY_VERIFY(together()->columnWidth(0) >= names.sizeHintForColumn(0));
        }
        page_->resize(2400, 500);
        QTRY_COMPARE(together()->horizontalHeader()->length(), together()->viewport()->width());
    }

    void aChangeIsColouredOnlyIfItsIntervalExcludesZero()
    {
        fill({1, 2, 3});
        for (const auto& [number, perSecond] : {std::pair(2, 1001.0), std::pair(3, 400.0)}) {
            auto& put = history_->find(number)->summary->operations.at("PUT");
            put.perSecond = perSecond;
            put.ci95Relative = 0.05;
        }
        for (const int number : {1, 2, 3})
            tick(number);
        const int row = rowOf("PUT throughput");
        QCOMPARE(together()->item(row, 3)->foreground(), QBrush());
        QCOMPARE(together()->item(row, 5)->foreground().color(), widgets::colours(page_->palette()).bad);
    }

    void moreThanTwoAreComparedWithThePinnedRunAmongThem()
    {
        fill({1, 2, 3, 4});
        history_->chooseBaseline(2);
        QSignalSpy compared(page_.get(), &RunsPage::compareWanted);
        QSignalSpy reported(page_.get(), &RunsPage::reportWanted);
        tick(4);
        select({1, 2, 3});
        press(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(compared.value(0), (QVariantList{3, 2}));
        QCOMPARE(headings(), (QStringList{"Figure", "Run 2 · as opened", "Run 1 · as opened", "change",
                                          "Run 3 · as opened", "change"}));
        press(Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(reported.value(0).value(0).value<std::vector<int>>(), (std::vector{2, 1, 3}));
    }

    void theTableIsGivenAwayToBeWritten()
    {
        fill({1, 2});
        select({1, 2});
        press(Qt::Key_D, Qt::ControlModifier);
        QString csv;
        connect(page_.get(), &RunsPage::tableWanted, this,
                [&](const widgets::DataTable& table) { csv = widgets::toCsv(table); });
        press("exportSideBySide");
        QVERIFY2(csv.contains("PUT throughput,1/s,1000,1000,0,"), qPrintable(csv));
    }

    void aRunThatGoesOnHasABarThatGrows()
    {
        fill({1});
        history_->add({}, {});
        app::Run& run = *history_->find(2);
        run.queued = false;
        run.durationS = 60;
        const auto accent = [&](double simulatedS) {
            run.simulatedS = simulatedS;
            history_->changed(2);
            QCoreApplication::processEvents();
            const QRect cell =
                page_->table().visualRect(page_->table().model()->index(0, app::RunHistory::statusColumn));
            const QImage seen = page_->table().viewport()->grab(cell).toImage();
            int pixels = 0;
            for (int x = 0; x < seen.width(); ++x)
                pixels += seen.pixelColor(x, seen.height() - 4) == widgets::colours(page_->palette()).accent;
            return pixels;
        };
        const int few = accent(6), many = accent(54);
        QVERIFY2(few > 3 && many > 7 * few, qPrintable(QString("%1 %2").arg(few).arg(many)));
        run.ending = app::Ending::stopped;
        QCOMPARE(accent(54), 0);
    }

    /// The differences between runs can be read, also while others go on and in a narrow window.
    void whatHasChangedInARunIsReadable()
    {
        fill({1, 2});
        history_->find(2)->parameters = {{"DRIVE", "Intel SSD DC S3700"}, {"WORKERS", "256"}};
        history_->find(2)->label = "Intel SSD DC S3700, WORKERS 256";
        history_->add({}, {});
        app::Run& run = *history_->find(3);
        run.queued = false;
        run.durationS = 60;
        run.simulatedS = 20;
        run.leftS = 3000;
        for (const int width : {1400, 800}) {
            page_->resize(width, 400);
            for (const int number : {2, 3})
                history_->changed(number);
            QCoreApplication::processEvents();
            const int wanted = page_->table().fontMetrics().horizontalAdvance("Intel SSD DC S3700, WORKERS 256");
            QVERIFY2(columnWidth(app::RunHistory::labelColumn) >= wanted, qPrintable(QString::number(width)));
            const int status = page_->table().fontMetrics().horizontalAdvance("33 %, 50.0 min left");
            QVERIFY(columnWidth(app::RunHistory::statusColumn) >= status);
            QVERIFY(columnWidth(app::RunHistory::statusColumn) < status + 50);
        }
        QVERIFY(page_->table().horizontalScrollBar()->isVisible()); // of the narrow one
        page_->resize(2000, 400);
        QCoreApplication::processEvents();
        QVERIFY(!page_->table().horizontalScrollBar()->isVisible()); // the room that is left belongs to it
        QCOMPARE(page_->table().horizontalHeader()->length(), page_->table().viewport()->width());
    }

    void theColumnOfWhatHasChangedKeepsTheWidthThatTheUserGaveIt()
    {
        fill({1, 2});
        QCoreApplication::processEvents();
        auto* header = page_->table().horizontalHeader();
        const int before = columnWidth(app::RunHistory::labelColumn);
        const QPoint edge(header->sectionViewportPosition(app::RunHistory::labelColumn) + before - 1, 8);
        QTest::mousePress(header->viewport(), Qt::LeftButton, {}, edge);
        QMouseEvent move(QEvent::MouseMove, edge + QPoint(60, 0), header->viewport()->mapToGlobal(edge + QPoint(60, 0)),
                         Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(header->viewport(), &move);
        QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, edge + QPoint(60, 0));
        QCOMPARE(columnWidth(app::RunHistory::labelColumn), before + 60);
        history_->rename(1, "a name that is longer than the column");
        page_->resize(1300, 400);
        QCoreApplication::processEvents();
        QCOMPARE(columnWidth(app::RunHistory::labelColumn), before + 60);
    }

    void aSelectedRunThatIsRemovedLeavesNothingToActOn()
    {
        fill({1, 2});
        select({2});
        history_->remove(2);
        QVERIFY(page_->selected().empty());
        QCOMPARE(possible(), QStringList());
    }

private:
    void fill(const std::vector<int>& numbers)
    {
        for (const int number : numbers)
            history_->addFormer(sample::run(number), {});
    }
    static app::Run withoutFigures(int number, app::Ending ending)
    {
        app::Run run = sample::run(number);
        run.ending = ending;
        run.summary.reset();
        return run;
    }
    /// As a hand does: a click, and further ones with Control.
    void select(const std::vector<int>& numbers)
    {
        auto& table = page_->table();
        Qt::KeyboardModifiers held;
        for (const int number : numbers) {
            for (int row = 0; row < table.model()->rowCount(); ++row)
                if (table.model()->index(row, 0).data(app::RunHistory::numberRole).toInt() == number)
                    QTest::mouseClick(table.viewport(), Qt::LeftButton, held,
                                      table.visualRect(table.model()->index(row, 0)).center());
            held = Qt::ControlModifier;
        }
    }
    int columnWidth(int column) const { return page_->table().horizontalHeader()->sectionSize(column); }
    QTableWidget* together() const { return page_->findChild<QTableWidget*>("sideBySide"); }
    QStringList headings() const
    {
        QStringList texts;
        for (int column = 0; column < together()->columnCount(); ++column)
            texts += together()->horizontalHeaderItem(column)->text();
        return texts;
    }
    int rowOf(const QString& figure) const
    {
        for (int row = 0; row < together()->rowCount(); ++row)
            if (together()->item(row, 0)->text() == figure)
                return row;
        return -1;
    }
    void press(const char* button) const
    {
        QCoreApplication::processEvents(); // a table that has just come is laid out
        QTest::mouseClick(page_->findChild<QToolButton*>(button), Qt::LeftButton);
    }
    /// A click on the box before the number of a run.
    void tick(int number)
    {
        auto& table = page_->table();
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const QModelIndex index = table.model()->index(row, 0);
            if (index.data(app::RunHistory::numberRole).toInt() != number)
                continue;
            QStyleOptionViewItem option;
            option.initFrom(&table);
            option.rect = table.visualRect(index);
            option.features = QStyleOptionViewItem::HasCheckIndicator | QStyleOptionViewItem::HasDisplay;
            option.viewItemPosition = QStyleOptionViewItem::Beginning;
            const QRect box = table.style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, &table);
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, box.center());
        }
    }
    void press(Qt::Key key, Qt::KeyboardModifiers held = {})
    {
        page_->table().setFocus();
        QTest::keyClick(&page_->table(), key, held);
    }
    QAction* action(const QString& text) const
    {
        for (auto* one : page_->table().actions())
            if (one->text() == text)
                return one;
        return nullptr;
    }
    /// Texts of the actions that are not grey, sorted.
    QStringList possible() const
    {
        QStringList texts;
        for (const auto* one : page_->table().actions())
            if (one->isEnabled())
                texts += one->text();
        texts.sort();
        return texts;
    }

    std::unique_ptr<app::RunHistory> history_;
    std::unique_ptr<RunsPage> page_;
};

HEADROOM_WIDGET_TEST(RunsPageTest)
#include "runs_page_test.moc"
