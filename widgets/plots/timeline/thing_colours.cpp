#include "widgets/plots/timeline/thing_colours.h"

#include "widgets/plots/timeline/usual_panels.h"
#include "widgets/theme/theme.h"

#include <QRegularExpression>

namespace headroom::widgets {

namespace {

bool isOfOperation(const record::SeriesInfo& series)
{
    return series.path.size() == 3 && series.path[0] == "operation";
}

} // namespace

QString thingOf(const record::SeriesInfo& series)
{
    if (!isOfOperation(series))
        return shortLabel(series);
    const QString operation = QString::fromStdString(series.path[1]), what = QString::fromStdString(series.path[2]);
    const QString latency = QStringLiteral("latency ");
    if (!what.startsWith(latency) || what == latency + "p50")
        return operation;
    return operation + ' ' + what.mid(latency.size());
}

/// Curves that are often in one panel have colours that follow each other, so that they differ.
void ThingColours::know(const std::vector<record::SeriesInfo>& series)
{
    const auto give = [&](auto wanted) {
        for (const record::SeriesInfo& one : series)
            if (const QString thing = wanted(one) ? thingOf(one) : QString();
                !thing.isEmpty() && !colours_.contains(thing))
                colours_.insert(thing, static_cast<int>(colours_.size()));
    };
    const auto endsWith = [](const record::SeriesInfo& one, const char* word) { return one.path.back() == word; };
    give([&](const auto& one) { return isOfOperation(one) && endsWith(one, "throughput"); });
    give([&](const auto& one) { return isOfOperation(one) && endsWith(one, "latency p99"); });
    give([](const auto& one) { return !isOfOperation(one) && one.unit == "share" && !record::ofSingleNode(one); });
}

int ThingColours::of(const QString& thing) const
{
    if (const auto known = colours_.constFind(thing); known != colours_.constEnd())
        return *known;
    static const QRegularExpression nodeNumber("-(\\d+)\\b");
    const QRegularExpressionMatch number = nodeNumber.match(thing);
    const QString kind =
        number.hasMatch() ? QString(thing).remove(number.capturedStart(), number.capturedLength()) : thing;
    return qChecksum(kind.toUtf8()) % seriesColourCount + number.captured(1).toInt() % seriesColourCount;
}

} // namespace headroom::widgets
