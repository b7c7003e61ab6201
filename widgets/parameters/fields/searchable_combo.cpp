#include "widgets/parameters/fields/searchable_combo.h"

#include "widgets/parameters/fields/entry_delegate.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QStandardItemModel>

namespace headroom::widgets {

SearchableCombo::SearchableCombo(QWidget* parent) : ElidedComboBox(parent)
{
    allowTyping();
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(16);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    findAnyPart(*this);
    setItemDelegate(new EntryDelegate(this));
    view()->setMinimumWidth(entryListWidth);
    connect(this, &QComboBox::activated, this, &SearchableCombo::take);
    connect(lineEdit(), &QLineEdit::returnPressed, this, &SearchableCombo::takeText);
}

void SearchableCombo::addHeading(const QString& text)
{
    addItem(text);
    static_cast<QStandardItemModel*>(model())->item(count() - 1)->setFlags(Qt::NoItemFlags);
}

void SearchableCombo::addEntry(const QString& text, const QString& detail, const QVariant& id)
{
    addItem(text, id);
    setItemData(count() - 1, detail, entryDetailRole);
}

void SearchableCombo::showData(const QVariant& wanted, const QString& otherwise)
{
    const bool searching = hasFocus() && lineEdit()->isModified();
    if (searching && wanted == settled_)
        return;
    settled_ = wanted;
    settledText_ = otherwise;
    showSettled();
}

void SearchableCombo::showSettled()
{
    const QSignalBlocker quiet(this);
    const int index = settled_.isValid() ? findData(settled_) : -1; // headings have no data, so an invalid value would
                                                                    // match them
    setCurrentIndex(index);
    setEditText(index < 0 ? settledText_ : itemText(index));
    lineEdit()->setCursorPosition(0);
    lineEdit()->setModified(false);
}

int SearchableCombo::bestMatch(const QString& typed) const
{
    for (int i = 0; i < count() && !typed.isEmpty(); ++i)
        if (itemData(i).isValid() && itemText(i).compare(typed, Qt::CaseInsensitive) == 0)
            return i;
    return entryFound(*this, typed);
}

void SearchableCombo::takeText()
{
    take(bestMatch(currentText().trimmed()));
}

void SearchableCombo::take(int index)
{
    // Enter in the list of matches is signalled by the line, by the list and by the box; it counts once.
    if (index < 0 || !itemData(index).isValid() || itemData(index) == settled_)
        return showSettled();
    settled_ = itemData(index);
    showSettled();
    emit chosen(settled_);
}

void SearchableCombo::focusOutEvent(QFocusEvent* event)
{
    QComboBox::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        showSettled(); // an incomplete search is not a choice
}

void SearchableCombo::showPopup()
{
    emit listOpens();
    ElidedComboBox::showPopup();
}

void SearchableCombo::hidePopup()
{
    ElidedComboBox::hidePopup();
    if (!lineEdit()->isModified())
        lineEdit()->setCursorPosition(0); // the list has moved it to the end of the name
    emit listClosed();
}

} // namespace headroom::widgets
