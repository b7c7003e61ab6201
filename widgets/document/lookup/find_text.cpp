#include "widgets/document/lookup/find_text.h"

#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/drawing_view.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

namespace headroom::widgets {

namespace {

QString written(const project::Json& value)
{
    return text(value.is_string() ? value.get<std::string>() : value.dump());
}

class Search
{
    Q_DECLARE_TR_FUNCTIONS(Search)

public:
    Search(const project::Project& project, const QString& sought) : project_(project), sought_(sought) {}

    void run();
    QList<Hit> hits;

private:
    bool full() const { return hits.size() >= mostHits; }

    /// One element: its own words first, then its fields. Only the first thing that holds the text counts.
    void look(const ElementRef& element, const QString& place, const QStringList& words,
              const project::Json& fields = {}, const project::Fields& declared = {})
    {
        if (full())
            return;
        for (const QString& word : words)
            if (word.contains(sought_, Qt::CaseInsensitive)) {
                hits.append({element, place, word});
                return;
            }
        if (!fields.is_object())
            return;
        for (const auto& [name, value] : fields.items()) {
            const QString line = labelOf(declared, name) + ": " + written(value);
            if (line.contains(sought_, Qt::CaseInsensitive)) {
                hits.append({element, place, line});
                return;
            }
        }
    }

    static QString labelOf(const project::Fields& declared, const std::string& name)
    {
        for (const auto& field : declared)
            if (field.name == name && !field.label.empty())
                return text(field.label);
        return text(name);
    }

    void diagram(const project::Diagram& diagram, const QString& path, const QString& place);
    void role(const project::Behaviour& behaviour);
    void topology();
    void group(const project::NodeGroup& group);
    void fabric(const project::Fabric& fabric);
    void load();
    void notes(const QString& path, const QString& place);

