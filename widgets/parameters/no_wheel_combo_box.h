// A combo box that ignores the mouse wheel: the wheel scrolls the panel around it instead.
#pragma once

#include <QComboBox>
#include <QWheelEvent>

namespace headroom::widgets {

class NoWheelComboBox : public QComboBox
{
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

} // namespace headroom::widgets
