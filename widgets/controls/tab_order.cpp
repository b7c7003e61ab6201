#include "widgets/controls/tab_order.h"

#include <QApplication>
#include <QDockWidget>
#include <QFormLayout>
#include <QGridLayout>
#include <QMainWindow>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>

#include <algorithm>
#include <tuple>
#include <utility>

namespace headroom::widgets {

namespace {

QList<QWidget*> childrenOf(const QWidget& widget)
{
    return widget.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
}

bool takesTab(const QWidget& widget)
{
    // A widget that hands the focus on, such as the line of an editable list, is no stop of its own.
    return (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget.focusProxy() && widget.isEnabled();
}

bool canScroll(const QScrollArea& area)
{
    return area.verticalScrollBar()->maximum() > 0 || area.horizontalScrollBar()->maximum() > 0;
}

/// Collects the visible widgets in the order of the screen.
class ScreenOrder
{
public:
    explicit ScreenOrder(QWidget& window) : window_(window) { visitChildren(window); }

    const QList<QWidget*>& widgets() const { return widgets_; }
    const QList<QWidget*>& stops() const { return stops_; }

private:
    void visit(QWidget& widget)
    {
        if (widget.isWindow() || !widget.isVisibleTo(&window_))
            return;
        widgets_.append(&widget);
        const auto place = stops_.size();
        visitChildren(widget);
        // An area with stops of its own is scrolled to them; one that cannot be scrolled has nothing to do with keys.
        const auto* area = qobject_cast<QScrollArea*>(&widget);
        if (takesTab(widget) && (!area || (stops_.size() == place && canScroll(*area))))
            stops_.insert(place, &widget);
    }

    void visitChildren(QWidget& widget)
    {
        QList<QWidget*> ordered;
        if (const auto* window = qobject_cast<QMainWindow*>(&widget))
            ordered = partsOf(*window);
        else if (const auto* splitter = qobject_cast<QSplitter*>(&widget))
            for (int i = 0; i < splitter->count(); ++i)
                ordered.append(splitter->widget(i));
        else if (const auto* dock = qobject_cast<QDockWidget*>(&widget); dock && dock->titleBarWidget())
            ordered = {dock->titleBarWidget(), dock->widget()};
        else if (widget.layout())
            addFrom(*widget.layout(), ordered);
        // Children in no layout: the content of scroll areas, tabs above their pages.
        QList<QWidget*> others;
        if (!qobject_cast<QMainWindow*>(&widget))
            for (QWidget* child : childrenOf(widget))
                if (!ordered.contains(child))
                    others.append(child);
        std::stable_partition(others.begin(), others.end(),
                              [](QWidget* each) { return qobject_cast<QTabBar*>(each) != nullptr; });
        for (QWidget* child : std::as_const(ordered))
            visit(*child);
        for (QWidget* child : std::as_const(others))
            visit(*child);
    }

    enum Area
    {
        bars,
        above,
        left,
        centre,
        right,
        below,
        status
    };

    static Area areaOf(const QMainWindow& window, QDockWidget& dock)
    {
        switch (window.dockWidgetArea(&dock)) {
        case Qt::TopDockWidgetArea:
            return above;
        case Qt::LeftDockWidgetArea:
            return left;
        case Qt::RightDockWidgetArea:
            return right;
        default:
            return below;
        }
    }

    static Area areaOf(const QMainWindow& window, QWidget& part)
    {
        if (&part == window.menuWidget() || qobject_cast<QToolBar*>(&part))
            return bars;
        if (auto* dock = qobject_cast<QDockWidget*>(&part))
            return areaOf(window, *dock);
        if (qobject_cast<QStatusBar*>(&part))
            return status;
        return part.y() < window.centralWidget()->geometry().bottom() ? centre : below;
    }

    /// The tabs of panels that lie over each other are a part of the window: they go with the panel next to them.
    static Area areaOfTabs(const QMainWindow& window, const QTabBar& tabs)
    {
        QDockWidget* nearest = nullptr;
        int least = 0;
        for (QDockWidget* dock : window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            const QRect panel = dock->geometry();
            const int distance = std::abs(panel.center().x() - tabs.geometry().center().x()) +
                                 std::min(std::abs(panel.top() - tabs.geometry().bottom()),
                                          std::abs(panel.bottom() - tabs.geometry().top()));
            if (dock->isVisible() && (!nearest || distance < least)) {
                nearest = dock;
                least = distance;
            }
        }
        return nearest ? areaOf(window, *nearest) : below;
    }

    static QList<QWidget*> partsOf(const QMainWindow& window)
    {
        QList<QWidget*> parts = childrenOf(window);
        // A panel behind another one is visible to Qt, but lies outside of the window.
        parts.removeIf([](QWidget* part) {
            return qobject_cast<QDockWidget*>(part) && (part->geometry().right() < 0 || part->geometry().bottom() < 0);
        });
        const auto place = [&](QWidget* part) {
            const auto* tabs = qobject_cast<QTabBar*>(part);
            return std::tuple(tabs ? areaOfTabs(window, *tabs) : areaOf(window, *part), part->y(), part->x());
        };
        std::stable_sort(parts.begin(), parts.end(), [&](QWidget* a, QWidget* b) { return place(a) < place(b); });
        return parts;
    }

    static void addFrom(QLayout& layout, QList<QWidget*>& found)
    {
        struct Entry
        {
            int row, column;
            QLayoutItem* item;
        };
        QList<Entry> entries;
        const auto* grid = qobject_cast<QGridLayout*>(&layout);
        const auto* form = qobject_cast<QFormLayout*>(&layout);
        for (int i = 0; i < layout.count(); ++i) {
            Entry entry{i, 0, layout.itemAt(i)};
            if (grid) {
                int rows = 0, columns = 0;
                grid->getItemPosition(i, &entry.row, &entry.column, &rows, &columns);
            } else if (form) {
                auto role = QFormLayout::LabelRole;
                form->getItemPosition(i, &entry.row, &role);
                entry.column = role;
            }
            entries.append(entry);
        }
        std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
            return std::tie(a.row, a.column) < std::tie(b.row, b.column);
        });
        for (const Entry& entry : std::as_const(entries))
            if (QWidget* widget = entry.item->widget())
                found.append(widget);
            else if (QLayout* inner = entry.item->layout())
                addFrom(*inner, found);
    }

