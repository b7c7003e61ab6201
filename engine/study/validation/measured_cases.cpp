#include "study/validation/measured_cases.h"

#include "csv/numbers.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/file/file_name.h"
#include "project/goals/goal_limits.h"
#include "project/resolve/parameter_values.h"
#include "project/vocabulary/figure_names.h"
#include "study/validation/column_units.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace headroom::study {

namespace {

using project::Severity;

constexpr std::uintmax_t largestFile = std::uintmax_t{64} << 20;
constexpr double notMeasured = std::numeric_limits<double>::quiet_NaN();

std::string placeOf(const project::Measurement& measurement)
{
    return "measurement \"" + measurement.id + '"';
}

std::string fileOf(const project::Measurement& measurement)
{
    const auto file = measurement.fields.find("file");
    return file != measurement.fields.end() && file->is_string() ? file->get<std::string>() : std::string();
}

std::string linesInWords(const std::vector<std::size_t>& lines)
{
    std::string text = lines.size() == 1 ? "line " : "lines ";
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += (i == 0 ? "" : i + 1 == lines.size() ? " and " : ", ") + std::to_string(lines[i]);
    return text;
}

class CaseReader
{
public:
    CaseReader(const project::Project& project, const project::ComponentLibrary& components,
               const project::Measurement& measurement, const std::string& pointer, const record::CaseTable& table,
               project::Findings& findings)
        : project_(project), components_(components), measurement_(measurement), pointer_(pointer), table_(table),
          findings_(findings)
    {
        cases_.id = measurement.id;
        cases_.file = fileOf(measurement);
        const auto use = measurement.fields.find("use");
        cases_.fit = use != measurement.fields.end() && *use == "fit";
    }

    MeasuredCases read()
    {
        for (const std::string& fault : table_.faults)
            tell(Severity::error, "measurement.unreadable", "/file", cases_.file, fault, "Mend the file.");
        takeColumns();
        if (!project::hasErrors(findings_))
            takeRows();
        if (!project::hasErrors(findings_))
            warnOfConstants();
        if (project::hasErrors(findings_))
            cases_.cases.clear();
        return std::move(cases_);
    }

private:
    /// A parameter that the cases set.
    struct Setting
    {
        const project::Parameter* parameter;
        std::size_t column;
        std::string unit; ///< of the column
    };
    struct Figure
    {
        std::size_t column;
        std::string columnUnit, unit;
    };

    void tell(Severity severity, const std::string& key, const std::string& at, const std::string& place,
              const std::string& problem, const std::string& remedy)
    {
        findings_.push_back({severity, key, pointer_ + at, placeOf(measurement_) + (place.empty() ? "" : ", " + place),
                             problem, remedy});
    }

    /// The entries of a field that assigns columns to names.
    std::vector<std::pair<std::string, std::string>> assigned(const char* field)
    {
        std::vector<std::pair<std::string, std::string>> entries;
        const auto found = measurement_.fields.find(field);
        if (found != measurement_.fields.end() && found->is_object())
            for (const auto& [name, column] : found->items())
                if (column.is_string())
                    entries.emplace_back(name, column.get<std::string>());
        return entries;
    }

    std::optional<std::size_t> columnOf(const std::string& name, const std::string& at)
    {
        const auto column = table_.findColumn(name);
        if (!column && !table_.columns.empty())
            tell(Severity::error, "measurement.unknown-column", at, cases_.file, "There is no column \"" + name + "\".",
                 project::suggestion(name, table_.columnNames()));
        return column;
    }

    std::string unitOf(std::size_t column) const
    {
        const record::CaseColumn& found = table_.columns[column];
        return found.unit.empty() ? unitInName(found.name) : found.unit;
    }

