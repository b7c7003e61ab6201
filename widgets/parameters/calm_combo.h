// A combo box that leaves the wheel to the panel it stands in.
#pragma once

#include <QComboBox>
#include <QWheelEvent>

namespace headroom::widgets {

class CalmCombo : public QComboBox
{
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

} // namespace headroom::widgets
