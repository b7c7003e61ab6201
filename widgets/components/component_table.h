// The components of a kind as rows, with their figures, sources and confidence as columns.
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

    /// By this role numbers compare as numbers; nothing where a figure is missing.
    static constexpr int sortRole = Qt::UserRole;
    /// All words of a row, for searching.
    static constexpr int searchRole = Qt::UserRole + 1;

    /// `uses`: how often the project names each component; `own`: those that the user has entered.
    void setComponents(const std::string& kind, std::vector<project::Component> components,
                       std::map<std::string, int> uses, std::set<std::string> own);
    const project::Component& component(int row) const { return components_[static_cast<std::size_t>(row)]; }
    int rowOf(const QString& id) const;
    /// Names of the figures that have a column.
    const std::vector<std::string>& figures() const { return figures_; }
    bool isOwn(int row) const { return own_.contains(component(row).id); }
    int uses(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    static constexpr int nameColumn = 0, usedColumn = 1, firstFigure = 2;
    int confidenceColumn() const { return firstFigure + static_cast<int>(figures_.size()); }
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

/// The component's own word for how far its figures can be trusted, for people.
QString confidenceText(const std::string& confidence);
bool isEstimated(const project::Component& component, const std::string& figure);

} // namespace headroom::widgets
