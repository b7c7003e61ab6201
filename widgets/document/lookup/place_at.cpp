#include "widgets/document/lookup/place_at.h"
#include "widgets/theme/text.h"

namespace headroom::widgets {

namespace {

/// What is left of a pointer while one goes into the document.
class Way
{
public:
    explicit Way(const QString& pointer)
    {
        for (const QString& part : pointer.mid(1).split('/'))
            parts_.append(QString(part).replace("~1", "/").replace("~0", "~"));
    }

    QString next() { return at_ < parts_.size() ? parts_[at_++] : QString(); }
    /// Goes on if the next part is this one.
    bool take(const char* word)
    {
        const bool is = at_ < parts_.size() && parts_[at_] == word;
        at_ += is ? 1 : 0;
        return is;
    }
    template <class Items>
    const typename Items::value_type* itemOf(const Items& items)
    {
        bool isNumber = false;
        const std::size_t i = next().toULongLong(&isNumber);
        return isNumber && i < items.size() ? &items[i] : nullptr;
    }
    /// The element, with the next part as its field.
    Place at(const ElementRef& element) { return {element, next()}; }

private:
    QStringList parts_;
    qsizetype at_ = 0;
};

std::optional<Place> inDiagram(const project::Diagram& diagram, const QString& path, Way& way)
{
    if (!way.take("blocks"))
        return {};
    const project::Block* block = way.itemOf(diagram.blocks);
    if (!block)
        return {};
    if (way.take("inner") && !block->inner.empty())
        if (auto deeper = inDiagram(block->inner.front(), path + '/' + text(block->id), way))
            return deeper;
    return way.at(ElementRef::block(path, text(block->id)));
}

Place inOperation(const project::Role& role, const project::Operation& operation, Way& way)
{
    if (way.take("diagrams"))
        if (const project::Diagram* diagram = way.itemOf(operation.diagrams))
            if (auto place = inDiagram(*diagram, text(project::diagramPath(role.id, operation.id, diagram->id)), way))
                return *place;
    return way.at({ElementKind::operation, {text(role.id), text(operation.id)}});
}

std::optional<Place> inBehaviour(const project::Project& project, Way& way)
{
    const project::Behaviour* behaviour = way.itemOf(project.behaviours);
    if (!behaviour)
        return {};
    const project::Role& role = behaviour->role;
    const ElementRef whole{ElementKind::binding, {text(role.id)}};
    if (way.take("bindings"))
        return way.at(whole);
    if (!way.take("definition"))
        return Place{whole, {}};
    if (way.take("operations")) {
        const project::Operation* operation = way.itemOf(role.operations);
        return operation ? inOperation(role, *operation, way) : Place{whole, {}};
    }
    if (way.take("workers"))
        return way.at({ElementKind::workers, {text(role.id)}});
    if (way.take("state"))
        if (const auto* item = way.itemOf(role.state))
            return way.at({ElementKind::state, {text(role.id), text(item->id)}});
    return Place{whole, way.next()};
}

std::optional<Place> inGroup(const project::NodeGroup& group, Way& way)
{
    const QString id = text(group.id);
    if (way.take("devices"))
        if (const auto* device = way.itemOf(group.devices))
            return way.at(ElementRef::device(id, text(device->id)));
    if (way.take("controllers"))
        if (const auto* controller = way.itemOf(group.controllers))
            return way.at({ElementKind::controller, {id, text(controller->id)}});
    if (way.take("volumes"))
        if (const auto* volume = way.itemOf(group.volumes))
            return way.at({ElementKind::volume, {id, text(volume->volume)}});
    return way.at(ElementRef::nodeGroup(id));
}

Place inFabric(const project::Fabric& fabric, Way& way)
{
    const QString id = text(fabric.id);
    if (way.take("switches"))
        if (const auto* device = way.itemOf(fabric.switches))
            return way.at({ElementKind::networkSwitch, {id, text(device->id)}});
    if (way.take("links"))
        if (const auto* link = way.itemOf(fabric.links))
            return way.at({ElementKind::link, {id, text(link->id)}});
    return way.at({ElementKind::fabric, {id}});
}

std::optional<Place> inTopology(const project::Topology& topology, Way& way)
{
    if (way.take("groups")) {
        const project::NodeGroup* group = way.itemOf(topology.groups);
        return group ? inGroup(*group, way) : std::nullopt;
    }
    if (way.take("fabrics"))
        if (const project::Fabric* fabric = way.itemOf(topology.fabrics))
            return inFabric(*fabric, way);
    return way.at({ElementKind::topology, {}});
}

std::optional<Place> inWorkload(const project::Project& project, Way& way)
{
    const project::Workload* workload = way.itemOf(project.workloads);
    if (!workload)
        return {};
    if (way.take("operations"))
        if (const auto* share = way.itemOf(workload->operations))
            return way.at({ElementKind::share, {text(workload->id), text(share->operation)}});
    return way.at({ElementKind::workload, {text(workload->id)}});
}

} // namespace

std::optional<Place> placeAt(const project::Project& project, const QString& pointer)
{
    Way way(pointer);
    if (way.take("behaviours"))
        return inBehaviour(project, way);
    if (way.take("topology"))
        return inTopology(project.topology, way);
    if (way.take("workloads"))
        return inWorkload(project, way);
    if (way.take("run"))
        return way.at({ElementKind::run, {}});
    if (way.take("parameters")) {
        if (const auto* parameter = way.itemOf(project.parameters))
            return way.at(ElementRef::parameter(text(parameter->name)));
    } else if (way.take("selectors")) {
        if (const auto* selector = way.itemOf(project.selectors))
            return way.at({ElementKind::selector, {text(selector->id)}});
    } else if (way.take("disturbances")) {
        if (const auto* disturbance = way.itemOf(project.disturbances))
            return way.at({ElementKind::disturbance, {text(disturbance->id)}});
    }
    return {};
}

} // namespace headroom::widgets
