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
    /// The height, from the top, at which a path runs through the box: that of its first port on the left or right,
    /// else the middle.
    qreal line() const;
    /// The part of sceneFrame() that has the line as its middle. Between boxes of which these are aligned, wires run
    /// straight, also if a box is taller because of a long title.
    QRectF frameAroundLine() const { return {pos(), QSizeF(size_.width(), 2 * line())}; }
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
    /// True if the user can choose its width. The width of other boxes follows from their content.
    virtual bool isResizable() const { return false; }
    virtual void setWidth(int) {}
    /// The width, as BlockWidth has it, in which the title fits on one line.
    virtual int fittingWidth() const { return static_cast<int>(size_.width()); }
    /// True if a point in the box's coordinates is on the handle at the right edge, which changes the width. Only a
    /// selected box has one, and ports take precedence.
    bool isAtHandle(const QPointF& point) const;
    /// Load share that tints the box; nullopt if it is not known.
    void setLoad(std::optional<double> load);
    std::optional<double> load() const { return load_; }
    /// Texts for assistive technology: the title of the box, and what else is written in it.
    virtual QString spokenName() const = 0;
    virtual QString spokenDetails() const = 0;

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

protected:
    void setGeometry(const QSizeF& size, const QVector<Port>& ports);
    /// Paints everything inside the frame. Called only at scales where it is readable.
    virtual void paintContent(QPainter* painter, const Colours& colours) const = 0;
    /// The whole of the texts that are shown shortened; empty if none are.
    virtual QString cutText() const { return {}; }
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
    void paintHandle(QPainter* painter, const Colours& colours) const;
    QRectF handle() const;
    void setHandleHovered(bool hovered);
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
    bool hovered_ = false, handleHovered_ = false;
};

} // namespace headroom::widgets
