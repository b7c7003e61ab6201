#include "widgets/parameters/fields/entry_delegate.h"

#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QPainter>
#include <QScreen>
#include <QStandardItemModel>

#include <algorithm>

namespace headroom::widgets {

namespace {

bool isHeading(const QModelIndex& index)
{
    return !(index.flags() & Qt::ItemIsEnabled);
}

/// Those below the name.
QStringList smallLines(const QModelIndex& index)
{
    QStringList lines;
    for (const int role : {entryDetailRole, entryFiguresRole})
        if (const QString text = index.data(role).toString(); !text.isEmpty())
            lines += text.split('\n');
    return lines;
}

void drawLine(QPainter* painter, QRect& line, const QFont& font, const QColor& colour, const QString& text,
              Qt::TextElideMode elide)
{
    const QFontMetrics metrics(font);
    painter->setFont(font);
    painter->setPen(colour);
    painter->drawText(QPoint(line.left(), line.top() + metrics.ascent()),
                      metrics.elidedText(text, elide, line.width()));
    line.setTop(line.top() + metrics.height());
}

/// Entries that are found by their detail too.
class SearchedEntries : public QStandardItemModel
{
public:
    using QStandardItemModel::QStandardItemModel;

    QVariant data(const QModelIndex& index, int role) const override
    {
        if (role != entrySearchRole)
            return QStandardItemModel::data(index, role);
        return QString(index.data().toString() + '\n' + index.data(entryDetailRole).toString());
    }
};

/// Completes to the name alone.
class EntryCompleter : public QCompleter
{
public:
    using QCompleter::QCompleter;

    QString pathFromIndex(const QModelIndex& index) const override { return index.data().toString(); }
};

/// Qt places the list of a completer as if it were as wide as the field.
class OnScreen : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Show || event->type() == QEvent::Move) {
            auto& list = *static_cast<QWidget*>(watched);
            const QRect screen = list.screen()->availableGeometry();
            const int left = std::max(screen.left(), screen.right() + 1 - list.width());
            if (list.x() > left)
                list.move(left, list.y());
        }
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

QSize EntryDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const int name = QFontMetrics(QFont()).height(), small = QFontMetrics(smallFont()).height();
    const int lines = static_cast<int>(smallLines(index).size());
    const int width = QFontMetrics(QFont()).horizontalAdvance(index.data(Qt::DisplayRole).toString());
    return {std::max(entryListWidth - 4 * rhythm::step, width + 2 * rhythm::step),
            rhythm::step + (isHeading(index) ? small : name + lines * small)};
}

void EntryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colours& c = colours(option.palette);
    painter->save();
    const bool heading = isHeading(index);
    if (!heading && option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
        painter->fillRect(option.rect, c.selection);
    QRect line = option.rect.adjusted(rhythm::step, rhythm::half, -rhythm::step, -rhythm::half);
    drawLine(painter, line, heading ? smallFont() : QFont(), heading ? c.dimText : c.text,
             index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle);
    for (const QString& small : smallLines(index))
        drawLine(painter, line, smallFont(), c.dimText, small, Qt::ElideRight);
    painter->restore();
}

void findAnyPart(QComboBox& combo)
{
    combo.setModel(new SearchedEntries(&combo));
    auto& completer = *new EntryCompleter(combo.model(), &combo);
    completer.setCompletionRole(entrySearchRole);
    completer.setFilterMode(Qt::MatchContains);
    completer.setCaseSensitivity(Qt::CaseInsensitive);
    completer.setCompletionMode(QCompleter::PopupCompletion);
    QAbstractItemView& list = *completer.popup();
    list.setObjectName("completions"); // the style sheet gives it its frame
    list.setItemDelegate(new EntryDelegate(&completer));
    list.setMinimumWidth(entryListWidth);
    list.installEventFilter(new OnScreen(&list));
    combo.setCompleter(&completer);
}

int entryFound(const QComboBox& combo, const QString& typed)
{
    int byDetail = -1;
    for (int i = 0; i < combo.count() && !typed.isEmpty(); ++i) {
        if (!combo.itemData(i).isValid())
            continue;
        if (combo.itemText(i).contains(typed, Qt::CaseInsensitive))
            return i;
        if (byDetail < 0 && combo.itemData(i, entryDetailRole).toString().contains(typed, Qt::CaseInsensitive))
            byDetail = i;
    }
    return byDetail;
}

} // namespace headroom::widgets
