#include "widgets/parameters/searchable_combo.h"

#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QWheelEvent>

namespace headroom::widgets {

namespace {

constexpr int detailRole = Qt::UserRole + 1;
constexpr int listWidth = 320; ///< width for the details of most components, even below a narrow combo box

/// Entries on two lines, the detail below the name; headings in small grey letters.
class EntryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        const int name = QFontMetrics(QFont()).height(), detail = QFontMetrics(smallFont()).height();
        const bool both = !index.data(detailRole).toString().isEmpty();
        return {listWidth - 4 * rhythm::step, rhythm::step + (isHeading(index) ? detail : name + (both ? detail : 0))};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Colours& c = colours(option.palette);
        painter->save();
        const bool heading = isHeading(index);
        if (!heading && option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
            painter->fillRect(option.rect, c.selection);
        QRect line = option.rect.adjusted(rhythm::step, rhythm::half, -rhythm::step, -rhythm::half);
        drawLine(painter, line, heading ? smallFont() : QFont(), heading ? c.dimText : c.text,
                 index.data(Qt::DisplayRole).toString());
        drawLine(painter, line, smallFont(), c.dimText, index.data(detailRole).toString());
        painter->restore();
    }

private:
    static bool isHeading(const QModelIndex& index) { return !(index.flags() & Qt::ItemIsEnabled); }

    static void drawLine(QPainter* painter, QRect& line, const QFont& font, const QColor& colour, const QString& text)
    {
        const QFontMetrics metrics(font);
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(QPoint(line.left(), line.top() + metrics.ascent()),
                          metrics.elidedText(text, Qt::ElideRight, line.width()));
        line.setTop(line.top() + metrics.height());
    }
};

} // namespace

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
    setItemDelegate(new EntryDelegate(this));
    completer->popup()->setItemDelegate(new EntryDelegate(this));
    view()->setMinimumWidth(listWidth);
    completer->popup()->setMinimumWidth(listWidth);
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
    setItemData(count() - 1, detail, detailRole);
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
    setToolTip(currentText());
    lineEdit()->setCursorPosition(0);
    lineEdit()->setModified(false);
}

int SearchableCombo::bestMatch(const QString& typed) const
{
    int partial = -1;
    for (int i = 0; i < count() && !typed.isEmpty(); ++i) {
        if (!itemData(i).isValid())
            continue;
        if (itemText(i).compare(typed, Qt::CaseInsensitive) == 0)
            return i;
        if (partial < 0 && itemText(i).contains(typed, Qt::CaseInsensitive))
            partial = i;
    }
    return partial;
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

void SearchableCombo::wheelEvent(QWheelEvent* event)
{
    event->ignore(); // scrolling a panel must not change values under the pointer
}

} // namespace headroom::widgets