    QWidget& window_;
    QList<QWidget*> widgets_, stops_;
};

} // namespace

QList<QWidget*> tabStops(QWidget& window)
{
    return ScreenOrder(window).stops();
}

bool focusNeighbour(QWidget& window, bool next)
{
    QWidget* now = QApplication::focusWidget();
    if (!now || !now->isEnabled()) // Qt takes the focus away from what is disabled or hidden
        return false;
    // The focus may be at no stop: then the way goes on from where it is.
    const ScreenOrder order(window);
    const auto& stops = order.stops();
    const auto placeOf = [&](QWidget* widget) { return order.widgets().indexOf(widget); };
    const auto from = placeOf(now);
    if (from < 0 || stops.isEmpty())
        return false;
    QWidget* target = nullptr;
    if (next) {
        const auto found =
            std::find_if(stops.begin(), stops.end(), [&](QWidget* each) { return placeOf(each) > from; });
        target = found == stops.end() ? stops.front() : *found;
    } else {
        const auto found =
            std::find_if(stops.rbegin(), stops.rend(), [&](QWidget* each) { return placeOf(each) < from; });
        target = found == stops.rend() ? stops.back() : *found;
    }
    target->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    for (QWidget* around = target->parentWidget(); around && around != &window; around = around->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(around))
            area->ensureWidgetVisible(target);
    return true;
}

} // namespace headroom::widgets
