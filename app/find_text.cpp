#include "app/find_text.h"

#include "project/declarations.h"

#include <QCoreApplication>

namespace headroom::app {

using widgets::ElementKind;
using widgets::ElementRef;

namespace {

QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

QString text(const project::Json& value)
{
    return text(value.is_string() ? value.get<std::string>() : value.dump());
}

class Search
{
    Q_DECLARE_TR_FUNCTIONS(Search)

public:
    explicit Search(const QString& sought) : sought_(sought) {}

    void run(const project::Project& project);
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
            const QString line = labelOf(declared, name) + ": " + text(value);
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
    void topology(const project::Topology& topology);

    QString sought_;
};

void Search::diagram(const project::Diagram& diagram, const QString& path, const QString& place)
{
    for (const project::Block& block : diagram.blocks) {
        if (full())
            return;
        const project::BlockType* type = project::findBlockType(block.type);
        const QString title = text(!block.name.empty() ? block.name : type ? type->label : block.id);
        const QString here = place + " › " + title;
        look(ElementRef::block(path, text(block.id)), here,
             {title, text(block.id), type ? text(type->label) : text(block.type)}, block.fields,
             type ? type->fields : project::Fields());
        for (const project::Diagram& inner : block.inner)
            this->diagram(inner, path + '/' + text(block.id), here);
    }
}

void Search::role(const project::Behaviour& behaviour)
{
    const project::Role& role = behaviour.role;
    const QString id = text(role.id);
    look({ElementKind::binding, {id}}, id, {id}, behaviour.bindings);
    for (const project::RoleParameter& parameter : role.parameters)
        look({ElementKind::binding, {id}}, id, {text(parameter.name) + ": " + text(parameter.value)});
    for (const project::Operation& operation : role.operations) {
        const QString place = id + " › " + text(operation.id);
        look({ElementKind::operation, {id, text(operation.id)}}, place, {text(operation.id)});
        for (const project::Diagram& drawn : operation.diagrams)
            diagram(drawn, text(project::diagramPath(role.id, operation.id, drawn.id)), place);
    }
}

void Search::topology(const project::Topology& topology)
{
    for (const project::NodeGroup& group : topology.groups) {
        const QString id = text(group.id), title = group.name.empty() ? id : text(group.name);
        const QString place = tr("Topology › %1").arg(title);
        QStringList words{title, id};
        for (const std::string& carried : group.roles)
            words.append(tr("role %1").arg(text(carried)));
        for (const project::VolumeBinding& volume : group.volumes)
            words.append(tr("volume %1 on %2").arg(text(volume.volume), text(volume.devices)));
        look(ElementRef::nodeGroup(id), place, words, group.fields, project::nodeGroupFields());
        for (const project::DeviceGroup& device : group.devices)
            look(ElementRef::device(id, text(device.id)), place + " › " + text(device.id), {text(device.id)},
                 device.fields, project::deviceFields());
    }
    for (const project::Fabric& fabric : topology.fabrics) {
        const QString id = text(fabric.id), place = tr("Topology › %1").arg(id);
        look({ElementKind::fabric, {id}}, place, {id}, fabric.fields, project::fabricFields());
        for (const project::Switch& device : fabric.switches) {
            const QString title = text(device.name.empty() ? device.id : device.name);
            look({ElementKind::networkSwitch, {id, text(device.id)}}, place + " › " + title, {title, text(device.id)},
                 device.fields, project::switchFields());
        }
        for (const project::Link& link : fabric.links) {
            const QString ends = tr("%1 to %2").arg(text(link.from), text(link.to));
            look({ElementKind::link, {id, text(link.id)}}, place + " › " + ends, {ends}, link.fields,
                 project::linkFields());
        }
    }
}

void Search::run(const project::Project& project)
{
    for (const project::Parameter& parameter : project.parameters)
        look(ElementRef::parameter(text(parameter.name)), tr("Parameter %1").arg(text(parameter.name)),
             {text(parameter.name), text(parameter.value), text(parameter.description)});
    for (const project::Behaviour& behaviour : project.behaviours)
        role(behaviour);
    topology(project.topology);
    for (const project::Selector& selector : project.selectors)
        look({ElementKind::selector, {text(selector.id)}}, tr("Selector %1").arg(text(selector.id)),
             {text(selector.id)}, selector.fields, project::selectorFields());
    for (const project::Workload& workload : project.workloads) {
        QStringList words{text(workload.id), tr("role %1").arg(text(workload.role))};
        for (const project::OperationShare& share : workload.operations)
            words.append(tr("operation %1").arg(text(share.operation)));
        look({ElementKind::workload, {text(workload.id)}}, tr("Workload %1").arg(text(workload.id)), words,
             workload.fields, project::workloadFields());
    }
    look({ElementKind::run, {}}, tr("Run"), {}, project.run, project::runFields());
}

} // namespace

QList<Hit> findText(const project::Project& project, const QString& sought)
{
    Search search(sought.trimmed());
    if (!sought.trimmed().isEmpty())
        search.run(project);
    return std::move(search.hits);
}

} // namespace headroom::app
