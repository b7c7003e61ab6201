#include "app/software/drawn_facts.h"

#include "widgets/theme/number_text.h"

#include <QCoreApplication>

#include <cmath>

namespace headroom::app {

using namespace widgets;

namespace {

struct Facts
{
    Q_DECLARE_TR_FUNCTIONS(DrawnFacts)
};

/// The figures of a device group, or of the network, by what the series says of it: "reads", "queue"; "" for its load.
using Figures = QMap<QString, double>;

/// A node group or a node.
struct Owner
{
    QMap<QString, Figures> disks; ///< by device group
    Figures network;
    std::optional<double> processor, hits;
};

/// The id of the device group and the figure: "data" and "reads" of "disk data reads".
std::pair<QString, QString> diskFigure(const QString& name)
{
    for (const char* figure : {"reads", "writes", "bytes", "queue"})
        if (const QString end = QStringLiteral(" ") + figure; name.endsWith(end))
            return {name.mid(5).chopped(end.size()), figure};
    return {name.mid(5), {}};
}

void take(Owner& owner, const QString& name, double value)
{
    if (!std::isfinite(value))
        return;
    if (name == "processor")
        owner.processor = value;
    else if (name == "page cache hits")
        owner.hits = value;
    else if (name == "network" || name.startsWith("network "))
        owner.network[name.mid(8)] = value;
    else if (name.startsWith("disk ")) {
        const auto [device, figure] = diskFigure(name);
        owner.disks[device][figure] = value;
    }
}

QString textOf(const Figures& disk)
{
    QStringList parts;
    const auto add = [&](const char* figure, const QString& text, const QString& unit) {
        if (const auto value = disk.constFind(figure); value != disk.constEnd())
            parts += text.arg(valueText(*value, unit));
    };
    add("reads", Facts::tr("reads %1"), "1/s");
    add("writes", Facts::tr("writes %1"), "1/s");
    add("bytes", QStringLiteral("%1"), "B/s");
    add("queue", Facts::tr("queue %1"), "1");
    add("", Facts::tr("busy %1"), "share");
    return parts.join(QStringLiteral(" · "));
}

QString networkText(const Figures& network)
{
    QStringList parts;
    if (network.contains("sent"))
        parts += Facts::tr("sent %1").arg(valueText(network["sent"], "B/s"));
    if (network.contains("received"))
        parts += Facts::tr("received %1").arg(valueText(network["received"], "B/s"));
    if (network.contains(QString()))
        parts += Facts::tr("busy %1").arg(valueText(network[QString()], "share"));
    return parts.join(QStringLiteral(" · "));
}

QString hitsText(double hits)
{
    return Facts::tr("page cache: %1 of the pages read are in memory").arg(valueText(hits, "share"));
}

QString textOf(const Owner& owner)
{
    QStringList lines;
    if (owner.processor)
        lines += Facts::tr("processor: busy %1").arg(valueText(*owner.processor, "share"));
    for (auto disk = owner.disks.begin(); disk != owner.disks.end(); ++disk)
        lines += Facts::tr("disk %1: %2").arg(disk.key(), textOf(*disk));
    if (owner.hits)
        lines += hitsText(*owner.hits);
    if (!owner.network.isEmpty())
        lines += Facts::tr("network: %1").arg(networkText(owner.network));
    return lines.join('\n');
}

} // namespace

void addFacts(const Run& run, const ValueOfCurve& valueOf,
              const std::function<std::pair<QString, int>(const QString&)>& groupOfNode,
              QHash<QString, GroupLoads>& loads)
{
    QMap<std::pair<QString, int>, Owner> owners; // of a group: number −1
    for (const auto& series : run.series) {
        const bool single = record::ofSingleNode(series);
        if (series.path.size() != 3 || (!single && series.path[0] != "node group"))
            continue;
        const QString name = QString::fromStdString(series.path[1]);
        const auto key = single ? groupOfNode(name) : std::pair(name, -1);
        const auto curve = run.curves->find(record::seriesName(series));
        if (!key.first.isEmpty() && curve != run.curves->end())
            take(owners[key], QString::fromStdString(series.path[2]), valueOf(curve->second));
    }
    for (auto owner = owners.begin(); owner != owners.end(); ++owner) {
        const auto& [name, node] = owner.key();
        GroupLoads& group = loads[name];
        if (node >= 0) {
            if (node < group.nodes.size())
                group.nodes[node].facts = textOf(*owner);
            continue;
        }
        group.facts = textOf(*owner);
        for (auto disk = owner->disks.begin(); disk != owner->disks.end(); ++disk)
            group.deviceFacts[disk.key()] = owner->hits ? textOf(*disk) + '\n' + hitsText(*owner->hits) : textOf(*disk);
    }
}

QString factsOfLink(const Run& run, const ValueOfCurve& valueOf, const QStringList& from, const QStringList& to)
{
    QStringList directions;
    for (const QString& one : from)
        for (const QString& other : to)
            directions += {one + QStringLiteral("→") + other, other + QStringLiteral("→") + one};
    QMap<QString, Figures> links;
    for (const auto& series : run.series) {
        if (series.path.size() != 3 || series.path[0] != "link")
            continue;
        const QString direction = QString::fromStdString(series.path[1]).section(' ', 1);
        const auto curve = run.curves->find(record::seriesName(series));
        if (curve == run.curves->end() || !directions.contains(direction))
            continue;
        if (const double value = valueOf(curve->second); std::isfinite(value))
            links[direction][QString::fromStdString(series.path[2])] = value;
    }
    QStringList lines;
    for (auto link = links.begin(); link != links.end(); ++link) {
        QStringList parts;
        if (link->contains("bytes"))
            parts += valueText(link->value("bytes"), "B/s");
        if (link->contains("mean"))
            parts += Facts::tr("busy %1").arg(valueText(link->value("mean"), "share"));
        lines += link.key() + ": " + parts.join(QStringLiteral(" · "));
    }
    return lines.join('\n');
}

} // namespace headroom::app
