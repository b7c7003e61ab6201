#include "widgets/plots/timeline/series_tree.h"

#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::widgets {

namespace {

/// The first part of a path as text for display.
QString kindText(const std::string& kind)
{
    if (kind == "operation")
        return SeriesModel::tr("Operations");
    if (kind == "role")
        return SeriesModel::tr("Roles");
    if (kind == "node group")
        return SeriesModel::tr("Node groups");
    if (kind == "node")
        return SeriesModel::tr("Nodes");
    if (kind == "workload")
        return SeriesModel::tr("Workloads");
    if (kind == "block")
        return SeriesModel::tr("Blocks");
    if (kind == "link")
        return SeriesModel::tr("Links");
    if (kind == "switch")
        return SeriesModel::tr("Switches");
    return QString::fromStdString(kind);
}

} // namespace

int SeriesModel::childOf(int parent, const QString& text)
{
    const std::string key = std::to_string(parent) + '/' + text.toStdString();
    if (const auto found = byPath_.find(key); found != byPath_.end())
        return found->second;
    const int index = static_cast<int>(nodes_.size());
    auto& siblings = nodes_[static_cast<std::size_t>(parent)].children;
    const int row = static_cast<int>(siblings.size());
    siblings.push_back(index);
    nodes_.push_back({text, parent, row, -1, {}});
    byPath_.emplace(key, index);
    return index;
}

void SeriesModel::setSeries(const std::vector<record::SeriesInfo>& series)
{
    beginResetModel();
    nodes_.assign(1, {});
    byPath_.clear();
    names_.clear();
    units_.clear();
    words_.clear();
    matches_.clear();
    allMatches_ = 0;
    searching_ = false;
    for (const record::SeriesInfo& info : series) {
        int at = 0;
        for (std::size_t depth = 0; depth < info.path.size(); ++depth)
            at = childOf(at, depth == 0 ? kindText(info.path[0]) : QString::fromStdString(info.path[depth]));
        if (at == 0)
            continue;
        nodes_[static_cast<std::size_t>(at)].series = static_cast<int>(names_.size());
        names_.push_back(QString::fromStdString(record::seriesName(info)));
        units_.push_back(QString::fromStdString(info.unit));
        words_.push_back(QString::fromStdString(record::otherWords(info)));
    }
    byPath_.clear(); // needed only while building
    endResetModel();
}

void SeriesModel::setPicked(const QSet<QString>& names)
{
    if (picked_ == names)
        return;
    emit layoutAboutToBeChanged();
    picked_ = names;
    emit layoutChanged(); // only the visible rows are read again, so this is fast for any size
}

void SeriesModel::setSearch(const QString& text)
{
    beginResetModel();
    matches_.clear();
    allMatches_ = 0;
    const QStringList words = text.simplified().split(' ', Qt::SkipEmptyParts);
    searching_ = !words.isEmpty();
    for (std::size_t i = 0; searching_ && i < names_.size(); ++i) {
        const bool fits = std::all_of(words.begin(), words.end(), [&](const QString& word) {
            return names_[i].contains(word, Qt::CaseInsensitive) || words_[i].contains(word, Qt::CaseInsensitive);
        });
        if (!fits)
            continue;
        ++allMatches_;
        if (matches_.size() < mostMatches)
            matches_.push_back(static_cast<int>(i));
    }
    endResetModel();
}

QModelIndex SeriesModel::index(int row, int column, const QModelIndex& parent) const
{
    if (column != 0 || row < 0 || row >= rowCount(parent))
        return {};
    if (searching_)
        return createIndex(row, 0, quintptr(0));
    const Node& owner = parent.isValid() ? node(parent) : nodes_[0];
    return createIndex(row, 0, static_cast<quintptr>(owner.children[static_cast<std::size_t>(row)]));
}

QModelIndex SeriesModel::parent(const QModelIndex& index) const
{
    if (searching_ || !index.isValid() || node(index).parent <= 0)
        return {};
    const int parent = node(index).parent;
    return createIndex(nodes_[static_cast<std::size_t>(parent)].row, 0, static_cast<quintptr>(parent));
}

