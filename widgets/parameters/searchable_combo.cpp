#include "widgets/parameters/searchable_combo.h"

#include "widgets/look/look.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QWheelEvent>

namespace headroom::widgets {

SearchableCombo::SearchableCombo(QWidget* parent) : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(16);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    auto* completer = new QCompleter(model(), this);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setCompletionMode(QCompleter::PopupCompletion);
    setCompleter(completer);
    connect(this, &QComboBox::activated, this, [this](int index) { emit chosen(itemData(index)); });
    connect(lineEdit(), &QLineEdit::returnPressed, this, &SearchableCombo::takeText);
}

void SearchableCombo::addHeading(const QString& text)
{
    addItem(text);
    auto* item = static_cast<QStandardItemModel*>(model())->item(count() - 1);
    item->setFlags(Qt::NoItemFlags);
    item->setFont(smallFont());
}

void SearchableCombo::showData(const QVariant& wanted)
{
    const QSignalBlocker quiet(this);
    setCurrentIndex(findData(wanted));
    lineEdit()->setCursorPosition(0);
}

void SearchableCombo::takeText()
{
    const QString typed = currentText().trimmed();
    int found = findText(typed, Qt::MatchFixedString);
    if (found < 0)
        found = findText(typed, Qt::MatchContains);
    if (found >= 0 && itemData(found).isValid() && found != currentIndex()) {
        setCurrentIndex(found);
        emit chosen(itemData(found));
    }
    setEditText(itemText(currentIndex()));
}

void SearchableCombo::focusOutEvent(QFocusEvent* event)
{
    QComboBox::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason)
        setEditText(itemText(currentIndex())); // half a search is not a choice
}

void SearchableCombo::wheelEvent(QWheelEvent* event)
{
    event->ignore(); // scrolling a panel must not change what it passes over
}

} // namespace headroom::widgets
