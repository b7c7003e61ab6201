// The rows of a table that contain all words of a filter.
#pragma once

#include "app/studies/study_table_model.h"

#include <QSortFilterProxyModel>

#include <algorithm>

namespace headroom::app {

/// A word may stand in any column; a word NAME=VALUE has to be that of a parameter.
class PointFilter : public QSortFilterProxyModel
{
public:
    explicit PointFilter(QObject* parent) : QSortFilterProxyModel(parent) { setSortRole(StudyTableModel::sortRole); }

    void setWords(const QStringList& words)
    {
        words_ = words;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        return std::all_of(words_.begin(), words_.end(), [&](const QString& word) { return holds(row, parent, word); });
    }

private:
    bool holds(int row, const QModelIndex& parent, const QString& word) const
    {
        const auto sign = word.indexOf('=');
        for (int column = 0; column < sourceModel()->columnCount(); ++column) {
            const QString text = sourceModel()->index(row, column, parent).data().toString();
            if (sign < 0 && text.contains(word, Qt::CaseInsensitive))
                return true;
            if (sign > 0 &&
                sourceModel()
                        ->headerData(column, Qt::Horizontal)
                        .toString()
                        .compare(word.left(sign), Qt::CaseInsensitive) == 0 &&
                text.startsWith(word.mid(sign + 1), Qt::CaseInsensitive))
                return true;
        }
        return false;
    }

    QStringList words_;
};

} // namespace headroom::app
