// Entries of a combo box with further lines below the name.
#pragma once

#include <QStyledItemDelegate>

class QComboBox;

namespace headroom::widgets {

inline constexpr int entryDetailRole = Qt::UserRole + 1;  ///< one line
inline constexpr int entryFiguresRole = Qt::UserRole + 2; ///< several lines
inline constexpr int entrySearchRole = Qt::UserRole + 3;  ///< of a box with findAnyPart(): name and detail
inline constexpr int entryListWidth = 350; ///< for the figures of most entries, even below a narrow combo box

/// Draws the name, below it detail and figures in small letters; headings (entries that are disabled) in small letters.
class EntryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Lets the line of an empty combo box find any part of a name or of the detail below it, in whatever case, and show
/// the entries with their further lines in a framed list that stays on the screen.
void findAnyPart(QComboBox& combo);
/// The entry that is meant by a part of its name, or else of its detail; -1 if there is none. Headings do not count.
int entryFound(const QComboBox& combo, const QString& typed);

} // namespace headroom::widgets
