#include "study/table/study_table.h"

#include "csv/csv.h"

#include "project/expression/quantity.h"

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

void addRow(csv::Writer& text, const Table& table, const Row& row)
{
    text.text(std::to_string(row.number)).text(nameOf(row.state));
    for (const Setting& setting : row.settings)
        std::isfinite(setting.number) ? text.number(setting.number) : text.text(setting.text);
    for (std::size_t i = 0; i < table.figures.size(); ++i) {
        const Cell cell = i < row.figures.size() ? row.figures[i] : Cell();
        text.number(cell.value).number(cell.low).number(cell.high);
    }
    for (std::size_t i = 0; i < table.goals.size(); ++i)
        text.text(i < row.goals.size() ? row.goals[i].verdict : std::string());
    text.text(std::to_string(row.runs)).number(row.processorS).text(row.reason).endRow();
}

double numberIn(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number() ? found->get<double>() : std::numeric_limits<double>::quiet_NaN();
}

Cell cellFromJson(const Json& json)
{
    Cell cell{numberIn(json, "value"), numberIn(json, "low"), numberIn(json, "high")};
    if (cell.known() && std::isfinite(cell.low) && std::isnan(cell.high))
        cell.high = std::numeric_limits<double>::infinity(); // JSON has no such number
    return cell;
}

GoalCell goalFromJson(const Json& json)
{
    GoalCell goal;
    goal.verdict = json.at("verdict").get<std::string>();
    goal.figure = cellFromJson(json.at("figure"));
    if (json.contains("at_most"))
        goal.atMost = json["at_most"].get<double>();
    if (json.contains("at_least"))
        goal.atLeast = json["at_least"].get<double>();
    goal.reason = json.value("reason", std::string());
    return goal;
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

PointState stateNamed(const std::string& name)
{
    for (const PointState state : {PointState::waiting, PointState::running, PointState::done})
        if (name == nameOf(state))
            return state;
    return PointState::failed;
}

bool Row::meetsAllGoals() const
{
    return state == PointState::done &&
           std::all_of(goals.begin(), goals.end(), [](const GoalCell& goal) { return goal.verdict == "met"; });
}

bool Row::isUndecided() const
{
    return state == PointState::done && !meetsAllGoals() &&
           std::none_of(goals.begin(), goals.end(), [](const GoalCell& goal) { return goal.verdict == "missed"; });
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

std::vector<std::size_t> knownFigures(const Table& table)
{
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < table.figures.size(); ++i)
        if (std::any_of(table.rows.begin(), table.rows.end(),
                        [i](const Row& row) { return i < row.figures.size() && row.figures[i].known(); }))
            known.push_back(i);
    return known;
}

Json toJson(const Column& column)
{
    Json json = {{"name", column.name}, {"unit", column.unit}};
    if (column.changesLoad)
        json["changes_load"] = true;
    return json;
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

Json columnsToJson(const Table& table)
{
    Json parameters = Json::array(), figures = Json::array(), goals = Json::array();
    for (const Column& column : table.parameters)
        parameters.push_back(toJson(column));
    for (const Column& column : table.figures)
        figures.push_back(toJson(column));
    for (const GoalColumn& goal : table.goals)
        goals.push_back(
            {{"id", goal.id}, {"metric", goal.metric}, {"unit", goal.unit}, {"conditions", goal.conditions}});
    return {{"project", table.project},
            {"study", table.study},
            {"parameters", std::move(parameters)},
            {"figures", std::move(figures)},
            {"goals", std::move(goals)}};
}

Json rowsToJson(const Table& table, std::size_t first, std::size_t count)
{
    Json rows = Json::array();
    for (std::size_t i = first; i < std::min(first + count, table.rows.size()); ++i)
        rows.push_back(toJson(table, table.rows[i]));
    return rows;
}

Json toJson(const Table& table)
{
    Json whole = columnsToJson(table);
    whole["points"] = rowsToJson(table, 0, table.rows.size());
    return whole;
}

Row rowFromJson(const Table& table, const Json& json)
{
    Row row;
    row.number = json.at("number").get<std::uint64_t>();
    row.state = stateNamed(json.at("state").get<std::string>());
    row.reason = json.at("reason").get<std::string>();
    row.runs = json.at("runs").get<std::uint64_t>();
    row.processorS = numberIn(json, "processor_s");
    for (const Column& column : table.parameters) {
        Setting& setting = row.settings.emplace_back();
        setting.text = json.at("settings").at(column.name).get<std::string>();
        if (const auto quantity = project::parseQuantity(setting.text))
            setting.number = quantity->value;
    }
    if (row.state != PointState::done)
        return row;
    for (const Column& column : table.figures)
        row.figures.push_back(cellFromJson(json.at("figures").at(column.name)));
    for (const GoalColumn& goal : table.goals)
        row.goals.push_back(goalFromJson(json.at("goals").at(goal.id)));
    return row;
}

Table columnsFromJson(const Json& json)
{
    Table table;
    table.project = json.at("project").get<std::string>();
    table.study = json.at("study").get<std::string>();
    const auto columns = [](const Json& list) {
        std::vector<Column> result;
        for (const Json& column : list)
            result.push_back({column.at("name").get<std::string>(), column.at("unit").get<std::string>(),
                              column.value("changes_load", false)});
        return result;
    };
    table.parameters = columns(json.at("parameters"));
    table.figures = columns(json.at("figures"));
    for (const Json& goal : json.at("goals"))
        table.goals.push_back({goal.at("id").get<std::string>(), goal.at("metric").get<std::string>(),
                               goal.at("unit").get<std::string>(), goal.at("conditions").get<std::string>()});
    return table;
}

std::string toCsv(const Table& table)
{
    csv::Writer text;
    text.text("point").text("state");
    for (const Column& column : table.parameters)
        text.text(column.name);
    for (const Column& column : table.figures)
        text.text(column.name).text(column.name + " low").text(column.name + " high");
    for (const GoalColumn& goal : table.goals)
        text.text("goal " + goal.id);
    text.text("runs").text("processor_s").text("reason").endRow();
    for (const Row& row : table.rows)
        addRow(text, table, row);
    return text.written();
}

} // namespace headroom::study
