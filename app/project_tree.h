// What a project consists of, as a tree: software, topology, selectors, workloads, disturbances, run.
#pragma once

#include "widgets/diagram/document_model.h"

#include <QTreeWidget>

namespace headroom::app {

class ProjectTree : public QTreeWidget
{
    Q_OBJECT
public:
    explicit ProjectTree(widgets::DocumentModel& model, QWidget* parent = nullptr);

    /// Marks the entry of a diagram path as the one that is shown.
    void markDiagram(const QString& path);

    /// Marks the entry of an element, if it has one.
    void markElement(const widgets::ElementRef& element);

signals:
    void diagramChosen(const QString& path);
    void elementChosen(const headroom::widgets::ElementRef& element);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override;

private:
    void fill();
    QTreeWidgetItem* addSection(const QString& title);
    QTreeWidgetItem* addElement(QTreeWidgetItem* parent, const QString& title, const widgets::ElementRef& element);
    void addSoftware();
    void addTopology();
    void addSelectors();
    void addWorkloads();
    void addDisturbances();
    void addRun();
    void added(const widgets::ElementRef& element);
    void choose(QTreeWidgetItem* item);

    widgets::DocumentModel& model_;
};

} // namespace headroom::app
