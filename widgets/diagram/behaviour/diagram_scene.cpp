#include "widgets/diagram/behaviour/diagram_scene.h"

#include "project/resolve/disabled.h"
#include "project/vocabulary/block_catalogue.h"
#include "widgets/diagram/behaviour/block_adding.h"
#include "widgets/diagram/geometry/graphviz_layout.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/model/rewrite_command.h"
#include "widgets/document/wires/wire_rules.h"
#include "widgets/theme/text.h"

#include <QGraphicsSceneDragDropEvent>
#include <QMimeData>

#include <algorithm>
#include <unordered_map>

namespace headroom::widgets {

namespace {

const project::Json* disabledExpression(const project::Block& block)
{
    const auto set = block.fields.find("disabled");
    return set != block.fields.end() && set->is_string() ? &*set : nullptr;
}

/// A box is laid out as if its line were its middle, so that wires in a row run straight.
LayoutBox layoutBox(const BoxItem& box)
{
    const qreal below = box.size().height() - box.line();
    const qreal above = std::max(box.line(), below);
    return {box.id(), {box.size().width(), 2 * above}, above - box.line()};
}

} // namespace

DiagramScene::DiagramScene(DocumentModel& model, const QString& path, QObject* parent)
    : CanvasScene(model, path, parent)
{
    connect(&model, &DocumentModel::changed, this, &DiagramScene::elementChanged);
    connect(&model, &DocumentModel::structureChanged, this, [this](const QString& changed) {
        if (changed == rolesPath) // the role may have changed or may have been renamed
            rebuild();
    });
    rebuild();
}

const project::Diagram* DiagramScene::diagram() const
{
    return project::findDiagram(model().project(), path().toStdString());
}

void DiagramScene::elementChanged(const ElementRef& element)
{
    // A block's fields are shown in its own lines and in those of a join that counts its paths.
    const bool isParameter = element.kind == ElementKind::parameter || element.kind == ElementKind::roleParameter ||
                             element.kind == ElementKind::binding;
    const bool parameterDisables = isParameter && hasDisabledByExpression();
    if (parameterDisables || (element.kind == ElementKind::block && element.ids.value(0) == path()))
        rebuild();
}

bool DiagramScene::hasDisabledByExpression() const
{
    const auto* shown = diagram();
    return shown && std::any_of(shown->blocks.begin(), shown->blocks.end(),
                                [](const auto& block) { return disabledExpression(block) != nullptr; });
}

void DiagramScene::setLibrary(Library library)
{
    library_ = std::move(library);
    if (hasDisabledByExpression())
        rebuild();
}

void DiagramScene::build()
{
    const auto* shown = diagram();
    if (!shown)
        return;
    const auto* behaviour = project::findBehaviour(model().project(), roleOfPath(path()).toStdString());
    const auto* operation =
        behaviour ? project::findOperation(behaviour->role, path().section('/', 1, 1).toStdString()) : nullptr;
    const project::BlockCatalogue& types = project::blockTypesOf(model().project());
    project::Findings unheard; // the checks report faulty expressions
    project::Resolver resolver(model().project(), *library_, unheard);
    const project::Scope scope = behaviour ? project::scopeOfDisabled(*behaviour, resolver) : resolver.globalScope();
    for (const auto& block : shown->blocks) {
        auto* item = new BlockItem(types, block, *shown, operation);
        if (const auto load = loads_.constFind(item->id()); load != loads_.constEnd())
            item->setLoad(*load);
        if (const auto present = present_.constFind(item->id()); present != present_.constEnd())
            item->setPresent(*present);
        const project::Json* expression = disabledExpression(block);
        item->setDimmed(expression ? project::isDisabledNow(*expression, {}, resolver, scope)
                                   : types.isDisabled(block));
        addBox(item);
    }
    int index = 0;
    for (const auto& wire : shown->wires) {
        const PortAddress from{text(wire.fromBlock), text(wire.fromPort), true};
        const PortAddress to{text(wire.toBlock), text(wire.toPort), false};
        for (const PortAddress& end : {from, to})
            if (BoxItem* item = box(end.box))
                item->markWired(end.port, end.output);
        addWire(new WireItem(index++, from, to, true));
    }
}

DiagramScene::Graph DiagramScene::graph() const
{
    Graph graph;
    const auto* shown = diagram();
    if (!shown)
        return graph;
    auto& [boxes, edges] = graph;
    QHash<std::string, int> index;
    const project::BlockCatalogue& types = project::blockTypesOf(model().project());
    for (const auto& block : shown->blocks) {
        index.insert(block.id, static_cast<int>(boxes.size()));
        boxes.append(layoutBox(*box(text(block.id))));
    }
    std::unordered_map<std::string, std::vector<const project::Wire*>> leaving;
    for (const auto& wire : shown->wires)
        leaving[wire.fromBlock].push_back(&wire);
    for (const auto& block : shown->blocks) {
        for (const auto& port : types.outputsOf(block)) {
            for (const auto* wire : leaving[block.id])
                if (wire->fromPort == port.name && index.contains(wire->toBlock))
                    edges.append({index[block.id], index[wire->toBlock]});
        }
    }
    return graph;
}

Positions DiagramScene::automaticPositions() const
{
    const auto [boxes, edges] = graph();
    return layeredLayout(boxes, edges);
}

std::function<Positions()> DiagramScene::arrangement() const
{
    return [graph = graph()] {
        const bool large = graph.boxes.size() > mostForGraphviz;
        const Positions found = large ? Positions() : graphvizLayout(graph.boxes, graph.edges);
        return found.isEmpty() ? layeredLayout(graph.boxes, graph.edges) : found;
    };
}

ElementRef DiagramScene::elementOf(const BoxItem& box) const
{
    return ElementRef::block(path(), box.id());
}

QString DiagramScene::refusal(const PortAddress& from, const PortAddress& to) const
{
    if (to.port.isEmpty())
        return tr("No wire leads into this block: a path starts here.");
    if (from.port.isEmpty())
        return tr("No wire leads out of this block: a path ends here.");
    return wireRefusal(model().project(), path(), wireOf(from, to));
}

void DiagramScene::connectPorts(const PortAddress& from, const PortAddress& to)
{
    widgets::addWire(model(), path(), wireOf(from, to));
}

void DiagramScene::deleteItems(const QStringList& boxes, const QVector<WireItem*>& wires)
{
    std::vector<project::Wire> doomed;
    if (const auto* shown = diagram())
        for (const WireItem* wire : wires)
            doomed.push_back(shown->wires.at(static_cast<std::size_t>(wire->index())));
    deleteBlocksAndWires(model(), path(), boxes, doomed);
}

void DiagramScene::setLoads(const QHash<QString, double>& loads)
{
    loads_ = loads;
    for (BoxItem* item : boxes()) {
        const auto load = loads_.constFind(item->id());
        item->setLoad(load == loads_.constEnd() ? std::nullopt : std::optional<double>(*load));
    }
    if (showsLoads() == loads_.isEmpty())
        setShowsLoads(!loads_.isEmpty());
}

void DiagramScene::setPresent(const QHash<QString, double>& requests)
{
    present_ = requests;
    for (BoxItem* item : boxes()) {
        const auto present = present_.constFind(item->id());
        if (auto* block = dynamic_cast<BlockItem*>(item))
            block->setPresent(present == present_.constEnd() ? std::nullopt : std::optional<double>(*present));
    }
}

QString DiagramScene::addBlockAt(const QString& type, const QPointF& middle)
{
    AddPlace place{middle, {}, -1};
    if (const WireItem* wire = drawn().wireAt(middle); wire && !drawn().boxAt(middle)) {
        place.wire = wire->index();
        const auto entries = entriesFor(place);
        if (std::none_of(entries.begin(), entries.end(), [&](const QuickEntry& entry) { return entry.key == type; }))
            place.wire = -1;
    }
    const QString id = addEntry(type, place);
    if (!id.isEmpty())
        selectBoxes({id});
    return id;
}

QString DiagramScene::emptyText() const
{
    return tr("Drag blocks here from the palette, or double-click one there.\nA path begins with Start.");
}

void DiagramScene::dragEnterEvent(QGraphicsSceneDragDropEvent* event)
{
    dragMoveEvent(event);
}

void DiagramScene::dragMoveEvent(QGraphicsSceneDragDropEvent* event)
{
    const bool known = diagram() && event->mimeData()->hasFormat(blockMimeType);
    event->setAccepted(known);
    if (known)
        event->setDropAction(Qt::CopyAction);
}

void DiagramScene::dropEvent(QGraphicsSceneDragDropEvent* event)
{
    const QString type = QString::fromUtf8(event->mimeData()->data(blockMimeType));
    event->setAccepted(!addBlockAt(type, event->scenePos()).isEmpty());
}

} // namespace headroom::widgets
