// The results: figures, limits, cost.
#include "app/cost/cost_words.h"
#include "app/report/sections.h"

#include "child/run_fault.h"
#include "project/library/price_list.h"
#include "record/figures/figures.h"
#include "record/structure/result_tables.h"
#include "study/advice/advice_text.h"
#include "widgets/plots/data/comparison.h"
#include "widgets/theme/number_text.h"

#include <QCoreApplication>

#include <cmath>

namespace headroom::app {

using widgets::valueText;
using widgets::report::Paragraph;
using widgets::report::Table;

namespace {

struct Results
{
    Q_DECLARE_TR_FUNCTIONS(ReportResults)
};

QString percent(double share)
{
    return valueText(share, "share");
}

QString milliseconds(double ms)
{
    return valueText(ms / 1000, "s");
}

QString failedText(const record::OperationSummary& operation)
{
    if (operation.errors == 0)
        return QStringLiteral("0");
    return Results::tr("%1 (%2)").arg(operation.errors).arg(widgets::partText(*record::failedShare(operation)));
}

QString capitalised(const std::string& words)
{
    const QString heading = text(words);
    return heading.left(1).toUpper() + heading.mid(1);
}

/// Bytes are left out where there are none; a figure with a confidence interval has it in its cell.
QString cellText(const record::FigureValue& figure, const std::vector<record::FigureValue>& element)
{
    const auto value = figure.value();
    const QString unit = text(figure.unit());
    if (!value || (unit == QLatin1String("B/s") && *value == 0))
        return dash;
    if (figure.count)
        return QString::number(*figure.count);
    if (const auto relative = record::intervalOf(element, figure))
        return withConfidence(*value, unit, *relative);
    if (unit == QLatin1String("share") && !*figure.row.key) // few fail
        return widgets::partText(*value);
    return valueText(*value, unit);
}

Table tableOf(const QString& caption, const record::ResultTable& results)
{
    Table table{caption, {}, {}, static_cast<int>(results.keys.size())};
    const auto isInterval = [](const record::FigureValue& figure) { return *figure.row.of != 0; };
    for (const std::string& key : results.keys)
        table.header += capitalised(key);
    for (const record::FigureValue& column : results.columns)
        if (!isInterval(column))
            table.header += capitalised(column.label());
    for (const record::ResultTable::Row& row : results.rows) {
        QStringList cells;
        for (const std::string& key : row.keys)
            cells += text(key);
        for (const record::FigureValue& figure : row.figures)
            if (!isInterval(figure))
                cells += cellText(figure, row.figures);
        table.rows.append(cells);
    }
    return table;
}

Table comparisonTable(const ReportedRun& run, const ReportedRun& former)
{
    Table table{Results::tr("%1 against %2").arg(run.name, former.name),
                {Results::tr("Figure"), run.name, Results::tr("Change")},
                {}};
    for (const widgets::ComparisonRow& row : widgets::compare(run.summary, &former.summary))
        table.rows.append({row.name, row.now, row.change});
    return table;
}

/// Without those that were not used.
record::ResultTable resourcesByUse(record::Summary summary)
{
    std::erase_if(summary.resources,
                  [](const auto& resource) { return resource.utilisationMean <= 0 && resource.utilisationMax <= 0; });
    std::stable_sort(summary.resources.begin(), summary.resources.end(),
                     [](const auto& a, const auto& b) { return a.utilisationMean > b.utilisationMean; });
    return record::resourceTable(summary, record::Shown::report);
}

/// The state of roles without the rows in which nothing ever happened.
record::ResultTable usedStates(const record::Summary& summary)
{
    record::ResultTable table = record::stateTable(summary, record::Shown::report);
    std::erase_if(table.rows, [](const record::ResultTable::Row& row) {
        return std::none_of(row.figures.begin(), row.figures.end(),
                            [](const record::FigureValue& figure) { return figure.value().value_or(0) != 0; });
    });
    return table;
}

/// The figures that decide, with a column for each run.
Table figureTable(const Runs& runs)
{
    Table table{{}, {Results::tr("Figure")}, {}, 1};
    QStringList operations;
    for (const ReportedRun& run : runs) {
        table.header += runs.size() > 1 ? run.name : Results::tr("Value");
        for (const std::string& name : widgets::operationsInOrder(run.summary)) {
            const record::OperationSummary& operation = run.summary.operations.at(name);
            if (operation.count + operation.errors > 0 && !operations.contains(text(name)))
                operations += text(name);
        }
    }
    for (const QString& name : operations) {
        QStringList throughput{Results::tr("%1 throughput").arg(name)},
            latency{Results::tr("%1 latency p99").arg(name)}, failed{Results::tr("%1 failed").arg(name)};
        bool fails = false;
        for (const ReportedRun& run : runs) {
            const auto found = run.summary.operations.find(name.toStdString());
            if (found == run.summary.operations.end()) {
                for (QStringList* row : {&throughput, &latency, &failed})
                    *row += dash;
                continue;
            }
            const record::OperationSummary& operation = found->second;
            throughput += withConfidence(operation.perSecond, "1/s", operation.ci95Relative);
            latency += milliseconds(operation.latency.p99Ms);
            failed += failedText(operation);
            fails = fails || operation.errors > 0;
        }
        table.rows.append(throughput);
        table.rows.append(latency);
        if (fails)
            table.rows.append(failed);
    }
    QStringList missing; // reported by the section on cost
    addConsumption(table, runs, missing);
    return table;
}

/// "PUT: 4 820 /s ± 1 %, 12.6 ms on average, 99 % within 40 ms."
QString operationSentence(const std::string& name, const record::OperationSummary& operation)
{
    return Results::tr("%1: %2, %3 on average, 99 % within %4.")
        .arg(text(name), withConfidence(operation.perSecond, "1/s", operation.ci95Relative),
             milliseconds(operation.latency.meanMs), milliseconds(operation.latency.p99Ms));
}

QString changeSentence(const ReportedRun& run, const ReportedRun& former)
{
    if (!widgets::unlikeness(run.summary, former.summary, former.name).isEmpty())
        return Results::tr("The changes from %2 to %1 are therefore not judged.").arg(run.name, former.name);
    QStringList changes;
    for (const widgets::ComparisonRow& row : widgets::compare(run.summary, &former.summary))
        if (!row.change.isEmpty() && row.judgement != widgets::Judgement::neutral)
            changes += row.name + ' ' + row.change;
    if (changes.isEmpty())
        return Results::tr("Compared with %2, %1 makes no difference beyond the uncertainty of the figures.")
            .arg(run.name, former.name);
    return Results::tr("%1 compared with %2: %3.").arg(run.name, former.name, changes.join("; "));
}

QString resourceName(const std::string& id)
{
    return text(record::resourceInWords(id));
}

QString gainText(const study::Gain& gain)
{
    return std::isnan(gain.low) ? dash : text(gain.text());
}

/// Names the limit; nothing is known of it if the run ended too early.
QString limitSentence(const record::Summary& summary)
{
    return child::measuredNothing(summary)
               ? Results::tr("The run ended within its warm-up: nothing was measured, and its figures are zero, "
                             "whatever the system does.")
               : widgets::bottleneckSentence(summary);
}

void addLimits(Parts& parts, const ReportedRun& run, const Runs& runs)
{
    parts.append(Paragraph{prefixOf(run, runs) + limitSentence(run.summary), Paragraph::Kind::lead});
    if (!run.summary.bottleneck || child::measuredNothing(run.summary))
        return;
    const record::Bottleneck& limit = *run.summary.bottleneck;
    if (limit.utilisation < record::limitingShare)
        return;
    const QString more =
        Results::tr(
            "%1: %2 of the capacity is used at the busiest device (processors: of what all their cores together "
            "do, with more than one thread on each).")
            .arg(resourceName(limit.resource), percent(limit.utilisation));
    parts.append(Paragraph{more});
}

/// Adds the simulated part of the advice.
void addAdvice(Parts& parts, const ReportedRun& run, const Runs& runs)
{
    if (!run.advice || run.advice->whatIfs.empty()) {
        parts.append(Paragraph{prefixOf(run, runs) + Results::tr("What a faster part would bring was not simulated.")});
        return;
    }
    parts.append(Paragraph{prefixOf(run, runs) + text(study::sentenceOf(*run.advice))});
    Table table{captionOf(run, runs,
                          Results::tr("each change alone (resources: twice as fast, workers and slots: twice as many), "
                                      "simulated")),
                {Results::tr("Change"), run.advice->jobs ? Results::tr("Time of the jobs") : Results::tr("Throughput"),
                 Results::tr("Mean latency"), Results::tr("p99"), Results::tr("Pairs of runs"), Results::tr("State")},
                {}};
    const bool byRate = run.advice->arrivalsGiven;
    if (byRate)
        table.header.insert(1, Results::tr("Highest rate that settles"));
    for (const study::WhatIf& what : run.advice->whatIfs) {
        table.rows.append({what.words.empty() ? resourceName(what.resource) : text(what.words),
                           gainText(run.advice->jobs ? what.throughput.inverse() : what.throughput),
                           gainText(what.mean), gainText(what.p99), QString::number(what.runs),
                           text(study::nameOf(what.state))});
        if (byRate)
            table.rows.back().insert(1, what.highestRate.hasInterval() ? gainText(what.highestRate)
                                                                       : Results::tr("not yet known"));
    }
    parts.append(table);
    parts.append(Paragraph{Results::tr("Each figure is that with the change over the present one, with "
                                       "its 95 % interval over pairs of runs of one seed."),
                           Paragraph::Kind::note});
}

} // namespace

QString prefixOf(const ReportedRun& run, const Runs& runs)
{
    return runs.size() > 1 ? run.name + ": " : QString();
}

QString captionOf(const ReportedRun& run, const Runs& runs, const QString& words)
{
    const QString prefix = prefixOf(run, runs);
    return prefix.isEmpty() ? words.left(1).toUpper() + words.mid(1) : prefix + words;
}

QString withConfidence(double value, const QString& unit, double relative)
{
    const QString shown = valueText(value, unit);
    if (!(relative > 0) || !std::isfinite(relative))
        return shown;
    const double share = relative * 100;
    return Results::tr("%1 ± %2 %").arg(shown, QString::number(share, 'f', share < 10 ? 1 : 0));
}

Parts inShort(const Runs& runs)
{
    const bool systems = ofSeveralSystems(runs);
    Parts parts = systems ? systemsInShort(runs) : Parts();
    const Paragraph::Kind kind = systems ? Paragraph::Kind::body : Paragraph::Kind::lead; // those have their lead
    for (const ReportedRun& run : runs) {
        for (const std::string& trouble : record::loadTroubles(run.summary))
            parts.append(Paragraph{prefixOf(run, runs) + text(trouble), Paragraph::Kind::lead});
        for (const record::DerivedFigure& result : run.summary.results)
            parts.append(Paragraph{prefixOf(run, runs) + text(result.sentence), kind});
        for (const record::GoalVerdict& goal : run.summary.goals)
            if (!systems) // their table has the verdicts
                parts.append(Paragraph{prefixOf(run, runs) + text(goal.sentence), kind});
        QStringList sentences;
        for (const std::string& name : widgets::operationsInOrder(run.summary))
            if (const record::OperationSummary& operation = run.summary.operations.at(name); operation.count > 0)
                sentences += operationSentence(name, operation);
        sentences += limitSentence(run.summary);
        if (run.advice)
            sentences += text(study::sentenceOf(*run.advice));
        parts.append(Paragraph{prefixOf(run, runs) + sentences.join(' '), kind});
    }
    if (systems)
        return parts;
    for (std::size_t i = 1; i < runs.size(); ++i) {
        for (const QString& reason : widgets::unlikeness(runs[i].summary, runs.front().summary, runs.front().name))
            parts.append(
                Paragraph{Results::tr("%1 and %2 are not alike: %3").arg(runs[i].name, runs.front().name, reason)});
        parts.append(Paragraph{changeSentence(runs[i], runs.front()), Paragraph::Kind::lead});
    }
    parts.append(figureTable(runs));
    return parts;
}

Parts resultTables(const Runs& runs)
{
    Parts parts;
    constexpr record::Shown here = record::Shown::report;
    const auto add = [&](const QString& caption, const record::ResultTable& results, bool folded = false) {
        if (results.rows.empty())
            return;
        Table table = tableOf(caption, results);
        table.folded = folded;
        parts.append(std::move(table));
    };
    for (const ReportedRun& run : runs) {
        parts.append(tableOf(runs.size() > 1 ? run.name : QString(), record::operationTable(run.summary, here)));
        add(captionOf(run, runs, Results::tr("jobs")), record::jobTable(run.summary, here));
        add(captionOf(run, runs, Results::tr("stages, with the limit or the busiest resource of each")),
            record::stageTable(run.summary, here));
    }
    for (std::size_t i = 1; i < runs.size() && !ofSeveralSystems(runs); ++i)
        parts.append(comparisonTable(runs[i], runs.front()));
    for (const ReportedRun& run : runs) {
        add(captionOf(run, runs, Results::tr("use of the resources, the busiest first")), resourcesByUse(run.summary),
            ofSeveralSystems(runs));
        add(captionOf(run, runs, Results::tr("caches, slots and queues")), usedStates(run.summary),
            ofSeveralSystems(runs));
        add(captionOf(run, runs, Results::tr("where the time of requests goes")), record::timeTable(run.summary, here));
        add(captionOf(run, runs, Results::tr("the same time by blocks")), record::timeAtBlocksTable(run.summary, here),
            true);
        add(captionOf(run, runs, Results::tr("stretches between two probes")), record::stretchTable(run.summary, here));
    }
    parts.append(Paragraph{
        Results::tr("Resources and states that were not used are left out. ±: half width of the 95 % confidence "
                    "interval. Queue: mean number waiting for each "
                    "device; of disks, waiting or in service (a drive that empties its write cache is busy "
                    "without any). Use of processors: the share of their threads at work. Threads that share "
                    "a core do less than as many cores, so that of the capacity more is used. Waiting of requests at "
                    "processors and devices: the share that it is on average of all that use them."),
        Paragraph::Kind::note});
    return parts;
}

Parts limits(const Runs& runs)
{
    Parts parts;
    for (const ReportedRun& run : runs) {
        addLimits(parts, run, runs);
        addAdvice(parts, run, runs);
    }
    return parts;
}

QString partName(const ReportedRun& run, const std::string& part)
{
    return text(project::modelOfPart(part, run.library));
}

namespace {

/// A row with a figure of each run; none if no run has it.
template <typename FigureOf>
void addRow(Table& table, const Runs& runs, const QString& name, const FigureOf& figureOf)
{
    QStringList cells{name};
    for (const ReportedRun& run : runs)
        cells += figureOf(run);
    if (cells.mid(1).count(dash) < static_cast<qsizetype>(runs.size()))
        table.rows.append(cells);
}

/// "from 640 W" where parts are missing.
QString atLeast(const QString& figure, bool whole)
{
    return whole ? figure : Results::tr("from %1").arg(figure);
}

QString bytesText(const std::optional<double>& value)
{
    return value ? valueText(*value, "B") : dash;
}

/// A row for each reason why a part of the raw capacity is not usable.
void addLeftOut(Table& table, const Runs& runs)
{
    std::vector<std::string> reasons;
    for (const ReportedRun& run : runs)
        for (const record::CapacityLoss& loss : run.summary.leftOut)
            if (std::ranges::find(reasons, loss.what) == reasons.end())
                reasons.push_back(loss.what);
    for (const std::string& what : reasons)
        addRow(table, runs, Results::tr("… not usable: %1").arg(text(what)), [&](const ReportedRun& run) {
            const auto& losses = run.summary.leftOut;
            const auto found = std::ranges::find(losses, what, &record::CapacityLoss::what);
            return found == losses.end() ? dash : valueText(found->bytes, "B");
        });
}

} // namespace

void addConsumption(Table& table, const Runs& runs, QStringList& missing)
{
    addRow(table, runs, Results::tr("Usable capacity"),
           [](const ReportedRun& run) { return bytesText(run.summary.usableBytes); });
    addRow(table, runs, Results::tr("Price"), [&](const ReportedRun& run) {
        for (const record::GroupCost& cost : run.summary.costs)
            for (const std::string& part : cost.unknown)
                if (const QString name = partName(run, part); !missing.contains(name))
                    missing += name;
        const record::Price price = record::priceOf(run.summary.costs);
        if (price.usd <= 0)
            return dash;
        return atLeast(widgets::usdText(price.usd), price.unknown.empty());
    });
    addRow(table, runs, Results::tr("Mean power"), [](const ReportedRun& run) {
        if (!run.summary.energy)
            return dash;
        return atLeast(valueText(run.summary.energy->powerW, "W"), run.summary.energy->unknown.empty());
    });
}

namespace {

/// Parts without a figure of power: "storage.memory" → "memory".
QStringList withoutPower(const Runs& runs)
{
    QStringList names;
    for (const ReportedRun& run : runs) {
        if (!run.summary.energy)
            continue;
        for (const std::string& unknown : run.summary.energy->unknown)
            if (const QString name = partName(run, unknown.substr(unknown.find('.') + 1)); !names.contains(name))
                names += name;
    }
    return names;
}

} // namespace

namespace {

/// The parts of a cluster, what each costs and what they cost together.
Table billOf(const ReportedRun& run, const Runs& runs)
{
    Table table{captionOf(run, runs, Results::tr("bill of materials")),
                {Results::tr("For"), Results::tr("Part"), Results::tr("Price of"), Results::tr("Number"),
                 Results::tr("Price of one"), Results::tr("Price")},
                {},
                3};
    for (const record::GroupCost& cost : run.summary.costs)
        for (const record::BillLine& line : cost.lines)
            table.rows.append({text(cost.nodeGroup), partName(run, line.part), text(record::priceBasisInWords(line)),
                               valueText(line.count, "1"),
                               line.usdEach ? widgets::usdText(*line.usdEach) : Results::tr("not known"),
                               line.usdEach ? widgets::usdText(*line.usdEach * line.count) : dash});
    if (table.rows.isEmpty())
        return table;
    const record::Price price = record::priceOf(run.summary.costs);
    table.rows.append({Results::tr("All"), QString(), priceRemark(price), QString(), QString(),
                       atLeast(widgets::usdText(price.usd), price.unknown.empty())});
    return table;
}

} // namespace

Parts costAndEnergy(const Runs& runs)
{
    Table table{{}, {Results::tr("Figure")}, {}, 1};
    for (const ReportedRun& run : runs)
        table.header += runs.size() > 1 ? run.name : Results::tr("Value");
    QStringList missing;
    addRow(table, runs, Results::tr("Raw capacity"),
           [](const ReportedRun& run) { return bytesText(run.summary.rawBytes); });
    addLeftOut(table, runs);
    addConsumption(table, runs, missing);
    addRow(table, runs, Results::tr("Energy of a year, always with this load"), [](const ReportedRun& run) {
        constexpr double hoursOfYear = 8766;
        const auto& energy = run.summary.energy;
        return energy ? atLeast(Results::tr("%1 MWh").arg(energy->powerW * hoursOfYear / 1e6, 0, 'f', 1),
                                energy->unknown.empty())
                      : dash;
    });
    if (runs.front().summary.operations.size() == 1)
        addRow(table, runs, Results::tr("Energy of an operation"), [&](const ReportedRun& run) {
            const double rate = run.summary.operations.begin()->second.perSecond;
            return run.summary.energy && rate > 0
                       ? atLeast(valueText(run.summary.energy->powerW / rate, "J"), run.summary.energy->unknown.empty())
                       : dash;
        });
    if (table.rows.isEmpty())
        return {};
    Parts parts{table};
    QVector<QVector<QStringList>> bills;
    for (const ReportedRun& run : runs)
        if (Table bill = billOf(run, runs); !bill.rows.isEmpty() && !bills.contains(bill.rows)) {
            bills.append(bill.rows);
            parts.append(std::move(bill));
        }
    if (!missing.isEmpty())
        parts.append(Paragraph{Results::tr("Parts without a price in the libraries are not included in the price: %1.")
                                   .arg(missing.join(", ")),
                               Paragraph::Kind::note});
    if (const QStringList names = withoutPower(runs); !names.isEmpty())
        parts.append(Paragraph{Results::tr("Parts without a figure in the libraries are not included in the power: %1.")
                                   .arg(names.join(", ")),
                               Paragraph::Kind::note});
    return parts;
}

} // namespace headroom::app
