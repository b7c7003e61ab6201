#include "project/file/shape.h"
#include "record/structure/json_reading.h"
#include "study/space/space.h"
#include "study/table/study_file.h"
#include "study/table/study_file_state.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace headroom::study {

using project::shortText;
using record::Statement;

namespace {

constexpr std::size_t mostColumns = 10'000;
constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();

std::optional<std::uint64_t> wholeNumber(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Reads the rows of a table one by one. What is not as the schema says is reported with table and row.
class CheckedRows
{
public:
    /// `select` ends with FROM and the name of the table, and what follows it.
    CheckedRows(const record::Database& database, std::string table, const std::string& columns, const char* order = "")
        : database_(database), table_(std::move(table)),
          rows_(database, ("SELECT " + columns + " FROM " + table_ + ' ' + order).c_str())
    {
    }

    bool next()
    {
        ++row_;
        return rows_.next();
    }

    std::string text(int column, const char* name) const
    {
        if (rows_.type(column) != SQLITE_TEXT)
            fail(name, "is no text");
        return rows_.text(column);
    }
    std::uint64_t whole(int column, const char* name) const
    {
        if (rows_.type(column) != SQLITE_INTEGER || rows_.integer(column) < 0)
            fail(name, "is no whole number");
        return static_cast<std::uint64_t>(rows_.integer(column));
    }
    /// A number of one of `count` things.
    std::size_t index(int column, const char* name, std::size_t count) const
    {
        const std::uint64_t number = whole(column, name);
        if (number >= count)
            fail(name, std::to_string(number) + " does not exist; there are " + std::to_string(count));
        return static_cast<std::size_t>(number);
    }
    double real(int column, const char* name) const
    {
        if (rows_.type(column) != SQLITE_FLOAT && rows_.type(column) != SQLITE_INTEGER)
            fail(name, "is no number");
        return rows_.real(column);
    }
    double realOrUnknown(int column, const char* name) const
    {
        return rows_.isNull(column) ? notKnown : real(column, name);
    }
    std::optional<double> limit(int column, const char* name) const
    {
        return rows_.isNull(column) ? std::nullopt : std::optional(real(column, name));
    }
    /// Three columns: value, low, high.
    Cell cell(int first) const
    {
        return {realOrUnknown(first, "value"), realOrUnknown(first + 1, "low"), realOrUnknown(first + 2, "high")};
    }
    template <std::size_t count>
    std::string oneOf(int column, const char* name, const std::array<const char*, count>& words) const
    {
        std::string word = text(column, name);
        if (std::find(words.begin(), words.end(), word) == words.end())
            fail(name, shortText(word) + " is not known");
        return word;
    }

    [[noreturn]] void fail(const char* column, const std::string& reason) const
    {
        database_.fail("table \"" + table_ + "\", row " + std::to_string(row_) + ": " + column + ' ' + reason);
    }

private:
    const record::Database& database_;
    std::string table_;
    Statement rows_;
    std::uint64_t row_ = 0; ///< counts from 1
};

/// Reads a whole study. Nothing is allocated for what the file only says that it has: it has to hold it.
class TableReader
{
public:
    explicit TableReader(const record::Database& database) : database_(database) {}

    Table read()
    {
        table_.project = valueIn(database_, "project_name");
        table_.study = valueIn(database_, "study_name");
        table_.design = valueIn(database_, "design");
        readColumns();
        readLoads();
        readRows();
        readPlaces();
        readSettings();
        readPoints();
        readFigures();
        readGoals();
        return std::move(table_);
    }

private:
    void readColumns()
    {
        const auto add = [&](auto& columns, auto column, const CheckedRows& each) {
            if (columns.size() == mostColumns)
                each.fail("number", "is beyond the " + std::to_string(mostColumns) + " that a study can have");
            columns.push_back(std::move(column));
        };
        for (CheckedRows each(database_, "parameters", "name, unit", "ORDER BY number"); each.next();)
            add(table_.parameters, Column{each.text(0, "name"), each.text(1, "unit")}, each);
        for (CheckedRows each(database_, "figures", "name, unit", "ORDER BY number"); each.next();)
            add(table_.figures, Column{each.text(0, "name"), each.text(1, "unit")}, each);
        for (CheckedRows each(database_, "goals", "id, metric, unit, conditions", "ORDER BY number"); each.next();)
            add(table_.goals,
                GoalColumn{each.text(0, "id"), each.text(1, "metric"), each.text(2, "unit"),
                           each.text(3, "conditions")},
                each);
    }

    nlohmann::json jsonIn(const char* key) const
    {
        const std::string text = valueIn(database_, key);
        if (text.empty())
            return nlohmann::json::array();
        nlohmann::json json;
        try {
            json = record::parseBounded(text);
        } catch (const std::runtime_error& error) {
            fail(key, error.what());
        }
        if (!json.is_array())
            fail(key, "it is no list");
        return json;
    }

    void readLoads()
    {
        for (const auto& name : jsonIn("loads"))
            for (Column& parameter : table_.parameters)
                parameter.changesLoad = parameter.changesLoad || name == parameter.name;
    }

    void readRows()
    {
        const std::string text = valueIn(database_, "points");
        const auto points = wholeNumber(text);
        if (!points || static_cast<double>(*points) > mostPoints)
            fail("points", shortText(text) + " is no number of points");
        const std::uint64_t settings = countOf("settings");
        if (settings != *points * table_.parameters.size())
            database_.fail("table \"settings\": it has " + std::to_string(settings) + " rows, which are not those of " +
                           std::to_string(*points) + " points and " + std::to_string(table_.parameters.size()) +
                           " parameters");
        table_.rows.resize(*points);
        for (std::size_t i = 0; i < table_.rows.size(); ++i) {
            table_.rows[i].number = i;
            table_.rows[i].settings.resize(table_.parameters.size());
        }
    }

    void readPlaces()
    {
        const nlohmann::json places = jsonIn("places");
        for (const auto& one : places) {
            const bool numbers = one.is_array() && !one.empty() && one[0].is_number_unsigned() &&
                                 std::all_of(one.begin(), one.end(), [](const auto& each) { return each.is_number(); });
            if (!numbers || one[0].template get<std::uint64_t>() >= table_.rows.size())
                fail("places", "place " + std::to_string(table_.places.size() + 1) + " is no point of the study");
            if (one.size() != 1 && one.size() != 1 + table_.parameters.size())
                fail("places",
                     "place " + std::to_string(table_.places.size() + 1) + " has not one number for each parameter");
            Place& place = table_.places.emplace_back();
            place.point = one[0].template get<std::size_t>();
            for (std::size_t i = 1; i < one.size(); ++i)
                place.at.push_back(one[i].template get<double>());
        }
    }

    void readSettings()
    {
        for (CheckedRows each(database_, "settings", "point, parameter, value, number"); each.next();)
            rowOf(each).settings[each.index(1, "parameter", table_.parameters.size())] = {
                each.text(2, "value"), each.realOrUnknown(3, "number")};
    }

    void readPoints()
    {
        static constexpr std::array states = {"waiting", "running", "done", "failed"};
        std::uint64_t done = 0;
        for (CheckedRows each(database_, "points", "number, state, reason, runs, processor_s"); each.next();) {
            Row& row = rowOf(each);
            row.state = stateNamed(each.oneOf(1, "state", states));
            row.reason = each.text(2, "reason");
            row.runs = each.whole(3, "runs");
            row.processorS = each.real(4, "processor_s");
            done += row.state == PointState::done ? 1 : 0;
        }
        requireAll("point_figures", done * table_.figures.size());
        requireAll("point_goals", done * table_.goals.size());
        for (Row& row : table_.rows)
            if (row.state == PointState::done) {
                row.figures.resize(table_.figures.size());
                row.goals.resize(table_.goals.size());
            }
    }

    void readFigures()
    {
        for (CheckedRows each(database_, "point_figures", "point, figure, value, low, high"); each.next();) {
            Row& row = rowOf(each);
            const std::size_t figure = each.index(1, "figure", table_.figures.size());
            if (row.state == PointState::done)
                row.figures[figure] = each.cell(2);
        }
    }

    void readGoals()
    {
        static constexpr std::array verdicts = {"met", "missed", "not yet known"};
        for (CheckedRows each(database_, "point_goals",
                              "point, goal, value, low, high, verdict, at_most, at_least, reason");
             each.next();) {
            Row& row = rowOf(each);
            const std::size_t goal = each.index(1, "goal", table_.goals.size());
            if (row.state == PointState::done)
                row.goals[goal] = {each.oneOf(5, "verdict", verdicts), each.cell(2), each.limit(6, "at_most"),
                                   each.limit(7, "at_least"), each.text(8, "reason")};
        }
    }

    Row& rowOf(const CheckedRows& each) { return table_.rows[each.index(0, "point", table_.rows.size())]; }

    std::uint64_t countOf(const std::string& table) const
    {
        Statement count(database_, ("SELECT count(*) FROM " + table).c_str());
        return count.next() ? static_cast<std::uint64_t>(count.integer(0)) : 0;
    }

    void requireAll(const std::string& table, std::uint64_t needed) const
    {
        if (const std::uint64_t there = countOf(table); there < needed)
            database_.fail("table \"" + table + "\": " + std::to_string(needed - there) +
                           " rows of finished points are missing");
    }

    [[noreturn]] void fail(const char* key, const std::string& reason) const
    {
        database_.fail("table \"study\", key \"" + std::string(key) + "\": " + reason);
    }

    const record::Database& database_;
    Table table_;
};

} // namespace

Definition StudyFile::definition() const
{
    const record::Database& database = state_->database;
    return {valueIn(database, "project"), valueIn(database, "study"), valueIn(database, "engine")};
}

Table StudyFile::table() const
{
    return TableReader(state_->database).read();
}

std::vector<RunRecord> StudyFile::runs() const
{
    const record::Database& database = state_->database;
    std::size_t figures = 0;
    if (Statement count(database, "SELECT count(*) FROM figures"); count.next())
        figures = static_cast<std::size_t>(count.integer(0));
    std::vector<RunRecord> runs;
    std::map<std::uint64_t, std::size_t> places;
    for (CheckedRows each(database, "runs",
                          "number, point, replication, under, seed, problem, processor_s, wall_s, simulated_s, events",
                          "ORDER BY number");
         each.next();) {
        places[each.whole(0, "number")] = runs.size();
        RunRecord& run = runs.emplace_back();
        run.point = each.whole(1, "point");
        run.replication = each.whole(2, "replication");
        run.under = each.text(3, "under");
        const std::string seed = each.text(4, "seed");
        if (!wholeNumber(seed))
            each.fail("seed", shortText(seed) + " is no whole number");
        run.seed = *wholeNumber(seed);
        run.problem = each.text(5, "problem");
        run.processorS = each.real(6, "processor_s");
        run.wallS = each.real(7, "wall_s");
        run.simulatedS = each.real(8, "simulated_s");
        run.events = each.whole(9, "events");
    }
    // Nothing is allocated for figures that the file does not hold.
    if (Statement all(database, "SELECT count(*), count(DISTINCT run) FROM run_figures");
        all.next() && static_cast<std::uint64_t>(all.integer(0)) / std::max<std::size_t>(1, figures) <
                          static_cast<std::uint64_t>(all.integer(1)))
        database.fail("table \"run_figures\": rows of runs are missing");
    for (CheckedRows each(database, "run_figures", "run, figure, value, low, high"); each.next();) {
        const auto place = places.find(each.whole(0, "run"));
        if (place == places.end())
            each.fail("run", "does not exist");
        const std::size_t figure = each.index(1, "figure", figures);
        RunRecord& run = runs[place->second];
        run.figures.resize(figures);
        run.figures[figure] = each.cell(2);
    }
    return runs;
}

} // namespace headroom::study
