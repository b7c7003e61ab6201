#include "widgets/plots/data/measured_series.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::widgets {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr qsizetype mostProblems = 20;
constexpr int steps = 200; // offsets that are tried, and instants at which curves are compared

struct MeasuredWords
{
    Q_DECLARE_TR_FUNCTIONS(MeasuredSeries)
};

/// Cells of a line; quotation marks may enclose one, doubled they stand for themselves.
QStringList cellsOf(const QString& line, QChar separator)
{
    QStringList cells(QString{});
    bool quoted = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
            cells.back() += line[++i];
        else if (c == '"')
            quoted = !quoted;
        else if (c == separator && !quoted)
            cells.append(QString());
        else
            cells.back() += c;
    }
    for (QString& cell : cells)
        cell = cell.trimmed();
    return cells;
}

QChar separatorOf(const QString& header)
{
    QChar best = ',';
    for (const QChar c : {QChar(','), QChar(';'), QChar('\t')})
        if (header.count(c) > header.count(best))
            best = c;
    return best;
}

double numberOf(const QString& cell, QChar separator)
{
    bool good = false;
    double value = cell.toDouble(&good);
    if (!good && separator == ';') // where a comma is the decimal mark, semicolons separate
        value = QString(cell).replace(',', '.').toDouble(&good);
    if (good)
        return std::isfinite(value) ? value : none;
    const QDateTime date = QDateTime::fromString(cell, Qt::ISODateWithMs);
    return date.isValid() ? static_cast<double>(date.toMSecsSinceEpoch()) / 1000 : none;
}

int findTimes(const MeasuredTable& table)
{
    static const QRegularExpression time(QStringLiteral("^(time|t|timestamp|date|seconds?|elapsed)\\b"),
                                         QRegularExpression::CaseInsensitiveOption);
    for (int c = 0; c < table.names.size(); ++c)
        if (time.match(table.names[c]).hasMatch())
            return c;
    for (int c = 0; c < table.names.size(); ++c) {
        const auto& values = table.columns[static_cast<std::size_t>(c)];
        const bool rises = values.size() > 1 && std::is_sorted(values.begin(), values.end()) &&
                           std::none_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }) &&
                           values.back() > values.front();
        if (rises)
            return c;
    }
    return -1;
}

/// Value of a curve at a time, linear between its points; nothing outside.
std::optional<double> at(const MeasuredCurve& curve, double time)
{
    const auto after = std::lower_bound(curve.times.begin(), curve.times.end(), time);
    if (after == curve.times.end() || (after == curve.times.begin() && *after > time))
        return {};
    const auto i = static_cast<std::size_t>(after - curve.times.begin());
    if (*after == time)
        return curve.values[i];
    const double share = (time - curve.times[i - 1]) / (curve.times[i] - curve.times[i - 1]);
    return curve.values[i - 1] + share * (curve.values[i] - curve.values[i - 1]);
}

struct Overlap
{
    double measured = 0, simulated = 0; ///< means
    double squares = 0;                 ///< mean square of the difference, each over its own mean
    int count = 0;
};

Overlap overlap(const MeasuredCurve& measured, const MeasuredCurve& simulated, double offset)
{
    const double begin = std::max(measured.times.front() + offset, simulated.times.front());
    const double end = std::min(measured.times.back() + offset, simulated.times.back());
    std::vector<std::pair<double, double>> pairs;
    Overlap result;
    for (int i = 0; i <= steps && end > begin; ++i) {
        const double time = begin + (end - begin) * i / steps;
        const auto a = at(measured, time - offset), b = at(simulated, time);
        if (!a || !b)
            continue;
        pairs.emplace_back(*a, *b);
        result.measured += *a;
        result.simulated += *b;
    }
    result.count = static_cast<int>(pairs.size());
    if (pairs.empty())
        return result;
    result.measured /= result.count;
    result.simulated /= result.count;
    if (result.measured == 0 || result.simulated == 0)
        return {};
    for (const auto& [a, b] : pairs)
        result.squares += std::pow(a / result.measured - b / result.simulated, 2) / result.count;
    return result;
}

} // namespace

