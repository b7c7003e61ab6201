#include "project/document/document.h"
#include "project/library/components.h"
#include "project/project_file.h"
#include "project/validations.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path root = HEADROOM_SOURCE_DIR;

using Cells = std::vector<std::string>;

/// A section of a page, from its heading to the next one.
struct Section
{
    std::string heading;
    std::vector<std::string> lines;
};

std::vector<Section> sectionsOf(const fs::path& page)
{
    std::ifstream file(page);
    INFO(page);
    REQUIRE(file);
    std::vector<Section> sections(1);
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("## "))
            sections.push_back({line.substr(3), {}});
        else
            sections.back().lines.push_back(line);
    return sections;
}

/// The cells of a row of a table; none for another line, and for the line below the names of the columns.
Cells cellsOf(const std::string& line)
{
    Cells cells;
    if (!line.starts_with("|") || line.find_first_not_of("|-: ") == std::string::npos)
        return cells;
    for (std::size_t begin = 1, end; (end = line.find('|', begin)) != std::string::npos; begin = end + 1) {
        const std::string cell = line.substr(begin, end - begin);
        const auto first = cell.find_first_not_of(' ');
        cells.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
    }
    return cells;
}

std::vector<Cells> rowsOf(const Section& section)
{
    std::vector<Cells> rows;
    for (const std::string& line : section.lines)
        if (Cells cells = cellsOf(line); !cells.empty())
            rows.push_back(std::move(cells));
    return rows;
}

/// The number of the table that a section says how to print: `./headroom accuracy ... N`.
std::optional<int> tableOf(const Section& section)
{
    static const std::regex command(R"(\./headroom accuracy(?: --write)?(?: --duration '[^']*')? (\d+))");
    std::smatch found;
    for (const std::string& line : section.lines)
        if (std::regex_search(line, found, command))
            return std::stoi(found[1]);
    return std::nullopt;
}

/// The sections of the results by the number of their table.
std::map<int, std::vector<Section>> results()
{
    std::map<int, std::vector<Section>> tables;
    for (const Section& section : sectionsOf(root / "tests/accuracy/RESULTS.md"))
        if (const auto number = tableOf(section))
            tables[*number].push_back(section);
    return tables;
}

/// A number as a page states it, with the unit behind it, and half a unit of its last digit.
struct Figure
{
    double value = 0;
    std::string unit;
    double accuracy = 0;
};

/// Digits may stand in groups ("213 000"). The zeros at the end of a number of four digits or more do not count as
/// digits that were stated, beyond the first three.
std::optional<Figure> figureOf(const std::string& text)
{
    static const std::regex number(R"((-?\d{1,3}(?: \d{3})+|-?\d+(?:\.(\d+))?)( .*)?)");
    std::smatch found;
    if (!std::regex_match(text, found, number))
        return std::nullopt;
    std::string digits = found[1];
    digits.erase(std::remove(digits.begin(), digits.end(), ' '), digits.end());
    int last = found[2].matched ? -static_cast<int>(found[2].length()) : 0;
    if (!found[2].matched)
        for (std::size_t at = digits.size(); at > 3 && digits[at - 1] == '0'; --at)
            ++last;
    return Figure{std::stod(digits), found[3], 0.5 * std::pow(10, last)};
}

std::vector<Figure> figuresOf(const std::string& cell)
{
    std::vector<Figure> figures;
    for (std::size_t begin = 0; begin <= cell.size();) {
        const std::size_t end = std::min(cell.find(", ", begin), cell.size());
        if (const auto figure = figureOf(cell.substr(begin, end - begin)))
            figures.push_back(*figure);
        begin = end + 2;
    }
    return figures;
}

bool stands(const Figure& wanted, const std::vector<Figure>& stated)
{
    return std::any_of(stated.begin(), stated.end(), [&](const Figure& figure) {
        return figure.unit == wanted.unit && std::abs(figure.value - wanted.value) <= wanted.accuracy * 1.0001;
    });
}

/// Differences in per cent, as the column of this name in these tables states them, of the rows of `use`, or of all if
/// empty.
std::vector<double> differencesIn(const std::vector<int>& numbers, const std::string& use)
{
    const auto tables = results();
    std::vector<double> differences;
    for (const int number : numbers) {
        INFO("table " << number);
        REQUIRE(tables.contains(number));
        for (const Section& section : tables.at(number)) {
            std::size_t difference = 0;
            for (const Cells& row : rowsOf(section)) {
                const auto column = std::find(row.begin(), row.end(), "difference");
                if (column != row.end())
                    difference = static_cast<std::size_t>(column - row.begin());
                else if (const auto figure = figureOf(row.at(difference)); use.empty() || row.back() == use)
                    differences.push_back(figure.value().value);
            }
        }
    }
    return differences;
}

/// The same without signs, ascending.
std::vector<double> errorsOf(const std::vector<int>& numbers, const std::string& use)
{
    std::vector<double> errors = differencesIn(numbers, use);
    for (double& error : errors)
        error = std::abs(error);
    std::sort(errors.begin(), errors.end());
    return errors;
}

/// The whole of a page in one line, so that a sentence may be broken anywhere.
std::string textOf(const fs::path& page)
{
    std::ifstream file(page);
    std::string text;
    for (std::string line; std::getline(file, line);)
        text += line + " ";
    return text;
}