    void takeColumns()
    {
        for (const auto& [name, column] : assigned("case")) {
            const auto parameter = std::ranges::find(project_.parameters, name, &project::Parameter::name);
            if (parameter == project_.parameters.end()) {
                std::vector<std::string> names;
                for (const project::Parameter& each : project_.parameters)
                    names.push_back(each.name);
                tell(Severity::error, "measurement.unknown-parameter", "/case" + project::below(name), "",
                     "There is no parameter \"" + name + "\".", project::suggestion(name, names));
            } else if (const auto found = columnOf(column, "/case" + project::below(name))) {
                settings_.push_back({&*parameter, *found, unitOf(*found)});
                cases_.parameters.push_back(name);
                cases_.columns.push_back(column);
            }
        }
        for (const auto& [key, column] : assigned("metrics")) {
            const std::string at = "/metrics" + project::below(key), name = project::figureOfKey(key);
            const auto unit = project::unitOfMetric(project_, name);
            if (!unit || !isKnownOwner(name)) {
                std::vector<std::string> names = project::figuresOf(project_);
                for (const project::DerivedResult& result : project_.results)
                    names.push_back(result.id);
                tell(Severity::error, "measurement.unknown-figure", at, "", "There is no figure \"" + key + "\".",
                     project::suggestion(name, names));
            } else if (const auto found = columnOf(column, at)) {
                figures_.push_back({*found, unitOf(*found), *unit});
                cases_.metrics.push_back({name, *unit, column});
            }
        }
        if (assigned("metrics").empty())
            tell(Severity::error, "measurement.no-figures", "/metrics", "", "It names no measured figure.",
                 "Write which column holds which figure into \"metrics\", as in {\"PUT.throughput\": \"throughput\"}.");
    }

    /// False if the figure is one of an operation that the project's workloads do not ask for.
    bool isKnownOwner(const std::string& figure) const
    {
        const std::string operation = project::ownerOfFigure(figure).operation;
        if (operation.empty())
            return true;
        return std::ranges::any_of(project::figuresOf(project_), [&](const std::string& each) {
            return project::ownerOfFigure(each).operation == operation;
        });
    }

    void takeRows()
    {
        std::map<std::vector<std::string>, std::vector<std::size_t>> rowsOfCase; ///< by values
        std::vector<std::vector<std::string>> order;
        std::vector<std::vector<double>> measured(table_.rows.size());
        for (std::size_t r = 0; r < table_.rows.size(); ++r) {
            const std::vector<std::string> values = valuesOf(table_.rows[r]);
            const std::size_t told = findings_.size();
            measured[r] = figuresOf(table_.rows[r]);
            if (std::ranges::all_of(measured[r], [](double value) { return std::isnan(value); })) {
                if (findings_.size() > told)
                    continue;
                tell(Severity::warning, "measurement.empty-line", "/file", lineOf(table_.rows[r]),
                     "None of the figures was measured, so that it is left out.", "Fill the line, or remove it.");
                continue;
            }
            std::vector<std::size_t>& rows = rowsOfCase[values];
            if (rows.empty())
                order.push_back(values);
            rows.push_back(r);
        }
        if (order.empty() && !project::hasErrors(findings_))
            tell(Severity::error, "measurement.no-case", "/file", cases_.file, "No line of it is a case.",
                 "Write a line for each case, with its figures.");
        if (order.size() > mostCases) {
            tell(Severity::error, "measurement.many-cases", "/file", cases_.file,
                 "It has " + std::to_string(order.size()) + " cases; more than " + std::to_string(mostCases) +
                     " are not run.",
                 "Keep the lines that matter.");
            return;
        }
        for (const std::vector<std::string>& values : order)
            addCase(values, rowsOfCase[values], measured);
    }

    std::string lineOf(const record::CaseRow& row) const { return cases_.file + " line " + std::to_string(row.line); }

    std::vector<std::string> valuesOf(const record::CaseRow& row)
    {
        std::vector<std::string> values;
        for (const Setting& setting : settings_) {
            const std::string& name = setting.parameter->name;
            const std::string text = settingOf(setting, row.cells[setting.column]);
            values.push_back(text);
            const std::string place = lineOf(row) + ", column \"" + table_.columns[setting.column].name + '"';
            if (text.empty()) {
                tell(Severity::error, "measurement.no-value", "/case" + project::below(name), place,
                     "The parameter " + name + " has no value there.",
                     "Fill the cell, or take the column out of \"case\".");
                continue;
            }
            const auto fault =
                project::faultOf(*setting.parameter, project::valueFromText(*setting.parameter, text), components_);
            if (fault)
                tell(Severity::error, fault->key, "/case" + project::below(name), place, name + ": " + fault->problem,
                     fault->remedy);
        }
        return values;
    }

