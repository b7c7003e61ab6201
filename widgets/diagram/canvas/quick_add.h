// The popup on the canvas to search for an element and add it: type, choose with the arrows, press Enter.
#pragma once

#include <QFrame>
#include <QString>
#include <QVector>

class QLabel;
class QLineEdit;
class QListWidget;

namespace headroom::widgets {

/// An element that can be added.
struct QuickEntry
{
    QString key; ///< passed to the callback
    QString label, category, icon, help;
};

class QuickAdd : public QFrame
{
    Q_OBJECT

public:
    QuickAdd(const QString& title, const QVector<QuickEntry>& entries, QWidget* parent);

    /// Opens at a point on the screen and stays within the screen. `typed` is the initial search text.
    void popupAt(const QPoint& global, const QString& typed);
    QLineEdit* searchField() const { return search_; }
    QListWidget* list() const { return list_; }

signals:
    void chosen(const QString& key);
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void filter(const QString& text);
    void choose();

    QVector<QuickEntry> entries_;
    QLineEdit* search_;
    QListWidget* list_;
    QLabel* help_;
};

/// Rank of an entry for a search; 0: no match. From best to worst: the label starts with the text, a word of the label
/// starts with it, the label contains it, the help text contains it.
int quickRank(const QuickEntry& entry, const QString& search);

} // namespace headroom::widgets
