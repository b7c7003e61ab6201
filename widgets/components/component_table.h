// Table of the components of a kind: one row each, with figures, sources and confidence as columns.
#pragma once

#include "project/library/components.h"

#include <QAbstractTableModel>

#include <set>
#include <string>
#include <vector>

namespace headroom::widgets {

class ComponentTable : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Values of this role compare as numbers; a missing figure has no value.
    static constexpr int sortRole = Qt::UserRole;
    /// All words of a row, for the search.
    static constexpr int searchRole = Qt::UserRole + 1;

    /// `uses`: how often the project uses each component; `own`: the user's own components.
    void setComponents(const std::string& kind, std::vector<project::Component> components,
                       std::map<std::string, int> uses, std::set<std::string> own);
    const project::Component& component(int row) const { return components_[static_cast<std::size_t>(row)]; }
    int rowOf(const QString& id) const;
    /// The figures with a column.
    const std::vector<std::string>& figures() const { return figures_; }
    bool isOwn(int row) const { return own_.contains(component(row).id); }
    int uses(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    static constexpr int nameColumn = 0, usedColumn = 1, firstFigure = 2;
    int priceBasisColumn() const { return firstFigure + static_cast<int>(figures_.size()); }
    int confidenceColumn() const { return priceBasisColumn() + 1; }
    int sourceColumn() const { return confidenceColumn() + 1; }

private:
    const std::string* figureAt(int column) const;
    QVariant figureData(const project::Component& component, const std::string& figure, int role) const;
    QString textOf(const project::Component& component, int column) const;

    std::string kind_;
    std::vector<project::Component> components_;
    std::map<std::string, int> uses_;
    std::set<std::string> own_;
    std::vector<std::string> figures_;
};

/// Display text of the confidence in a component's figures.
QString confidenceText(const std::string& confidence);
bool isEstimated(const project::Component& component, const std::string& figure);
/// Source and year of a component's price, or the rule of its estimate; empty if it does not say.
QString priceBasisText(const project::Component& component);

} // namespace headroom::widgets