    /// The text that sets the parameter: a bare number of a quantity gets the unit of its column.
    std::string settingOf(const Setting& setting, const std::string& cell) const
    {
        using project::ParameterType;
        const ParameterType type = setting.parameter->type;
        if (type != ParameterType::integer && type != ParameterType::number && type != ParameterType::quantity)
            return cell;
        const auto number = csv::numberIn(cell, table_.separator);
        if (!number || cell.ends_with('%'))
            return cell;
        if (std::isnan(*number))
            return {};
        const bool hasUnit = type == ParameterType::quantity && project::findUnit(setting.unit);
        return project::exactText(*number, hasUnit ? setting.unit : std::string());
    }

    std::vector<double> figuresOf(const record::CaseRow& row)
    {
        std::vector<double> values;
        for (std::size_t f = 0; f < figures_.size(); ++f) {
            const Figure& figure = figures_[f];
            const std::string& cell = row.cells[figure.column];
            CellValue read = measuredValue(cell, table_.separator, figure.columnUnit, figure.unit);
            if (read.value && *read.value < 0)
                read = {{}, "is below zero"};
            if (!read.fault.empty())
                tell(Severity::error, "measurement.no-number", "/metrics" + project::below(cases_.metrics[f].name),
                     lineOf(row) + ", column \"" + table_.columns[figure.column].name + '"',
                     '"' + cell.substr(0, 40) + "\" " + read.fault + '.',
                     "Write a number, with a unit where it has one; leave the cell empty if it was not measured.");
            values.push_back(read.value.value_or(notMeasured));
        }
        return values;
    }

    void addCase(const std::vector<std::string>& values, const std::vector<std::size_t>& rows,
                 const std::vector<std::vector<double>>& measured)
    {
        MeasuredCase added;
        added.values = values;
        for (const std::size_t row : rows)
            added.lines.push_back(table_.rows[row].line);
        for (std::size_t f = 0; f < figures_.size(); ++f) {
            std::vector<std::pair<double, std::size_t>> known;
            for (const std::size_t row : rows)
                if (!std::isnan(measured[row][f]))
                    known.emplace_back(measured[row][f], row);
            double sum = 0;
            for (const auto& [value, row] : known)
                sum += value;
            added.measured.push_back(known.empty() ? notMeasured : sum / static_cast<double>(known.size()));
            if (known.empty())
                continue;
            const auto [least, most] = std::ranges::minmax(known);
            if (most.first - least.first > contradiction * most.first)
                tellContradiction(f, least, most);
        }
        cases_.cases.push_back(std::move(added));
    }

    void tellContradiction(std::size_t figure, const std::pair<double, std::size_t>& least,
                           const std::pair<double, std::size_t>& most)
    {
        const record::CaseRow& one = table_.rows[least.second];
        const record::CaseRow& other = table_.rows[most.second];
        std::string differing;
        for (std::size_t c = 0; c < table_.columns.size(); ++c) {
            const auto taken = [&](const auto& each) { return each.column == c; };
            if (one.cells[c] != other.cells[c] && std::ranges::none_of(settings_, taken) &&
                std::ranges::none_of(figures_, taken))
                differing += (differing.empty() ? "\"" : ", \"") + table_.columns[c].name + '"';
        }
        const MeasuredMetric& metric = cases_.metrics[figure];
        tell(Severity::error, "measurement.contradiction", "/case",
             cases_.file + ' ' + linesInWords({std::min(one.line, other.line), std::max(one.line, other.line)}),
             "Both are the same case, but " + metric.name + " is " + project::figureText(least.first, metric.unit) +
                 " in line " + std::to_string(one.line) + " and " + project::figureText(most.first, metric.unit) +
                 " in line " + std::to_string(other.line) + '.',
             (differing.empty() ? "Add a column with the setting that differed between them to \"case\""
                                : "They differ in " + differing +
                                      ", which no parameter has: add it to \"case\" if it is a setting of the model") +
                 ", or remove the line that is wrong.");
    }

