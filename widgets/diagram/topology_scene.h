// The canvas of the topology: node groups, and the switches and links of the fabric that holds.
#pragma once

#include "widgets/diagram/canvas_scene.h"

#include <functional>

namespace headroom::widgets {

/// How busy the nodes of a group are, 0 … 1 each; nothing where it is not known.
struct GroupLoads
{
    std::optional<double> processor;
    std::optional<double> disk;
    std::optional<double> network;
};

class TopologyScene : public CanvasScene
{
    Q_OBJECT

public:
    /// Shown text of a field's value: parameters resolved, components by their model name.
    using Display = std::function<QString(const project::Json&)>;
    /// Id of the fabric that holds now.
    using ActiveFabric = std::function<QString()>;

    /// Without functions values show as they are written, and the fabric is the one the project names, else the first.
    explicit TopologyScene(DocumentModel& model, Display display = {}, ActiveFabric activeFabric = {},
                           QObject* parent = nullptr);

    QString fabric() const;
    /// Asks the functions again, e.g. after a parameter has changed.
    void refresh() { rebuild(); }
    /// By node group; empty: no loads are shown.
    void setLoads(const QHash<QString, GroupLoads>& loads);
    QString emptyText() const override;

protected:
    void build() override;
    Positions automaticPositions() const override;
    ElementRef elementOf(const BoxItem& box) const override;
    QString refusal(const PortAddress& from, const PortAddress& to) const override;
    void connectPorts(const PortAddress& from, const PortAddress& to) override;
    void deleteItems(const QStringList& boxes, const QVector<WireItem*>& wires) override;
    std::pair<WireEnd, WireEnd> endsOf(const WireItem& wire) const override;
    QVector<QuickEntry> entriesFor(const AddPlace& place) const override;
    QString addEntry(const QString& key, const AddPlace& place) override;
    bool isFree(const Port&) const override { return true; }
    QSizeF usualSize() const override { return {208, 112}; }
    QString clipFabric() const override { return fabric(); }

private:
    const project::Fabric* shownFabric() const;
    bool isGroup(const QString& id) const;
    void elementChanged(const ElementRef& element);
    QString shown(const project::Json& value) const;
    QString linkLabel(const project::Link& link, const project::Fabric& fabric) const;

    Display display_;
    ActiveFabric activeFabric_;
    QHash<QString, GroupLoads> loads_;
};

} // namespace headroom::widgets
