#include "widgets/diagram/view/accessible_canvas.h"

#include "widgets/diagram/canvas/items/wire_item.h"
#include "widgets/diagram/view/canvas_view.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <algorithm>
#include <mutex>

namespace headroom::widgets {

namespace {

/// In the order of reading: from the left to the right, then downwards.
QStringList boxesInOrder(const CanvasScene& scene)
{
    QStringList ids = scene.boxes().keys();
    std::sort(ids.begin(), ids.end(), [&](const QString& a, const QString& b) {
        const QPointF first = scene.box(a)->pos(), second = scene.box(b)->pos();
        return std::pair(first.x(), first.y()) < std::pair(second.x(), second.y());
    });
    return ids;
}

/// "next: Reply; error: Failed", or for a link "25 Gb/s: 25GbE switch".
QString connectionsOf(const CanvasScene& scene, const QString& id)
{
    QStringList parts;
    for (const WireItem* wire : scene.wires()) {
        const bool begins = wire->from().box == id;
        const BoxItem* other = scene.box(begins ? wire->to().box : wire->from().box);
        if (!other || !wire->touches(id) || (wire->isDirected() && !begins))
            continue;
        const Port* port = wire->isDirected() ? scene.box(id)->findPort(wire->from().port, true) : nullptr;
        const QString by = port ? port->label : wire->label();
        parts += by.isEmpty() ? other->spokenName() : QStringLiteral("%1: %2").arg(by, other->spokenName());
    }
    return parts.join(QStringLiteral("; "));
}

/// A box. The object stays valid while a box with this id is in the drawing, however often the scene creates it anew.
class AccessibleBox : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    AccessibleBox(CanvasView* view, QString id) : view_(view), id_(std::move(id)) {}

    bool isValid() const override { return view_ && box(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(view_); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        switch (kind) {
        case QAccessible::Name:
            return box()->spokenName();
        case QAccessible::Value:
            return box()->spokenDetails();
        case QAccessible::Description: {
            const QString connected = connectionsOf(view_->canvas(), id_);
            return connected.isEmpty() ? CanvasView::tr("leads to nothing")
                                       : CanvasView::tr("leads to %1").arg(connected);
        }
        default:
            return {};
        }
    }
    void setText(QAccessible::Text, const QString&) override {}

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect seen = view_->mapFromScene(box()->sceneFrame()).boundingRect();
        return {view_->viewport()->mapToGlobal(seen.topLeft()), seen.size()};
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = state.focusable = true;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.selected = box()->isSelected();
        state.focused = state.selected && view_->hasFocus() && view_->canvas().selectedBoxes().size() == 1;
        state.disabled = box()->isDimmed();
        state.offscreen = !view_->visibleRect().intersects(box()->sceneFrame());
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {setFocusAction(), pressAction()}; }
    /// Selects the box; pressing also opens what it stands for.
    void doAction(const QString& name) override
    {
        if (!isValid())
            return;
        view_->setFocus();
        view_->canvas().selectBoxes({id_});
        view_->ensureVisible(box()->sceneFrame());
        if (name == pressAction())
            emit view_->canvas().activated(view_->canvas().elementOf(*box()));
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    const BoxItem* box() const { return view_->canvas().box(id_); }

    QPointer<CanvasView> view_;
    QString id_;
};

class AccessibleCanvas : public QAccessibleWidget
{
public:
    explicit AccessibleCanvas(CanvasView* view) : QAccessibleWidget(view, QAccessible::List) {}
    ~AccessibleCanvas() override
    {
        for (const QAccessible::Id id : std::as_const(known_))
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return static_cast<int>(scene().boxes().size()); }
    QAccessibleInterface* child(int index) const override
    {
        const QStringList ids = boxesInOrder(scene());
        return index >= 0 && index < ids.size() ? boxOf(ids[index]) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const QStringList ids = boxesInOrder(scene());
        for (int i = 0; i < ids.size(); ++i)
            if (boxOf(ids[i]) == child)
                return i;
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const QPointF at = view()->mapToScene(view()->viewport()->mapFromGlobal(QPoint(x, y)));
        const BoxItem* box = scene().drawn().boxAt(at);
        return box ? boxOf(box->id()) : nullptr;
    }
    QAccessibleInterface* focusChild() const override
    {
        const QStringList selected = scene().selectedBoxes();
        return view()->hasFocus() && selected.size() == 1 ? boxOf(selected.front()) : nullptr;
    }
    QAccessibleInterface* boxOf(const QString& id) const
    {
        const auto found = known_.constFind(id);
        if (found != known_.constEnd())
            return QAccessible::accessibleInterface(*found);
        auto* made = new AccessibleBox(view(), id);
        known_.insert(id, QAccessible::registerAccessibleInterface(made));
        return made;
    }

private:
    CanvasView* view() const { return static_cast<CanvasView*>(object()); }
    CanvasScene& scene() const { return view()->canvas(); }

    mutable QHash<QString, QAccessible::Id> known_;
};

QAccessibleInterface* interfaceOf(const QString&, QObject* object)
{
    auto* view = qobject_cast<CanvasView*>(object);
    return view ? new AccessibleCanvas(view) : nullptr;
}

} // namespace

void exposeCanvases()
{
    static std::once_flag once;
    std::call_once(once, [] { QAccessible::installFactory(interfaceOf); });
}

void tellSelected(CanvasView& view)
{
    if (!QAccessible::isActive())
        return;
    auto* canvas = QAccessible::queryAccessibleInterface(&view);
    QAccessibleInterface* chosen = canvas ? canvas->focusChild() : nullptr;
    if (!chosen)
        return;
    QAccessibleEvent event(chosen, QAccessible::Focus);
    QAccessible::updateAccessibility(&event);
}

void tellBoxesChanged(CanvasView& view)
{
    if (!QAccessible::isActive())
        return;
    QAccessibleEvent event(&view, QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&event);
}

} // namespace headroom::widgets
