// A box on a canvas: a block, a node group or a switch, with the ports wires begin and end at.
#pragma once

#include "widgets/diagram/canvas/items/port.h"

#include <QGraphicsItem>
#include <QStringList>

#include <optional>

namespace headroom::widgets {

struct Colours;

class BoxItem : public QGraphicsItem
{
public:
    enum
    {
        Type = UserType + 1
    };
    /// How a box takes part while a wire is being drawn.
    enum class DraftRole
    {
        none,
        source, ///< the wire begins here
        target, ///< the wire may end here
        refused
    };

    explicit BoxItem(QString id);
    int type() const override { return Type; }

    const QString& id() const { return id_; }
    QSizeF size() const { return size_; }
    QRectF frame() const { return {QPointF(), size_}; }
    QRectF sceneFrame() const { return {pos(), size_}; }
    const QVector<Port>& ports() const { return ports_; }
    const Port* findPort(const QString& name, bool output) const;
    /// The port under a point of the box's coordinates.
    const Port* portAt(const QPointF& point) const;

    void markWired(const QString& port, bool output);
    /// `ports` are those at which the wire begins or may end.
    void setDraft(DraftRole role, const QStringList& ports = {});
    /// Name of a colour that people gave it; empty: none.
    void setColour(const QString& name);
    const QString& colour() const { return colour_; }
    /// Drawn faintly: it is there and does nothing.
    void setDimmed(bool dimmed);
    bool isDimmed() const { return dimmed_; }
    /// Share of the load that tints the box; nothing: no load is known.
    void setLoad(std::optional<double> load);
    std::optional<double> load() const { return load_; }

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

protected:
    void setGeometry(const QSizeF& size, const QVector<Port>& ports);
    /// Everything inside the frame; only asked for where it can be read.
    virtual void paintContent(QPainter* painter, const Colours& colours) const = 0;
    /// Whether the names of the ports help to tell them apart.
    virtual bool namesPorts() const { return false; }

    void hoverEnterEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverMoveEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent* event) override;
    QVariant itemChange(GraphicsItemChange change, const QVariant& value) override;

private:
    void paintFrame(QPainter* painter, const Colours& colours, bool readable) const;
    void paintPorts(QPainter* painter, const Colours& colours) const;
    void paintPortNames(QPainter* painter, const Colours& colours) const;
    bool showsPorts() const;

    QString id_;
    QSizeF size_;
    QVector<Port> ports_;
    DraftRole draftRole_ = DraftRole::none;
    QStringList draftPorts_;
    QString colour_;
    bool dimmed_ = false;
    std::optional<double> load_;
    bool hovered_ = false;
};

} // namespace headroom::widgets
