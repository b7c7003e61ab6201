#include "app/studies/point_order.h"

#include <algorithm>
#include <numeric>

namespace headroom::app {

namespace {

constexpr int searchedAtOnce = 100;
constexpr int rowsPerMs = 200; // more rows are ordered less often

} // namespace

PointOrder::PointOrder(StudyTableModel& points, QObject* parent)
    : QAbstractProxyModel(parent), points_(points), search_([this] { return searchSome(); })
{
    reorder_.setSingleShot(true);
    reorder_.callOnTimeout(this, &PointOrder::reorder);
    setSourceModel(&points);
    connect(&points, &QAbstractItemModel::modelAboutToBeReset, this, &PointOrder::beginResetModel);
    connect(&points, &QAbstractItemModel::modelReset, this, [this] {
        begin();
        endResetModel();
        setWords(texts_); // the columns may be others
    });
    connect(&points, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex&, int first, int last) { take(first, last); });
    connect(&points, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& from, const QModelIndex& to) {
        take(from.row(), to.row());
        if (!shown_.empty())
            emit dataChanged(index(0, from.column()), index(rowCount() - 1, to.column()));
    });
    begin();
}

void PointOrder::begin()
{
    search_.stop();
    reorder_.stop();
    const auto count = static_cast<std::size_t>(points_.rowCount());
    accepted_.assign(count, true);
    places_.assign(count, 0);
    shown_.resize(count);
    std::iota(shown_.begin(), shown_.end(), 0);
    std::iota(places_.begin(), places_.end(), 0);
    searched_ = points_.rowCount();
}

/// Rows are new or have changed.
void PointOrder::take(int first, int last)
{
    const auto count = static_cast<std::size_t>(points_.rowCount());
    const auto before = static_cast<int>(accepted_.size());
    accepted_.resize(count, true);
    places_.resize(count, -1);
    for (int row = first; row <= last; ++row)
        accepted_[static_cast<std::size_t>(row)] = accepts(row);
    if (searched_ == before)
        searched_ = static_cast<int>(count);
    if (!reorder_.isActive())
        reorder_.start(static_cast<int>(count) / rowsPerMs);
}

void PointOrder::setWords(const QStringList& words)
{
    texts_ = words;
    words_.clear();
    for (const QString& word : words) {
        const auto sign = word.indexOf('=');
        if (sign <= 0) {
            words_.append({word, -1});
            continue;
        }
        int named = points_.columnCount(); // of a name that is none nothing is shown
        for (int column = 0; column < points_.columnCount(); ++column)
            if (points_.headerData(column, Qt::Horizontal, Qt::DisplayRole)
                    .toString()
                    .compare(word.left(sign), Qt::CaseInsensitive) == 0)
                named = column;
        words_.append({word.mid(sign + 1), named});
    }
    searched_ = 0;
    search_.stop();
    search_.start();
}

bool PointOrder::searchSome()
{
    const int end = std::min(searched_ + searchedAtOnce, points_.rowCount());
    for (; searched_ < end; ++searched_)
        accepted_[static_cast<std::size_t>(searched_)] = accepts(searched_);
    if (searched_ < points_.rowCount())
        return true;
    reorder();
    return false;
}

bool PointOrder::accepts(int row) const
{
    const auto shown = [&](int column) { return points_.index(row, column).data().toString(); };
    return std::all_of(words_.begin(), words_.end(), [&](const Word& word) {
        if (word.column >= 0)
            return shown(word.column).startsWith(word.text, Qt::CaseInsensitive);
        for (int column = 0; column < points_.columnCount(); ++column)
            if (shown(column).contains(word.text, Qt::CaseInsensitive))
                return true;
        return false;
    });
}

std::vector<int> PointOrder::ordered() const
{
    std::vector<int> rows;
    for (std::size_t row = 0; row < accepted_.size(); ++row)
        if (accepted_[row])
            rows.push_back(static_cast<int>(row));
    if (column_ < 0 || column_ >= points_.columnCount())
        return rows;
    const std::vector<double> keys = points_.orderOf(column_);
    const auto key = [&](int row) { return keys[static_cast<std::size_t>(row)]; };
    if (direction_ == Qt::AscendingOrder)
        std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) { return key(a) < key(b); });
    else
        std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) { return key(a) > key(b); });
    return rows;
}

void PointOrder::reorder()
{
    reorder_.stop();
    show(ordered());
}

/// Rows that were hidden come at the end, all rows take their places, and those that are hidden go from the end: what
/// is selected stays selected.
void PointOrder::show(std::vector<int> rows)
{
    std::vector<bool> wanted(places_.size(), false);
    for (const int row : rows)
        wanted[static_cast<std::size_t>(row)] = true;
    std::vector<int> come, go;
    for (const int row : rows)
        if (places_[static_cast<std::size_t>(row)] < 0)
            come.push_back(row);
    for (const int row : shown_)
        if (!wanted[static_cast<std::size_t>(row)])
            go.push_back(row);
    const auto place = [this](std::size_t from) {
        for (std::size_t i = from; i < shown_.size(); ++i)
            places_[static_cast<std::size_t>(shown_[i])] = static_cast<int>(i);
    };
    if (!come.empty()) {
        const std::size_t before = shown_.size();
        beginInsertRows({}, static_cast<int>(before), static_cast<int>(before + come.size()) - 1);
        shown_.insert(shown_.end(), come.begin(), come.end());
        place(before);
        endInsertRows();
    }
    const auto stay = static_cast<int>(rows.size());
    rows.insert(rows.end(), go.begin(), go.end());
    if (rows != shown_) {
        emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        const QModelIndexList from = persistentIndexList();
        std::vector<int> sources;
        for (const QModelIndex& index : from)
            sources.push_back(shown_[static_cast<std::size_t>(index.row())]);
        shown_ = std::move(rows);
        place(0);
        QModelIndexList to;
        for (qsizetype i = 0; i < from.size(); ++i)
            to.append(index(places_[static_cast<std::size_t>(sources[static_cast<std::size_t>(i)])], from[i].column()));
        changePersistentIndexList(from, to);
        emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    }
    if (!go.empty()) {
        beginRemoveRows({}, stay, static_cast<int>(shown_.size()) - 1);
        for (const int row : go)
            places_[static_cast<std::size_t>(row)] = -1;
        shown_.resize(static_cast<std::size_t>(stay));
        endRemoveRows();
    }
}

void PointOrder::sort(int column, Qt::SortOrder order)
{
    column_ = column;
    direction_ = order;
    reorder();
}

QModelIndex PointOrder::mapToSource(const QModelIndex& index) const
{
    return index.isValid() ? points_.index(shown_[static_cast<std::size_t>(index.row())], index.column())
                           : QModelIndex();
}

QModelIndex PointOrder::mapFromSource(const QModelIndex& index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    return index.isValid() && row < places_.size() && places_[row] >= 0 ? createIndex(places_[row], index.column())
                                                                        : QModelIndex();
}

QModelIndex PointOrder::index(int row, int column, const QModelIndex& parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex PointOrder::parent(const QModelIndex&) const
{
    return {};
}

int PointOrder::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

int PointOrder::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : points_.columnCount();
}

} // namespace headroom::app
