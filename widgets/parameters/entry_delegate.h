// Entries of a combo box with further lines below the name.
#pragma once

#include <QStyledItemDelegate>

class QCompleter;

namespace headroom::widgets {

inline constexpr int entryDetailRole = Qt::UserRole + 1;  ///< one line
inline constexpr int entryFiguresRole = Qt::UserRole + 2; ///< several lines
inline constexpr int entryListWidth = 350; ///< for the figures of most entries, even below a narrow combo box

/// Draws the name, below it detail and figures in small letters; headings (entries that are disabled) in small letters.
class EntryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Lets a completer find any part of a name, in whatever case, and show the entries with their further lines in a
/// framed list that stays on the screen.
void findAnyPart(QCompleter& completer);

} // namespace headroom::widgets
