// The configuration of the runs: drawings, parameters, nodes, components.
#include "app/report/sections.h"

#include "project/resolve/resolver.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/diagram/view/export_diagram.h"
#include "widgets/document/edits/component_swap.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/document/lookup/component_title.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace headroom::app {

using widgets::report::Figure;
using widgets::report::Paragraph;
using widgets::report::Table;

namespace {

struct Configuration
{
    Q_DECLARE_TR_FUNCTIONS(ReportConfiguration)
};

constexpr int mostDrawings = 8; ///< of software; further ones are only counted

/// A drawing that would be unreadable on a page, even if it is turned, is shown in several figures.
void addDrawing(Parts& parts, widgets::CanvasScene& scene, const QString& caption)
{
    using widgets::report::widestFigure;
    const double text = widgets::smallestText();
    const auto drawing = widgets::vectorsOf(scene);
    if (drawing.size.width() <= widestFigure(text, true)) {
        parts.append(Figure{caption, drawing.picture, drawing.size, text});
        return;
    }
    const auto pieces = widgets::partsOf(scene, widestFigure(text, false));
    for (std::size_t i = 0; i < pieces.size(); ++i)
        parts.append(Figure{
            Configuration::tr("%1 Part %2 of %3, from left to right.").arg(caption).arg(i + 1).arg(pieces.size()),
            pieces[i].picture, pieces[i].size, text});
}

QString shown(const ReportedRun& run, const project::Json& value)
{
    return widgets::displayOf(run.project, run.library, value);
}

void addTopology(Parts& parts, widgets::DocumentModel& model, const ReportedRun& run, const QString& caption)
{
    const auto display = [&run](const project::Json& value) { return shown(run, value); };
    widgets::TopologyScene scene(model, display);
    scene.setLibrary(std::make_shared<project::ComponentLibrary>(run.library));
    addDrawing(parts, scene, caption);
}

/// The diagrams that are in effect, of operations whose diagram is not empty.
QStringList diagramsOf(const ReportedRun& run)
{
    QStringList paths;
    for (const project::Behaviour& behaviour : run.project.behaviours)
        for (const project::Operation& operation : behaviour.role.operations) {
            if (operation.diagrams.empty())
                continue;
            const QString level = operation.level.is_string() ? shown(run, operation.level) : QString();
            const project::Diagram* holds = &operation.diagrams.front();
            for (const project::Diagram& diagram : operation.diagrams)
                if (text(diagram.id) == level)
                    holds = &diagram;
            paths += text(project::diagramPath(behaviour.role.id, operation.id, holds->id));
        }
    return paths;
}

QString fabricOf(const ReportedRun& run)
{
    const project::Topology& topology = run.project.topology;
    return topology.fabric.is_string() ? shown(run, topology.fabric) : QString();
}

void addTopology(Parts& parts, const ReportedRun& run, const QString& caption)
{
    widgets::DocumentModel model;
    model.setProject(run.project);
    model.setFallbackPositions(widgets::libraryPositions(run.project, run.libraries));
    addTopology(parts, model, run, caption);
}

/// A table with a column for each run.
Table parameterTable(const Runs& runs, const QStringList& names, const QString& caption)
{
    Table table{caption, {Configuration::tr("Parameter")}, {}, static_cast<int>(runs.size()) + 2};
    for (const ReportedRun& run : runs)
        table.header += runs.size() > 1 ? run.name : Configuration::tr("Value");
    table.header += Configuration::tr("Meaning");
    for (const QString& name : names) {
        QStringList row{name};
        QString meaning;
        for (const ReportedRun& run : runs) {
            const project::Parameter* parameter = project::findParameter(run.project, name.toStdString());
            row += parameter ? shown(run, parameter->value) : dash;
            if (parameter && meaning.isEmpty())
                meaning = text(parameter->description);
        }
        table.rows.append(row << meaning);
    }
    return table;
}

/// The generic parameters of each system: those of different projects have nothing to do with each other.
void addParametersBySystem(Parts& parts, const Runs& runs)
{
    for (const ReportedRun* const system : systemsOf(runs)) {
        Runs own;
        std::copy_if(runs.begin(), runs.end(), std::back_inserter(own),
                     [&](const ReportedRun& run) { return run.summary.project == system->summary.project; });
        QStringList names;
        for (const project::Parameter& parameter : system->project.parameters)
            names += text(parameter.name);
        if (!names.isEmpty())
            parts.append(parameterTable(
                own, names, Configuration::tr("%1: generic parameters").arg(text(system->summary.project))));
    }
}

void addParameters(Parts& parts, const Runs& runs)
{
    if (ofSeveralSystems(runs)) {
        addParametersBySystem(parts, runs);
        return;
    }
    const QStringList differing = differingParameters(runs);
    QStringList alike;
    for (const project::Parameter& parameter : runs.front().project.parameters)
        if (!differing.contains(text(parameter.name)))
            alike += text(parameter.name);
    if (!differing.isEmpty())
        parts.append(parameterTable(runs, differing, Configuration::tr("Generic parameters that differ")));
    if (!alike.isEmpty())
        parts.append(parameterTable({runs.front()}, alike,
                                    runs.size() > 1 ? Configuration::tr("Generic parameters that are the same in all")
                                                    : Configuration::tr("Generic parameters")));
}

Table nodeTable(const ReportedRun& run, const Runs& runs)
{
    Table table{captionOf(run, runs, Configuration::tr("nodes")),
                {Configuration::tr("Group"), Configuration::tr("Processor"), Configuration::tr("Devices of each node"),
                 Configuration::tr("Roles"), Configuration::tr("Nodes")},
                {},
                4};
    project::Findings findings;
    project::Resolver resolver(run.project, run.library, findings);
    for (const project::NodeGroup& group : run.project.topology.groups) {
        const auto number = [&](const char* field) {
            return resolver.number(project::nodeGroupFields(), field, group.fields, {});
        };
        const auto* processor = resolver.component(project::nodeGroupFields(), "processor", group.fields, {});
        QStringList devices, roles;
        for (const project::DeviceGroup& device : group.devices) {
            const auto* component = resolver.component(project::deviceFields(), "component", device.fields, {});
            devices += Configuration::tr("%1 × %2")
                           .arg(resolver.number(project::deviceFields(), "count", device.fields, {}), 0, 'f', 0)
                           .arg(component ? text(component->model) : text(device.id));
        }
        for (const std::string& role : group.roles)
            roles += text(role);
        table.rows.append(
            {text(group.name.empty() ? group.id : group.name),
             processor ? Configuration::tr("%1 × %2").arg(number("sockets"), 0, 'f', 0).arg(text(processor->model))
                       : dash,
             devices.isEmpty() ? dash : devices.join(", "), roles.join(", "),
             QString::number(number("count"), 'f', 0)});
    }
    return table;
}

/// Ids of the components of the cluster. Those of fabrics that were not in use are on no bill.
std::set<std::string> componentsOf(const ReportedRun& run)
{
    std::set<std::string> ids;
    for (const record::GroupCost& cost : run.summary.costs)
        for (const record::BillLine& line : cost.lines)
            ids.insert(line.part);
    if (ids.empty()) // of an older result
        for (const auto& [id, count] : widgets::componentUses(run.project))
            ids.insert(id);
    return ids;
}

Table componentTable(const Runs& runs)
{
    Table table{Configuration::tr("Components and where their figures come from"),
                {Configuration::tr("Component"), Configuration::tr("Kind"), Configuration::tr("Key figures"),
                 Configuration::tr("Source")},
                {},
                4};
    QStringList seen;
    for (const ReportedRun& run : runs)
        for (const std::string& id : componentsOf(run)) {
            const project::Component* component = run.library.find(id);
            if (!component || seen.contains(text(id)))
                continue;
            seen += text(id);
            const QString confidence = text(component->confidence);
            table.rows.append(
                {widgets::titleOf(*component), text(component->kind), text(project::keyFigures(*component)),
                 confidence.isEmpty() ? text(component->source) : text(component->source) + " (" + confidence + ')'});
        }
    return table;
}

} // namespace