MeasuredTable readMeasured(const QString& text)
{
    MeasuredTable table;
    const QStringList lines = text.split(QRegularExpression(QStringLiteral("\r?\n")));
    qsizetype first = 0;
    while (first < lines.size() && (lines[first].trimmed().isEmpty() || lines[first].startsWith('#')))
        ++first;
    if (first + 1 >= lines.size()) {
        table.problems += MeasuredWords::tr("There are no lines below a header.");
        return table;
    }
    const QChar separator = separatorOf(lines[first]);
    table.names = cellsOf(lines[first], separator);
    table.columns.resize(static_cast<std::size_t>(table.names.size()));
    for (qsizetype l = first + 1; l < lines.size(); ++l) {
        if (lines[l].trimmed().isEmpty())
            continue;
        const QStringList cells = cellsOf(lines[l], separator);
        if (cells.size() != table.names.size()) {
            if (table.problems.size() < mostProblems)
                table.problems += MeasuredWords::tr("Line %1 has %2 cells instead of %3; it is left out.")
                                      .arg(l + 1)
                                      .arg(cells.size())
                                      .arg(table.names.size());
            continue;
        }
        for (qsizetype c = 0; c < cells.size(); ++c)
            table.columns[static_cast<std::size_t>(c)].push_back(numberOf(cells[c], separator));
    }
    if (table.columns.front().empty())
        table.problems += MeasuredWords::tr("There are no lines below the header.");
    table.timeColumn = findTimes(table);
    if (table.timeColumn < 0) {
        table.problems += MeasuredWords::tr("No column is a time: none is named so, and none rises.");
        return table;
    }
    // Dates count from the first one: nobody runs a model since 1970.
    auto& times = table.columns[static_cast<std::size_t>(table.timeColumn)];
    constexpr double longestRun = 1e9; // s
    const auto start = std::find_if(times.begin(), times.end(), [](double t) { return !std::isnan(t); });
    if (start != times.end() && *start > longestRun) {
        const double origin = *start;
        for (double& time : times)
            time -= origin;
    }
    return table;
}

MeasuredCurve measuredCurve(const MeasuredTable& table, int column, const MeasuredFit& fit)
{
    MeasuredCurve curve;
    if (table.timeColumn < 0 || column < 0 || column >= table.names.size())
        return curve;
    const auto& times = table.columns[static_cast<std::size_t>(table.timeColumn)];
    const auto& values = table.columns[static_cast<std::size_t>(column)];
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (!std::isnan(times[i]) && !std::isnan(values[i]))
            points.emplace_back(times[i] + fit.offsetS, values[i] * fit.factor);
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [time, value] : points) {
        if (!curve.times.empty() && time == curve.times.back())
            continue; // one value at an instant
        curve.times.push_back(time);
        curve.values.push_back(value);
    }
    return curve;
}

std::optional<MeasuredFit> findFit(const MeasuredCurve& measured, const MeasuredCurve& simulated, bool scale)
{
    if (measured.times.size() < 3 || simulated.times.size() < 3)
        return {};
    const double measuredS = measured.times.back() - measured.times.front();
    const double simulatedS = simulated.times.back() - simulated.times.front();
    const double common = std::min(measuredS, simulatedS) / 2;
    const double first = simulated.times.front() + common - measured.times.back();
    const double last = simulated.times.back() - common - measured.times.front();
    double step = (last - first) / steps;
    std::optional<double> best;
    double least = std::numeric_limits<double>::infinity();
    const auto tryOffsets = [&](double from, double until) {
        for (double offset = from; offset <= until + step / 2 && step > 0; offset += step) {
            const Overlap both = overlap(measured, simulated, offset);
            if (both.count > steps / 2 && both.squares < least) {
                least = both.squares;
                best = offset;
            }
        }
    };
    tryOffsets(first, last);
    if (!best)
        return {};
    const double coarse = step, found = *best;
    step /= 20;
    tryOffsets(found - coarse, found + coarse);
    const Overlap both = overlap(measured, simulated, *best);
    return MeasuredFit{*best, scale ? both.simulated / both.measured : 1};
}

std::optional<double> meanDeviation(const MeasuredCurve& measured, const MeasuredCurve& simulated)
{
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < measured.times.size(); ++i)
        if (const auto value = at(simulated, measured.times[i]); value && measured.values[i] != 0) {
            sum += std::abs(*value - measured.values[i]) / std::abs(measured.values[i]);
            ++count;
        }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

} // namespace headroom::widgets
