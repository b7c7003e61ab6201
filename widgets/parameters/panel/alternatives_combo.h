// A combo box of values, each with figures below it, that says when its list opens and closes.
#pragma once

#include "widgets/controls/elided_combo_box.h"
#include "widgets/parameters/fields/entry_delegate.h"

#include <QAbstractItemView>

namespace headroom::widgets {

class AlternativesCombo : public ElidedComboBox
{
    Q_OBJECT
public:
    explicit AlternativesCombo(QWidget* parent = nullptr) : ElidedComboBox(parent)
    {
        setItemDelegate(new EntryDelegate(this));
        view()->setMinimumWidth(entryListWidth);
    }

    void showPopup() override
    {
        emit listOpens();
        ElidedComboBox::showPopup();
    }
    void hidePopup() override
    {
        ElidedComboBox::hidePopup();
        emit listClosed();
    }

signals:
    /// Before the list is laid out, and after it has closed.
    void listOpens();
    void listClosed();
};

} // namespace headroom::widgets
