#include "accuracy/seen_errors.h"

#include "markdown_table.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

namespace headroom::accuracy {

namespace {

using study::SeenError;
using TableRow = std::vector<std::string>;

/// A table of RESULTS.md in which each row is a figure.
struct Source
{
    const char* section;
    const char* system;
    const char* cluster; ///< empty: that of `clusterColumn`
    int clusterColumn = -1;
    std::vector<int> name;   ///< columns that say what the figure is
    int measured = 1;        ///< column that shows by its unit what kind of figure it is
    int difference = 3;      ///< "-3.1 %", of the measured figure
    int use = -1;            ///< column with "predicted" or "fitted"; -1: all but `fitted`
    const char* fitted = ""; ///< name of the only fitted row
    int family = -1;         ///< column that may say "latency"
};

const std::vector<Source>& sources()
{
    static const std::vector<Source> all{
        {.section = "Ceph on hard disks",
         .system = "Ceph",
         .cluster = "Intel 2013",
         .name = {0},
         .fitted = "40 read, depth 64"},
        {.section = "TeraSort on Hadoop", .system = "Hadoop", .cluster = "", .clusterColumn = 0, .name = {0}, .use = 4},
        {.section = "Grid jobs over NFS", .system = "NFS", .cluster = "grid jobs", .name = {0}, .use = 4},
        {.section = "VirtualStor, a Ceph cluster", .system = "Ceph", .cluster = "Bigtera 2016", .name = {0}, .use = 4},
        {.section = "Ceph on NVMe",
         .system = "Ceph",
         .cluster = "Clyso 2024",
         .name = {0, 1, 2, 3},
         .measured = 4,
         .difference = 6,
         .use = 7},
        {.section = "Erasure-coded object store",
         .system = "MinIO",
         .cluster = "",
         .clusterColumn = 0,
         .name = {0},
         .use = 4},
        {.section = "Distributed log",
         .system = "Kafka",
         .cluster = "",
         .clusterColumn = 0,
         .name = {0, 1, 2, 3, 4, 5},
         .measured = 6,
         .difference = 8,
         .use = 9,
         .family = 5},
        {.section = "Ocean model", .system = "MPI", .cluster = "ocean model", .name = {0}, .use = 4},
        {.section = "Measured Swift",
         .system = "Swift",
         .cluster = "one machine of two cores",
         .name = {0, 1},
         .measured = 2,
         .difference = 4,
         .use = 5},
        {.section = "S3 on Ceph",
         .system = "Ceph",
         .cluster = "",
         .clusterColumn = 0,
         .name = {0, 1, 2, 3},
         .measured = 4,
         .difference = 6,
         .use = 7},
    };
    return all;
}

TableRow cellsOfTableLine(const std::string& line)
{
    TableRow cells;
    for (std::size_t begin = 1, end; (end = line.find('|', begin)) != std::string::npos; begin = end + 1) {
        const std::string cell = line.substr(begin, end - begin);
        const auto first = cell.find_first_not_of(' ');
        cells.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') - first + 1));
    }
    return cells;
}

/// The tables of each section without their headings.
std::map<std::string, std::vector<std::vector<TableRow>>> tablesOf(const std::string& results)
{
    std::map<std::string, std::vector<std::vector<TableRow>>> tables;
    std::istringstream lines(results);
    std::string section;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("## "))
            section = line.substr(3);
        if (!line.starts_with("|")) {
            inside = false;
            continue;
        }
        if (!inside)
            tables[section].emplace_back();
        else if (line.find_first_not_of("|-: ") != std::string::npos)
            tables[section].back().push_back(cellsOfTableLine(line));
        inside = true;
    }
    return tables;
}

double numberOf(const std::string& cell)
{
    try {
        return std::stod(cell);
    } catch (const std::exception&) {
        throw std::runtime_error("\"" + cell + "\" is no number");
    }
}

std::string joined(const TableRow& row, const std::vector<int>& columns)
{
    std::string name;
    for (const int column : columns)
        name += (name.empty() ? "" : ", ") + row.at(static_cast<std::size_t>(column));
    return name;
}

/// By the unit of what was measured: a time is that of a request, or of a whole job.
std::string familyOf(const Source& source, const TableRow& row)
{
    const std::string& measured = row.at(static_cast<std::size_t>(source.measured));
    if (source.family >= 0 && row.at(static_cast<std::size_t>(source.family)) == "latency")
        return "latency";
    if (measured.ends_with(" ms"))
        return "latency";
    return measured.ends_with(" s") || measured.ends_with(" min") ? "time" : "rate";
}

/// Sorts, benchmarks and studies of different years are different clusters.
std::string clusterOf(const Source& source, const TableRow& row)
{
    if (source.clusterColumn < 0)
        return source.cluster;
    const std::string& cell = row.at(static_cast<std::size_t>(source.clusterColumn));
    const std::size_t year = cell.find("20");
    return std::string(source.system) + ' ' + (year == std::string::npos ? cell : cell.substr(year, 4));
}

bool isShare(const std::string& measured)
{
    return measured.ends_with("%") || measured.find(':') != std::string::npos;
}

