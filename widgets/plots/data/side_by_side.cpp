#include "widgets/plots/data/side_by_side.h"

#include "record/figures/figures.h"
#include "widgets/theme/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace headroom::widgets {

namespace {

struct SideBySideWords
{
    Q_DECLARE_TR_FUNCTIONS(SideBySide)
};

/// Puts the rows of a run behind those of the runs before, each new one after the row that precedes it.
class Rows
{
public:
    Rows(SideBySide& table, std::size_t runs) : table_(table), runs_(runs) {}

    void beginRun(std::size_t run)
    {
        run_ = run;
        next_ = 0;
    }
    void set(const ComparisonRow& cell)
    {
        auto& rows = table_.rows;
        auto at = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == cell.name; });
        if (at == rows.end()) {
            at = rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(next_), SideBySide::Row{cell.name, {}});
            at->cells.resize(runs_);
        }
        at->cells[run_] = cell;
        next_ = static_cast<std::size_t>(at - rows.begin()) + 1;
    }

private:
    SideBySide& table_;
    std::size_t runs_, run_ = 0, next_ = 0;
};

void addParameters(const std::vector<SideBySideRun>& runs, Rows& rows)
{
    std::set<std::string> names;
    for (const SideBySideRun& run : runs)
        for (const auto& [name, value] : run.parameters)
            names.insert(name);
    const auto valueIn = [](const SideBySideRun& run, const std::string& name) {
        const auto found = run.parameters.find(name);
        return found == run.parameters.end() ? QString() : found->second;
    };
    std::erase_if(names, [&](const std::string& name) {
        return std::all_of(runs.begin(), runs.end(),
                           [&](const SideBySideRun& run) { return valueIn(run, name) == valueIn(runs.front(), name); });
    });
    for (std::size_t i = 0; i < runs.size(); ++i) {
        rows.beginRun(i);
        for (const std::string& name : names)
            rows.set({QString::fromStdString(name), valueIn(runs[i], name), {}});
    }
}

/// The interval of a share of failures is not known: failures come together. So it is not judged.
ComparisonRow failedRow(const QString& operation, const record::OperationSummary& now,
                        const record::OperationSummary* former)
{
    const double share = record::failedShare(now).value_or(0);
    ComparisonRow row{SideBySideWords::tr("%1 failed").arg(operation), partText(share), {}};
    row.unit = QStringLiteral("share");
    row.value = share;
    if (former)
        row.change = pointsText(share - record::failedShare(*former).value_or(0));
    return row;
}

ComparisonRow limitRow(const record::Summary& summary)
{
    ComparisonRow row{SideBySideWords::tr("Limit"), QStringLiteral("–"), {}};
    if (!summary.bottleneck)
        return row;
    row.now = SideBySideWords::tr("%1 %2").arg(resourceWords(QString::fromStdString(summary.bottleneck->resource)),
                                               valueText(summary.bottleneck->utilisation, "share"));
    row.detail = bottleneckSentence(summary);
    if (!record::fullPool(summary).empty()) // requests wait for slots, however little the devices have to do
        row.now = SideBySideWords::tr("slots are full");
    else if (summary.bottleneck->utilisation < record::limitingShare)
        row.now = SideBySideWords::tr("nothing is full");
    return row;
}

ComparisonRow goalsRow(const record::Summary& summary)
{
    const auto count = [&](const char* verdict) {
        return std::count_if(summary.goals.begin(), summary.goals.end(),
                             [verdict](const auto& goal) { return goal.verdict == verdict; });
    };
    QString text = SideBySideWords::tr("%1 of %2 met").arg(count("met")).arg(summary.goals.size());
    if (const auto missed = count("missed"); missed > 0)
        text += SideBySideWords::tr(", %1 missed").arg(missed);
    return {SideBySideWords::tr("Goals"), summary.goals.empty() ? QString() : text, {}};
}

} // namespace

SideBySide sideBySide(const std::vector<SideBySideRun>& runs)
{
    SideBySide table;
    if (runs.empty())
        return table;
    const record::Summary& first = *runs.front().summary;
    Rows rows(table, runs.size());
    addParameters(runs, rows);
    const std::size_t figures = table.rows.size();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const record::Summary& now = *runs[i].summary;
        const record::Summary* former = i > 0 ? &first : nullptr;
        table.runs += runs[i].title;
        rows.beginRun(i);
        if (figures > 0) // the figures follow the parameters
            rows.set({table.rows[figures - 1].name, table.rows[figures - 1].cells[i].now, {}});
        for (const ComparisonRow& row : compare(now, former, true)) {
            if (row.use)
                continue;
            rows.set(row);
            for (const auto& [id, operation] : now.operations)
                if (row.name == latencyTitle(id, "p99")) {
                    const auto before = former ? former->operations.find(id) : first.operations.end();
                    const bool known = former && before != former->operations.end();
                    rows.set(failedRow(QString::fromStdString(id), operation, known ? &before->second : nullptr));
                }
        }
        rows.set(limitRow(now));
        if (std::any_of(runs.begin(), runs.end(), [](const auto& run) { return !run.summary->goals.empty(); }))
            rows.set(goalsRow(now));
        if (former)
            for (const QString& reason : unlikeness(now, first, runs.front().title))
                table.unlike += SideBySideWords::tr("%1: %2").arg(runs[i].title, reason);
    }
    return table;
}

DataTable dataOf(const SideBySide& table)
{
    DataTable data{SideBySideWords::tr("Runs side by side"),
                   {{SideBySideWords::tr("figure"), {}}, {SideBySideWords::tr("unit"), {}}},
                   {}};
    for (qsizetype i = 0; i < table.runs.size(); ++i) {
        data.columns.append({table.runs[i], {}});
        if (i == 0)
            continue;
        data.columns.append({SideBySideWords::tr("%1: difference to %2").arg(table.runs[i], table.runs[0]), "share"});
        data.columns.append({SideBySideWords::tr("%1: half of its 95 % interval").arg(table.runs[i]), "share"});
    }
    for (const SideBySide::Row& row : table.rows) {
        std::vector<DataTable::Cell> cells{row.name, DataTable::Cell()};
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const ComparisonRow& cell = row.cells[i];
            if (!cell.unit.isEmpty())
                cells[1] = cell.unit;
            cells.push_back(!cell.unit.isEmpty() ? DataTable::cell(cell.value)
                            : cell.now.isEmpty() ? DataTable::Cell()
                                                 : DataTable::Cell(cell.now));
            if (i == 0)
                continue;
            cells.push_back(DataTable::cell(cell.difference));
            cells.push_back(DataTable::cell(cell.differenceHalf));
        }
        data.rows.push_back(std::move(cells));
    }
    return data;
}

} // namespace headroom::widgets
