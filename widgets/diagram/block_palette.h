// The list of block types to choose from: searched, dragged to a canvas, or inserted by Enter.
#pragma once

#include <QTreeWidget>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace headroom::widgets {

/// The categories with their block types; gives a type's name to drag and drop.
class BlockTree : public QTreeWidget
{
    Q_OBJECT

public:
    explicit BlockTree(QWidget* parent = nullptr);

protected:
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override;
};

class BlockPalette : public QWidget
{
    Q_OBJECT

public:
    explicit BlockPalette(QWidget* parent = nullptr);

    QTreeWidget* tree() const { return tree_; }
    QLineEdit* searchField() const { return search_; }

signals:
    /// A block of this type is to be inserted where the user looks.
    void blockRequested(const QString& type);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void filter(const QString& text);
    void request(QTreeWidgetItem* item);
    void showHelp(QTreeWidgetItem* item);

    QLineEdit* search_;
    BlockTree* tree_;
    QLabel* help_;
};

} // namespace headroom::widgets
