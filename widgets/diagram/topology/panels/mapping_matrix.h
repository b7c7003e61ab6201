// A table of which roles each node group has: a row for each role, a column for each group. A click or the space bar
// adds or removes a role, one undoable step each.
#pragma once

#include "project/library/components.h"
#include "widgets/document/model/document_model.h"
#include "widgets/document/topology/topology_plan.h"

#include <QAbstractTableModel>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QTableView>

#include <functional>
#include <memory>

namespace headroom::widgets {

/// The table as a model; toggle() adds or removes a role.
class MappingModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role
    {
        carriedRole = Qt::UserRole, ///< bool
        problemRole                 ///< a sentence on what is wrong with the entry; empty: nothing
    };
    /// Returns the plan for the current parameters.
    using Plan = std::function<TopologyPlan()>;

    MappingModel(DocumentModel& document, Plan plan, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    /// A column for each group, and one for the number of nodes with the role.
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void toggle(const QModelIndex& index);
    /// Reads the numbers of nodes again.
    void refresh();

private:
    const project::NodeGroup* group(int column) const;
    bool carries(int row, int column) const;
    int nodesOf(int row) const;
    QString problemOf(int row) const;
    QString problemAt(int row, int column) const;

    DocumentModel& document_;
    Plan planned_;
    QVector<int> nodes_;         ///< by group
    QVector<QStringList> roles_; ///< that the nodes of each group run
    int rows_ = 0;
};

/// Paints a mark, with a warning beside it if there is a problem.
class MappingDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// The table as a view.
class MappingView : public QTableView
{
    Q_OBJECT

public:
    MappingView(DocumentModel& document, MappingModel::Plan plan, QWidget* parent = nullptr);
    MappingModel& mapping() { return *model_; }

signals:
    /// Show a role or a node group.
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