    /// A column that is the same everywhere says nothing about its parameter, and a figure that is the same everywhere
    /// is seldom one.
    void warnOfConstants()
    {
        if (cases_.cases.size() < 3)
            return;
        for (std::size_t p = 0; p < cases_.parameters.size(); ++p)
            if (std::ranges::all_of(cases_.cases, [&](const MeasuredCase& each) {
                    return each.values[p] == cases_.cases.front().values[p];
                }))
                tell(Severity::warning, "measurement.constant-setting", "/case" + project::below(cases_.parameters[p]),
                     cases_.file,
                     "The column \"" + cases_.columns[p] + "\" is " + cases_.cases.front().values[p] +
                         " in all cases, so that they do not show what " + cases_.parameters[p] + " does.",
                     "Measure other values as well, or leave it so.");
        for (std::size_t m = 0; m < cases_.metrics.size(); ++m)
            if (std::ranges::all_of(cases_.cases, [&](const MeasuredCase& each) {
                    return each.measured[m] == cases_.cases.front().measured[m];
                }))
                tell(Severity::warning, "measurement.constant-figure",
                     "/metrics" + project::below(cases_.metrics[m].name), cases_.file,
                     "The column \"" + cases_.metrics[m].column + "\" is the same in all " +
                         std::to_string(cases_.cases.size()) + " cases: a measured figure varies.",
                     "Look whether it holds what was measured, or what was asked for.");
    }

    const project::Project& project_;
    const project::ComponentLibrary& components_;
    const project::Measurement& measurement_;
    std::string pointer_;
    const record::CaseTable& table_;
    project::Findings& findings_;
    std::vector<Setting> settings_;
    std::vector<Figure> figures_;
    MeasuredCases cases_;
};

} // namespace

std::vector<std::string> MeasuredCases::settingsOf(std::size_t number) const
{
    std::vector<std::string> settings;
    for (std::size_t p = 0; p < parameters.size(); ++p)
        settings.push_back(parameters[p] + '=' + cases[number].values[p]);
    return settings;
}

std::string MeasuredCases::nameOf(std::size_t number) const
{
    std::string name;
    for (std::size_t p = 0; p < parameters.size(); ++p)
        name += (p == 0 ? "" : ", ") + parameters[p] + " = " + cases[number].values[p];
    return name.empty() ? linesInWords(cases[number].lines) : name;
}

MeasuredCases casesOf(const project::Project& project, const project::ComponentLibrary& components,
                      const project::Measurement& measurement, const std::string& pointer,
                      const record::CaseTable& table, project::Findings& findings)
{
    project::Findings own;
    MeasuredCases cases = CaseReader(project, components, measurement, pointer, table, own).read();
    findings.insert(findings.end(), own.begin(), own.end());
    return cases;
}

record::CaseTable tableOf(const project::Measurement& measurement, const std::string& pointer,
                          const std::filesystem::path& folder, project::Findings& findings)
{
    const std::string name = fileOf(measurement);
    const auto fault = [&](const std::string& problem, const std::string& remedy) {
        findings.push_back(
            {Severity::error, "measurement.no-file", pointer + "/file", placeOf(measurement), problem, remedy});
        return record::CaseTable();
    };
    const std::filesystem::path path = folder / name;
    std::error_code error;
    if (name.empty())
        return fault("It names no file.", "Write the name of a CSV file in the project's folder into \"file\".");
    if (project::leadsOutOf(folder, path))
        return fault("\"" + name + "\" is outside of the project's folder.", "Put the file into the project's folder.");
    if (!std::filesystem::is_regular_file(path, error))
        return fault("There is no file \"" + path.string() + "\".",
                     "Put it into the project's folder, or correct its name in \"file\".");
    if (std::filesystem::file_size(path, error) > largestFile)
        return fault("\"" + name + "\" is larger than 64 MiB.", "Keep the lines that are cases.");
    std::ifstream file(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file)
        return fault("\"" + name + "\" cannot be read.", "Look at its permissions.");
    return record::readCaseTable(text);
}

} // namespace headroom::study
