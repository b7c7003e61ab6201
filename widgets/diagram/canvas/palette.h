// A list of elements beside a canvas. The user searches it, drags an entry to the canvas, or inserts it with Enter. The
// palettes of blocks and of parts define the entries and the search.
#pragma once

#include <QTreeWidget>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace headroom::widgets {

/// A tree of headings and entries. A title that is too long for one line takes two. Dragging an entry carries its name.
class PaletteTree : public QTreeWidget
{
    Q_OBJECT

public:
    explicit PaletteTree(const QString& mimeType, QWidget* parent = nullptr);

protected:
    QStringList mimeTypes() const override { return {mimeType_}; }
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QString mimeType_;
};

class Palette : public QWidget
{
    Q_OBJECT

public:
    QTreeWidget* tree() const { return tree_; }
    QLineEdit* searchField() const { return search_; }

protected:
    /// `mimeType`: the MIME type of the dragged name (UTF-8).
    Palette(const QString& mimeType, QWidget* parent);

    /// The name of an entry; empty for a heading.
    static QString nameOf(const QTreeWidgetItem* item);
    static QString helpOf(const QTreeWidgetItem* item);
    QTreeWidgetItem* addHeading(const QString& title);
    static QTreeWidgetItem* addEntry(QTreeWidgetItem* parent, const QString& title, const QString& name,
                                     const QString& iconName, const QString& help);
    /// True if the entry's title or help contains the text.
    static bool says(const QTreeWidgetItem* item, const QString& text);
    /// Shows a help text below the entries; if it is empty, an instruction.
    void tell(const QString& help);
    /// Shows the matching entries and makes the best match the current one.
    virtual void filter(const QString& text) = 0;
    /// Insert the entry of this name into the visible part of the drawing.
    virtual void request(const QString& name) = 0;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void requestItem(const QTreeWidgetItem* item);

    QLineEdit* search_;
    PaletteTree* tree_;
    QLabel* help_;
};

} // namespace headroom::widgets
