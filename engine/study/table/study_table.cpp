#include "study/table/study_table.h"

#include "study/table/csv.h"

#include <algorithm>

namespace headroom::study {

namespace {

// A number that is not known is NaN, which JSON prints as null.
Json toJson(const Cell& cell)
{
    return {{"value", cell.value}, {"low", cell.low}, {"high", cell.high}};
}

Json toJson(const GoalCell& goal)
{
    Json json = {{"verdict", goal.verdict}, {"figure", toJson(goal.figure)}};
    if (goal.atMost)
        json["at_most"] = *goal.atMost;
    if (goal.atLeast)
        json["at_least"] = *goal.atLeast;
    if (!goal.reason.empty())
        json["reason"] = goal.reason;
    return json;
}

std::string csvRow(const Table& table, const Row& row)
{
    std::string line = std::to_string(row.number) + ',' + nameOf(row.state);
    for (const Setting& setting : row.settings)
        line += ',' + (std::isfinite(setting.number) ? csvNumber(setting.number) : csvText(setting.text));
    for (std::size_t i = 0; i < table.figures.size(); ++i) {
        const Cell cell = i < row.figures.size() ? row.figures[i] : Cell();
        line += ',' + csvNumber(cell.value) + ',' + csvNumber(cell.low) + ',' + csvNumber(cell.high);
    }
    for (std::size_t i = 0; i < table.goals.size(); ++i)
        line += ',' + (i < row.goals.size() ? row.goals[i].verdict : std::string());
    return line + ',' + std::to_string(row.runs) + ',' + csvNumber(row.processorS) + ',' + csvText(row.reason) + "\r\n";
}

} // namespace

const char* nameOf(PointState state)
{
    switch (state) {
    case PointState::waiting:
        return "waiting";
    case PointState::running:
        return "running";
    case PointState::done:
        return "done";
    case PointState::failed:
        return "failed";
    }
    return "";
}

bool Row::meetsAllGoals() const
{
    return state == PointState::done &&
           std::all_of(goals.begin(), goals.end(), [](const GoalCell& goal) { return goal.verdict == "met"; });
}

std::size_t Table::count(PointState state) const
{
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [state](const Row& row) { return row.state == state; }));
}

std::vector<std::string> settingsOf(const Table& table, const Row& row)
{
    std::vector<std::string> settings;
    for (std::size_t i = 0; i < row.settings.size(); ++i)
        settings.push_back(table.parameters[i].name + '=' + row.settings[i].text);
    return settings;
}

std::optional<bool> largerIsBetter(const std::string& figure)
{
    const auto endsWith = [&](const char* end) { return figure.ends_with(end); };
    if (endsWith(".throughput") || endsWith(".bytes") || endsWith(".count") || figure.starts_with("capacity."))
        return true;
    if (figure.find(".latency.") != std::string::npos || endsWith(".failed") || endsWith(".completion") ||
        endsWith(".completion.max") || endsWith(".missing") || endsWith(".incomplete") || endsWith(".queue") ||
        figure == "price" || figure == "power")
        return false;
    return {};
}

Json toJson(const Column& column)
{
    return {{"name", column.name}, {"unit", column.unit}};
}

Json toJson(const Table& table, const Row& row)
{
    Json settings = Json::object(), figures = Json::object(), goals = Json::object();
    for (std::size_t i = 0; i < row.settings.size(); ++i)
        settings[table.parameters[i].name] = row.settings[i].text;
    for (std::size_t i = 0; i < row.figures.size(); ++i)
        figures[table.figures[i].name] = toJson(row.figures[i]);
    for (std::size_t i = 0; i < row.goals.size(); ++i)
        goals[table.goals[i].id] = toJson(row.goals[i]);
    return {{"number", row.number},          {"state", nameOf(row.state)}, {"settings", std::move(settings)},
            {"figures", std::move(figures)}, {"goals", std::move(goals)},  {"runs", row.runs},
            {"processor_s", row.processorS}, {"reason", row.reason}};
}

Json toJson(const Table& table)
{
    Json parameters = Json::array(), figures = Json::array(), goals = Json::array(), rows = Json::array();
    for (const Column& column : table.parameters)
        parameters.push_back(toJson(column));
    for (const Column& column : table.figures)
        figures.push_back(toJson(column));
    for (const GoalColumn& goal : table.goals)
        goals.push_back(
            {{"id", goal.id}, {"metric", goal.metric}, {"unit", goal.unit}, {"conditions", goal.conditions}});
    for (const Row& row : table.rows)
        rows.push_back(toJson(table, row));
    return {{"project", table.project},      {"study", table.study},      {"parameters", std::move(parameters)},
            {"figures", std::move(figures)}, {"goals", std::move(goals)}, {"points", std::move(rows)}};
}

std::string toCsv(const Table& table)
{
    std::string text = "point,state";
    for (const Column& column : table.parameters)
        text += ',' + csvText(column.name);
    for (const Column& column : table.figures)
        text += ',' + csvText(column.name) + ',' + csvText(column.name + " low") + ',' + csvText(column.name + " high");
    for (const GoalColumn& goal : table.goals)
        text += ',' + csvText("goal " + goal.id);
    text += ",runs,processor_s,reason\r\n";
    for (const Row& row : table.rows)
        text += csvRow(table, row);
    return text;
}

} // namespace headroom::study