int SeriesModel::rowCount(const QModelIndex& parent) const
{
    if (searching_)
        return parent.isValid() ? 0 : static_cast<int>(matches_.size() + (saysMore() ? 1 : 0));
    return static_cast<int>((parent.isValid() ? node(parent) : nodes_[0]).children.size());
}

/// Index into the names; −1 for a branch and for the line below the matches.
int SeriesModel::seriesAt(const QModelIndex& index) const
{
    if (!searching_)
        return node(index).series;
    const auto row = static_cast<std::size_t>(index.row());
    return row < matches_.size() ? matches_[row] : -1;
}

QVariant SeriesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const int series = seriesAt(index);
    if (series < 0) {
        if (role != Qt::DisplayRole)
            return {};
        if (!searching_)
            return node(index).text;
        return allMatches_ == 0 ? tr("No series of this run has these words.")
                                : tr("and %1 more: narrow the search").arg(allMatches_ - matches_.size());
    }
    const QString& name = names_[static_cast<std::size_t>(series)];
    if (role == Qt::DisplayRole)
        return searching_ ? name : node(index).text;
    if (role == Qt::ToolTipRole)
        return name + " [" + units_[static_cast<std::size_t>(series)] + ']';
    if (role == Qt::CheckStateRole)
        return picked_.contains(name) ? Qt::Checked : Qt::Unchecked;
    return {};
}

bool SeriesModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const int series = index.isValid() ? seriesAt(index) : -1;
    if (series < 0 || role != Qt::CheckStateRole)
        return false;
    const QString name = names_[static_cast<std::size_t>(series)];
    const bool on = value.toInt() == Qt::Checked;
    on ? void(picked_.insert(name)) : void(picked_.remove(name));
    emit dataChanged(index, index, {Qt::CheckStateRole});
    emit ticked(name, on);
    return true;
}

Qt::ItemFlags SeriesModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags result = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (seriesAt(index) >= 0)
        result |= Qt::ItemIsUserCheckable;
    return result;
}

SeriesTree::SeriesTree(QWidget* parent)
    : QWidget(parent), model_(new SeriesModel(this)), view_(named(new QTreeView, "seriesTree", tr("Series"))),
      search_(new QLineEdit)
{
    search_->setPlaceholderText(tr("Search series"));
    search_->setAccessibleName(tr("Search series"));
    search_->setClearButtonEnabled(true);
    view_->setModel(model_);
    view_->setHeaderHidden(true);
    view_->setUniformRowHeights(true);
    view_->setTextElideMode(Qt::ElideMiddle); // found names begin alike and differ at the end
    auto* automatic = named(new QToolButton, "automaticCurves");
    automatic->setText(tr("Automatic"));
    automatic->setToolTip(tr("Shows throughput, latency and the busiest resources"));
    setLook(automatic, Look::flat);
    auto* row = new QHBoxLayout;
    row->addWidget(search_, 1);
    row->addWidget(automatic);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::step, rhythm::step, 0, rhythm::half);
    column->addLayout(row);
    column->addWidget(view_, 1);
    setMinimumWidth(240);
    connect(search_, &QLineEdit::textChanged, model_, &SeriesModel::setSearch);
    connect(model_, &SeriesModel::ticked, this, &SeriesTree::ticked);
    connect(automatic, &QToolButton::clicked, this, &SeriesTree::automaticWanted);
}

void SeriesTree::setSeries(const std::vector<record::SeriesInfo>& series)
{
    model_->setSeries(series);
    if (!search_->text().isEmpty())
        model_->setSearch(search_->text());
    for (int row = 0; row < model_->rowCount(); ++row)
        if (model_->rowCount(model_->index(row, 0)) <= 8) // branches with few entries are expanded
            view_->expand(model_->index(row, 0));
}

void SeriesTree::setPicked(const QSet<QString>& names)
{
    model_->setPicked(names);
}

} // namespace headroom::widgets
