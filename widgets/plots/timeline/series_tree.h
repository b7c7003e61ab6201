// All series of a run as a tree (operations, roles, node groups, nodes, devices) with search. Ticked series have
// curves.
#pragma once

#include "record/stream/series.h"

#include <QAbstractItemModel>
#include <QSet>
#include <QWidget>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

class QLineEdit;
class QStackedWidget;
class QTreeView;

namespace headroom::widgets {

/// The tree of the paths or, during a search, a flat list of the matches. Leaves can be ticked.
class SeriesModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    /// Maximum number of listed matches.
    static constexpr std::size_t mostMatches = 500;

    using QAbstractItemModel::QAbstractItemModel;

    void setSeries(const std::vector<record::SeriesInfo>& series);
    /// Names (seriesName()) of the series that have curves.
    void setPicked(const QSet<QString>& names);
    /// Lists the series whose names, or other words for them, contain all words of the text, ignoring case. An empty
    /// text shows the tree.
    void setSearch(const QString& text);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return 1; }
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void ticked(const QString& series, bool on);

private:
    struct Node
    {
        QString text;
        int parent = -1, row = 0;
        int series = -1; ///< index into names_; −1: not a leaf
        std::vector<int> children;
    };

    int childOf(int parent, const QString& text);
    const Node& node(const QModelIndex& index) const { return nodes_[static_cast<std::size_t>(index.internalId())]; }
    int seriesAt(const QModelIndex& index) const;

    std::vector<Node> nodes_ = {{}}; ///< the first one is the root
    std::unordered_map<std::string, int> byPath_;
    /// True if a line says that there are more matches, or that none of the series is one.
    bool saysMore() const { return (allMatches_ == 0 && !names_.empty()) || allMatches_ > matches_.size(); }

    std::vector<QString> names_, units_, words_; ///< of each series; the words are others to find it by
    QSet<QString> picked_;
    bool searching_ = false;
    std::vector<int> matches_; ///< indices into names_
    std::size_t allMatches_ = 0;
};

class SeriesTree : public QWidget
{
    Q_OBJECT
public:
    explicit SeriesTree(QWidget* parent = nullptr);

    void setSeries(const std::vector<record::SeriesInfo>& series);
    void setPicked(const QSet<QString>& names);
    QTreeView& view() { return *view_; }
    QLineEdit& search() { return *search_; }

signals:
    void ticked(const QString& series, bool on);
    /// The user wants the studio to choose the curves again.
    void automaticWanted();

private:
    SeriesModel* model_;
    QTreeView* view_;
    QLineEdit* search_;
};

} // namespace headroom::widgets
