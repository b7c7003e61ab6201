#include "widgets/parameters/alternatives_combo.h"

#include "widgets/parameters/entry_delegate.h"

#include <QAbstractItemView>

namespace headroom::widgets {

AlternativesCombo::AlternativesCombo(QWidget* parent) : NoWheelComboBox(parent)
{
    setItemDelegate(new EntryDelegate(this));
    view()->setMinimumWidth(entryListWidth);
}

void AlternativesCombo::showPopup()
{
    emit listOpens();
    NoWheelComboBox::showPopup();
}

void AlternativesCombo::hidePopup()
{
    NoWheelComboBox::hidePopup();
    emit listClosed();
}

} // namespace headroom::widgets
