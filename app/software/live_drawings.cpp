#include "app/software/live_drawings.h"

#include "app/document/document_files.h"
#include "app/hardware/topology_page.h"
#include "app/outline/canvas_tab.h"
#include "app/runs/run_difference.h"
#include "app/software/drawn_facts.h"
#include "project/file/json_writer.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/diagram/view/canvas_view.h"
#include "widgets/document/model/document_model.h"
#include "widgets/theme/axis_text.h"
#include "widgets/theme/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int frameMs = 100;
constexpr double smoothing = 0.01;   // share of the run to average over
constexpr double worthSaying = 0.05; // smallest displayed number of requests at a block

void raise(std::optional<double>& load, double value)
{
    if (std::isfinite(value))
        load = std::max(load.value_or(0), value);
}

/// Adds the value of a series or resource "processor", "network", "disk data", "disk data queue" of a group.
void take(GroupLoads& group, const std::string& what, double value)
{
    const QString name = QString::fromStdString(what);
    if (name == "processor")
        raise(group.processor, value);
    else if (name == "network")
        raise(group.network, value);
    else if (name.startsWith("disk ") && name.endsWith(" queue"))
        raise(group.diskQueue, value);
    else if (name.startsWith("disk ") && std::isfinite(value)) {
        raise(group.disk, value);
        group.devices[name.mid(5)] = value;
    }
}

/// The names that the engine gives a box of the topology as the end of a link: a tier's name depends on the fabric.
QStringList namesOfEnd(const QString& box)
{
    if (box.endsWith("/leaves"))
        return {"leaf", "edge", "outer"};
    if (box.endsWith("/aggregations"))
        return {"aggregation"};
    if (box.endsWith("/spines"))
        return {"spine", "core", "middle"};
    return {box};
}

} // namespace

LiveDrawings::LiveDrawings(RunController& controller, const DocumentModel& model, const DocumentFiles& files,
                           CanvasTab& software, CanvasTab& topology, TopologyPage& page, OperationPath operationPath,
                           QObject* parent)
    : QObject(parent), controller_(controller), model_(model), files_(files), software_(software), topology_(topology),
      page_(page), operationPath_(std::move(operationPath))
{
    timer_.setSingleShot(true);
    timer_.setInterval(frameMs);
    connect(&timer_, &QTimer::timeout, this, &LiveDrawings::show);
    connect(&controller_.cursor(), &TimeCursor::changed, this, [this] {
        if (!timer_.isActive())
            timer_.start();
    });
    connect(&controller_, &RunController::begun, this, [this] {
        readSeries();
        show();
    });
    connect(&controller_, &RunController::finished, this, &LiveDrawings::show);
    const auto changed = [this] {
        drawn_.reset();
        timer_.start();
    };
    connect(&model_, &DocumentModel::changed, this, changed);
    connect(&model_, &DocumentModel::structureChanged, this, changed);
    connect(&model_, &DocumentModel::replaced, this, changed);
    connect(&files_, &DocumentFiles::libraryChanged, this, changed);
    connect(&software_, &CanvasTab::sceneChanged, this, &LiveDrawings::show);
    connect(&topology_, &CanvasTab::sceneChanged, this, &LiveDrawings::show);
}

bool LiveDrawings::showsWhole(const Run& run) const
{
    return run.summary && controller_.cursor().isFollowing();
}

std::pair<double, double> LiveDrawings::spanOf(const Run& run) const
{
    const double span = std::max({run.intervalS, run.durationS * smoothing, 1e-9});
    const double until = std::max(controller_.cursor().time(), run.intervalS); // before the first sample there is none
    return {std::max(0.0, until - span), until};
}

double LiveDrawings::valueOf(const CurveData& curve) const
{
    const Run& run = *controller_.history().current();
    const auto [from, until] = showsWhole(run) ? std::pair(run.summary->warmUpS, run.summary->simulatedS) : spanOf(run);
    const double rounding = (until - from) * 1e-6; // of the cursor's position on a sample
    return curve.mean(from + rounding, until + rounding).value_or(std::numeric_limits<double>::quiet_NaN());
}

