// What a topology can be built from: kinds of parts, the library's components under each, and the project's roles.
// Searched, dragged to the canvas or onto a group, or put in by Enter.
#pragma once

#include "project/components.h"

#include <QTreeWidget>
#include <QWidget>

#include <memory>

class QLabel;
class QLineEdit;

namespace headroom::widgets {

/// The headings with their parts; gives a part to drag and drop.
class PartTree : public QTreeWidget
{
    Q_OBJECT

public:
    explicit PartTree(QWidget* parent = nullptr);

protected:
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override;
};

class PartPalette : public QWidget
{
    Q_OBJECT

public:
    explicit PartPalette(QWidget* parent = nullptr);

    void setLibrary(std::shared_ptr<const project::ComponentLibrary> library);
    /// The roles that can be dropped on groups.
    void setRoles(const QStringList& roles);
    QTreeWidget* tree() const { return tree_; }
    QLineEdit* searchField() const { return search_; }

signals:
    /// A part of this kind is to be put where the user looks; `component` may be empty.
    void partRequested(const QString& kind, const QString& component);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void filter(const QString& text);
    void request(QTreeWidgetItem* item);
    void showHelp(QTreeWidgetItem* item);

    QLineEdit* search_;
    PartTree* tree_;
    QLabel* help_;
    std::shared_ptr<const project::ComponentLibrary> library_;
    QStringList roles_;
};

} // namespace headroom::widgets
