#include "cli/support/study_text.h"

#include "cli/support/text_table.h"
#include "project/expression/quantity.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace headroom::cli {

using project::Json;
using study::Row;
using study::Table;

namespace {

std::vector<std::string> split(const std::string& text, char at)
{
    std::vector<std::string> parts(1);
    for (const char letter : text)
        if (letter == at)
            parts.emplace_back();
        else
            parts.back() += letter;
    return parts;
}

/// A value as it would stand in a document.
Json valueOf(const std::string& text)
{
    const Json value = Json::parse(text, nullptr, false);
    return value.is_number() || value.is_boolean() ? value : Json(text);
}

std::string cellText(const study::Cell& cell, const std::string& unit)
{
    if (!cell.known())
        return "";
    std::string text = study::inWords(cell.value, unit);
    if (std::isinf(cell.high))
        return "from " + text;
    const double half = (cell.high - cell.low) / 2;
    if (cell.value != 0 && half > 0)
        text += " \u00b1" + project::formatNumber(100 * half / std::fabs(cell.value)) + " %";
    return text;
}

std::string goalsText(const Table& table, const Row& row)
{
    std::string text;
    for (std::size_t i = 0; i < row.goals.size(); ++i)
        if (row.goals[i].verdict != "met")
            text += (text.empty() ? "" : ", ") + table.goals[i].id + ' ' + row.goals[i].verdict;
    return text.empty() && !row.goals.empty() ? "all met" : text;
}

std::vector<std::string> lineOf(const Table& table, const Row& row, const std::vector<std::size_t>& figures)
{
    std::vector<std::string> line{std::to_string(row.number)};
    for (const study::Setting& setting : row.settings)
        line.push_back(setting.text);
    for (const std::size_t figure : figures)
        line.push_back(figure < row.figures.size() ? cellText(row.figures[figure], table.figures[figure].unit) : "");
    if (!table.goals.empty())
        line.push_back(goalsText(table, row));
    line.push_back(row.state == study::PointState::done ? "" : study::nameOf(row.state));
    return line;
}

} // namespace

project::StudyAxis readAxis(const std::string& text)
{
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == text.size())
        throw std::runtime_error('"' + text +
                                 "\" does not name a parameter and its values; write NAME=V1,V2 or "
                                 "NAME=FROM..TO/STEPS.");
    project::StudyAxis axis;
    axis.parameter = text.substr(0, sign);
    const std::string given = text.substr(sign + 1);
    if (given == "ticked") {
        axis.values = given;
        return axis;
    }
    const std::size_t dots = given.find("..");
    if (dots == std::string::npos) {
        axis.values = Json::array();
        for (const std::string& value : split(given, ','))
            axis.values.push_back(valueOf(value));
        return axis;
    }
    const std::vector<std::string> rest = split(given.substr(dots + 2), '/');
    axis.fields["from"] = valueOf(given.substr(0, dots));
    axis.fields["to"] = valueOf(rest[0]);
    if (rest.size() > 1)
        axis.fields["steps"] = valueOf(rest[1]);
    if (rest.size() > 2)
        axis.fields["scale"] = rest[2];
    if (rest.size() > 3 || !axis.fields.value("steps", Json(5)).is_number_integer())
        throw std::runtime_error('"' + text +
                                 "\": after the range stand the number of steps and the scale, as in "
                                 "WORKERS=16..1024/7/log.");
    return axis;
}

std::string studyTable(const Table& table)
{
    constexpr std::size_t most = 60; // points; the file has all of them
    std::vector<std::vector<std::string>> lines(1);
    lines[0].emplace_back("point");
    for (const study::Column& column : table.parameters)
        lines[0].push_back(column.name);
    const std::vector<std::size_t> figures = study::knownFigures(table);
    for (const std::size_t figure : figures)
        lines[0].push_back(table.figures[figure].name);
    if (!table.goals.empty())
        lines[0].emplace_back("goals");
    lines[0].emplace_back("state");
    for (const Row& row : table.rows) {
        if (lines.size() > most)
            break;
        lines.push_back(lineOf(table, row, figures));
    }
    if (std::all_of(lines.begin() + 1, lines.end(), [](const auto& line) { return line.back().empty(); }))
        for (auto& line : lines)
            line.pop_back(); // all are done
    std::string text = alignedTable(lines, 1 + table.parameters.size());
    if (table.rows.size() > most)
        text += "and " + std::to_string(table.rows.size() - most) + " more points in the file of the study.\n";
    std::size_t noted = 0;
    for (const Row& row : table.rows)
        if (!row.reason.empty() && ++noted <= most)
            text += "point " + std::to_string(row.number) + ": " + row.reason + '\n';
    return text;
}

std::string progressText(const study::Progress& progress)
{
    std::string text = std::to_string(progress.done + progress.failed) + " of " + std::to_string(progress.points) +
                       (progress.points == 1 ? " point" : " points");
    if (progress.failed > 0)
        text += ", " + std::to_string(progress.failed) + " failed";
    if (std::isfinite(progress.leftS))
        text += "; " + project::formatQuantity(progress.leftS, "s") + " left";
    return text;
}

} // namespace headroom::cli
