// A wire or link between two boxes, with the route that the scene computed last.
#pragma once

#include "widgets/diagram/canvas/items/box_item.h"

#include <QGraphicsItem>
#include <QPainterPath>

namespace headroom::widgets {

/// The current traffic of a wire.
struct WireTraffic
{
    double share = 0;   ///< 0 … 1 of its capacity, or of the busiest wire of the drawing; determines the line width
    QString text;       ///< "4 820 /s"
    QString facts = {}; ///< further figures for the tool tip, some lines; may be empty
};

class WireItem : public QGraphicsItem
{
public:
    enum
    {
        Type = UserType + 2
    };

    /// `index` is the position of the wire in the document's list. Links have no direction and so no arrowhead.
    WireItem(int index, PortAddress from, PortAddress to, bool arrow);
    int type() const override { return Type; }

    int index() const { return index_; }
    const PortAddress& from() const { return from_; }
    const PortAddress& to() const { return to_; }
    bool isDirected() const { return arrow_; }
    bool touches(const QString& box) const { return from_.box == box || to_.box == box; }

    /// The key of its bends in the document.
    QString key() const;
    /// The points through which the user has routed the wire.
    void setBends(const QVector<QPointF>& bends) { bends_ = bends; }
    const QVector<QPointF>& bends() const { return bends_; }
    const QVector<QPointF>& corners() const { return corners_; }
    /// The point halfway along the wire.
    QPointF middle() const { return path_.pointAtPercent(0.5); }

    /// The width of its line in scene units, unless it is selected or drawn very small.
    qreal width() const;
    /// True if it crosses a rectangle; testing its shape would be much slower.
    bool runsThrough(const QRectF& rect) const;

    void setCorners(const QVector<QPointF>& corners);
    /// Text at the middle of the wire, e.g. its rate.
    void setLabel(const QString& label);
    const QString& label() const { return label_; }
    /// Shown as line width and a number; nullopt if it is not known.
    void setTraffic(const std::optional<WireTraffic>& traffic);
    const std::optional<WireTraffic>& traffic() const { return traffic_; }
    /// Number of parallel lines: two or more for bonded cables.
    void setStrands(int strands);
    int strands() const { return strands_; }

    /// A place at which the label can stand.
    struct LabelPlace
    {
        QRectF rect = {};     ///< empty: no label is shown
        bool upright = false; ///< the text is turned by 90°
        QString text = {};    ///< as long as there is room
    };
    /// The best place comes first. Empty if no label is shown.
    QVector<LabelPlace> labelPlaces() const;
    /// Puts the label at one of labelPlaces().
    void setLabelPlace(int index);
    QRectF labelRect() const { return labelPlace().rect; }

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

protected:
    void hoverEnterEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverMoveEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent* event) override;

private:
    void paintGrips(QPainter* painter, const Colours& colours) const;
    void paintStrands(QPainter* painter, const Colours& colours) const;
    void paintArrow(QPainter* painter) const;
    LabelPlace labelPlace() const;
    LabelPlace usualPlace() const;
    LabelPlace placeAt(const QLineF& segment, qreal share, bool upright) const;
    QString shortLabel(qreal room) const;
    void paintLabel(QPainter* painter, const LabelPlace& place, const Colours& colours) const;
    QString shownLabel() const;

    int index_;
    PortAddress from_, to_;
    bool arrow_;
    int strands_ = 1;
    int labelPlace_ = 0; ///< index in labelPlaces()
    bool hovered_ = false;
    QVector<QPointF> corners_, bends_;
    QPainterPath path_;
    QString label_;
    std::optional<WireTraffic> traffic_;
};

} // namespace headroom::widgets
