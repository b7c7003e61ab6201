// The table of a study for a view: a row for each point, sortable by any column.
#pragma once

#include "project/library/components.h"
#include "study/table/study_table.h"

#include <QAbstractTableModel>

#include <memory>

namespace headroom::app {

/// Columns: the point, its parameters, the figures, the verdicts of the goals, the state.
class StudyTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        pointRole = Qt::UserRole ///< number of the point
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setTable(study::Table table);
    /// Components are shown by their names.
    void setComponents(std::shared_ptr<const project::ComponentLibrary> components);
    /// Takes in rows: those of a number that is there replace it, with one signal for all of them; those after the last
    /// are appended.
    void take(const std::vector<study::Row>& rows);
    /// For each row a number that grows in the order of a column; what is not known comes last.
    std::vector<double> orderOf(int column) const;
    const study::Table& table() const { return *table_; }
    /// The table as it is now, for other threads: it does not change with the model.
    std::shared_ptr<const study::Table> snapshot() const { return table_; }
    int columnOfFigure(int figure) const { return 1 + static_cast<int>(table_->parameters.size()) + figure; }
    /// Columns of figures that no point has, such as those of operations that were not asked for.
    QList<int> emptyColumns() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Place
    {
        enum
        {
            point,
            parameter,
            figure,
            goal,
            state
        } kind;
        std::size_t number; ///< of the parameter, the figure or the goal
    };
    Place placeOf(int column) const;
    static std::string nameIn(const study::Row& row, const Place& place);
    QVariant shown(const study::Row& row, const Place& place) const;
    QString tip(const study::Row& row, const Place& place) const;

    study::Table& changing();

    std::shared_ptr<const project::ComponentLibrary> components_;
    std::shared_ptr<study::Table> table_ = std::make_shared<study::Table>();
};

} // namespace headroom::app
