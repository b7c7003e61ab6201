#include "record/structure/result_tables.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace headroom::record {

namespace {

using Keys = std::vector<std::string>;

std::vector<FigureValue> shownOf(std::vector<FigureValue> figures, Shown output)
{
    std::erase_if(figures, [&](const FigureValue& figure) { return !shows(figure.row.shown, output); });
    return figures;
}

void forget(std::vector<FigureValue>& figures, const auto& chosen)
{
    for (FigureValue& figure : figures)
        if (chosen(figure)) {
            figure.number.reset();
            figure.count.reset();
        }
}

/// The figures that apply to an element.
std::vector<FigureValue> figuresOf(const auto& element)
{
    return figuresIn(element);
}
std::vector<FigureValue> figuresOf(const JobSummary& job)
{
    std::vector<FigureValue> figures = figuresIn(job);
    if (job.count == 0)
        forget(figures, [](const FigureValue& figure) { return !figure.count; });
    return figures;
}
std::vector<FigureValue> figuresOf(const StateSummary& state)
{
    std::vector<FigureValue> figures = figuresIn(state);
    const bool cache = state.type == "cache";
    forget(figures, [&](const FigureValue& figure) {
        const std::string_view key = figure.row.key;
        return (cache && (key.starts_with("used_") || key.starts_with("waiting_"))) ||
               (state.type != "slots" && key == "utilisation") || (state.lookUps == 0 && key == "hit_ratio") ||
               (!cache && state.lookUps == 0 && key == "look_ups");
    });
    return figures;
}

// The first columns.
Keys keysOf(const ResourceSummary& resource)
{
    return {resource.nodeGroup, resource.resource + (resource.busiest.empty() ? "" : " (" + resource.busiest + ')')};
}
Keys keysOf(const TimePart& part)
{
    return {part.operation, part.nodeGroup, part.resource + (part.activity.empty() ? "" : " (" + part.activity + ')')};
}
Keys keysOf(const TimeAtBlock& part)
{
    return {part.operation, part.diagram, part.diagram.empty() ? "(to be accepted)" : part.block};
}
Keys keysOf(const StateSummary& state)
{
    return {state.role, state.type + " " + state.state};
}
Keys keysOf(const MissingCopies& missing)
{
    return {missing.ring};
}
Keys keysOf(const DeviceWear& wear)
{
    return {wear.nodeGroup, wear.devices, wear.part};
}
Keys keysOf(const StageSummary& stage)
{
    return {stage.stage, stage.bottleneck ? stage.bottleneck->resource : std::string()};
}
Keys keysOf(const std::string& name, const auto&)
{
    return {name};
}
Keys keysOf(const std::string& name, const WorkloadSummary& workload)
{
    return {workload.background ? name + " (background)" : name};
}

template <class T>
ResultTable tableOf(const char* title, Keys keys, const std::vector<T>& elements, Shown output)
{
    ResultTable table{title, std::move(keys), shownOf(figuresIn(T()), output), {}};
    for (const T& element : elements)
        table.rows.push_back({keysOf(element), shownOf(figuresOf(element), output)});
    return table;
}
template <class T>
ResultTable tableOf(const char* title, Keys keys, const std::map<std::string, T>& elements, Shown output)
{
    ResultTable table{title, std::move(keys), shownOf(figuresIn(T()), output), {}};
    for (const auto& [name, element] : elements)
        table.rows.push_back({keysOf(name, element), shownOf(figuresOf(element), output)});
    return table;
}

} // namespace

ResultTable operationTable(const Summary& summary, Shown output)
{
    return tableOf("Operations", {"operation"}, summary.operations, output);
}

ResultTable workloadTable(const Summary& summary, Shown output)
{
    return tableOf("Workloads", {"workload"}, summary.workloads, output);
}

ResultTable jobTable(const Summary& summary, Shown output)
{
    return tableOf("Jobs", {"jobs"}, summary.jobs, output);
}

ResultTable resourceTable(const Summary& summary, Shown output)
{
    return tableOf("Resources", {"node group", "resource"}, summary.resources, output);
}

ResultTable stageTable(const Summary& summary, Shown output)
{
    return tableOf("Stages", {"stage", "limit, or busiest"}, summary.stages, output);
}

ResultTable stateTable(const Summary& summary, Shown output)
{
    return tableOf("States", {"role", "state"}, summary.states, output);
}

ResultTable stretchTable(const Summary& summary, Shown output)
{
    return tableOf("Stretches", {"stretch"}, summary.stretches, output);
}

ResultTable timeTable(const Summary& summary, Shown output)
{
    return tableOf("Time of requests", {"operation", "node group", "resource"}, summary.timeParts, output);
}

ResultTable timeAtBlocksTable(const Summary& summary, Shown output)
{
    return tableOf("Time at blocks", {"operation", "diagram", "block"}, summary.timeAtBlocks, output);
}

ResultTable missingCopiesTable(const Summary& summary, Shown output)
{
    return tableOf("Missing copies", {"ring"}, summary.missingCopies, output);
}

ResultTable wearTable(const Summary& summary, Shown output)
{
    return tableOf("Wear", {"node group", "devices", "part"}, summary.wear, output);
}

std::vector<ResultTable> resultTables(const Summary& summary, Shown output)
{
    std::vector<ResultTable> tables;
    for (const auto make : {operationTable, workloadTable, jobTable, stageTable, resourceTable, stateTable, timeTable,
                            timeAtBlocksTable, stretchTable, missingCopiesTable, wearTable})
        if (ResultTable table = make(summary, output); !table.columns.empty() && !table.rows.empty())
            tables.push_back(std::move(table));
    return tables;
}

void pairIntervals(ResultTable& table)
{
    const auto pair = [](std::vector<FigureValue>& figures) {
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const auto first = figures.begin() + static_cast<std::ptrdiff_t>(i) + 1;
            const std::string path = figures[i].path();
            const auto found = std::find_if(first, figures.end(), [&](const FigureValue& figure) {
                return *figure.row.of && figure.row.of == path;
            });
            if (found != figures.end())
                std::rotate(first, found, found + 1);
        }
    };
    pair(table.columns);
    for (ResultTable::Row& row : table.rows)
        pair(row.figures);
}

std::optional<double> intervalOf(const std::vector<FigureValue>& figures, const FigureValue& figure)
{
    const std::string path = figure.path();
    for (const FigureValue& other : figures)
        if (*other.row.of && other.row.of == path)
            return other.value();
    return {};
}

} // namespace headroom::record
