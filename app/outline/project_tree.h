// The structure of a project as a tree: software, topology, and every section of the document that has elements.
#pragma once

#include "app/outline/section_menu.h"
#include "widgets/document/model/document_model.h"

#include <QTreeWidget>

#include <optional>

class QMenu;

namespace headroom::app {

class ProjectTree : public QTreeWidget
{
    Q_OBJECT
public:
    /// Data of an entry: the drawing that it shows, and its element.
    enum DataRole
    {
        pathRole = Qt::UserRole,
        elementRole
    };

    explicit ProjectTree(widgets::DocumentModel& model, QWidget* parent = nullptr);

    /// Marks the entry of a diagram path as the one shown.
    void markDiagram(const QString& path);
    /// The element of the current entry.
    std::optional<widgets::ElementRef> currentElement() const;
    /// The kind of the elements below the current heading; nothing if the current entry is no such heading.
    std::optional<widgets::ElementKind> currentHeading() const;
    /// Makes the entry of an element the current one.
    void choose(const widgets::ElementRef& element);

    /// Marks the entry of an element, if it has one.
    void markElement(const widgets::ElementRef& element);

signals:
    void diagramChosen(const QString& path);
    void elementChosen(const headroom::widgets::ElementRef& element);
    /// F2 or Delete was pressed.
    void renameRequested();
    void deleteRequested();
    /// A context menu for the current entry is about to open; others may add to it.
    void menuOpening(QMenu* menu);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override;

private:
    class Fill;

    void fill();
    void added(const widgets::ElementRef& element);
    void choose(QTreeWidgetItem* item);

    widgets::DocumentModel& model_;
};

} // namespace headroom::app
