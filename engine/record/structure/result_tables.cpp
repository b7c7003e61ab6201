#include "record/structure/result_tables.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace headroom::record {

namespace {

std::vector<FigureValue> shownOf(std::vector<FigureValue> figures, Shown output)
{
    std::erase_if(figures, [&](const FigureValue& figure) { return !shows(figure.row.shown, output); });
    return figures;
}

/// `keysOf(name, element)` and `adapt(element, figures)` for each of the elements.
class TableMaker
{
public:
    TableMaker(const char* title, std::vector<std::string> keys, Shown output) : output_(output)
    {
        table_.title = title;
        table_.keys = std::move(keys);
    }
    template <class T>
    void columns()
    {
        table_.columns = shownOf(figuresIn(T()), output_);
    }
    void add(std::vector<std::string> keys, std::vector<FigureValue> figures)
    {
        table_.rows.push_back({std::move(keys), shownOf(std::move(figures), output_)});
    }
    ResultTable take() { return std::move(table_); }

private:
    ResultTable table_;
    Shown output_;
};

template <class T>
ResultTable ofNamed(const char* title, const char* key, const std::map<std::string, T>& elements, Shown output)
{
    TableMaker maker(title, {key}, output);
    maker.columns<T>();
    for (const auto& [name, element] : elements)
        maker.add({name}, figuresIn(element));
    return maker.take();
}

void forget(std::vector<FigureValue>& figures, std::string_view prefix)
{
    for (FigureValue& figure : figures)
        if (std::string_view(figure.row.key).starts_with(prefix)) {
            figure.number.reset();
            figure.count.reset();
        }
}

/// Those that apply to its type.
std::vector<FigureValue> figuresOf(const StateSummary& state)
{
    std::vector<FigureValue> figures = figuresIn(state);
    const bool cache = state.type == "cache";
    if (cache)
        for (const char* const key : {"used_", "waiting_"})
            forget(figures, key);
    if (state.type != "slots")
        forget(figures, "utilisation");
    if (state.lookUps == 0)
        forget(figures, "hit_ratio");
    if (!cache && state.lookUps == 0)
        forget(figures, "look_ups");
    return figures;
}

} // namespace

ResultTable operationTable(const Summary& summary, Shown output)
{
    return ofNamed("Operations", "operation", summary.operations, output);
}

ResultTable workloadTable(const Summary& summary, Shown output)
{
    TableMaker maker("Workloads", {"workload"}, output);
    maker.columns<WorkloadSummary>();
    for (const auto& [name, workload] : summary.workloads)
        maker.add({workload.background ? name + " (background)" : name}, figuresIn(workload));
    return maker.take();
}

ResultTable jobTable(const Summary& summary, Shown output)
{
    TableMaker maker("Jobs", {"jobs"}, output);
    maker.columns<JobSummary>();
    for (const auto& [name, job] : summary.jobs) {
        std::vector<FigureValue> figures = figuresIn(job);
        if (job.count == 0)
            for (FigureValue& figure : figures)
                if (!figure.count)
                    figure.number.reset();
        maker.add({name}, std::move(figures));
    }
    return maker.take();
}

ResultTable resourceTable(const Summary& summary, Shown output)
{
    TableMaker maker("Resources", {"node group", "resource"}, output);
    maker.columns<ResourceSummary>();
    for (const ResourceSummary& resource : summary.resources)
        maker.add(
            {resource.nodeGroup, resource.resource + (resource.busiest.empty() ? "" : " (" + resource.busiest + ')')},
            figuresIn(resource));
    return maker.take();
}

ResultTable stateTable(const Summary& summary, Shown output)
{
    TableMaker maker("States", {"role", "state"}, output);
    maker.columns<StateSummary>();
    for (const StateSummary& state : summary.states)
        maker.add({state.role, state.type + " " + state.state}, figuresOf(state));
    return maker.take();
}

ResultTable stretchTable(const Summary& summary, Shown output)
{
    return ofNamed("Stretches", "stretch", summary.stretches, output);
}

ResultTable missingCopiesTable(const Summary& summary, Shown output)
{
    TableMaker maker("Missing copies", {"ring"}, output);
    maker.columns<MissingCopies>();
    for (const MissingCopies& missing : summary.missingCopies)
        maker.add({missing.ring}, figuresIn(missing));
    return maker.take();
}

ResultTable wearTable(const Summary& summary, Shown output)
{
    TableMaker maker("Wear", {"node group", "devices", "part"}, output);
    maker.columns<DeviceWear>();
    for (const DeviceWear& wear : summary.wear)
        maker.add({wear.nodeGroup, wear.devices, wear.part}, figuresIn(wear));
    return maker.take();
}

std::vector<ResultTable> resultTables(const Summary& summary, Shown output)
{
    std::vector<ResultTable> tables;
    for (const auto make : {operationTable, workloadTable, jobTable, resourceTable, stateTable, stretchTable,
                            missingCopiesTable, wearTable})
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
