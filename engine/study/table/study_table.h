// The results of a study as plain values: points × parameters × figures.
#pragma once

#include "study/space/place.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

using Json = nlohmann::ordered_json;

/// A column of a study: a generic parameter that is varied, or a figure that is reported.
struct Column
{
    std::string name; ///< "WORKERS"; "PUT.latency.p99", see project/vocabulary/figure_names.h
    std::string unit; ///< base unit; "%" for a share (0 to 1), empty for a number or a name
    /// True for a parameter on which the load depends and no hardware, see project::loadUse().
    bool changesLoad = false;
    bool operator==(const Column&) const = default;
};

/// The value of a parameter at a point.
struct Setting
{
    std::string text;                                         ///< as `--set` takes it
    double number = std::numeric_limits<double>::quiet_NaN(); ///< in the base unit; NaN for names
};

/// A figure of a point with its 95 % confidence interval, in the base unit; NaN if it is not known. If `high` is
/// infinite, `value` is the least that it can be: a price of which parts are missing.
struct Cell
{
    double value = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
    bool known() const { return std::isfinite(value); }
};

/// The verdict of a goal at a point: "met", "missed" or "not yet known".
struct GoalCell
{
    std::string verdict;
    Cell figure;
    std::optional<double> atMost, atLeast; ///< its limits at this point, in the base unit
    /// Reason why it is not yet known, if no run has shown it; for a goal that is relative to a baseline also the
    /// figure as a multiple of that of the baseline.
    std::string reason;
};

enum class PointState
{
    waiting,
    running,
    done,
    failed
};
const char* nameOf(PointState state);
/// Anything unknown is "failed".
PointState stateNamed(const std::string& name);

struct Row
{
    std::uint64_t number = 0;      ///< counts from 0
    std::vector<Setting> settings; ///< one for each parameter
    PointState state = PointState::waiting;
    std::string reason;          ///< why it failed, or what a user of its figures has to know
    std::vector<Cell> figures;   ///< one for each figure; none before the point is done
    std::vector<GoalCell> goals; ///< one for each goal; none before the point is done
    std::uint64_t runs = 0;      ///< that its figures are taken from
    double processorS = 0;       ///< of all its runs

    bool meetsAllGoals() const;
    /// It is done, misses no goal and is not known to meet all: its runs are too short or too few.
    bool isUndecided() const;
};

struct GoalColumn
{
    std::string id;
    std::string metric;
    std::string unit;       ///< of the metric
    std::string conditions; ///< in words; empty: as the project is
    bool operator==(const GoalColumn&) const = default;
};

struct Table
{
    std::string project, study; ///< names
    std::vector<Column> parameters, figures;
    std::vector<GoalColumn> goals;
    std::vector<Row> rows;     ///< by number
    std::string design;        ///< which combinations the rows are, see space/space.h
    std::vector<Place> places; ///< of designs that are evaluated as a whole

    std::size_t count(PointState state) const;
};

/// The arguments of `--set` for a row.
std::vector<std::string> settingsOf(const Table& table, const Row& row);

/// The columns of the figures that some point has: operations that were not asked for have none.
std::vector<std::size_t> knownFigures(const Table& table);

Json toJson(const Column& column);
Json toJson(const Table& table, const Row& row);
/// The names and the columns.
Json columnsToJson(const Table& table);
/// An array of so many rows.
Json rowsToJson(const Table& table, std::size_t first, std::size_t count);
/// All of it; what is not known is null. STUDY.md describes the keys.
Json toJson(const Table& table);

/// Read what columnsToJson() and toJson() wrote. They throw nlohmann::json::exception or std::out_of_range for anything
/// else.
Table columnsFromJson(const Json& json);
Row rowFromJson(const Table& table, const Json& json);

/// CSV with a header: number, state, parameters, each figure with its interval, verdicts, reason.
std::string toCsv(const Table& table);

} // namespace headroom::study
