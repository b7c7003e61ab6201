#include "accuracy/systems/gluster.h"

#include "accuracy/published.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

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

/// The inverse of a regular matrix, by Gauss and Jordan.
Matrix inverse(Matrix a)
{
    const std::size_t n = a.size();
    for (std::size_t i = 0; i < n; ++i) {
        a[i].resize(2 * n);
        a[i][n + i] = 1;
    }
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t largest = i;
        for (std::size_t k = i; k < n; ++k)
            if (std::abs(a[k][i]) > std::abs(a[largest][i]))
                largest = k;
        std::swap(a[i], a[largest]);
        if (a[i][i] == 0)
            throw std::runtime_error("features depend on each other");
        const double pivot = a[i][i];
        for (double& value : a[i])
            value /= pivot;
        for (std::size_t k = 0; k < n; ++k) {
            const double factor = k == i ? 0 : a[k][i];
            for (std::size_t j = 0; j < 2 * n; ++j)
                a[k][j] -= factor * a[i][j];
        }
    }
    for (auto& row : a)
        row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n));
    return a;
}

double mean(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

double variance(const std::vector<double>& values)
{
    const double middle = mean(values);
    double sum = 0;
    for (const double value : values)
        sum += (value - middle) * (value - middle);
    return sum / static_cast<double>(values.size());
}

double dot(const std::vector<double>& a, const std::vector<double>& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

} // namespace

Settings FistPoint::settings(const std::string& operation) const
{
    return {{"OPERATION", operation},
            {"NETWORK", infiniBand ? "InfiniBand" : "Gigabit"},
            {"DISK", fastDisk ? "FIST_SATA_7200RPM_3TB_measured" : "FIST_SATA_7200RPM_250GB_measured"},
            {"BASE_FS", xfs ? "XFS" : "ext3"},
            {"SERVERS", std::to_string(servers)},
            {"STRIPES", std::to_string(stripes)},
            {"REPLICAS", std::to_string(replicas)},
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
    std::vector<FistPoint> points;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        points.push_back({level(0, i, 2), level(1, i, 2), level(2, i, 2), 1 + level(3, i, 5), level(4, i, 6),
                          level(5, i, 6), 1 + level(6, i, 5), 0.1 + 19.9 * columns[7][i]});
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
    Matrix rows;
    for (const FistPoint& point : points) {
        rows.push_back({1});
        for (const double feature : point.features())
            rows.back().push_back(feature);
    }
    const std::size_t n = rows.front().size();
    Matrix normal(n, std::vector<double>(n));
    std::vector<double> right(n);
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (std::size_t i = 0; i < n; ++i) {
            right[i] += rows[r][i] * values[r];
            for (std::size_t j = 0; j < n; ++j)
                normal[i][j] += rows[r][i] * rows[r][j];
        }
    const Matrix inverted = inverse(normal);
    std::vector<double> solution;
    for (const auto& row : inverted)
        solution.push_back(dot(row, right));
    double residue = 0;
    for (std::size_t r = 0; r < rows.size(); ++r)
        residue += std::pow(values[r] - dot(rows[r], solution), 2);
    const double ofOne = residue / static_cast<double>(rows.size() - n);
    Regression result;
    result.intercept = solution[0];
    result.adjustedR2 =
        1 - ofOne / (variance(values) * static_cast<double>(rows.size()) / (static_cast<double>(rows.size()) - 1));
    for (std::size_t i = 1; i < n; ++i) {
        result.coefficients[fistFeatures()[i - 1]] = solution[i];
        result.standardErrors[fistFeatures()[i - 1]] = std::sqrt(ofOne * inverted[i][i]);
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
            points.push_back({{"OPERATION", operation},
                              {"OPEN", opened},
                              {"RECORD", std::to_string(2 << record) + " KiB"},
                              {"CACHE", std::to_string(2 << cache) + " MiB"}});
    std::map<std::string, std::vector<double>> byRecord, byCache;
    const auto summaries = simulateAll("gluster-atom", points, duration);
    for (std::size_t i = 0; i < points.size(); ++i) {
        byRecord[points[i][2].second].push_back(megabytesPerS(summaries[i]));
        byCache[points[i][3].second].push_back(megabytesPerS(summaries[i]));
    }
    const auto explained = [](const std::map<std::string, std::vector<double>>& groups) {
        std::vector<double> means;
        for (const auto& [size, rates] : groups)
            means.push_back(mean(rates));
        return variance(means);
    };
    const double record = explained(byRecord), cache = explained(byCache);
    return {record / (record + cache), cache / (record + cache)};
}

double atomMegabytesPerS(const Settings& settings, const std::string& duration)
{
    return megabytesPerS(simulate("gluster-atom", settings, duration));
}

} // namespace headroom::accuracy
