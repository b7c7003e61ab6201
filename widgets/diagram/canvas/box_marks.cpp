#include "widgets/diagram/canvas/box_marks.h"

#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/canvas/items/box_item.h"
#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/theme/severity_sign.h"

#include <QPainter>

namespace headroom::widgets {

namespace {

constexpr qreal badgeSize = 16;
constexpr qreal haloReach = 5;

/// An item on a box that is not part of the drawing.
class MarkItem : public QGraphicsItem
{
public:
    enum
    {
        Type = UserType + 40
    };
    explicit MarkItem(BoxItem* box) : QGraphicsItem(box) {}
    int type() const override { return Type; }
    const BoxItem& box() const { return *static_cast<const BoxItem*>(parentItem()); }
    /// Called when the box may have another size.
    virtual void fit() = 0;
};

/// Has the same size on the screen at every zoom, so that no problem is overlooked.
class BadgeItem : public MarkItem
{
public:
    BadgeItem(BoxItem* box, const BoxBadge& badge) : MarkItem(box), severity_(badge.severity)
    {
        setFlag(ItemIgnoresTransformations);
        setZValue(1);
        setToolTip(badge.text);
        BadgeItem::fit();
    }
    void fit() override { setPos(box().frame().topRight()); }
    QRectF boundingRect() const override { return {-badgeSize / 2, -badgeSize / 2, badgeSize, badgeSize}; }

    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override
    {
        const Colours& c = colours(scene()->palette());
        paintSeverity(*painter, boundingRect().adjusted(1, 1, -1, -1), severity_, c, c.canvas);
    }

private:
    project::Severity severity_;
};

class HaloItem : public MarkItem
{
public:
    explicit HaloItem(BoxItem* box) : MarkItem(box), around_(box->frame()) { setFlag(ItemStacksBehindParent); }
    void fit() override
    {
        if (around_ == box().frame())
            return;
        prepareGeometryChange();
        around_ = box().frame();
    }
    QRectF boundingRect() const override
    {
        return around_.adjusted(-haloReach - 1, -haloReach - 1, haloReach + 1, haloReach + 1);
    }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override
    {
        QColor colour = colours(scene()->palette()).warning;
        painter->setPen(QPen(colour, 2));
        colour.setAlphaF(0.25F);
        painter->setBrush(colour);
        painter->drawRoundedRect(around_.adjusted(-haloReach, -haloReach, haloReach, haloReach), 9, 9);
    }

private:
    QRectF around_;
};

QList<MarkItem*> marksOf(const BoxItem& box)
{
    QList<MarkItem*> marks;
    for (QGraphicsItem* child : box.childItems())
        if (child->type() == MarkItem::Type)
            marks.append(static_cast<MarkItem*>(child));
    return marks;
}

} // namespace

BoxMarks::BoxMarks(CanvasScene& scene) : QObject(&scene), scene_(scene)
{
    connect(&scene, &CanvasScene::contentChanged, this, &BoxMarks::place);
}

void BoxMarks::setBadges(const QHash<QString, BoxBadge>& badges)
{
    for (auto entry = badges_.begin(); entry != badges_.end(); ++entry)
        if (const BoxItem* box = scene_.box(entry.key()))
            qDeleteAll(marksOf(*box));
    badges_ = badges;
    place();
}

void BoxMarks::setFound(const QSet<QString>& boxes)
{
    for (const QString& id : found_)
        if (const BoxItem* box = scene_.box(id))
            qDeleteAll(marksOf(*box));
    found_ = boxes;
    place();
}

/// Keeps existing marks, because this is called while boxes are dragged.
void BoxMarks::place()
{
    const auto bare = [](const BoxItem* box, bool badge) {
        for (const MarkItem* mark : marksOf(*box))
            if ((dynamic_cast<const BadgeItem*>(mark) != nullptr) == badge)
                return false;
        return true;
    };
    for (auto entry = badges_.begin(); entry != badges_.end(); ++entry)
        if (BoxItem* box = scene_.box(entry.key()); box && bare(box, true))
            new BadgeItem(box, entry.value());
    for (const QString& id : found_)
        if (BoxItem* box = scene_.box(id); box && bare(box, false))
            new HaloItem(box);
    for (const QString& id : QSet<QString>(badges_.keyBegin(), badges_.keyEnd()) + found_)
        if (const BoxItem* box = scene_.box(id))
            for (MarkItem* mark : marksOf(*box))
                mark->fit();
}

WithoutMarks::WithoutMarks(CanvasScene& scene) : scene_(scene)
{
    show(false);
}

WithoutMarks::~WithoutMarks()
{
    show(true);
}

void WithoutMarks::show(bool shown)
{
    for (const BoxItem* box : scene_.boxes())
        for (MarkItem* mark : marksOf(*box))
            mark->setVisible(shown);
}

} // namespace headroom::widgets
