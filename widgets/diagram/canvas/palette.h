// A list to choose from beside a canvas: searched, dragged to it, or put in by Enter. The palettes of blocks and of
// parts say what stands in it and how it is searched.
#pragma once

#include <QTreeWidget>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace headroom::widgets {

/// Headings with entries, which are given to drag and drop by their names.
class PaletteTree : public QTreeWidget
{
    Q_OBJECT

public:
    explicit PaletteTree(const QString& mimeType, QWidget* parent = nullptr);

protected:
    QStringList mimeTypes() const override { return {mimeType_}; }
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override;

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
    /// `mimeType`: under which an entry's name (UTF-8) goes to drag and drop.
    Palette(const QString& mimeType, QWidget* parent);

    /// What an entry stands for; empty for a heading.
    static QString nameOf(const QTreeWidgetItem* item);
    static QString helpOf(const QTreeWidgetItem* item);
    QTreeWidgetItem* addHeading(const QString& title);
    static QTreeWidgetItem* addEntry(QTreeWidgetItem* parent, const QString& title, const QString& name,
                                     const QString& iconName, const QString& help);
    /// Whether its title or its help says this.
    static bool says(const QTreeWidgetItem* item, const QString& text);
    /// Shows it below the entries; if it is empty, what to do with them.
    void tell(const QString& help);
    /// Shows what matches and makes the best match the current entry.
    virtual void filter(const QString& text) = 0;
    /// The entry of this name is wanted where the user looks.
    virtual void request(const QString& name) = 0;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void requestItem(const QTreeWidgetItem* item);

    QLineEdit* search_;
    PaletteTree* tree_;
    QLabel* help_;
};

} // namespace headroom::widgets
