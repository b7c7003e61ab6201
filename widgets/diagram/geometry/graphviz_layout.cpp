#include "widgets/diagram/geometry/graphviz_layout.h"

#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace headroom::widgets {

namespace {

constexpr double pointsPerInch = 72; // Graphviz uses points; a scene pixel counts as a point
constexpr qreal graphMargin = 40;

struct GraphEnd
{
    void operator()(Agraph_t* graph) const { agclose(graph); }
};

/// The library takes non-const texts, but does not change them.
void set(void* thing, std::string name, std::string value)
{
    std::string none;
    agsafeset(thing, name.data(), value.data(), none.data());
}

std::string inches(qreal pixels)
{
    return std::to_string(pixels / pointsPerInch);
}

void describe(Agraph_t* graph)
{
    set(graph, "rankdir", "LR");
    set(graph, "nodesep", inches(32)); // space for a wire and the names of ports
    set(graph, "ranksep", inches(48));
    set(graph, "splines", "false"); // the studio routes wires itself
    // Limits for its searches, in iterations per box. Without them a dense graph of 300 boxes takes a quarter of a
    // minute.
    set(graph, "nslimit", "1");
    set(graph, "nslimit1", "1");
    set(graph, "searchsize", "10");
}

std::vector<Agnode_t*> addBoxes(Agraph_t* graph, const QVector<LayoutBox>& boxes)
{
    std::vector<Agnode_t*> nodes;
    for (const LayoutBox& box : boxes) {
        std::string name = "n" + std::to_string(nodes.size());
        Agnode_t* node = agnode(graph, name.data(), 1);
        set(node, "shape", "box");
        set(node, "fixedsize", "true");
        set(node, "label", ""); // nothing to measure
        set(node, "width", inches(box.size.width()));
        set(node, "height", inches(box.size.height()));
        nodes.push_back(node);
    }
    return nodes;
}

/// The first successor of a box stays in line with it.
void addEdges(Agraph_t* graph, const std::vector<Agnode_t*>& nodes, const QVector<LayoutEdge>& edges)
{
    int last = -1;
    for (const LayoutEdge& edge : edges) {
        Agedge_t* added = agedge(graph, nodes[static_cast<std::size_t>(edge.from)],
                                 nodes[static_cast<std::size_t>(edge.to)], nullptr, 1);
        if (std::exchange(last, edge.from) != edge.from)
            set(added, "weight", "8");
        else
            set(added, "weight", "1");
    }
}

} // namespace

Positions graphvizLayout(const QVector<LayoutBox>& boxes, const QVector<LayoutEdge>& edges)
{
    // The library keeps global state (a font's name) even after its context is freed, so there is one context for all
    // graphs. It is never freed, because a layout may be running when the program ends.
    static std::mutex one;
    const std::lock_guard lock(one);
    static GVC_t* const context = gvContext();
    std::string name = "drawing";
    const std::unique_ptr<Agraph_t, GraphEnd> graph(agopen(name.data(), Agdirected, nullptr));
    if (!context || !graph)
        return {};
    describe(graph.get());
    const auto nodes = addBoxes(graph.get(), boxes);
    addEdges(graph.get(), nodes, withoutLoops(static_cast<int>(boxes.size()), edges));
    const std::string engine = "dot";
    if (gvLayout(context, graph.get(), engine.c_str()) != 0)
        return {};
    const boxf whole = GD_bb(graph.get());
    Positions positions;
    for (qsizetype i = 0; i < boxes.size(); ++i) {
        // Its y axis points upwards.
        const pointf middle = ND_coord(nodes[static_cast<std::size_t>(i)]);
        const QPointF centre(graphMargin + middle.x - whole.LL.x, graphMargin + whole.UR.y - middle.y);
        const QPointF space = snapped(centre - QPointF(boxes[i].size.width(), boxes[i].size.height()) / 2);
        positions[boxes[i].id] = space + QPointF(0, boxes[i].top);
    }
    gvFreeLayout(context, graph.get());
    return positions;
}

} // namespace headroom::widgets
