#include "accuracy/systems/gluster.h"

#include "accuracy/published.h"
#include "study/analysis/effects.h"
#include "study/analysis/regression.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string_view>

namespace headroom::accuracy {

namespace {

constexpr double megabyte = 1e6;
using Matrix = std::vector<std::vector<double>>;

double megabytesPerS(const record::Summary& summary)
{
    double bytes = 0;
    for (const auto& [name, operation] : summary.operations)
        if (name == "read" || name == "write")
            bytes += operation.bytesPerSecond;
    return bytes / megabyte;
}

constexpr std::string_view randomPrefix = "random ";

/// "read" of the published "random read".
std::string operationOf(const std::string& published)
{
    return published.starts_with(randomPrefix) ? published.substr(randomPrefix.size()) : published;
}

std::string accessOf(const std::string& published)
{
    return published.starts_with(randomPrefix) ? "random" : "sequential";
}

/// Numbers in [0, 1), one in each of `count` equal intervals, in an order drawn.
std::vector<double> strata(int count, std::mt19937_64& random)
{
    const auto draw = [&random] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    std::vector<double> column;
    for (int i = 0; i < count; ++i)
        column.push_back((i + draw()) / count);
    for (int i = count - 1; i > 0; --i)
        std::swap(column[static_cast<std::size_t>(i)],
                  column[std::min(static_cast<std::size_t>(draw() * (i + 1)), static_cast<std::size_t>(i))]);
    return column;
}

/// A table of study::analysis with a figure over some parameters, all of whose points are done.
class FigureTable
{
public:
    explicit FigureTable(const std::vector<std::string>& parameters)
    {
        for (const std::string& name : parameters)
            table_.parameters.push_back({name, ""});
        table_.figures = {{"throughput", ""}};
    }

    void add(std::vector<study::Setting> settings, double value)
    {
        study::Row& row = table_.rows.emplace_back();
        row.number = table_.rows.size() - 1;
        row.settings = std::move(settings);
        row.state = study::PointState::done;
        row.figures = {{value, value, value}};
    }

    const study::Table& operator*() const { return table_; }

private:
    study::Table table_;
};

} // namespace

Settings FistPoint::settings(const std::string& operation) const
{
    return {{"OPERATION", operationOf(operation)},
            {"ACCESS", accessOf(operation)},
            {"NETWORK", infiniBand ? "InfiniBand" : "Ethernet"},
            {"DRIVE", fastDisk ? "FIST_SATA_7200RPM_3TB_measured" : "FIST_SATA_7200RPM_250GB_measured"},
            {"BASE_FS", xfs ? "XFS" : "ext3"},
            {"NODES", std::to_string(servers)},
            {"STRIPES", std::to_string(stripes)},
            {"COPIES", std::to_string(replicas)},
            {"CLIENTS", std::to_string(clients)},
            {"FILE_SIZE", std::to_string(gigabytes) + " GB"}};
}

std::vector<double> FistPoint::features() const
{
    return {double(infiniBand), double(fastDisk), double(xfs),     double(servers),
            double(stripes),    double(replicas), double(clients), gigabytes};
}

const std::vector<std::string>& fistFeatures()
{
    static const std::vector<std::string> names{"network",  "disk",        "base file system", "servers",
                                                "striping", "replication", "clients",          "workload size"};
    return names;
}

std::vector<FistPoint> fistSample(int count, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    Matrix columns;
    for (std::size_t i = 0; i < fistFeatures().size(); ++i)
        columns.push_back(strata(count, random));
    const auto level = [&](std::size_t feature, std::size_t point, int levels) {
        return static_cast<int>(columns[feature][point] * levels);
    };
    constexpr std::array<int, 5> parts{0, 2, 3, 4, 5}; // of stripes and of replicas; 0: none
    constexpr std::array<double, 7> gigabytes{0.1, 0.2, 0.5, 0.7, 1, 10, 20};
    const auto one = [&](const auto& values, std::size_t feature, std::size_t point) {
        return values.at(static_cast<std::size_t>(level(feature, point, static_cast<int>(values.size()))));
    };
    std::vector<FistPoint> points;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        points.push_back({level(0, i, 2), level(1, i, 2), level(2, i, 2), 1 + level(3, i, 5), one(parts, 4, i),
                          one(parts, 5, i), 1 + level(6, i, 5), one(gigabytes, 7, i)});
    return points;
}

std::vector<double> simulateFist(const std::string& operation, const std::vector<FistPoint>& points,
                                 const std::string& duration)
{
    std::vector<Settings> settings;
    for (const FistPoint& point : points)
        settings.push_back(point.settings(operation));
    const auto summaries = simulateAll("gluster-fist", settings, duration);
    std::vector<double> rates;
    for (std::size_t i = 0; i < points.size(); ++i)
        rates.push_back(megabytesPerS(summaries[i]) / points[i].clients);
    return rates;
}

Regression regress(const std::vector<FistPoint>& points, const std::vector<double>& values)
{
    ::setenv("HEADROOM_STATISTICS", HEADROOM_STATISTICS, 1);
    FigureTable table(fistFeatures());
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<study::Setting> settings;
        for (const double feature : points[i].features())
            settings.push_back({std::to_string(feature), feature});
        table.add(std::move(settings), values[i]);
    }
    const study::Regression fitted = study::regressionOf(*table, 0);
    if (!fitted.unknown.empty())
        throw std::runtime_error(fitted.unknown);
    Regression result;
    result.intercept = fitted.intercept;
    result.adjustedR2 = fitted.adjustedR2;
    for (const study::Coefficient& coefficient : fitted.coefficients) {
        result.coefficients[coefficient.parameter] = coefficient.effect.value;
        result.standardErrors[coefficient.parameter] = coefficient.standardError;
    }
    return result;
}

