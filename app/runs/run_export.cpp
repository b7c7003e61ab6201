#include "app/runs/run_export.h"

#include "record/file/result_file.h"
#include "record/file/trace_file.h"
#include "record/structure/result_tables.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <optional>

namespace headroom::app {

using widgets::DataTable;

namespace {

using widgets::text;

constexpr qsizetype mostColumns = 16384; // of a sheet

QString tr(const char* text)
{
    return QCoreApplication::translate("RunExport", text);
}

DataTable sheetOf(const record::ResultTable& table)
{
    DataTable sheet{tr(table.title.c_str()), {}, {}};
    for (const std::string& key : table.keys)
        sheet.columns.append({text(key), {}});
    for (const record::FigureValue& column : table.columns)
        sheet.columns.append({text(column.label()), text(column.unit())});
    for (const record::ResultTable::Row& row : table.rows) {
        std::vector<DataTable::Cell>& cells = sheet.rows.emplace_back();
        for (const std::string& key : row.keys)
            cells.emplace_back(text(key));
        for (const record::FigureValue& figure : row.figures) {
            const auto value = figure.value();
            cells.push_back(value ? DataTable::Cell(*value) : DataTable::Cell());
        }
    }
    return sheet;
}

DataTable latencies(const record::Summary& summary)
{
    DataTable table{tr("Latencies"), {{"operation", {}}, {"from", "s"}, {"to", "s"}, {"operations", "1"}}, {}};
    for (const auto& [name, one] : summary.operations)
        for (const auto& bucket : one.buckets)
            table.rows.push_back({text(name), bucket.lowerMs / 1000, bucket.upperMs / 1000, double(bucket.count)});
    return table;
}

/// A number as one, so that a spreadsheet can compute with it.
DataTable::Cell numberOr(const QString& value)
{
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    return isNumber ? DataTable::Cell(number) : DataTable::Cell(value);
}

DataTable parameters(const record::Summary& summary)
{
    DataTable table{tr("Parameters"), {{"parameter", {}}, {"value", {}}}, {}};
    table.rows.push_back({tr("project"), text(summary.project)});
    table.rows.push_back({tr("seed"), QString::number(summary.seed)});
    table.rows.push_back({tr("simulated time [s]"), summary.simulatedS});
    table.rows.push_back({tr("warm-up [s]"), summary.warmUpS});
    for (const auto& [name, value] : summary.parameters)
        table.rows.push_back({text(name), numberOr(text(value))});
    return table;
}

/// Table of the cluster: its capacity, power and busiest resource.
DataTable cluster(const record::Summary& summary)
{
    DataTable table{tr("Cluster"), {{"figure", {}}, {"value", {}}}, {}};
    const auto add = [&](const QString& name, const std::optional<double>& value) {
        if (value)
            table.rows.push_back({name, *value});
    };
    add(tr("raw capacity [B]"), summary.rawBytes);
    add(tr("usable capacity [B]"), summary.usableBytes);
    if (!summary.costs.empty())
        add(tr("price of all parts that have one [USD]"), record::priceOf(summary.costs).usd);
    if (summary.energy)
        add(tr("mean power of all parts with a figure [W]"), summary.energy->powerW);
    if (summary.bottleneck) {
        table.rows.push_back({tr("limit"), text(summary.bottleneck->resource)});
        add(tr("its utilisation"), summary.bottleneck->utilisation);
    }
    return table;
}

/// The bill of materials. A part without a price has none here.
DataTable bill(const record::Summary& summary)
{
    DataTable table{
        tr("Bill"),
        {{"node group", {}}, {"part", {}}, {"count", "1"}, {"price of one", "USD"}, {"price", "USD"}, {"price of", {}}},
        {}};
    for (const record::GroupCost& cost : summary.costs)
        for (const record::BillLine& line : cost.lines)
            table.rows.push_back({text(cost.nodeGroup), text(line.part), line.count,
                                  line.usdEach ? DataTable::Cell(*line.usdEach) : DataTable::Cell(),
                                  line.usdEach ? DataTable::Cell(*line.usdEach * line.count) : DataTable::Cell(),
                                  text(record::priceBasisInWords(line))});
    return table;
}

DataTable series(const record::ResultReader& reader)
{
    DataTable table{tr("Series"), {{"time", "s"}}, {}};
    const auto& instants = reader.instants();
    table.rows.resize(instants.size());
    for (std::size_t i = 0; i < instants.size(); ++i)
        table.rows[i].emplace_back(instants[i]);
    for (const record::SeriesInfo& info : reader.series()) {
        if (record::ofSingleNode(info) || table.columns.size() >= mostColumns)
            continue;
        table.columns.append({text(record::seriesName(info)), text(info.unit)});
        const auto points = reader.points(info.id);
        std::size_t next = 0;
        for (std::size_t i = 0; i < instants.size(); ++i) {
            const bool here = next < points.times.size() && points.times[next] == instants[i];
            table.rows[i].push_back(here ? DataTable::Cell(points.values[next++]) : DataTable::Cell());
        }
    }
    return table;
}

} // namespace

QVector<DataTable> runTables(const record::ResultReader& reader)
{
    const record::Summary summary = reader.summary();
    constexpr record::Shown here = record::Shown::workbook;
    QVector<DataTable> tables{sheetOf(operationTable(summary, here)),
                              latencies(summary),
                              sheetOf(resourceTable(summary, here)),
                              parameters(summary),
                              series(reader),
                              cluster(summary),
                              bill(summary)};
    for (const record::ResultTable& table : record::resultTables(summary, here))
        if (table.title != "Operations" && table.title != "Resources")
            tables.append(sheetOf(table));
    return tables;
}

QString exportRunTables(const QString& resultFile, const QString& path)
{
    try {
        return widgets::writeXlsx(path, runTables(record::ResultReader(resultFile.toStdString())));
    } catch (const std::exception& error) {
        return QString::fromUtf8(error.what());
    }
}

QString exportRunTrace(const QString& resultFile, const QString& path)
{
    try {
        const record::ResultReader reader(resultFile.toStdString());
        record::TraceFile trace(path.toStdString());
        reader.eachSpan([&](const record::Span& span) {
            trace.add(span);
            return true;
        });
        for (const record::SeriesInfo& info : reader.series()) {
            if (record::ofSingleNode(info))
                continue;
            const auto points = reader.points(info.id);
            for (std::size_t i = 0; i < points.times.size(); ++i)
                trace.add(info, points.times[i], points.values[i]);
        }
        trace.addTimes(reader.summary());
        trace.finish();
        return {};
    } catch (const std::exception& error) {
        return QString::fromUtf8(error.what());
    }
}

} // namespace headroom::app