    const project::Project& project_;
    QString sought_;
};

void Search::diagram(const project::Diagram& diagram, const QString& path, const QString& place)
{
    for (const project::Block& block : diagram.blocks) {
        if (full())
            return;
        const project::BlockType* type = project::blockTypesOf(project_).find(block.type);
        const QString title = text(!block.name.empty() ? block.name : type ? type->label : block.id);
        const QString here = place + " › " + title;
        look(ElementRef::block(path, text(block.id)), here,
             {title, text(block.id), type ? text(type->label) : text(block.type)}, block.fields,
             type ? type->fields : project::Fields());
        for (const project::Diagram& inner : block.inner)
            this->diagram(inner, path + '/' + text(block.id), here);
    }
    notes(path, place);
}

void Search::notes(const QString& path, const QString& place)
{
    for (const Note& note : notesOf(project_, path))
        look({ElementKind::note, {path, note.id}}, tr("%1 › note").arg(place), {note.text.simplified()});
}

void Search::role(const project::Behaviour& behaviour)
{
    const project::Role& role = behaviour.role;
    const QString id = text(role.id);
    QStringList words{id, text(role.description)};
    for (const std::string& volume : role.volumes)
        words.append(tr("volume %1").arg(text(volume)));
    look({ElementKind::binding, {id}}, id, words, behaviour.bindings);
    for (const project::RoleParameter& parameter : role.parameters)
        look({ElementKind::binding, {id}}, id, {text(parameter.name) + ": " + written(parameter.value)});
    for (const project::Operation& operation : role.operations) {
        const QString place = id + " › " + text(operation.id);
        look({ElementKind::operation, {id, text(operation.id)}}, place,
             {text(operation.id), text(operation.description)});
        for (const project::Diagram& drawn : operation.diagrams)
            diagram(drawn, text(project::diagramPath(role.id, operation.id, drawn.id)), place);
    }
    const QString workers = tr("workers");
    look({ElementKind::workers, {id}}, id + " › " + workers, {workers}, role.workers, project::workersFields());
    for (const project::StateItem& state : role.state)
        look({ElementKind::state, {id, text(state.id)}}, id + " › " + text(state.id), {text(state.id)}, state.fields,
             project::stateFields());
}

void Search::topology()
{
    for (const project::NodeGroup& each : project_.topology.groups)
        group(each);
    for (const project::Fabric& each : project_.topology.fabrics)
        fabric(each);
    notes(topologyPath, tr("Topology"));
}

void Search::group(const project::NodeGroup& group)
{
    const QString id = text(group.id), title = group.name.empty() ? id : text(group.name);
    const QString place = tr("Topology › %1").arg(title);
    QStringList words{title, id};
    for (const std::string& carried : group.roles)
        words.append(tr("role %1").arg(text(carried)));
    look(ElementRef::nodeGroup(id), place, words, group.fields, project::nodeGroupFields());
    for (const project::Controller& controller : group.controllers)
        look({ElementKind::controller, {id, text(controller.id)}}, place + " › " + text(controller.id),
             {text(controller.id)}, controller.fields, project::controllerFields());
    for (const project::DeviceGroup& device : group.devices)
        look(ElementRef::device(id, text(device.id)), place + " › " + text(device.id), {text(device.id)}, device.fields,
             project::deviceFields());
    for (const project::VolumeBinding& volume : group.volumes) {
        const QString name = tr("volume %1").arg(text(volume.volume));
        look({ElementKind::volume, {id, text(volume.volume)}}, place + " › " + name,
             {tr("%1 on %2").arg(name, text(volume.devices))}, volume.fields, project::volumeFields());
    }
}

void Search::fabric(const project::Fabric& fabric)
{
    const QString id = text(fabric.id), place = tr("Topology › %1").arg(id);
    look({ElementKind::fabric, {id}}, place, {id, text(fabric.description)}, fabric.fields, project::fabricFields());
    for (const project::Switch& device : fabric.switches) {
        const QString title = text(device.name.empty() ? device.id : device.name);
        look({ElementKind::networkSwitch, {id, text(device.id)}}, place + " › " + title, {title, text(device.id)},
             device.fields, project::switchFields());
    }
    for (const project::Link& link : fabric.links) {
        const QString ends = tr("%1 to %2").arg(text(link.from), text(link.to));
        look({ElementKind::link, {id, text(link.id)}}, place + " › " + ends, {ends, text(link.id)}, link.fields,
             project::linkFields());
    }
}

/// What the system is asked for, and what happens to it.
void Search::load()
{
    for (const project::Selector& selector : project_.selectors)
        look({ElementKind::selector, {text(selector.id)}}, tr("Selector %1").arg(text(selector.id)),
             {text(selector.id)}, selector.fields, project::selectorFields());
    for (const project::Workload& workload : project_.workloads) {
        QStringList words{text(workload.id), tr("role %1").arg(text(workload.role))};
        for (const project::OperationShare& share : workload.operations)
            words.append(tr("operation %1").arg(text(share.operation)));
        look({ElementKind::workload, {text(workload.id)}}, tr("Workload %1").arg(text(workload.id)), words,
             workload.fields, project::workloadFields());
    }
    for (const project::Disturbance& disturbance : project_.disturbances)
        look({ElementKind::disturbance, {text(disturbance.id)}}, tr("Disturbance %1").arg(text(disturbance.id)),
             {text(disturbance.id)}, disturbance.fields, project::disturbanceFields());
}

void Search::run()
{
    for (const project::Parameter& parameter : project_.parameters)
        look(ElementRef::parameter(text(parameter.name)), tr("Parameter %1").arg(text(parameter.name)),
             {text(parameter.name), written(parameter.value), text(parameter.description)});
    for (const project::Behaviour& behaviour : project_.behaviours)
        role(behaviour);
    topology();
    load();
    look({ElementKind::run, {}}, tr("Run"), {}, project_.run, project::runFields());
    look({ElementKind::project, {}}, tr("Project"), {text(project_.name), text(project_.description)});
}

} // namespace

QList<Hit> findText(const project::Project& project, const QString& sought)
{
    Search search(project, sought.trimmed());
    if (!sought.trimmed().isEmpty())
        search.run();
    return std::move(search.hits);
}

} // namespace headroom::widgets