void addTable(const Source& source, const std::vector<TableRow>& rows, std::vector<SeenError>& errors)
{
    std::set<std::string> fitted;
    const auto isFitted = [&](const TableRow& row) {
        return source.use >= 0 ? row.at(static_cast<std::size_t>(source.use)).starts_with("fit")
                               : row.at(0) == source.fitted;
    };
    for (const TableRow& row : rows)
        if (isFitted(row))
            fitted.insert(clusterOf(source, row));
    for (const TableRow& row : rows) {
        const bool predicted =
            source.use >= 0 ? row.at(static_cast<std::size_t>(source.use)).starts_with("predict") : !isFitted(row);
        if (!predicted || isShare(row.at(static_cast<std::size_t>(source.measured))))
            continue;
        const std::string cluster = clusterOf(source, row);
        errors.push_back({source.system, cluster, joined(row, source.name), familyOf(source, row), true,
                          fitted.contains(cluster),
                          1 + numberOf(row.at(static_cast<std::size_t>(source.difference))) / 100});
    }
}

/// Three quantiles of the time of requests in a cell: "18.2, 23.5, 26.4".
void addQuantiles(const std::vector<TableRow>& rows, std::vector<SeenError>& errors)
{
    for (const TableRow& row : rows) {
        if (row.at(6) != "predicted")
            continue;
        std::istringstream measured(row[2]), simulated(row[3]);
        for (const char* const quantile : {"p50", "p95", "p99"}) {
            std::string one, other;
            std::getline(measured, one, ',');
            std::getline(simulated, other, ',');
            errors.push_back({"Swift", "one machine of two cores", row[0] + ", " + row[1] + ", " + quantile,
                              std::string(quantile) == "p50" ? "latency" : "tail", true, true,
                              numberOf(other) / numberOf(one)});
        }
    }
}

void addReports(const std::vector<TableRow>& rows, std::vector<SeenError>& errors)
{
    for (const TableRow& row : rows)
        if (row.at(4) != "-")
            errors.push_back({"", "report " + row[0], row[1], row[2].ends_with("/s") ? "rate" : "time", false, false,
                              numberOf(row[4])});
}

std::string textOfFile(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error(path + " cannot be read");
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string percent(double share)
{
    return test::number(100 * share, 1) + " %";
}

} // namespace

std::vector<SeenError> seenErrorsIn(const std::string& results)
{
    auto tables = tablesOf(results);
    const auto table = [&](const std::string& section, std::size_t number) -> const std::vector<TableRow>& {
        if (tables[section].size() <= number)
            throw std::runtime_error("RESULTS.md has no such table in the section \"" + section + '"');
        return tables[section][number];
    };
    std::vector<SeenError> errors;
    for (const Source& source : sources())
        addTable(source, table(source.section, 0), errors);
    addQuantiles(table("Times of the measured Swift", 0), errors);
    addReports(table("Reports of practitioners", 1), errors);
    return errors;
}

void printIntervals()
{
    const std::string root = HEADROOM_SOURCE_DIR;
    const std::vector<SeenError> errors = seenErrorsIn(textOfFile(root + "/tests/accuracy/RESULTS.md"));
    std::ofstream(root + "/libraries/accuracy/errors.json", std::ios::binary) << study::textOf(errors);
    test::printHeading("Prediction intervals", "All figures of the tables of systems that were predicted. Each is held "
                                               "against the interval of 90 % that the figures of "
                                               "the other clusters give (engine/study/validation/prediction.h), so "
                                               "that the cluster itself is left out. The half width is "
                                               "that of the interval over the simulated figure.");
    const test::MarkdownTable table({"figures", "clusters", "number", "inside", "share inside", "median half width"});
    const auto row = [&](const std::string& name, const auto& belongs) {
        std::vector<SeenError> scored;
        std::set<std::string> clusters;
        for (const SeenError& each : errors)
            if (belongs(each)) {
                scored.push_back(each);
                clusters.insert(each.cluster);
            }
        const study::LeftOut left = study::leftOut(errors, scored);
        table.row({name, std::to_string(clusters.size()), std::to_string(left.figures), std::to_string(left.inside),
                   percent(static_cast<double>(left.inside) / static_cast<double>(left.figures)),
                   percent(left.medianHalfWidth)});
    };
    for (const bool fitted : {true, false})
        for (const auto& [family, words] : {std::pair("rate", "rates"), std::pair("latency", "latencies"),
                                            std::pair("tail", "high quantiles"), std::pair("time", "completion times")})
            if (std::ranges::any_of(errors, [&](const SeenError& each) {
                    return each.published && each.fitted == fitted && each.family == family;
                }))
                row(std::string(words) + (fitted ? ", other figures of the cluster fitted" : ", nothing fitted"),
                    [&](const SeenError& each) {
                        return each.published && each.fitted == fitted && each.family == family;
                    });
    row("all of published studies", [](const SeenError& each) { return each.published; });
    row("all of reports of users", [](const SeenError& each) { return !each.published; });
    row("all", [](const SeenError&) { return true; });
}

} // namespace headroom::accuracy
