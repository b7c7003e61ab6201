// A box on a canvas: a block, a node group or a switch, with ports for wires.
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
    /// The role of a box while a wire is being drawn.
    enum class DraftRole
    {
        none,
        source, ///< the wire starts here
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
    /// The port at a point in the box's coordinates.
    const Port* portAt(const QPointF& point) const;

    void markWired(const QString& port, bool output);
    /// Puts the name of an output where neither its wire nor another box is. The corners and frames are the scene's.
    void placeName(const QString& port, const QVector<QPointF>& wire, const QVector<QRectF>& boxes);
    /// `ports` are the ports at which the wire starts or may end.
    void setDraft(DraftRole role, const QStringList& ports = {});
    /// Name of the colour that the user chose; empty: none.
    void setColour(const QString& name);
    const QString& colour() const { return colour_; }
    /// Draws the box faintly, because it is disabled.
    void setDimmed(bool dimmed);
    bool isDimmed() const { return dimmed_; }
    /// Load share that tints the box; nullopt if it is not known.
    void setLoad(std::optional<double> load);
    std::optional<double> load() const { return load_; }
    /// What assistive technology says of the box: its title, and what else is written in it.
    virtual QString spokenName() const = 0;
    virtual QString spokenDetails() const = 0;

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

protected:
    void setGeometry(const QSizeF& size, const QVector<Port>& ports);
    /// Paints everything inside the frame. Called only at scales where it is readable.
    virtual void paintContent(QPainter* painter, const Colours& colours) const = 0;
    /// True if port names are needed to distinguish the ports.
    virtual bool namesPorts() const { return false; }

    void hoverEnterEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverMoveEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent* event) override;
    QVariant itemChange(GraphicsItemChange change, const QVariant& value) override;

private:
    void paintFrame(QPainter* painter, const Colours& colours, qreal scale) const;
    void paintPorts(QPainter* painter, const Colours& colours) const;
    void paintPortNames(QPainter* painter, const Colours& colours) const;
    bool showsPorts() const;
    QRectF nameRect(const Port& port) const;

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
