#include "widgets/parameters/inspector/field_menu.h"

#include "widgets/theme/theme.h"

#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <utility>

namespace headroom::widgets {

FieldMenu::FieldMenu(QLineEdit& text, QToolButton& button, std::function<QList<FieldAction>()> actions)
    : QObject(&text), text_(text), button_(button), actions_(std::move(actions))
{
    text_.installEventFilter(this);
    connect(&button_, &QToolButton::clicked, this, [this] {
        auto* menu = named(new QMenu(&text_), "fieldMenu");
        menu->setAttribute(Qt::WA_DeleteOnClose);
        addEntries(*menu);
        menu->popup(button_.mapToGlobal(QPoint(0, button_.height())));
    });
}

bool FieldMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ContextMenu)
        return QObject::eventFilter(watched, event);
    QMenu* menu = text_.createStandardContextMenu();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("fieldMenu");
    menu->addSeparator();
    addEntries(*menu);
    menu->popup(static_cast<QContextMenuEvent*>(event)->globalPos());
    return true;
}

void FieldMenu::addEntries(QMenu& menu) const
{
    for (const FieldAction& action : actions_())
        // Queued: the act may replace the form, and the menu with it.
        menu.addAction(action.key.isEmpty() ? action.text : action.text + '\t' + action.key, &text_, action.act,
                       Qt::QueuedConnection);
}

QToolButton* fieldButton(const QString& iconName, const QString& name)
{
    auto* button = new QToolButton;
    button->setIcon(icon(iconName));
    button->setIconSize({14, 14});
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setFocusPolicy(Qt::NoFocus);
    setLook(button, Look::flat);
    button->setStyleSheet("padding: 0; min-height: 14px;");
    return button;
}

} // namespace headroom::widgets
