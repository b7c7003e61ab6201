// A combo box of values, each with figures below it, that says when its list opens and closes.
#pragma once

#include "widgets/parameters/no_wheel_combo_box.h"

namespace headroom::widgets {

class AlternativesCombo : public NoWheelComboBox
{
    Q_OBJECT
public:
    explicit AlternativesCombo(QWidget* parent = nullptr);

    void showPopup() override;
    void hidePopup() override;

signals:
    /// Before the list is laid out, and after it has closed.
    void listOpens();
    void listClosed();
};

} // namespace headroom::widgets