QString LiveDrawings::momentText(const Run& run) const
{
    const auto [from, until] = showsWhole(run) ? std::pair(run.summary->warmUpS, run.summary->simulatedS) : spanOf(run);
    return tr("run %1, mean of %2 to %3").arg(run.number).arg(tickText(from, "s"), tickText(until, "s"));
}

QString LiveDrawings::warningOf(const Run& run)
{
    if (!drawn_) {
        drawn_.emplace();
        drawn_->parameters = parametersOf(model_.project(), *files_.library());
        drawn_->sections = sectionsOf(project::toText(model_.project()));
    }
    return drawnOtherwise(run, *drawn_);
}

void LiveDrawings::show()
{
    const Run* run = controller_.history().current();
    if (!run) {
        nodes_.clear();
        return clear();
    }
    if (!run->hasCurves())
        nodes_.clear();
    if (!run->hasCurves() && !run->summary)
        return clear();
    showSoftware(*run);
    if (topology_.isVisible())
        showTopology(*run);
}

void LiveDrawings::clear()
{
    if (auto* scene = qobject_cast<DiagramScene*>(software_.scene()); scene && scene->showsLoads()) {
        scene->setLoads({});
        scene->setPresent({});
        scene->setTraffic({});
    }
    if (auto* scene = qobject_cast<TopologyScene*>(topology_.scene()); scene && scene->showsLoads()) {
        scene->setLoads({});
        scene->setTraffic({});
        page_.setLoads({});
    }
}

/// Finds the series of each node once per run, because lookups by name would be slow for each frame.
void LiveDrawings::readSeries()
{
    nodes_.clear();
    places_.clear();
    const Run* run = controller_.history().current();
    QStringList groups;
    for (const auto& series : run->series)
        if (series.path.size() == 3 && series.path[0] == "node group" && series.path[2] == "processor")
            groups.append(QString::fromStdString(series.path[1]));
    for (const auto& series : run->series) {
        if (series.path.size() != 3 || series.path[0] != "node" || series.unit != "share" || record::isHitRatio(series))
            continue;
        const QString node = QString::fromStdString(series.path[1]);
        const int dash = static_cast<int>(node.lastIndexOf('-'));
        bool numbered = false;
        const int number = node.mid(dash + 1).toInt(&numbered);
        NodeSeries one;
        if (groups.contains(node)) // the only node of its group
            one.group = node;
        else if (dash > 0 && numbered && number > 0 && groups.contains(node.left(dash))) {
            one.group = node.left(dash);
            one.node = number - 1;
        } else {
            continue;
        }
        places_.insert(node, {one.group, one.node});
        one.part = series.path[2] == "processor" ? NodeSeries::processor
                   : series.path[2] == "network" ? NodeSeries::network
                                                 : NodeSeries::disk;
        const auto curve = run->curves->find(record::seriesName(series));
        if (curve == run->curves->end())
            continue;
        one.curve = &curve->second;
        nodes_.push_back(one);
    }
}

LiveDrawings::Blocks LiveDrawings::blocksAt(const Run& run, const std::string& diagram, const QString& prefix) const
{
    Blocks blocks;
    for (const auto& series : run.series) {
        if (!record::ofBlock(series) || series.path[1] != diagram)
            continue;
        const QString name = QString::fromStdString(series.path[2]);
        const auto curve = run.curves->find(record::seriesName(series));
        if (!name.startsWith(prefix) || curve == run.curves->end())
            continue;
        const double value = valueOf(curve->second);
        if (!std::isfinite(value))
            continue;
        const QString inside = name.mid(prefix.size());
        BlockNow& block = blocks[inside.section('.', 0, 0)];
        if (series.path[3] == "present")
            block.present += value;
        else if (!inside.contains('.'))
            block.visits = value;
    }
    return blocks;
}