std::vector<int> numbersIn(const std::string& text, const std::string& sentence)
{
    std::smatch found;
    INFO(sentence);
    REQUIRE(std::regex_search(text, found, std::regex(sentence)));
    std::vector<int> numbers;
    for (std::size_t i = 1; i < found.size(); ++i)
        numbers.push_back(std::stoi(found[i]));
    return numbers;
}

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

int rounded(double value)
{
    return static_cast<int>(std::lround(value));
}

} // namespace

TEST_CASE("pages of projects show the figures of the accuracy tables", "[accuracy]")
{
    const auto tables = results();
    int pages = 0;
    for (const auto& folder : fs::directory_iterator(root / "projects")) {
        if (!fs::exists(folder.path() / "README.md"))
            continue;
        for (const Section& section : sectionsOf(folder.path() / "README.md")) {
            const auto number = tableOf(section);
            if (!number || !tables.contains(*number)) // the longest may not have been written yet
                continue;
            ++pages;
            INFO(folder.path().filename() << ", table " << *number);
            std::vector<Figure> stated;
            for (const Section& table : tables.at(*number))
                for (const Cells& row : rowsOf(table))
                    for (const std::string& cell : row)
                        for (const Figure& figure : figuresOf(cell))
                            stated.push_back(figure);
            for (const Cells& row : rowsOf(section))
                for (std::size_t column = 1; column < row.size(); ++column)
                    for (const Figure& figure : figuresOf(row[column])) {
                        INFO(row[0] << ": " << row[column]);
                        CHECK(stands(figure, stated));
                    }
        }
    }
    CHECK(pages >= 10);
}

TEST_CASE("the README's errors of predictions are those of the accuracy tables", "[accuracy]")
{
    const std::string readme = textOf(root / "README.md");
    const auto predicted = errorsOf({8, 9, 10, 11, 12, 13}, "predicted");
    const std::size_t half = predicted.size() / 2;
    const double median = predicted.size() % 2 ? predicted[half] : (predicted[half - 1] + predicted[half]) / 2;
    CHECK(numbersIn(readme, R"(Of (\d+) figures predicted for six further systems, the median error is (\d+) %, the )"
                            R"(mean (\d+) %, the worst (\d+) %)") ==
          std::vector<int>{static_cast<int>(predicted.size()), rounded(median), rounded(meanOf(predicted)),
                           rounded(predicted.back())});

    const auto disks = errorsOf({5}, "");
    const auto near = std::count_if(disks.begin(), disks.end(), [](double error) { return error <= 10; });
    CHECK(numbersIn(readme, R"(Of the (\d+) figures measured on Ceph with hard disks (\d+) are met within a tenth)") ==
          std::vector<int>{static_cast<int>(disks.size()), static_cast<int>(near)});

    const auto rates = errorsOf({15}, "");
    CHECK(numbersIn(readme, R"(Of a real Swift on one machine, (\d+) rates are met with a mean error of (\d+) %)") ==
          std::vector<int>{static_cast<int>(rates.size()), rounded(meanOf(rates))});

    if (results().contains(6)) { // takes half an hour
        const auto sorts = errorsOf({6}, "prediction");
        CHECK(numbersIn(readme, R"(those of 2009 are missed by (\d+) and (\d+) %)") ==
              std::vector<int>{rounded(sorts.at(0)), rounded(sorts.at(1))});
    }
}

TEST_CASE("the validations in a project are those of its accuracy table", "[accuracy]")
{
    struct Validated
    {
        const char* project;
        int table;
        const char* predicted; ///< as the table calls the use; empty: all its rows count
        const char* fitted;
    };
    const Validated shipped[] = {
        {"object-erasure", 11, "predicted", "fitted"}, {"ceph-nvme", 10, "predicted", "fitted"},
        {"ceph-rgw", 22, "predicted", "fitted"},       {"kafka-log", 12, "predicted", "fitted"},
        {"grid-jobs", 9, "predicted", "fitted"},       {"ocean", 13, "predicted", "fitted"},
        {"swift-measured", 15, "predicted", "fitted"}, {"virtualstor-iops", 8, "predicted", "fitted"},
        {"hadoop-terasort", 6, "prediction", "fit"},   {"ceph-hdd", 5, "", ""}};
    headroom::project::Findings findings;
    const auto components = headroom::project::ComponentLibrary::load({root / "libraries"}, findings);
    for (const Validated& each : shipped) {
        INFO(each.project);
        const auto loaded =
            headroom::project::loadProject(root / "projects" / each.project, components, {root / "libraries"});
        REQUIRE(loaded.project);
        for (const bool predicted : {true, false}) {
            double lowest = 1e9, highest = -1e9, sum = 0;
            int count = 0;
            for (const auto& error : headroom::project::modelErrorsOf(*loaded.project))
                if (error.predicted == predicted || !*each.predicted) {
                    lowest = std::min(lowest, 100 * error.lowest);
                    highest = std::max(highest, 100 * error.highest);
                    sum += 100 * error.mean * error.count;
                    count += error.count;
                }
            const auto differences = differencesIn({each.table}, predicted ? each.predicted : each.fitted);
            INFO((predicted ? "predicted" : "fitted"));
            CHECK(count == static_cast<int>(differences.size()));
            if (differences.empty())
                continue;
            CHECK(lowest == Approx(*std::min_element(differences.begin(), differences.end())).margin(0.06));
            CHECK(highest == Approx(*std::max_element(differences.begin(), differences.end())).margin(0.06));
            double errors = 0;
            for (const double difference : differences)
                errors += std::abs(difference);
            CHECK(sum / count == Approx(errors / static_cast<double>(differences.size())).margin(0.06));
        }
    }
}
