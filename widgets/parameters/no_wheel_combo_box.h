// A combo box that ignores the mouse wheel: the wheel scrolls the panel around it instead.
#pragma once

#include "widgets/theme/elided_combo_box.h"

#include <QWheelEvent>

namespace headroom::widgets {

class NoWheelComboBox : public ElidedComboBox
{
public:
    using ElidedComboBox::ElidedComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

} // namespace headroom::widgets
