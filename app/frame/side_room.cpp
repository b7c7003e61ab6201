#include "app/frame/side_room.h"

#include "app/base/settings.h"
#include "widgets/parameters/inspector/property_inspector.h"

#include <QDockWidget>
#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <QMouseEvent>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace headroom::app {

namespace {

constexpr const char* heightKey = "window/propertiesHeight";
constexpr int still = 2; // pixels; Qt shares out the last ones now one way, now the other

/// The height of a dock in which all of this content is seen.
int heightFor(const QDockWidget& dock, const QWidget& content)
{
    const auto* area = qobject_cast<QScrollArea*>(content.parentWidget()->parentWidget());
    const int around = area ? dock.height() - area->viewport()->height() : 0;
    const int width = area ? area->viewport()->width() : content.width();
    content.layout()->activate();
    const int own = content.hasHeightForWidth() ? content.heightForWidth(width) : content.sizeHint().height();
    return around + own;
}

} // namespace

SideRoom::SideRoom(QMainWindow& window, QDockWidget& parameters, QDockWidget& properties, QWidget& parameterContent,
                   widgets::PropertyInspector& inspector)
    : QObject(&window), window_(window), parameters_(parameters), properties_(properties),
      parameterContent_(parameterContent), inspector_(inspector), chosen_(openSettings().value(heightKey).toInt())
{
    window_.installEventFilter(this);
    connect(&inspector_, &widgets::PropertyInspector::subjectChanged, this, &SideRoom::arrangeSoon);
    for (const QDockWidget* dock : {&parameters_, &properties_}) {
        connect(dock, &QDockWidget::visibilityChanged, this, &SideRoom::arrangeSoon);
        connect(dock, &QDockWidget::dockLocationChanged, this, &SideRoom::arrangeSoon);
    }
}

/// One above the other at the right side, as they are by default.
bool SideRoom::areStacked() const
{
    const auto isThere = [this](QDockWidget& dock) {
        return dock.isVisible() && !dock.isFloating() && window_.dockWidgetArea(&dock) == Qt::RightDockWidgetArea &&
               window_.tabifiedDockWidgets(&dock).isEmpty();
    };
    return isThere(parameters_) && isThere(properties_) && parameters_.x() == properties_.x() &&
           parameters_.y() < properties_.y();
}

void SideRoom::arrangeSoon()
{
    if (std::exchange(waits_, true))
        return;
    QTimer::singleShot(0, this, [this] {
        waits_ = false;
        arrange();
    });
}

void SideRoom::arrange()
{
    if (!areStacked() || pressedAt_ >= 0)
        return;
    const int height = parameters_.height() + properties_.height();
    const int needed = heightFor(properties_, inspector_);
    int wanted = needed;
    if (inspector_.hasSubject() && chosen_ > 0)
        wanted = chosen_;
    else if (inspector_.hasSubject())
        wanted = std::min(needed, std::max(height / 2, height - heightFor(parameters_, parameterContent_)));
    if (std::abs(wanted - properties_.height()) > still)
        window_.resizeDocks({&parameters_, &properties_}, {height - wanted, wanted}, Qt::Vertical);
}

/// The user has moved a boundary: if it was that between the two, it stays where it is now.
void SideRoom::keep()
{
    const int before = std::exchange(pressedAt_, -1);
    if (!areStacked() || std::abs(properties_.height() - before) <= still)
        return;
    chosen_ = properties_.height();
    openSettings().setValue(heightKey, chosen_);
}

bool SideRoom::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &window_ && event->type() == QEvent::MouseButtonPress) {
        const bool onBoundary = !window_.childAt(static_cast<QMouseEvent*>(event)->position().toPoint());
        pressedAt_ = onBoundary ? properties_.height() : -1;
    }
    if (watched == &window_ && event->type() == QEvent::MouseButtonRelease && pressedAt_ >= 0)
        QTimer::singleShot(0, this, &SideRoom::keep); // the window moves the boundary with the release
    if (watched == &window_ && (event->type() == QEvent::Resize || event->type() == QEvent::Show))
        arrangeSoon();
    return QObject::eventFilter(watched, event);
}

} // namespace headroom::app