std::map<std::string, Regression> publishedRegressions()
{
    std::map<std::string, Regression> regressions;
    for (const auto& row : publishedRows("gluster-fist")) {
        Regression& published = regressions[row[0]];
        published.intercept = std::stod(row[1]);
        std::size_t column = 2;
        for (const std::string& feature : fistFeatures()) {
            if (feature == "disk")
                ++column; // behind the speed of reads that of writes
            published.coefficients[feature] = std::stod(row[column++]);
        }
        published.adjustedR2 = std::stod(row[column]);
    }
    return regressions;
}

std::vector<AtomFigure> publishedAtomFigures()
{
    std::vector<AtomFigure> figures;
    for (const auto& row : publishedRows("gluster-atom"))
        figures.push_back({row[0], row[1], row[2], row[3], std::stod(row[4])});
    return figures;
}

Importance atomImportance(const std::string& operation, const std::string& opened, const std::string& duration,
                          int every)
{
    constexpr int records = 13, caches = 8; // 2 KiB to 8 MiB, 2 MiB to 256 MiB, each twice the one before
    std::vector<Settings> points;
    for (int record = 0; record < records; record += every)
        for (int cache = 0; cache < caches; cache += every)
            points.push_back({{"OPERATION", operationOf(operation)},
                              {"ACCESS", accessOf(operation)},
                              {"OPEN", opened},
                              {"BLOCK_SIZE", std::to_string(2 << record) + " KiB"},
                              {"IO_CACHE_SIZE", std::to_string(2 << cache) + " MiB"}});
    const auto summaries = simulateAll("gluster-atom", points, duration);
    FigureTable table({"BLOCK_SIZE", "IO_CACHE_SIZE"});
    for (std::size_t i = 0; i < points.size(); ++i)
        table.add({{points[i][3].second}, {points[i][4].second}}, megabytesPerS(summaries[i]));
    const study::Effects effects = study::effectsOf(*table, 0);
    if (!effects.unknown.empty())
        throw std::runtime_error(effects.unknown);
    return {effects.main.at(0).importance, effects.main.at(1).importance};
}

double atomMegabytesPerS(const Settings& settings, const std::string& duration)
{
    return megabytesPerS(simulate("gluster-atom", settings, duration));
}

} // namespace headroom::accuracy