LiveDrawings::Blocks LiveDrawings::blocksOfWhole(const Run& run, const std::string& diagram,
                                                 const QString& prefix) const
{
    const double window = run.summary->simulatedS - run.summary->warmUpS;
    std::set<std::string> groups; // the summary has entries for groups and for the blocks inside them
    for (const auto& block : run.summary->blocks)
        if (block.diagram == diagram)
            for (std::size_t dot = block.block.find('.'); dot != std::string::npos;
                 dot = block.block.find('.', dot + 1))
                groups.insert(block.block.substr(0, dot));
    Blocks blocks;
    for (const auto& block : run.summary->blocks) {
        const QString name = QString::fromStdString(block.block);
        if (block.diagram != diagram || !name.startsWith(prefix) || groups.contains(block.block) || !(window > 0))
            continue;
        const QString inside = name.mid(prefix.size());
        BlockNow& now = blocks[inside.section('.', 0, 0)];
        const double visits = static_cast<double>(block.visits) / window;
        now.present += visits * block.meanS;
        if (!inside.contains('.'))
            now.visits = visits;
    }
    return blocks;
}

void LiveDrawings::showSoftware(const Run& run)
{
    auto* scene = qobject_cast<DiagramScene*>(software_.scene());
    if (!scene)
        return;
    // Blocks in groups are named "group.block"; a group shows the sum of all its blocks.
    const auto [operation, groups] = operationPath_(scene->path());
    const QString prefix = groups.isEmpty() ? QString() : groups + '.';
    const Blocks blocks = showsWhole(run) ? blocksOfWhole(run, operation.toStdString(), prefix)
                                          : blocksAt(run, operation.toStdString(), prefix);
    double sum = 0;
    for (const BlockNow& block : blocks)
        sum += block.present;
    QHash<QString, double> shares, present;
    for (auto block = blocks.begin(); block != blocks.end(); ++block) {
        shares[block.key()] = sum > 0 ? block->present / sum : 0;
        if (block->present >= worthSaying)
            present[block.key()] = block->present;
    }
    scene->setLoads(shares);
    scene->setPresent(present);
    showTraffic(*scene, blocks);
    software_.view()->setLoadCaption(tr("Share of the time at blocks, requests at them, %1").arg(momentText(run)),
                                     warningOf(run));
}

/// A request leaves a block by one of its wires. The rate of a wire is known if it is the only one that leaves its
/// block, or the only one that enters its target.
void LiveDrawings::showTraffic(DiagramScene& scene, const Blocks& blocks) const
{
    QHash<QString, int> leaving, arriving;
    for (const WireItem* wire : scene.wires()) {
        ++leaving[wire->from().box];
        ++arriving[wire->to().box];
    }
    QHash<QString, double> rates;
    double most = 0;
    for (const WireItem* wire : scene.wires()) {
        const auto known = leaving[wire->from().box] == 1  ? blocks.constFind(wire->from().box)
                           : arriving[wire->to().box] == 1 ? blocks.constFind(wire->to().box)
                                                           : blocks.constEnd();
        if (known == blocks.constEnd() || !(known->visits > 0))
            continue;
        rates[wire->key()] = known->visits;
        most = std::max(most, known->visits);
    }
    QHash<QString, WireTraffic> traffic;
    for (auto rate = rates.begin(); rate != rates.end(); ++rate)
        traffic[rate.key()] = {*rate / most, valueText(*rate, "1/s")};
    scene.setTraffic(traffic);
}

QHash<QString, GroupLoads> LiveDrawings::groupsAt(const Run& run) const
{
    QHash<QString, GroupLoads> loads;
    for (const auto& series : run.series) {
        if (series.path.size() != 3 || series.path[0] != "node group" || (series.unit != "share" && series.unit != "1"))
            continue;
        const auto curve = run.curves->find(record::seriesName(series));
        GroupLoads& group = loads[QString::fromStdString(series.path[1])];
        if (curve != run.curves->end())
            take(group, series.path[2], valueOf(curve->second));
    }
    for (const NodeSeries& one : nodes_) {
        const double value = valueOf(*one.curve);
        QVector<NodeLoad>& nodes = loads[one.group].nodes;
        if (nodes.size() <= one.node)
            nodes.resize(one.node + 1);
        NodeLoad& node = nodes[one.node];
        raise(one.part == NodeSeries::processor ? node.processor
              : one.part == NodeSeries::network ? node.network
                                                : node.disk,
              value);
    }
    return loads;
}

