// The runs of a document as a list: numbers, labels, baseline, what people say of them, and what each column shows.
#include "../sample_runs.h"

#include "app/runs/run_difference.h"
#include "project/project_file.h"
#include "tests/widget_tests.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QFont>
#include <QSignalSpy>
#include <QSortFilterProxyModel>

using namespace headroom;
using app::RunHistory;

class RunHistoryTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { history_ = std::make_unique<RunHistory>(); }

    void aRunWaitsWithTheNextNumberUntilItBegins()
    {
        add({{"WORKERS", 64}});
        const app::Run& second = add({{"WORKERS", 64}});
        QCOMPARE(second.number, 2);
        QVERIFY(second.queued && !second.isActive());
        QCOMPARE(app::statusText(second), QString("waiting"));
        QCOMPARE(history_->nextNumber(), 3);
    }

    void aRunIsLabelledByWhatDiffersFromTheFirst()
    {
        QCOMPARE(add({{"WORKERS", 64}, {"DEVICE", "HDD"}, {"BONDED", false}}).label, QString("as opened"));
        QCOMPARE(add({{"WORKERS", 128}, {"DEVICE", "HDD"}, {"BONDED", false}}).label, QString("WORKERS 128"));
        // A word says of itself what it is of, a number or a switch does not.
        QCOMPARE(add({{"WORKERS", 64}, {"DEVICE", "SSD"}, {"BONDED", true}}).label, QString("BONDED true, SSD"));
        QCOMPARE(add({{"WORKERS", 64}, {"DEVICE", "HDD"}, {"BONDED", false}}).label, QString("as opened"));
        QCOMPARE(add({{"WORKERS", 64}, {"DEVICE", "HDD"}, {"BONDED", false}, {"NEW", 1}}).label, QString("NEW 1"));
    }

    void aRunWithTheParametersAsOpenedIsCalledByWhatElseHasChanged()
    {
        history_->clear({{"WORKERS", "64"}}, {{"behaviours", "one"}, {"topology", "one"}});
        QCOMPARE(add({{"WORKERS", 64}}, {{"behaviours", "one"}, {"topology", "one"}}).label, QString("as opened"));
        QCOMPARE(add({{"WORKERS", 64}}, {{"behaviours", "two"}, {"topology", "one"}}).label,
                 QString("software changed"));
        QCOMPARE(add({{"WORKERS", 64}}, {{"behaviours", "two"}, {"topology", "two"}}).label,
                 QString("software, topology changed"));
        QCOMPARE(add({{"WORKERS", 9}}, {{"behaviours", "two"}, {"topology", "one"}}).label, QString("WORKERS 9"));
    }

    void aParameterThatOnlyOneOfTwoRunsHasIsNewOrRemoved()
    {
        const app::Run before = add({{"WORKERS", 64}, {"OLD", 1}});
        const app::Run now = add({{"WORKERS", 64}, {"WAL_DEVICE", "P3700"}});
        const QStringList lines = app::differencesOf(now, before);
        QVERIFY2(lines.contains("WAL_DEVICE: P3700, a new parameter"), qPrintable(lines.join('|')));
        QVERIFY2(lines.contains("OLD: removed, was 1"), qPrintable(lines.join('|')));
    }

    void aRunThatDidNotKeepUpOrFailedRequestsSaysSoInRed()
    {
        const auto red = [this](int number) {
            return cell(number, RunHistory::statusColumn).data(Qt::ForegroundRole).value<QColor>() ==
                   widgets::lightColours().bad;
        };
        app::Run run = sample::run(1);
        run.summary->workloads["users"].type = "open loop";
        run.summary->requests = {{"users", 0, 8000, 8000, 0, 0}};
        history_->addFormer(run, {});
        QCOMPARE(shown(1, RunHistory::statusColumn), QString("finished"));
        QVERIFY(!red(1));
        run.number = 2;
        run.summary->requests = {{"users", 0, 8000, 3000, 0, 5000}};
        history_->addFormer(run, {});
        QCOMPARE(shown(2, RunHistory::statusColumn), QString("finished, overloaded"));
        QVERIFY(red(2));
        QVERIFY(cell(2, 0).data(Qt::ToolTipRole).toString().contains("grows by 625 a second"));
        run.number = 3;
        run.summary->requests = {{"users", 0, 8000, 2560, 5440, 0}};
        history_->addFormer(run, {});
        QCOMPARE(shown(3, RunHistory::statusColumn), QString("finished, 68 % failed"));
        QVERIFY(red(3));
        run.number = 4;
        run.summary->requests = {{"users", 0, 8000, 8000, 0, 0}};
        run.summary->loadCourses = {
            {"users", {{2, 0, 0, 0, 0}, {4, 5000, 2000, 3000, 3000}, {10, 3000, 6000, 0, 3000}}}};
        history_->addFormer(run, {});
        QCOMPARE(shown(4, RunHistory::statusColumn), QString("finished, overloaded for a while"));
        QVERIFY(red(4));
        QVERIFY(cell(4, 0).data(Qt::ToolTipRole).toString().contains("From 2 s to 4 s more requests"));
        run.number = 5;
        run.summary->loadCourses.clear();
        run.summary->workloads["users"] = {.type = "closed loop", .inFlightMean = 4000};
        run.summary->requests = {{"users", 4000, 8000, 8000, 0, 4000}};
        history_->addFormer(run, {});
        QCOMPARE(shown(5, RunHistory::statusColumn), QString("finished, with a warning"));
        QVERIFY(red(5));
        QVERIFY(cell(5, 0).data(Qt::ToolTipRole).toString().contains("The run is short"));
    }

    /// Also the first one, if a parameter was changed before it.
    void aRunIsCalledByWhatDiffersFromTheProjectThatWasOpened()
    {
        history_->clear({{"WORKERS", "64"}, {"DEVICE", "HDD"}});
        QCOMPARE(add({{"WORKERS", 256}, {"DEVICE", "HDD"}}).label, QString("WORKERS 256"));
        QCOMPARE(add({{"WORKERS", 64}, {"DEVICE", "HDD"}}).label, QString("as opened"));
        history_->remove(2);
        QCOMPARE(shown(1, RunHistory::labelColumn), QString("WORKERS 256"));
    }

    void aRunThatGoesOnSaysHowMuchIsDoneAndHowLongItTakes()
    {
        add({{"WORKERS", 64}});
        app::Run& run = *history_->find(1);
        run.queued = false;
        QCOMPARE(shown(1, RunHistory::statusColumn), QString("running")); // its duration is not known yet
        run.durationS = 60;
        run.simulatedS = 20.9;
        run.leftS = 12.3;
        QCOMPARE(shown(1, RunHistory::statusColumn), QString("running, 34 %, 12.3 s left"));
        QCOMPARE(cell(1, 0).data(RunHistory::shareRole).toDouble(), 20.9 / 60);
        run.paused = true; // nobody knows for how long
        QCOMPARE(shown(1, RunHistory::statusColumn), QString("paused, 34 %"));
        run.ending = app::Ending::stopped;
        QCOMPARE(shown(1, RunHistory::statusColumn), QString("stopped"));
        QVERIFY(!cell(1, 0).data(RunHistory::shareRole).isValid());
    }

    void aRunWithFiguresCanBeTickedAndOneWithoutCannot()
    {
        history_->addFormer(sample::run(1), {});
        add({});
        const QModelIndex first = cell(1, RunHistory::numberColumn), second = cell(2, RunHistory::numberColumn);
        QCOMPARE(first.data(Qt::CheckStateRole), QVariant(Qt::Unchecked));
        QVERIFY(!second.data(Qt::CheckStateRole).isValid());
        QVERIFY(!cell(1, RunHistory::statusColumn).data(Qt::CheckStateRole).isValid());
        QVERIFY(history_->setData(first, Qt::Checked, Qt::CheckStateRole));
        QVERIFY(!history_->setData(second, Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(history_->ticked().size(), std::size_t(1));
        QCOMPARE(history_->ticked().front()->number, 1);
        QVERIFY(history_->setData(first, Qt::Unchecked, Qt::CheckStateRole));
        QVERIFY(history_->ticked().empty());
    }

    void withoutTheFirstRunTheOthersAreLabelledByTheNextOne()
    {
        add({{"WORKERS", 64}});
        add({{"WORKERS", 128}});
        add({{"WORKERS", 64}});
        history_->remove(1);
        QCOMPARE(shown(2, RunHistory::labelColumn), QString("as opened"));
        QCOMPARE(shown(3, RunHistory::labelColumn), QString("WORKERS 64"));
    }

    void aFormerRunGoesWhereItsNumberBelongs()
    {
        history_->addFormer(sample::run(7), {});
        history_->addFormer(sample::run(3), {});
        history_->addFormer(sample::run(5), {});
        QCOMPARE(numbers(), (QList<int>{3, 5, 7}));
        QCOMPARE(add({}).number, 8);
        QVERIFY(history_->find(5) && !history_->find(4));
    }

    void componentsOfFormerRunsAreCalledByTheirModel()
    {
        project::Findings findings;
        const auto library = project::ComponentLibrary::load(project::libraryFolders(), findings);
        app::Run run = sample::run(1);
        run.parameters = {{"DEVICE", "Intel_SSD_DC_S3700_Series_800GB"}, {"WORKERS", "64"}};
        const auto& parameters = history_->addFormer(run, library).parameters;
        QCOMPARE(parameters.at("DEVICE"), QString("SSD DC S3700 800GB"));
        QCOMPARE(parameters.at("WORKERS"), QString("64"));
    }

    void theBaselineIsTheLastRunBeforeThatHasFigures()
    {
        history_->addFormer(sample::run(1), {});
        history_->addFormer(sample::run(2), {});
        history_->addFormer(withoutFigures(3), {});
        history_->addFormer(sample::run(4), {});
        QVERIFY(!history_->baseline()); // nothing is shown
        history_->show(4);
        QCOMPARE(history_->baseline()->number, 2);
        history_->show(1);
        QVERIFY(!history_->baseline());
    }

    void aPinnedBaselineHoldsWhicheverRunIsShownAndGoesWithItsRun()
    {
        for (const int number : {1, 2, 3})
            history_->addFormer(sample::run(number), {});
        history_->show(3);
        history_->chooseBaseline(1);
        QCOMPARE(history_->baseline()->number, 1);
        QCOMPARE(shown(1, RunHistory::numberColumn), QString("1 · baseline"));
        QCOMPARE(shown(2, RunHistory::numberColumn), QString("2"));
        history_->show(2);
        QCOMPARE(history_->baseline()->number, 1);
        history_->remove(1);
        QVERIFY(!history_->chosenBaseline());
        QVERIFY(!history_->baseline()); // 2 is shown, and nothing stands before it
    }

    void pinningAnotherRunTakesTheFormerPinAway()
    {
        history_->addFormer(sample::run(1), {});
        history_->addFormer(sample::run(2), {});
        QSignalSpy noted(history_.get(), &RunHistory::noted);
        history_->chooseBaseline(1);
        history_->chooseBaseline(1); // the same again is nothing new
        history_->chooseBaseline(2);
        history_->chooseBaseline(std::nullopt);
        QCOMPARE(notes(noted), (QStringList{"1 pinned=1", "1 pinned=", "2 pinned=1", "2 pinned="}));
    }

    void aNameTakesThePlaceOfTheLabelAndIsToldOnce()
    {
        history_->addFormer(sample::run(1), {});
        QCOMPARE(history_->find(1)->title(), QString("Run 1 · as opened"));
        QSignalSpy noted(history_.get(), &RunHistory::noted);
        history_->rename(1, "before");
        history_->rename(1, "before");
        history_->comment(1, "slow disks");
        history_->comment(1, "slow disks");
        history_->rename(9, "of nothing");
        QCOMPARE(notes(noted), (QStringList{"1 name=before", "1 comment=slow disks"}));
        QCOMPARE(history_->find(1)->title(), QString("Run 1 · before"));
        QCOMPARE(shown(1, RunHistory::labelColumn), QString("before"));
        QCOMPARE(shown(1, RunHistory::commentColumn), QString("slow disks"));
        history_->rename(1, {});
        QCOMPARE(shown(1, RunHistory::labelColumn), QString("as opened"));
    }

    void onlyNameAndCommentCanBeEditedAndSpacesAroundThemGo()
    {
        history_->addFormer(sample::run(1), {});
        for (int column = 0; column < history_->columnCount(); ++column) {
            const bool words = column == RunHistory::labelColumn || column == RunHistory::commentColumn;
            QCOMPARE(history_->flags(history_->index(0, column)).testFlag(Qt::ItemIsEditable), words);
            QCOMPARE(history_->setData(history_->index(0, column), "  mine ", Qt::EditRole), words);
        }
        QCOMPARE(history_->find(1)->name, QString("mine"));
        QCOMPARE(history_->find(1)->comment, QString("mine"));
        // Whoever begins to edit a run without a name does not begin with its label.
        history_->rename(1, {});
        QCOMPARE(history_->data(history_->index(0, RunHistory::labelColumn), Qt::EditRole).toString(), QString());
    }

    void everyEndingHasItsWord()
    {
        const std::pair<app::Ending, const char*> words[] = {
            {app::Ending::finished, "finished"}, {app::Ending::stopped, "stopped"},
            {app::Ending::refused, "refused"},   {app::Ending::notStarted, "not started"},
            {app::Ending::failed, "failed"},     {app::Ending::crashed, "engine ended"},
            {app::Ending::stuck, "stuck"},       {app::Ending::limited, "stopped at a limit"}};
        app::Run run = sample::run(1);
        for (const auto& [ending, word] : words) {
            run.ending = ending;
            QCOMPARE(app::statusText(run), QString(word));
        }
        run.ending = app::Ending::finished;
        run.light = true;
        QCOMPARE(app::statusText(run), QString("finished, light"));
        run.ending.reset();
        QCOMPARE(app::statusText(run), QString("running"));
    }

    void theFiguresAreThoseOfTheOperationMostOftenAnswered()
    {
        app::Run run = sample::run(1, 1000);
        auto& get = run.summary->operations["GET"];
        get.count = run.summary->operations["PUT"].count + 1;
        get.perSecond = 2000;
        get.latency.p99Ms = 5;
        run.summary->operations["DELETE"] = {};
        history_->addFormer(run, {});
        QCOMPARE(shown(1, RunHistory::throughputColumn), "GET " + widgets::valueText(2000, "1/s"));
        QCOMPARE(shown(1, RunHistory::latencyColumn), widgets::valueText(0.005, "s"));
        QCOMPARE(shown(1, RunHistory::limitColumn), "storage disks (data) " + widgets::valueText(0.95, "share"));
        QCOMPARE(shown(1, RunHistory::durationColumn),
                 widgets::valueText(10, "s") + " in " + widgets::valueText(0.5, "s"));
    }

    void aRunWithoutFiguresShowsNone()
    {
        history_->addFormer(withoutFigures(1), {});
        for (const int column : {RunHistory::throughputColumn, RunHistory::latencyColumn, RunHistory::limitColumn,
                                 RunHistory::durationColumn})
            QCOMPARE(shown(1, column), QString());
        record::Summary nobodyAsked;
        nobodyAsked.operations["PUT"] = {};
        QVERIFY(!app::mainOperation(nobodyAsked));
    }

    void columnsSortByTheirFiguresAndRunsWithoutAnyComeFirst()
    {
        history_->addFormer(sample::run(1, 900), {});
        history_->addFormer(sample::run(2, 10000), {}); // "10.0 k/s", before "900 /s" as a text
        history_->addFormer(withoutFigures(3), {});
        history_->addFormer(sample::run(10, 50), {});
        QCOMPARE(sortedBy(RunHistory::throughputColumn), (QList<int>{3, 10, 1, 2}));
        QCOMPARE(sortedBy(RunHistory::numberColumn), (QList<int>{1, 2, 3, 10}));
        history_->comment(2, "b");
        history_->comment(3, "a");
        QCOMPARE(sortedBy(RunHistory::commentColumn).mid(2), (QList<int>{3, 2}));
    }

    void theRunThatIsShownStandsOutAndOnlyThat()
    {
        history_->addFormer(sample::run(1), {});
        history_->addFormer(sample::run(2), {});
        history_->show(2);
        QVERIFY(!history_->data(history_->index(0, 0), Qt::FontRole).isValid());
        QVERIFY(history_->data(history_->index(1, 0), Qt::FontRole).value<QFont>().weight() > QFont::Normal);
        history_->show(99); // there is none
        QCOMPARE(history_->shown(), std::optional(2));
    }

    void theToolTipSaysWhatHappenedWithWhichParameters()
    {
        app::Run run = sample::run(4);
        run.sentence = "The engine refused the project.";
        run.parameters = {{"DEVICE", "SSD"}, {"WORKERS", "64"}};
        history_->addFormer(run, {});
        QCOMPARE(history_->data(history_->index(0, 0), Qt::ToolTipRole).toString().split('\n'),
                 (QStringList{"Run 4 · as opened", "The engine refused the project.", "DEVICE: SSD", "WORKERS: 64"}));
    }

    void withoutTheRunThatIsShownTheLastOneIs()
    {
        for (const int number : {1, 2, 3})
            history_->addFormer(sample::run(number), {});
        history_->show(1);
        QSignalSpy removed(history_.get(), &RunHistory::removed);
        history_->remove(1);
        QCOMPARE(history_->shown(), std::optional(3));
        history_->remove(2);
        QCOMPARE(history_->shown(), std::optional(3));
        history_->remove(3);
        QVERIFY(!history_->shown() && !history_->current());
        history_->remove(3);
        QCOMPARE(removed.count(), 3);
    }

    void anotherDocumentBeginsWithRunOne()
    {
        history_->addFormer(sample::run(8), {});
        history_->show(8);
        history_->chooseBaseline(8);
        history_->clear();
        QCOMPARE(history_->rowCount(), 0);
        QVERIFY(!history_->shown() && !history_->chosenBaseline());
        QCOMPARE(add({}).number, 1);
    }

    void everyColumnHasATitleAndOfRowsThereIsNone()
    {
        QSet<QString> titles;
        for (int column = 0; column < history_->columnCount(); ++column)
            titles += history_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        QCOMPARE(titles.size(), history_->columnCount());
        QVERIFY(!titles.contains(QString()));
        QVERIFY(!history_->headerData(0, Qt::Vertical, Qt::DisplayRole).isValid());
    }

private:
    app::Run& add(const std::vector<std::pair<std::string, project::Json>>& parameters,
                  app::SectionHashes sections = {})
    {
        project::Project project;
        for (const auto& [name, value] : parameters) {
            project.parameters.emplace_back();
            project.parameters.back().name = name;
            project.parameters.back().value = value;
        }
        return history_->add(project, {}, std::move(sections));
    }
    static app::Run withoutFigures(int number)
    {
        app::Run run = sample::run(number);
        run.ending = app::Ending::failed;
        run.summary.reset();
        return run;
    }
    /// Text in a column of the run with this number.
    QString shown(int number, int column) const { return cell(number, column).data(Qt::DisplayRole).toString(); }
    QModelIndex cell(int number, int column) const
    {
        return history_->index(static_cast<int>(numbers().indexOf(number)), column);
    }
    QList<int> numbers() const
    {
        QList<int> found;
        for (const app::Run& run : history_->runs())
            found += run.number;
        return found;
    }
    QList<int> sortedBy(int column) const
    {
        QSortFilterProxyModel sorted;
        sorted.setSortRole(RunHistory::sortRole);
        sorted.setSourceModel(history_.get());
        sorted.sort(column);
        QList<int> found;
        for (int row = 0; row < sorted.rowCount(); ++row)
            found += sorted.index(row, 0).data(RunHistory::numberRole).toInt();
        return found;
    }
    static QStringList notes(const QSignalSpy& noted)
    {
        QStringList said;
        for (const auto& one : noted)
            said += one[0].toString() + ' ' + one[1].toString() + '=' + one[2].toString();
        return said;
    }

    std::unique_ptr<RunHistory> history_;
};

HEADROOM_WIDGET_TEST(RunHistoryTest)
#include "run_history_test.moc"
