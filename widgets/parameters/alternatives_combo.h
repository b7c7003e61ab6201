// A combo box of values, each with figures below it, that says when its list opens and closes.
#pragma once

#include "widgets/parameters/entry_delegate.h"
#include "widgets/parameters/no_wheel_combo_box.h"

#include <QAbstractItemView>

namespace headroom::widgets {

class AlternativesCombo : public NoWheelComboBox
{
    Q_OBJECT
public:
    explicit AlternativesCombo(QWidget* parent = nullptr) : NoWheelComboBox(parent)
    {
        setItemDelegate(new EntryDelegate(this));
        view()->setMinimumWidth(entryListWidth);
    }

    void showPopup() override
    {
        emit listOpens();
        NoWheelComboBox::showPopup();
    }
    void hidePopup() override
    {
        NoWheelComboBox::hidePopup();
        emit listClosed();
    }

signals:
    /// Before the list is laid out, and after it has closed.
    void listOpens();
    void listClosed();
};

} // namespace headroom::widgets
