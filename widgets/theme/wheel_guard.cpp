#include "widgets/theme/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace headroom::widgets {

namespace {

class WheelGuard : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const bool turned = event->type() == QEvent::Wheel;
        if (!turned && event->type() != QEvent::Polish)
            return false;
        auto* field = qobject_cast<QWidget*>(watched);
        if (!field || (!qobject_cast<QComboBox*>(field) && !qobject_cast<QAbstractSpinBox*>(field)))
            return false;
        if (turned) {
            event->ignore(); // the widget around it gets the event next
            return true;
        }
        if (field->focusPolicy() == Qt::WheelFocus)
            field->setFocusPolicy(Qt::StrongFocus);
        return false;
    }
};

} // namespace

void keepWheelFromFields(QApplication& application)
{
    application.installEventFilter(new WheelGuard(&application));
}

} // namespace headroom::widgets