namespace {

/// "Clients 2, Proxy servers 2".
QString countsOf(const Table& nodes)
{
    QStringList counts;
    for (const QStringList& row : nodes.rows)
        counts += row.front() + ' ' + row.back();
    return counts.join(", ");
}

} // namespace

Parts configuration(const Runs& runs)
{
    Parts parts;
    QVector<QVector<QStringList>> told;         // the nodes of the runs
    QVector<std::pair<QString, QString>> drawn; // fabric, and how many nodes of which groups
    for (const ReportedRun& run : runs) {
        const QString prefix = prefixOf(run, runs),
                      groups = Configuration::tr("node groups with their parts and roles, switches, links.");
        const Table nodes = nodeTable(run, runs);
        if (told.contains(nodes.rows) && drawn.contains(std::pair(fabricOf(run), countsOf(nodes))))
            continue;
        if (const std::pair shape(fabricOf(run), countsOf(nodes)); !drawn.contains(shape)) {
            drawn.append(shape);
            addTopology(parts, run, (prefix.isEmpty() ? Configuration::tr("Hardware: ") : prefix) + groups);
        }
        told.append(nodes.rows);
        parts.append(nodes);
    }
    addParameters(parts, runs);
    parts.append(componentTable(runs));
    return parts;
}

namespace {

void addSoftware(Parts& parts, const ReportedRun& run, int most, const QString& prefix)
{
    widgets::DocumentModel model;
    model.setProject(run.project);
    model.setFallbackPositions(widgets::libraryPositions(run.project, run.libraries));
    const QStringList paths = diagramsOf(run);
    for (const QString& path : paths.mid(0, most)) {
        widgets::DiagramScene scene(model, path);
        scene.setLibrary(std::make_shared<project::ComponentLibrary>(run.library));
        const QString caption =
            Configuration::tr("How %1 handles %2.").arg(path.section('/', 0, 0), path.section('/', 1, 1));
        addDrawing(parts, scene, prefix + caption);
    }
    if (paths.size() > most)
        parts.append(
            Paragraph{prefix + Configuration::tr("The project has %1 behaviour diagrams in all.").arg(paths.size()),
                      Paragraph::Kind::note});
}

} // namespace

Parts software(const Runs& runs)
{
    Parts parts;
    const auto systems = systemsOf(runs);
    for (const ReportedRun* const system : systems)
        addSoftware(parts, *system, std::max(1, mostDrawings / static_cast<int>(systems.size())),
                    systems.size() > 1 ? text(system->summary.project) + ": " : QString());
    return parts;
}

} // namespace headroom::app
