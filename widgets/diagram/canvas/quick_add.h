// The search that opens on the canvas to add a block without leaving it: type, choose with the arrows, Enter.
#pragma once

#include <QFrame>
#include <QString>
#include <QVector>

class QLabel;
class QLineEdit;
class QListWidget;

namespace headroom::widgets {

/// Something that can be added.
struct QuickEntry
{
    QString key; ///< what the chooser gets
    QString label, category, icon, help;
};

class QuickAdd : public QFrame
{
    Q_OBJECT

public:
    QuickAdd(const QString& title, const QVector<QuickEntry>& entries, QWidget* parent);

    /// Opens at a point of the screen, within it, with a text that was typed already.
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

/// How well a search fits an entry: 0 not at all; a label that begins so before one that has a word that does, before
/// one that contains it, before a help text that does.
int quickRank(const QuickEntry& entry, const QString& search);

} // namespace headroom::widgets