QHash<QString, GroupLoads> LiveDrawings::groupsOfWhole(const Run& run) const
{
    QHash<QString, GroupLoads> loads;
    for (const auto& resource : run.summary->resources) {
        if (resource.nodeGroup == "link" || resource.nodeGroup == "switch")
            continue;
        GroupLoads& group = loads[QString::fromStdString(resource.nodeGroup)];
        take(group, resource.resource, resource.utilisationMean);
        if (resource.resource.starts_with("disk "))
            take(group, resource.resource + " queue", resource.queueMean);
    }
    addNodeLoads(*run.summary, loads);
    return loads;
}

LiveDrawings::Links LiveDrawings::linksOf(const Run& run) const
{
    Links links;
    const auto take = [&](const std::string& name, bool busiest, double value) {
        LinkNow& link = links[QString::fromStdString(name).section(' ', 1)];
        raise(busiest ? link.busiest : link.mean, value);
    };
    if (showsWhole(run)) {
        for (const auto& resource : run.summary->resources)
            if (resource.nodeGroup == "link") {
                take(resource.resource, false, resource.utilisationMean);
                take(resource.resource, true, resource.utilisationMax);
            }
        return links;
    }
    for (const auto& series : run.series)
        if (series.path.size() == 3 && series.path[0] == "link" && series.unit == "share")
            if (const auto curve = run.curves->find(record::seriesName(series)); curve != run.curves->end())
                take(series.path[1], series.path[2] == "busiest", valueOf(curve->second));
    return links;
}

/// Shows the direction of a link that has the busier cable.
std::optional<WireTraffic> LiveDrawings::trafficOf(const WireItem& wire, const Links& links) const
{
    constexpr double worthTelling = 0.05; // by which the busiest cable differs from the mean
    LinkNow busier;
    for (const QString& from : namesOfEnd(wire.from().box))
        for (const QString& to : namesOfEnd(wire.to().box))
            for (const QString& direction : {from + "→" + to, to + "→" + from})
                if (const LinkNow link = links.value(direction);
                    link.busiest.value_or(-1) > busier.busiest.value_or(-1))
                    busier = link;
    if (!busier.busiest || !busier.mean)
        return {};
    return WireTraffic{*busier.busiest,
                       *busier.busiest - *busier.mean > worthTelling
                           ? tr("%1, busiest %2").arg(percentText(*busier.mean), percentText(*busier.busiest))
                           : percentText(*busier.mean),
                       {}};
}

void LiveDrawings::showTopology(const Run& run)
{
    auto* scene = qobject_cast<TopologyScene*>(topology_.scene());
    if (!scene)
        return;
    QHash<QString, GroupLoads> loads = showsWhole(run) ? groupsOfWhole(run) : groupsAt(run);
    const ValueOfCurve value = [this](const CurveData& curve) { return valueOf(curve); };
    addFacts(
        run, value,
        [this](const QString& node) {
            return places_.value(node, {QString(), 0});
        },
        loads);
    scene->setLoads(loads);
    page_.setLoads(loads);
    const Links links = linksOf(run);
    QHash<QString, WireTraffic> traffic;
    for (const WireItem* wire : scene->wires())
        if (auto known = trafficOf(*wire, links)) {
            known->facts = factsOfLink(run, value, namesOfEnd(wire->from().box), namesOfEnd(wire->to().box));
            traffic[wire->key()] = *known;
        } else if (const auto group = loads.constFind(wire->from().box); group != loads.constEnd() && group->network)
            traffic[wire->key()] = {*group->network, percentText(*group->network)}; // of a run without link rows
    scene->setTraffic(traffic);
    topology_.view()->setLoadCaption(tr("Load, I/Os at each disk, %1").arg(momentText(run)), warningOf(run));
    if (fitted_ != scene)
        topology_.view()->fit(); // the boxes have grown by the load bars
    fitted_ = scene;
}

} // namespace headroom::app
