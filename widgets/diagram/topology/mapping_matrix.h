// Which node groups carry which roles, as a table: a row for each role, a column for each group, a mark where the group
// carries the role. Clicked or toggled by the space bar, one undoable step each.
#pragma once

#include "project/library/components.h"
#include "widgets/document/document_model.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>
#include <QTableView>

#include <functional>
#include <memory>

namespace headroom::widgets {

class MappingModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role
    {
        carriedRole = Qt::UserRole, ///< bool
        problemRole                 ///< what is wrong there, a sentence; empty: nothing
    };
    /// Nodes of each group, as the parameters stand.
    using NodeCounts = std::function<QVector<int>()>;

    MappingModel(DocumentModel& document, NodeCounts counts, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    /// A column for each group, and one for how many nodes carry the role.
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void toggle(const QModelIndex& index);
    /// Asks for the numbers of nodes again.
    void refresh();

private:
    const project::NodeGroup* group(int column) const;
    bool carries(int row, int column) const;
    int nodesOf(int row) const;
    QString problemOf(int row) const;
    QString problemAt(int row, int column) const;

    DocumentModel& document_;
    NodeCounts counts_;
    QVector<int> nodes_; ///< by group
    int rows_ = 0;
};

/// Paints a mark, and a warning beside it.
class MappingDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class MappingView : public QTableView
{
    Q_OBJECT

public:
    MappingView(DocumentModel& document, MappingModel::NodeCounts counts, QWidget* parent = nullptr);
    MappingModel& mapping() { return *model_; }

signals:
    /// A role or a node group is to be shown.
    void elementChosen(const headroom::widgets::ElementRef& element);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    MappingModel* model_;
    QPersistentModelIndex pressed_;
};

} // namespace headroom::widgets
